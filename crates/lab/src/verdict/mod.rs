//! Verdicts: our figures compared with the printed ones, and the conclusion.

mod claim;
mod conclusion;
mod curve;
mod score;
#[cfg(test)]
mod tests;
mod words;

use ludarium_arena::statistics::share;
use ludarium_report::sheet::{Tone, grouped};

use crate::experiment::{Experiment, FigurePlace, Unit};
use crate::measure::{Figure, MeasuredReading};

pub use claim::{ClaimVerdict, judge_claim};
pub use conclusion::conclusion;
pub use score::{Conclusion, ReadingScore, distinct_claims};
pub use words::WORDS;
use words::{hopeless, tolerance};

/// The result of comparing one of our figures with a printed one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The difference may be chance, and a large one is excluded.
    Agrees,
    /// The difference may be chance, but a large one is not excluded.
    NotContradicted(Basis),
    /// So few games could hardly contradict anything.
    TooFew(Basis),
    /// The difference is more than chance.
    Differs,
    /// A time or a rate: how many times faster we are. This compares machines, not agents.
    Times(f64),
    /// A time of other work than the report's, which cannot be compared.
    OtherWork,
    /// We have no figure, or one without an interval.
    NoFigure,
}

/// How many games a comparison rests on: the smaller of our number and the report's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Basis {
    /// The games or positions.
    pub count: u64,
    /// Whether they are the report's.
    pub of_report: bool,
}

impl Basis {
    fn new(ours: u64, printed: Option<u64>) -> Basis {
        match printed {
            Some(printed) if printed > 0 && printed < ours => {
                Basis { count: printed, of_report: true }
            }
            _ => Basis { count: ours, of_report: false },
        }
    }

    /// `20 games` or `the report's 50 games`; `what` says what is counted.
    fn text(self, what: &str) -> String {
        let whose = if self.of_report { "the report's " } else { "" };
        let what = match self.count {
            1 => what.trim_end_matches('s'),
            _ => what,
        };
        format!("{whose}{} {what}", grouped(self.count as f64))
    }
}

/// Compares a figure with a printed number. `games` is the number of games behind the printed number, where it is known.
///
/// With a known number of games the printed number has an interval too, and the difference of the two is judged.
/// Any other printed number must lie inside our interval. [`WORDS`] says what the verdicts mean.
pub fn judge(ours: Option<&Figure>, printed: f64, games: Option<u64>) -> Verdict {
    let Some(ours) = ours else {
        return Verdict::NoFigure;
    };
    match ours.unit {
        Unit::Milliseconds if ours.value > 0.0 => return Verdict::Times(printed / ours.value),
        Unit::Rate if printed > 0.0 => return Verdict::Times(ours.value / printed),
        Unit::Milliseconds | Unit::Rate => return Verdict::NoFigure,
        Unit::Share | Unit::Difference | Unit::Count | Unit::Elo => {}
    }
    let Some(mine) = ours.interval else {
        return Verdict::NoFigure;
    };
    let theirs = match games {
        Some(games) if games > 0 => printed_interval(printed, games, ours, mine),
        _ => (printed, printed),
    };
    let (low, high) = difference((ours.value, mine), (printed, theirs), Relation::Independent);
    let basis = Basis::new(ours.count, games);
    let most = tolerance(ours.unit, printed);
    match () {
        () if low > 0.0 || high < 0.0 => Verdict::Differs,
        () if hopeless(ours.unit, printed, (low, high)) => Verdict::TooFew(basis),
        () if low >= -most && high <= most => Verdict::Agrees,
        () => Verdict::NotContradicted(basis),
    }
}

/// The verdict on the figure that is printed for a place, if there is one.
pub fn judge_printed(
    experiment: &Experiment,
    measured: &MeasuredReading,
    place: FigurePlace,
) -> Option<Verdict> {
    let (row, printed) = experiment.printed_at(place)?;
    let is_other = measured.other_work.get(place.point).copied().unwrap_or_default();
    Some(match judge(measured.figures.get(&place), printed, row.games) {
        Verdict::Times(_) if is_other => Verdict::OtherWork,
        verdict => verdict,
    })
}

/// The interval of a printed number: Wilson's for shares; for means ours, as wide as it would be with this number of games.
fn printed_interval(printed: f64, games: u64, ours: &Figure, mine: (f64, f64)) -> (f64, f64) {
    let wilson = |part: f64| {
        let successes = (part.clamp(0.0, 1.0) * games as f64).round() as u64;
        let found = share(successes, games);
        (found.low, found.high)
    };
    match ours.unit {
        Unit::Share => wilson(printed),
        // Games that are neither won nor lost only make the interval narrower than this.
        Unit::Difference => {
            let (low, high) = wilson((printed + 1.0) / 2.0);
            (2.0 * low - 1.0, 2.0 * high - 1.0)
        }
        Unit::Count | Unit::Milliseconds | Unit::Rate | Unit::Elo => {
            let wider = (ours.count as f64 / games as f64).sqrt();
            (printed - wider * (ours.value - mine.0), printed + wider * (mine.1 - ours.value))
        }
    }
}

/// How two figures depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// They come from different games. If these share their luck, the difference is only more certain.
    Independent,
    /// They come from the same games: what one wins the other loses, so their errors may add up.
    SameGames,
}

impl Relation {
    /// How the figures of two places depend on each other.
    fn of(first: FigurePlace, second: FigurePlace) -> Relation {
        if first.point == second.point { Relation::SameGames } else { Relation::Independent }
    }
}

/// The interval of the difference of two values from their own intervals, as Newcombe combines them.
fn difference(
    first: (f64, (f64, f64)),
    second: (f64, (f64, f64)),
    relation: Relation,
) -> (f64, f64) {
    let ((a, (a_low, a_high)), (b, (b_low, b_high))) = (first, second);
    let value = a - b;
    let combined = |mine: f64, theirs: f64| match relation {
        Relation::Independent => mine.hypot(theirs),
        Relation::SameGames => mine + theirs,
    };
    (value - combined(a - a_low, b_high - b), value + combined(a_high - a, b - b_low))
}

impl Verdict {
    /// Its colour.
    pub fn tone(self) -> Tone {
        match self {
            Verdict::Agrees => Tone::Good,
            Verdict::Differs => Tone::Bad,
            _ => Tone::Plain,
        }
    }

    /// Its words; `what` says what figures are counted in, such as games.
    pub fn text(self, what: &str) -> String {
        match self {
            Verdict::Agrees => "agrees".to_owned(),
            Verdict::Differs => "differs".to_owned(),
            Verdict::NotContradicted(basis) => {
                format!("not contradicted ({})", basis.text(what))
            }
            Verdict::TooFew(basis) => too_few(basis, what),
            Verdict::NoFigure => "no figure".to_owned(),
            Verdict::OtherWork => "other work, not compared".to_owned(),
            Verdict::Times(factor) if factor >= 1.05 => format!("{} times faster", few(factor)),
            Verdict::Times(factor) if factor > 0.0 && factor <= 1.0 / 1.05 => {
                format!("{} times slower", few(1.0 / factor))
            }
            Verdict::Times(_) => "as fast".to_owned(),
        }
    }
}

/// `too few games (20)`
fn too_few(basis: Basis, what: &str) -> String {
    let whose = if basis.of_report { "the report's " } else { "" };
    format!("too few {what} ({whose}{})", grouped(basis.count as f64))
}

/// A factor with two significant digits.
fn few(factor: f64) -> String {
    if factor < 9.95 {
        return format!("{factor:.1}");
    }
    let unit = 10f64.powf(factor.log10().floor() - 1.0);
    grouped((factor / unit).round() * unit)
}

/// All verdicts of one reading on the printed figures, by place. One number that is printed for several points at which the
/// same agents play is one figure.
pub fn verdicts(
    experiment: &Experiment,
    measured: &MeasuredReading,
) -> Vec<(FigurePlace, Verdict)> {
    let mut counted = Vec::new();
    let judged = experiment.places().filter_map(|place| {
        let (_, printed) = experiment.printed_at(place)?;
        let same = (measured.first_alike(place), printed);
        if counted.contains(&same) {
            return None;
        }
        counted.push(same);
        Some((place, judge_printed(experiment, measured, place)?))
    });
    judged.collect()
}
