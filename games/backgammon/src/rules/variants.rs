//! What a game is about, and where the checkers start.

use ludarium_game::{Error, OptionInfo, Result, Spec, VariantInfo};

use super::men::{BAR, MOST_MEN, Men};

/// The rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The checkers of each player at the start, as it counts.
    pub start: Men,
    /// What is won.
    pub stakes: Stakes,
}

/// What a game is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stakes {
    /// One to three points: a plain win, a gammon, a backgammon.
    Money,
    /// Only the win.
    Win,
}

impl Rules {
    pub(super) const VARIANTS: &'static [VariantInfo] = &[
        VariantInfo { name: "money", summary: "a gammon counts two points, a backgammon three" },
        VariantInfo { name: "win", summary: "only the win counts" },
    ];

    pub(super) const OPTIONS: &'static [OptionInfo] = &[OptionInfo {
        key: "start",
        values: "standard, nackgammon, hyper, or checkers on points such as 24x2.13x5.8x3.6x5",
        default: "standard",
        summary: "where the checkers of each player start",
    }];

    pub(super) fn read(variant: &Spec) -> Result<Rules> {
        variant.check(Self::VARIANTS, Self::OPTIONS)?;
        let start = match variant.get("start").unwrap_or("standard") {
            "standard" => Men::START,
            "nackgammon" => Men::NACKGAMMON,
            "hyper" => Men::HYPER,
            numbers => read_start(numbers).ok_or_else(|| {
                let expected = "standard, nackgammon, hyper, or different points with numbers such as \
                                24x2.13x5.8x3.6x5, at most 15 checkers, which leave the other player's free";
                Error::value("start", numbers, expected)
            })?,
        };
        let stakes = if variant.name == "win" { Stakes::Win } else { Stakes::Money };
        Ok(Rules { start, stakes })
    }
}

/// Reads `24x2.13x5`. Both players start alike, so no point may be the other's.
fn read_start(text: &str) -> Option<Men> {
    let mut men = Men::NONE;
    for part in text.split('.') {
        let (point, count) = part.split_once('x')?;
        let (point, count): (u8, u8) = (point.parse().ok()?, count.parse().ok()?);
        let fits = (1..BAR).contains(&point) && (1..=MOST_MEN).contains(&count);
        if !fits || men.on(point) > 0 || men.total() + count > MOST_MEN {
            return None;
        }
        men = men.with(point, count);
    }
    let free = (1..BAR).all(|point| men.on(point) == 0 || men.on(BAR - point) == 0);
    free.then_some(men)
}
