//! Looks: a first run that goes on while something is not decided, and is not misled by looking several times.

use crate::experiment::{Experiment, Mode};
use crate::measure::{Figure, MeasuredReading};
use crate::verdict::{ClaimVerdict, Verdict, distinct_claims, judge_claim, verdicts};

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
    let looks = experiment.looks(mode).len();
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

/// Whether more games could decide something: a claim, or whether a printed figure agrees.
pub fn is_open(experiment: &Experiment, measured: &MeasuredReading) -> bool {
    let claims = distinct_claims(experiment, measured);
    let mut claims = claims.into_iter().map(|claim| judge_claim(claim, measured).0);
    let open_claim =
        |verdict| matches!(verdict, ClaimVerdict::Undecided(_) | ClaimVerdict::TooFew(_));
    let open_figure = |verdict| match verdict {
        // More of our games do not help where the report's are too few.
        Verdict::NotContradicted(basis) | Verdict::TooFew(basis) => !basis.of_report,
        _ => false,
    };
    let mut figures = verdicts(experiment, measured).into_iter().map(|(_, verdict)| verdict);
    claims.any(open_claim) || figures.any(open_figure)
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Rng, Seed};

    use super::*;
    use crate::experiment::Unit;
    use crate::measure::{RatioSample, figure};

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
