//! The bench: experiments are measured one after another, and somebody is told how far they are.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludarium_arena::{BotSource, Elsewhere, Games, Interrupt};
use ludarium_report::Pace;

use crate::error::LabError;
use crate::experiment::{Experiment, Mode};
use crate::looks::{allowing_for_looks, open_points};
use crate::measure::{MeasuredReading, Measurement, measure};
use crate::plan::PlannedAmount;
use crate::reproduce::Finding;
use crate::results;

/// Under which conditions experiments are measured.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// How much is played.
    pub mode: Mode,
    /// Where games and what comes of them go.
    pub folder: PathBuf,
    /// Games at the same time.
    pub threads: usize,
    /// The master seed.
    pub seed: u64,
    /// Where players from outside come from, if experiments may have any.
    pub bots: Option<Arc<dyn BotSource>>,
    /// The machines that play the games of contests, if not this one. What is asked of agents is asked here.
    pub elsewhere: Option<Arc<dyn Elsewhere>>,
}

/// How far the experiments are.
#[derive(Clone, Copy, Debug)]
pub struct MeasureProgress<'a> {
    /// The experiment.
    pub experiment: &'a str,
    /// Its number, from 1.
    pub number: usize,
    /// The number of experiments.
    pub of: usize,
    /// The reading.
    pub reading: &'a str,
    /// Games or questions done in this reading.
    pub done: u64,
    /// Games or questions of this reading.
    pub total: u64,
    /// How long this reading will still take, where that is known.
    pub left: Option<Duration>,
}

/// What is told while experiments run.
#[derive(Clone, Copy, Debug)]
pub enum BenchNews<'a> {
    /// Something was played.
    Progress(MeasureProgress<'a>),
    /// An experiment is through, or was interrupted.
    Finished {
        /// Its number, from 1.
        number: usize,
        /// The number of experiments.
        of: usize,
        /// What came of it.
        finding: &'a Finding,
        /// How long it took now; what was stored before does not count.
        took: Duration,
    },
}

/// What experiments are measured with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bench<'a> {
    pub games: &'a Games,
    pub conditions: &'a Conditions,
    pub interrupt: &'a Interrupt,
    /// The folder of results whose readings need not be measured again.
    pub results: Option<&'a Path>,
    /// Whether only the readings that count are measured, at the points at which something is judged.
    pub counted_alone: bool,
}

impl Bench<'_> {
    /// Measures experiments; `keep` gets each finding before it is told.
    pub fn findings(
        self,
        experiments: Vec<Experiment>,
        watch: &mut dyn FnMut(BenchNews<'_>),
        mut keep: impl FnMut(&Finding) -> Result<(), LabError>,
    ) -> Result<Vec<Finding>, LabError> {
        let of = experiments.len();
        let mut findings = Vec::new();
        for (experiment, number) in experiments.into_iter().zip(1..) {
            let began = Instant::now();
            let finding = self.finding(experiment, number, of, watch)?;
            keep(&finding)?;
            watch(BenchNews::Finished { number, of, finding: &finding, took: began.elapsed() });
            findings.push(finding);
        }
        Ok(findings)
    }

    /// What is known of the readings of an experiment with the seed of these conditions; a file that cannot be read is none.
    fn known(self, folder: &Path, experiment: &Experiment) -> Vec<Option<MeasuredReading>> {
        let bots = self.conditions.bots.as_deref();
        let known = results::known(folder, self.games, bots, experiment);
        let known = known.ok().flatten();
        let same_seed = known.filter(|known| known.seed == self.conditions.seed);
        same_seed.map_or(Vec::new(), |known| known.readings)
    }

    /// Whether every reading of an experiment is known.
    pub fn is_known(self, folder: &Path, experiment: &Experiment) -> bool {
        let known = self.known(folder, experiment);
        !known.is_empty() && known.iter().all(Option::is_some)
    }

    /// Measures all readings of an experiment, number `number` of `of`.
    fn finding(
        self,
        experiment: Experiment,
        number: usize,
        of: usize,
        watch: &mut dyn FnMut(BenchNews<'_>),
    ) -> Result<Finding, LabError> {
        let mut known = match self.results {
            Some(folder) => self.known(folder, &experiment),
            None => Vec::new(),
        };
        known.resize(experiment.readings.len(), None);
        let mut readings = Vec::new();
        for (reading, known) in known.into_iter().enumerate() {
            let counts = experiment.counted().contains(&reading);
            readings.push(match known {
                Some(known) => known,
                None if self.counted_alone && !counts => MeasuredReading::default(),
                None => self.reading(&experiment, reading, number, of, watch)?,
            });
        }
        Ok(Finding { experiment, readings })
    }

    /// Measures a reading. One that counts is looked at again and again: where something is open that more games could
    /// decide, they are played, point by point.
    fn reading(
        self,
        experiment: &Experiment,
        reading: usize,
        number: usize,
        of: usize,
        watch: &mut dyn FnMut(BenchNews<'_>),
    ) -> Result<MeasuredReading, LabError> {
        let mode = self.conditions.mode;
        let counts = experiment.counted().contains(&reading);
        let looks = if counts { experiment.looks(mode) } else { 1 };
        let points = 0..experiment.points.len();
        let is_played = |point| !self.counted_alone || experiment.is_judged(point);
        let mut times: Vec<u64> = points.map(|point| is_played(point).into()).collect();
        loop {
            let amount = PlannedAmount { mode, times: times.clone() };
            let job = Measurement { bench: self, experiment, reading, amount };
            let mut pace = Pace::default();
            let mut tell = |done: u64, total: u64| {
                watch(BenchNews::Progress(MeasureProgress {
                    experiment: &experiment.name,
                    number,
                    of,
                    reading: &experiment.readings[reading].name,
                    done,
                    total,
                    left: pace.left(done, total),
                }));
            };
            let found = allowing_for_looks(experiment, mode, measure(&job, &mut tell)?);
            let left = experiment.points.iter().zip(&times).map(|(point, times)| {
                let most = experiment.readings[reading].most_times(point, 1 << (looks - 1));
                most / times.max(&1)
            });
            let left: Vec<u64> = left.collect();
            let open = open_points(experiment, &found, &left);
            if !found.is_complete() || open.is_empty() {
                return Ok(found);
            }
            open.into_iter().for_each(|point| times[point] *= 2);
        }
    }
}
