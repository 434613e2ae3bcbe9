//! Claims: statements without a printed figure.

use ludarium_report::sheet::Tone;

use super::curve::follows;
use super::{Basis, Relation, difference, hopeless, too_few};
use crate::experiment::{Claim, FEWEST_OF_A_CURVE, Statement};
use crate::measure::{Figure, MeasuredReading};

/// Whether a claim holds in our games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClaimVerdict {
    /// It holds, and not by chance.
    Holds,
    /// The opposite holds, and not by chance.
    Fails,
    /// Our games do not decide it.
    Undecided(Basis),
    /// So few games could hardly decide anything.
    TooFew(Basis),
    /// The reading does not have the points of the claim, or nothing was played there.
    Unknown,
}

/// Decides whether a claim holds, and returns the figures it is about. What compares a player with itself is unknown.
pub fn judge_claim(claim: &Claim, measured: &MeasuredReading) -> (ClaimVerdict, Vec<Figure>) {
    let places = claim.statement.places();
    let found = places.iter().map(|place| measured.figures.get(place).copied());
    let figures: Vec<Figure> = found.clone().flatten().collect();
    // A reading may have a part of a curve.
    let needed = match &claim.statement {
        Statement::Follows(..) => FEWEST_OF_A_CURVE,
        _ => places.len(),
    };
    if figures.len() < needed || measured.is_one_player(&places) {
        return (ClaimVerdict::Unknown, Vec::new());
    }
    let exactly = |number: f64| ClaimSide { value: number, interval: Some((number, number)) };
    let side = |index: usize| ClaimSide::of(&figures[index]);
    let verdict = match &claim.statement {
        Statement::More { more, less } => {
            larger(side(0), side(1), Relation::of(*more, *less), &figures)
        }
        Statement::Times { first, second, range } => {
            let relation = Relation::of(*first, *second);
            quotient(&figures[0], &figures[1], relation, *range)
        }
        Statement::Above(_, least) => {
            larger(side(0), exactly(*least), Relation::Independent, &figures)
        }
        Statement::Below(_, most) => {
            larger(exactly(*most), side(0), Relation::Independent, &figures)
        }
        Statement::Follows(curve, along) => {
            let along = along.iter().zip(found);
            let along: Vec<(f64, Figure)> =
                along.filter_map(|(here, figure)| Some((here.at, figure?))).collect();
            follows(*curve, &along)
        }
    };
    (verdict, figures)
}

/// One side of a comparison.
#[derive(Clone, Copy)]
struct ClaimSide {
    value: f64,
    interval: Option<(f64, f64)>,
}

impl ClaimSide {
    fn of(figure: &Figure) -> ClaimSide {
        ClaimSide { value: figure.value, interval: figure.interval }
    }
}

/// Whether the first value is larger than the second, by the interval of their difference.
fn larger(
    first: ClaimSide,
    second: ClaimSide,
    relation: Relation,
    figures: &[Figure],
) -> ClaimVerdict {
    let count = figures.iter().map(|figure| figure.count).min().unwrap_or(0);
    let basis = Basis::new(count, None);
    let (Some(mine), Some(theirs)) = (first.interval, second.interval) else {
        return ClaimVerdict::TooFew(basis);
    };
    // A strength without an end, after nothing but wins, has only the ends of its interval.
    let interval = if first.value.is_finite() && second.value.is_finite() {
        difference((first.value, mine), (second.value, theirs), relation)
    } else {
        (mine.0 - theirs.1, mine.1 - theirs.0)
    };
    let scale = first.value.abs().max(second.value.abs());
    let vague = |figure: &Figure| hopeless(figure.unit, scale, interval);
    match interval {
        (low, _) if low > 0.0 => ClaimVerdict::Holds,
        (_, high) if high < 0.0 => ClaimVerdict::Fails,
        _ if figures.first().is_some_and(vague) => ClaimVerdict::TooFew(basis),
        _ => ClaimVerdict::Undecided(basis),
    }
}

/// Whether one figure is a certain multiple of another: the interval of their quotient lies inside the range, or outside.
/// Relative errors are combined as those of differences are, on the scale of logarithms.
fn quotient(
    first: &Figure,
    second: &Figure,
    relation: Relation,
    range: (f64, f64),
) -> ClaimVerdict {
    let basis = Basis::new(first.count.min(second.count), None);
    let (Some(mine), Some(theirs)) = (first.interval, second.interval) else {
        return ClaimVerdict::TooFew(basis);
    };
    let logs =
        |figure: &Figure, (low, high): (f64, f64)| (figure.value.ln(), (low.ln(), high.ln()));
    let (low, high) = if mine.0 <= 0.0 || theirs.0 <= 0.0 {
        // The scale of logarithms has no zero: the worst that both intervals allow.
        ((mine.0.max(0.0) / theirs.1).ln(), (mine.1 / theirs.0.max(0.0)).ln())
    } else {
        difference(logs(first, mine), logs(second, theirs), relation)
    };
    let (least, most) = (range.0.ln(), range.1.ln());
    match (least <= low && high <= most, high < least || most < low) {
        (true, _) => ClaimVerdict::Holds,
        (_, true) => ClaimVerdict::Fails,
        // An interval wider than the range could not have held.
        _ if high - low > most - least => ClaimVerdict::TooFew(basis),
        _ => ClaimVerdict::Undecided(basis),
    }
}

impl ClaimVerdict {
    /// Its colour.
    pub fn tone(self) -> Tone {
        match self {
            ClaimVerdict::Holds => Tone::Good,
            ClaimVerdict::Fails => Tone::Bad,
            _ => Tone::Plain,
        }
    }

    /// Whether more games could decide it.
    pub fn is_open(self) -> bool {
        matches!(self, ClaimVerdict::Undecided(_) | ClaimVerdict::TooFew(_))
    }

    /// Its words; `what` says what figures are counted in, such as games.
    pub fn text(self, what: &str) -> String {
        match self {
            ClaimVerdict::Holds => "holds".to_owned(),
            ClaimVerdict::Fails => "does not hold".to_owned(),
            ClaimVerdict::Undecided(basis) => format!("undecided ({})", basis.text(what)),
            ClaimVerdict::TooFew(basis) => too_few(basis, what),
            ClaimVerdict::Unknown => "not in this reading".to_owned(),
        }
    }
}
