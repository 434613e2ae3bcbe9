//! What is fixed for a whole game: variants and options.

use ludarium_game::{OptionInfo, Result, Spec, VariantInfo};

/// What a pawn may become on the last rank, and on which roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// Always a queen, on a pawn roll.
    Queen,
    /// A knight, bishop, rook or queen, on a pawn roll.
    Choice,
    /// As `Choice` on a pawn roll; on a knight, bishop, rook or queen roll a pawn may become just that.
    BrainKing,
}

/// What happens when no piece of the side to move can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The game is drawn.
    Draw,
    /// The side passes; the game is drawn if the other side cannot move either.
    Pass,
}

/// The rules of a one-die game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Promotions.
    pub promotion: Promotion,
    /// Whether a side with a single piece left has lost.
    pub bare: bool,
    /// Whether a capture en passant alone makes the pawn playable.
    pub en_passant_roll: bool,
    /// What happens to a side that cannot move.
    pub stuck: Stuck,
    /// A draw after this many plies; 0 for never.
    pub plies: u32,
    /// A draw after this many plies without capture or pawn move; 0 for never.
    pub quiet: u32,
}

/// The rules of a three-dice game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreeDiceRules {
    /// A draw after this many turns of either side; 0 for never.
    pub plies: u32,
}

impl Rules {
    pub(super) const VARIANTS: &'static [VariantInfo] = &[
        VariantInfo { name: "seed", summary: "one die; pawns become queens; a bare king loses" },
        VariantInfo {
            name: "brainking",
            summary: "one die; a roll also lets a pawn become what it shows; a bare king plays on",
        },
    ];

    pub(super) const OPTIONS: &'static [OptionInfo] = &[
        OptionInfo {
            key: "promo",
            values: "queen, choice, brainking",
            default: "queen; brainking in the variant brainking",
            summary: "what a pawn may become on the last rank, and on which roll",
        },
        OptionInfo {
            key: "bare",
            values: "on, off",
            default: "on; off in the variant brainking",
            summary: "whether a side with a single piece left has lost",
        },
        OptionInfo {
            key: "plies",
            values: "0 to 1000000000",
            default: "1000",
            summary: "a draw after this many plies, 0 for never",
        },
        OptionInfo {
            key: "quiet",
            values: "0 to 1000000000",
            default: "0",
            summary: "a draw after this many plies without capture or pawn move, 0 for never",
        },
        OptionInfo {
            key: "ep-roll",
            values: "on, off",
            default: "on",
            summary: "whether a capture en passant alone makes the pawn playable",
        },
        OptionInfo {
            key: "stuck",
            values: "draw, pass",
            default: "draw",
            summary: "what happens when no piece of the side to move can move",
        },
    ];

    /// The rules of a variant text.
    pub(super) fn read(variant: &Spec) -> Result<Rules> {
        variant.check(Rules::VARIANTS, Rules::OPTIONS)?;
        let brainking = variant.name == "brainking";
        let promotions = [
            ("queen", Promotion::Queen),
            ("choice", Promotion::Choice),
            ("brainking", Promotion::BrainKing),
        ];
        let usual = if brainking { Promotion::BrainKing } else { Promotion::Queen };
        let stuck = [("draw", Stuck::Draw), ("pass", Stuck::Pass)];
        Ok(Rules {
            promotion: variant.choice("promo", &promotions, usual)?,
            bare: variant.switch("bare", !brainking)?,
            en_passant_roll: variant.switch("ep-roll", true)?,
            stuck: variant.choice("stuck", &stuck, Stuck::Draw)?,
            plies: limit(variant, "plies", 1000)?,
            quiet: limit(variant, "quiet", 0)?,
        })
    }
}

impl ThreeDiceRules {
    pub(super) const VARIANTS: &'static [VariantInfo] = &[VariantInfo {
        name: "three-dice",
        summary: "three dice a turn, up to three moves that use as many dice as possible",
    }];

    pub(super) const OPTIONS: &'static [OptionInfo] = &[OptionInfo {
        key: "plies",
        values: "0 to 1000000000",
        default: "5000",
        summary: "a draw after this many turns of either side, 0 for never",
    }];

    /// The rules of a variant text.
    pub(super) fn read(variant: &Spec) -> Result<ThreeDiceRules> {
        variant.check(ThreeDiceRules::VARIANTS, ThreeDiceRules::OPTIONS)?;
        Ok(ThreeDiceRules { plies: limit(variant, "plies", 5000)? })
    }
}

fn limit(variant: &Spec, key: &str, default: u64) -> Result<u32> {
    Ok(variant.number(key, 0..=1_000_000_000, default)? as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Rules> {
        Rules::read(&Spec::parse(text)?)
    }

    #[test]
    fn variants_differ_in_promotion_and_the_bare_king() {
        let (seed, brainking) = (read("seed").unwrap(), read("brainking").unwrap());
        assert_eq!((seed.promotion, seed.bare), (Promotion::Queen, true));
        assert_eq!((brainking.promotion, brainking.bare), (Promotion::BrainKing, false));
        let mixed = read("brainking:promo=choice,bare=on,plies=0,quiet=75,ep-roll=off,stuck=pass");
        let expected = Rules {
            promotion: Promotion::Choice,
            bare: true,
            en_passant_roll: false,
            stuck: Stuck::Pass,
            plies: 0,
            quiet: 75,
        };
        assert_eq!(mixed, Ok(expected));
    }

    #[test]
    fn unknown_words_are_named() {
        for (text, part) in [
            ("sed", "did you mean `seed`"),
            ("seed:promotion=queen", "did you mean `promo`"),
            ("seed:promo=knight", "queen or choice or brainking"),
            ("seed:plies=-1", "a whole number from 0"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        let three = Spec::parse("three-dice:quiet=3").unwrap();
        assert!(ThreeDiceRules::read(&three).is_err());
    }
}
