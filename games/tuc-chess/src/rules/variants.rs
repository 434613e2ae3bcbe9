//! Editions of the game and the options on top of them.

use ludarium_game::{OptionInfo, Result, Spec, VariantInfo};

pub(super) const VARIANTS: &[VariantInfo] = &[
    VariantInfo {
        name: "2021",
        summary: "new present 2 in 20, worth a point 18 in 20; the rules as written",
    },
    VariantInfo {
        name: "2019",
        summary: "new present 5 in 20, worth a point 17 in 20; the rules as written",
    },
    VariantInfo {
        name: "2022",
        summary: "new present 4 in 20, worth a point 19 in 20; the rules as written",
    },
    VariantInfo {
        name: "server",
        summary: "2021 as its server plays it, deviations included (2021:quirks=on)",
    },
];

pub(super) const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        key: "quirks",
        values: "on, off",
        default: "off",
        summary: "the edition's server deviations: black pawns teleport to the last row, White gets \
                  the point when they capture there, and the piece counter misses such pawns",
    },
    OptionInfo {
        key: "king",
        values: "7, 8",
        default: "8",
        summary: "points for capturing the king",
    },
    OptionInfo {
        key: "stalemate",
        values: "loss, score, draw",
        default: "loss",
        summary: "result when the side to move has no move: it loses, the score decides, or a draw",
    },
    OptionInfo {
        key: "plies",
        values: "0 to 1000000",
        default: "0",
        summary: "the game ends after this many moves and the score decides; 0 for no limit",
    },
];

/// Probabilities are whole numbers of twentieths in every edition.
pub(super) const TWENTIETHS: u32 = 20;

/// A year of the course, which fixes how presents appear and what they are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edition {
    /// A new present in 5 of 20 cases, worth a point in 17 of 20.
    Y2019,
    /// A new present in 2 of 20 cases, worth a point in 18 of 20.
    Y2021,
    /// A new present in 4 of 20 cases, worth a point in 19 of 20.
    Y2022,
}

/// What a side without a legal move gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stalemate {
    /// It loses.
    Loss,
    /// The higher score wins.
    Score,
    /// Nobody wins.
    Draw,
}

/// The options that are fixed for a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The year, for the probabilities and the kind of deviations.
    pub edition: Edition,
    /// Whether the deviations of the edition's server are played.
    pub quirks: bool,
    /// Points for capturing the king.
    pub king_value: u8,
    /// The result without a legal move.
    pub stalemate: Stalemate,
    /// The game ends after this many moves; 0 for no limit.
    pub ply_limit: u32,
}

impl Rules {
    /// Reads a variant with its options.
    pub(super) fn read(variant: &Spec) -> Result<Rules> {
        variant.check(VARIANTS, OPTIONS)?;
        let edition = match variant.name.as_str() {
            "2019" => Edition::Y2019,
            "2022" => Edition::Y2022,
            _ => Edition::Y2021,
        };
        let outcomes =
            [("loss", Stalemate::Loss), ("score", Stalemate::Score), ("draw", Stalemate::Draw)];
        Ok(Rules {
            edition,
            quirks: variant.switch("quirks", variant.name == "server")?,
            king_value: variant.number("king", 7..=8, 8)? as u8,
            stalemate: variant.choice("stalemate", &outcomes, Stalemate::Loss)?,
            ply_limit: variant.number("plies", 0..=1_000_000, 0)? as u32,
        })
    }

    /// In how many of 20 cases a new present appears after a move.
    #[inline]
    pub const fn appearing_in_20(&self) -> u32 {
        match self.edition {
            Edition::Y2019 => 5,
            Edition::Y2021 => 2,
            Edition::Y2022 => 4,
        }
    }

    /// In how many of 20 cases a present is worth a point.
    #[inline]
    pub const fn worthy_in_20(&self) -> u32 {
        match self.edition {
            Edition::Y2019 => 17,
            Edition::Y2021 => 18,
            Edition::Y2022 => 19,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Rules> {
        Rules::read(&Spec::parse(text).unwrap())
    }

    #[test]
    fn the_server_is_2021_with_its_deviations() {
        assert_eq!(read("server"), read("2021:quirks=on"));
        assert_eq!(read("server:quirks=off"), read("2021"));
        assert_ne!(read("server"), read("2021"));
    }

    #[test]
    fn bad_options_say_what_would_be_right() {
        for (text, message) in [
            ("sever", "unknown variant `sever`; did you mean `server`?"),
            ("2021:king=9", "bad value `9` for option `king`: expected a whole number from 7 to 8"),
            (
                "2021:stalemate=win",
                "bad value `win` for option `stalemate`: expected loss or score or draw",
            ),
            ("2021:quirk=on", "unknown option `quirk`; did you mean `quirks`?"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message);
        }
    }
}
