//! Random games: a survey, in portions that can be interrupted.

use std::collections::BTreeMap;
use std::time::Instant;

use ludarium_arena::{Ruleset, Survey};
use ludarium_game::{Purpose, Seed};

use super::{MeasuredReading, Measurement, ProgressFn, RatioSample, figure};
use crate::error::LabError;
use crate::experiment::{FigurePlace, Metric};

/// Games between two looks at the interrupt; a portion is a pure function of the seed and its number.
const PORTION: u64 = 2_000;

/// What random games added up to.
#[derive(Debug, Default)]
struct Sums {
    games: u64,
    first_seat_won: u64,
    drawn: u64,
    endings: BTreeMap<&'static str, u64>,
    lengths: Vec<u64>,
}

/// Plays and measures.
pub fn measure(
    job: &Measurement<'_>,
    watch: &mut ProgressFn<'_>,
) -> Result<MeasuredReading, LabError> {
    let reading = &job.experiment.readings[job.reading];
    let variant = (!reading.variant.is_empty()).then_some(reading.variant.as_str());
    // All points are about the same games.
    let (usual, full) = (job.experiment.quick.games, job.experiment.full.games);
    let planned = (0..job.experiment.points.len()).map(|point| job.amount.of(point, usual, full));
    let planned = planned.max().unwrap_or(0);
    let began = Instant::now();
    let rules = job.bench.games.rules(&job.experiment.game, variant)?;
    let sums = play(job, &*rules, planned, watch);
    let mut figures = BTreeMap::new();
    for place in job.experiment.places() {
        let metric = &job.experiment.metrics[place.metric];
        let here = reading.setups[place.point].is_some();
        if let Some(found) = figure(&sums.samples(metric), metric.unit()).filter(|_| here) {
            figures.insert(FigurePlace { subject: 0, ..place }, found);
        }
    }
    Ok(MeasuredReading {
        figures,
        done: sums.games,
        planned,
        time: began.elapsed(),
        ..MeasuredReading::default()
    })
}

fn play(
    job: &Measurement<'_>,
    rules: &dyn Ruleset,
    planned: u64,
    watch: &mut ProgressFn<'_>,
) -> Sums {
    let mut sums = Sums::default();
    watch(0, planned);
    while sums.games < planned && !job.bench.interrupt.is_finishing() {
        let portion = sums.games / PORTION;
        let games = PORTION.min(planned - sums.games);
        let seed = Seed(job.bench.conditions.seed).derive(Purpose::Block, portion);
        sums.add(&rules.survey(games, seed, job.bench.conditions.threads, &mut |_| ()));
        watch(sums.games, planned);
    }
    sums
}

impl Sums {
    fn add(&mut self, survey: &Survey) {
        self.games += survey.lengths.len() as u64;
        self.first_seat_won += survey.wins.first().copied().unwrap_or(0);
        self.drawn += survey.draws;
        for (ending, count) in &survey.endings {
            *self.endings.entry(ending).or_default() += count;
        }
        self.lengths.extend(&survey.lengths);
    }

    /// A sample for each game; games are independent.
    fn samples(&self, metric: &Metric) -> Vec<RatioSample> {
        let sample = |(deal, above)| RatioSample { deal, above, below: 1.0 };
        let shares = |count: u64| {
            let games = (0..self.games).map(|game| (game, f64::from(game < count)));
            games.map(sample).collect()
        };
        match metric {
            Metric::FirstSeatWon => shares(self.first_seat_won),
            Metric::Drawn => shares(self.drawn),
            Metric::Ending(name) => shares(self.endings.get(name.as_str()).copied().unwrap_or(0)),
            Metric::Plies => {
                let lengths = (0..).zip(self.lengths.iter().map(|&length| length as f64));
                lengths.map(sample).collect()
            }
            _ => Vec::new(),
        }
    }
}
