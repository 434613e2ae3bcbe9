//! Looks: a first run that goes on while something is not decided, and is not misled by looking several times.

use std::collections::BTreeSet;

use crate::experiment::{Experiment, FigurePlace, Mode, Unit};
use crate::measure::{Figure, MeasuredReading};
use crate::verdict::{Verdict, distinct_claims, judge_claim, judge_printed, verdicts};

/// The most doublings of a first run.
pub const MOST_DOUBLINGS: u32 = 6;

/// By how much intervals are wider for one, two, three and more looks, each at twice as much as the one before, so that
/// in 19 of 20 runs all of them cover the truth. A test looks.
const WIDER: [f64; MOST_DOUBLINGS as usize + 1] = [1.0, 1.12, 1.185, 1.235, 1.27, 1.305, 1.33];

/// What was measured, with intervals that allow for all looks that were planned.
pub fn allowing_for_looks(
    experiment: &Experiment,
    mode: Mode,
    measured: MeasuredReading,
) -> MeasuredReading {
    let looks = experiment.looks(mode) as usize;
    let factor = WIDER.get(looks - 1).copied().unwrap_or(1.0);
    let mut measured = measured;
    for figure in measured.figures.values_mut() {
        figure.interval = figure.interval.map(|interval| wider(figure, interval, factor));
    }
    measured
}

/// An interval that reaches farther, inside the range of the figure.
fn wider(figure: &Figure, (low, high): (f64, f64), factor: f64) -> (f64, f64) {
    let value = figure.value;
    let (least, most) = figure.unit.range();
    let low = (value - factor * (value - low)).max(least);
    (low, (value + factor * (high - value)).min(most))
}

/// The points at which more games could decide something: a claim, or whether a printed figure agrees. `left` says how many
/// times as much can still be played at each point.
///
/// What only times could decide plays nothing: how far a run goes must not depend on the machine.
pub fn open_points(
    experiment: &Experiment,
    measured: &MeasuredReading,
    left: &[u64],
) -> BTreeSet<usize> {
    let hope = Hope { experiment, measured, left };
    let claims = distinct_claims(experiment, measured).into_iter().filter_map(|claim| {
        let verdict = |measured: &MeasuredReading| judge_claim(claim, measured).0.is_open();
        hope.of(claim.statement.places(), &verdict)
    });
    let figures = verdicts(experiment, measured).into_iter().filter_map(|(place, _)| {
        let verdict = |measured: &MeasuredReading| {
            let verdict = judge_printed(experiment, measured, place);
            // More of our games do not help where the report's are too few.
            matches!(verdict, Some(Verdict::NotContradicted(basis) | Verdict::TooFew(basis)) if !basis.of_report)
        };
        hope.of(vec![place], &verdict)
    });
    claims.chain(figures).flatten().map(|place| place.point).filter(|&it| left[it] > 1).collect()
}

/// Judges whether the games that are left could decide what is open.
struct Hope<'a> {
    experiment: &'a Experiment,
    measured: &'a MeasuredReading,
    left: &'a [u64],
}

impl Hope<'_> {
    /// The places of a statement if it is open and may be decided in the end: if the figures stay as they are, or if their
    /// difference changes by a standard error, as it does in one run of three.
    fn of(
        &self,
        places: Vec<FigurePlace>,
        is_open: &dyn Fn(&MeasuredReading) -> bool,
    ) -> Option<Vec<FigurePlace>> {
        let unit = |place: &FigurePlace| self.experiment.metrics[place.metric].unit();
        let is_time = places.iter().any(|it| matches!(unit(it), Unit::Milliseconds | Unit::Rate));
        if is_time || !is_open(self.measured) {
            return None;
        }
        if known_without_interval(self.measured, &places) {
            return Some(places);
        }
        let known =
            || places.iter().filter_map(|place| Some((place, self.measured.figures.get(place)?)));
        let errors = known().map(|(place, figure)| {
            let (low, high) = figure.interval.unwrap_or((figure.value, figure.value));
            (high - low) / 4.0 * (1.0 - 1.0 / self.left[place.point] as f64).sqrt()
        });
        // Those of one game's players add up, as in the verdict.
        let together = places.windows(2).all(|pair| pair[0].point == pair[1].point);
        let error =
            errors.fold(0.0, |sum, error| if together { sum + error } else { sum.hypot(error) });
        let may = [0.0, 1.0, -1.0].into_iter().any(|shift| {
            let figures = known().enumerate().map(|(index, (place, figure))| {
                let moved = if index == 0 { figure.value + shift * error } else { figure.value };
                (*place, later(figure, moved, self.left[place.point]))
            });
            let figures = figures.collect();
            !is_open(&MeasuredReading { figures, ..self.measured.clone() })
        });
        may.then_some(places)
    }
}

/// Whether a figure has so few games that nothing is known of its error.
fn known_without_interval(measured: &MeasuredReading, places: &[FigurePlace]) -> bool {
    let mut figures = places.iter().filter_map(|place| measured.figures.get(place));
    figures.any(|figure| figure.interval.is_none())
}

/// What a figure may be after this many times as many games.
fn later(figure: &Figure, value: f64, times: u64) -> Figure {
    let (least, most) = figure.unit.range();
    let value = value.clamp(least, most);
    // The interval of nothing and of everything shrinks faster.
    let part = if value == least || value == most { 1.0 } else { 0.5 };
    let part = (times as f64).powf(-part);
    let interval = figure.interval.map(|(low, high)| {
        let (below, above) = (part * (figure.value - low), part * (high - figure.value));
        ((value - below).max(least), (value + above).min(most))
    });
    Figure { value, interval, count: figure.count * times, unit: figure.unit }
}

#[cfg(test)]
mod tests {
    use ludarium_arena::testing;
    use ludarium_game::{Rng, Seed};

    use super::*;
    use crate::experiment::tests::SMALL;
    use crate::measure::{RatioSample, figure};

    /// The shares won at the four points of the small experiment; its first claim compares the first two.
    fn goes_on(shares: [(u64, u64); 4], left: [u64; 4], text: &str) -> Vec<usize> {
        let experiment = Experiment::parse(&testing::games(), "001/small", text).unwrap();
        let figures = shares.into_iter().enumerate().map(|(point, (won, games))| {
            let games = (0..games).map(|game| RatioSample {
                deal: game,
                above: f64::from(game < won),
                below: 1.0,
            });
            let unit = experiment.metrics[0].unit();
            let found = figure(&games.collect::<Vec<_>>(), unit).unwrap();
            (FigurePlace { point, subject: 0, metric: 0 }, found)
        });
        let measured = MeasuredReading {
            figures: figures.collect(),
            same_players: vec![0, 1, 2, 3],
            ..MeasuredReading::default()
        };
        open_points(&experiment, &measured, &left).into_iter().collect()
    }

    #[test]
    fn only_points_go_on_that_more_games_can_decide() {
        let text = &SMALL[..SMALL.find("[[claim]]\ntext = \"It is good").unwrap()];
        let text = &text.replace("values = { won = 0.5 }", "values = { lost = 0.5 }");
        let (near, far) = ((52, 100), (90, 100));
        assert_eq!(goes_on([near, near, far, far], [8; 4], text), [0, 1], "the claim is open");
        assert_eq!(goes_on([near, far, far, far], [8; 4], text), [0; 0], "it is decided");
        let apart = [(45, 100), (56, 100), far, far];
        assert_eq!(goes_on(apart, [8, 1, 8, 8], text), [0], "one has its most");
        assert_eq!(goes_on([near, near, far, far], [2; 4], text), [0; 0], "twice is too little");
        assert_eq!(goes_on(apart, [2; 4], text), [0, 1], "twice may do");
        let times = text.replace("\"lost\"]", "\"ms-per-move\"]").replace("\"won\",", "");
        let times = times.replace("metric = \"won\"", "metric = \"ms-per-move\"");
        let times =
            times.replace("lost = 0.5", "ms-per-move = 5").replace("won = 0.9", "ms-per-move = 9");
        assert_eq!(goes_on([near, near, far, far], [8; 4], &times), [0; 0], "times decide nothing");
    }

    #[test]
    fn looking_several_times_misleads_in_one_run_of_twenty() {
        const RUNS: u32 = 2000;
        let mut rng = Rng::new(Seed(1));
        for doublings in [0usize, 2, 4] {
            let mut misled = 0;
            for _ in 0..RUNS {
                let mut games = Vec::new();
                let misleads = (0..=doublings).any(|look| {
                    while games.len() < 40 << look {
                        let won = f64::from(rng.unit() < 0.5);
                        games.push(RatioSample {
                            deal: games.len() as u64,
                            above: won,
                            below: 1.0,
                        });
                    }
                    let found = figure(&games, Unit::Share).unwrap();
                    let (low, high) = wider(&found, found.interval.unwrap(), WIDER[doublings]);
                    low > 0.5 || high < 0.5
                });
                misled += u32::from(misleads);
            }
            let share = f64::from(misled) / f64::from(RUNS);
            assert!((0.03..0.065).contains(&share), "{doublings} doublings: {share}");
        }
    }
}
