//! The public sets of rules and how many pieces a side has.

use ludarium_game::{OptionInfo, Result, Spec, VariantInfo};

use super::track::{ASEB, BELL, MASTERS, Track};

pub(super) const VARIANTS: &[VariantInfo] = &[
    VariantInfo {
        name: "finkel",
        summary: "Irving Finkel's simple rules: 7 pieces, four dice, rosettes are safe",
    },
    VariantInfo {
        name: "masters",
        summary: "James Masters' rules: a longer way, three dice (none up counts 4), rosettes are not safe",
    },
    VariantInfo {
        name: "blitz",
        summary: "5 pieces on Masters' way, four dice; a capture gives another roll, too",
    },
    VariantInfo {
        name: "aseb",
        summary: "5 pieces on the board of twenty squares, four dice, rosettes are safe",
    },
    VariantInfo {
        name: "royalur-2021",
        summary: "finkel with a slip of RoyalUr's first program: the middle rosette is not safe, and no piece captures from it",
    },
];

pub(super) const OPTIONS: &[OptionInfo] = &[OptionInfo {
    key: "pieces",
    values: "1 to 7",
    default: "that of the variant",
    summary: "the pieces of each side",
}];

/// The most pieces of a side.
pub const MOST_PIECES: u8 = 7;

/// What is thrown: dice with two sides each, of which those that fall up are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryDice {
    /// Four dice.
    Four,
    /// Three dice; none up counts as four.
    ThreeNoneIsFour,
}

/// Where a piece cannot be captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shelter {
    /// On rosettes.
    Rosettes,
    /// Nowhere, except on squares of its own.
    Nowhere,
    /// Nowhere either, and a piece on the middle rosette captures nothing.
    Reversed,
}

/// How the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The way of the pieces.
    pub track: &'static Track,
    /// What is thrown.
    pub dice: BinaryDice,
    /// Where a piece cannot be captured.
    pub shelter: Shelter,
    /// Whether a capture gives another roll.
    pub capture_rolls_again: bool,
    /// The pieces of each side.
    pub pieces: u8,
}

impl BinaryDice {
    /// What can be thrown, with how many of the ways in which the dice can fall.
    pub const fn throws(self) -> &'static [(u8, u8)] {
        match self {
            BinaryDice::Four => &[(0, 1), (1, 4), (2, 6), (3, 4), (4, 1)],
            BinaryDice::ThreeNoneIsFour => &[(1, 3), (2, 3), (3, 1), (4, 1)],
        }
    }

    /// In how many ways the dice can fall.
    pub const fn ways(self) -> u8 {
        match self {
            BinaryDice::Four => 16,
            BinaryDice::ThreeNoneIsFour => 8,
        }
    }
}

impl Rules {
    pub(super) fn read(variant: &Spec) -> Result<Rules> {
        variant.check(VARIANTS, OPTIONS)?;
        let finkel = Rules {
            track: &BELL,
            dice: BinaryDice::Four,
            shelter: Shelter::Rosettes,
            capture_rolls_again: false,
            pieces: 7,
        };
        let rules = match variant.name.as_str() {
            "masters" => Rules {
                track: &MASTERS,
                dice: BinaryDice::ThreeNoneIsFour,
                shelter: Shelter::Nowhere,
                ..finkel
            },
            "blitz" => Rules {
                track: &MASTERS,
                shelter: Shelter::Nowhere,
                capture_rolls_again: true,
                pieces: 5,
                ..finkel
            },
            "aseb" => Rules { track: &ASEB, pieces: 5, ..finkel },
            "royalur-2021" => Rules { shelter: Shelter::Reversed, ..finkel },
            _ => finkel,
        };
        let pieces = variant.number("pieces", 1..=MOST_PIECES.into(), rules.pieces.into())?;
        Ok(Rules { pieces: pieces as u8, ..rules })
    }
}
