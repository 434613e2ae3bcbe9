//! Claims: statements without a printed figure.

use std::fmt;

use ludarium_report::sheet::Tone;

use super::{Bond, difference};
use crate::experiment::{Claim, Place, Statement};
use crate::measure::{Figure, Measured};

/// Whether a claim holds in our games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Holding {
    /// It does, and not by chance.
    Holds,
    /// The opposite holds, and not by chance.
    Fails,
    /// Our games do not decide it.
    Undecided,
    /// The reading does not have the points of the claim, or nothing was played there.
    Unknown,
}

/// Looks whether a claim holds, and gives the figures it is about.
pub fn hold(claim: &Claim, measured: &Measured) -> (Holding, Vec<Figure>) {
    let figure = |place: Place| measured.figures.get(&place).copied();
    let exactly = |number: f64| (number, Some((number, number)));
    let of = |figure: &Figure| (figure.value, figure.interval);
    match claim.statement {
        Statement::More { more, less } => match (figure(more), figure(less)) {
            (Some(first), Some(second)) => {
                let bond = if more.point == less.point {
                    Bond::SameGames
                } else {
                    Bond::None
                };
                let holding = larger(of(&first), of(&second), bond);
                (holding, vec![first, second])
            }
            _ => (Holding::Unknown, Vec::new()),
        },
        Statement::Above(place, least) => match figure(place) {
            Some(found) => (larger(of(&found), exactly(least), Bond::None), vec![found]),
            None => (Holding::Unknown, Vec::new()),
        },
        Statement::Below(place, most) => match figure(place) {
            Some(found) => (larger(exactly(most), of(&found), Bond::None), vec![found]),
            None => (Holding::Unknown, Vec::new()),
        },
    }
}

/// Whether the first value is larger than the second, by the interval of their difference.
fn larger(
    first: (f64, Option<(f64, f64)>),
    second: (f64, Option<(f64, f64)>),
    bond: Bond,
) -> Holding {
    let (Some(mine), Some(theirs)) = (first.1, second.1) else {
        return Holding::Undecided;
    };
    match difference((first.0, mine), (second.0, theirs), bond) {
        (low, _) if low > 0.0 => Holding::Holds,
        (_, high) if high < 0.0 => Holding::Fails,
        _ => Holding::Undecided,
    }
}

impl Holding {
    /// Its colour.
    pub fn tone(self) -> Tone {
        match self {
            Holding::Holds => Tone::Good,
            Holding::Fails => Tone::Bad,
            Holding::Undecided | Holding::Unknown => Tone::Plain,
        }
    }
}

impl fmt::Display for Holding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Holding::Holds => "holds",
            Holding::Fails => "does not hold",
            Holding::Undecided => "undecided",
            Holding::Unknown => "not in this reading",
        })
    }
}
