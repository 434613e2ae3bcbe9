//! Measuring: a reading of an experiment is played or asked, and gives figures.

mod collector;
mod decisions;
mod figure;
mod games;
mod random_games;
mod repeats;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ludarium_arena::{BotSource, Elsewhere, Games, Interrupt};

pub use collector::Collector;
pub use figure::{Figure, Sample, figure};

use crate::error::LabError;
use crate::experiment::{Experiment, Measure, Mode, Place};
use crate::sequential::Sequential;

/// What is measured, and with what.
#[derive(Clone, Copy, Debug)]
pub struct Measurement<'a> {
    /// The games of this program.
    pub games: &'a Games,
    /// The experiment.
    pub experiment: &'a Experiment,
    /// The reading, as an index.
    pub reading: usize,
    /// How much.
    pub mode: Mode,
    /// The master seed.
    pub seed: u64,
    /// Games or questions at the same time.
    pub threads: usize,
    /// Where games are stored.
    pub folder: &'a Path,
    /// How it is told to end early.
    pub interrupt: &'a Interrupt,
    /// Where players from outside come from.
    pub bots: Option<&'a Arc<dyn BotSource>>,
    /// Who plays the games of contests, if not this process. What is asked of agents is asked here.
    pub elsewhere: Option<&'a Arc<dyn Elsewhere>>,
}

/// What a reading gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// The figures; a place without any data has none.
    pub figures: BTreeMap<Place, Figure>,
    /// Games played or questions answered.
    pub done: u64,
    /// How many there should be.
    pub planned: u64,
    /// The time of all decisions (of all play, for random games).
    pub time: Duration,
    /// What a reader should know.
    pub notes: Vec<String>,
    /// Where the sequential test of each point stands, if there is one.
    pub tests: BTreeMap<usize, Sequential>,
}

impl Measured {
    /// Whether everything that was planned is there.
    pub fn is_complete(&self) -> bool {
        self.done >= self.planned
    }
}

/// Told how much is done of how much.
pub type Watch<'a> = dyn FnMut(u64, u64) + 'a;

/// Plays or asks what is still missing and returns the figures of everything that is there. When it is interrupted
/// it ends early, with what there is.
pub fn measure(job: &Measurement<'_>, watch: &mut Watch<'_>) -> Result<Measured, LabError> {
    match job.experiment.measure {
        Measure::Games => games::measure(job, watch),
        Measure::Decisions => decisions::measure(job, watch),
        Measure::RandomGames => random_games::measure(job, watch),
    }
}
