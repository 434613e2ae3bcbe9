//! Claims: statements without a printed figure.

use std::fmt;

use ludarium_report::sheet::Tone;

use super::{Relation, difference};
use crate::experiment::{Claim, Place, Statement};
use crate::measure::{Figure, Measured};

/// Whether a claim holds in our games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClaimVerdict {
    /// It holds, and not by chance.
    Holds,
    /// The opposite holds, and not by chance.
    Fails,
    /// Our games do not decide it.
    Undecided,
    /// The reading does not have the points of the claim, or nothing was played there.
    Unknown,
}

/// Decides whether a claim holds, and returns the figures it is about.
pub fn judge_claim(claim: &Claim, measured: &Measured) -> (ClaimVerdict, Vec<Figure>) {
    let figure = |place: Place| measured.figures.get(&place).copied();
    let exactly = |number: f64| (number, Some((number, number)));
    let of = |figure: &Figure| (figure.value, figure.interval);
    match claim.statement {
        Statement::More { more, less } => match (figure(more), figure(less)) {
            (Some(first), Some(second)) => {
                let relation = if more.point == less.point {
                    Relation::SameGames
                } else {
                    Relation::Independent
                };
                let verdict = larger(of(&first), of(&second), relation);
                (verdict, vec![first, second])
            }
            _ => (ClaimVerdict::Unknown, Vec::new()),
        },
        Statement::Above(place, least) => match figure(place) {
            Some(found) => (
                larger(of(&found), exactly(least), Relation::Independent),
                vec![found],
            ),
            None => (ClaimVerdict::Unknown, Vec::new()),
        },
        Statement::Below(place, most) => match figure(place) {
            Some(found) => (
                larger(exactly(most), of(&found), Relation::Independent),
                vec![found],
            ),
            None => (ClaimVerdict::Unknown, Vec::new()),
        },
    }
}

/// Whether the first value is larger than the second, by the interval of their difference.
fn larger(
    first: (f64, Option<(f64, f64)>),
    second: (f64, Option<(f64, f64)>),
    relation: Relation,
) -> ClaimVerdict {
    let (Some(mine), Some(theirs)) = (first.1, second.1) else {
        return ClaimVerdict::Undecided;
    };
    match difference((first.0, mine), (second.0, theirs), relation) {
        (low, _) if low > 0.0 => ClaimVerdict::Holds,
        (_, high) if high < 0.0 => ClaimVerdict::Fails,
        _ => ClaimVerdict::Undecided,
    }
}

impl ClaimVerdict {
    /// Its colour.
    pub fn tone(self) -> Tone {
        match self {
            ClaimVerdict::Holds => Tone::Good,
            ClaimVerdict::Fails => Tone::Bad,
            ClaimVerdict::Undecided | ClaimVerdict::Unknown => Tone::Plain,
        }
    }
}

impl fmt::Display for ClaimVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ClaimVerdict::Holds => "holds",
            ClaimVerdict::Fails => "does not hold",
            ClaimVerdict::Undecided => "undecided",
            ClaimVerdict::Unknown => "not in this reading",
        })
    }
}
