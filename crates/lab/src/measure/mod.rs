//! Measuring: a reading of an experiment is played or asked, and gives figures.

mod collector;
mod decisions;
mod figure;
mod games;
mod random_games;
mod replay;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::time::Duration;

pub use collector::Collector;
pub use figure::{Figure, RatioSample, figure};

use ludarium_arena::Sequential;

use crate::bench::Bench;
use crate::error::LabError;
use crate::experiment::{Experiment, FigurePlace, Measure};
use crate::plan::PlannedAmount;

/// What is measured, and with what.
#[derive(Clone, Debug)]
pub(crate) struct Measurement<'a> {
    /// What it is measured with.
    pub bench: Bench<'a>,
    /// The experiment.
    pub experiment: &'a Experiment,
    /// The reading, as an index.
    pub reading: usize,
    /// How much of it.
    pub amount: PlannedAmount,
}

/// The results of a reading.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasuredReading {
    /// The figures; a place without any data has none.
    pub figures: BTreeMap<FigurePlace, Figure>,
    /// Games played or questions answered.
    pub done: u64,
    /// How many there should be.
    pub planned: u64,
    /// The time of all decisions (of all play, for random games).
    pub time: Duration,
    /// Remarks for the reader.
    pub notes: Vec<String>,
    /// Where the sequential test of each point stands, if there is one.
    pub tests: BTreeMap<usize, Sequential>,
    /// What was said about the machine, if it is from a stored result.
    pub machine: Option<String>,
    /// The first point at which the same agents play, for each point: what it says of both is one figure.
    pub same_players: Vec<usize>,
    /// At which points printed times are those of other work.
    pub other_work: Vec<bool>,
}

impl MeasuredReading {
    /// Whether everything that was planned is there.
    pub fn is_complete(&self) -> bool {
        self.done >= self.planned
    }

    /// The first place with the same figure: the same subject of the same players.
    pub fn first_alike(&self, place: FigurePlace) -> FigurePlace {
        let first = self.same_players.get(place.point).copied();
        FigurePlace { point: first.unwrap_or(place.point), ..place }
    }

    /// Whether several places are all about one player.
    pub fn is_one_player(&self, places: &[FigurePlace]) -> bool {
        let mut alike = places.iter().map(|place| self.first_alike(*place));
        let first = alike.next();
        places.len() > 1 && alike.all(|place| Some(place) == first)
    }
}

/// Told how much is done of how much.
pub(crate) type ProgressFn<'a> = dyn FnMut(u64, u64) + 'a;

/// Plays or asks what is still missing and returns the figures of everything that is there. When it is interrupted
/// it ends early, with what there is.
pub(crate) fn measure(
    job: &Measurement<'_>,
    watch: &mut ProgressFn<'_>,
) -> Result<MeasuredReading, LabError> {
    let measured = match job.experiment.measure {
        Measure::Games => games::measure(job, watch),
        Measure::Decisions => decisions::measure(job, watch),
        Measure::RandomGames => random_games::measure(job, watch),
    };
    Ok(MeasuredReading {
        same_players: job.experiment.readings[job.reading].same_players(),
        other_work: job.experiment.readings[job.reading].other_work.clone(),
        ..measured?
    })
}
