//! `Elsewhere`: games of a run that other machines play.

use std::fmt::Debug;
use std::ops::Range;
use std::path::Path;

use super::{Control, Interrupt, RunError};
use crate::contest::Contest;
use crate::identity::Identity;
use crate::store::record::GameRecord;

/// Machines outside this process that do numbered work: blocks of a contest, games of a training.
pub trait Elsewhere: Debug + Send + Sync {
    /// Has the units done and gives what comes of them to `keep`, in any order and any number of times. It returns when all
    /// are there, when `keep` says stop, or when it is interrupted.
    fn play(&self, wanted: &Wanted<'_>, keep: &mut Keep<'_>) -> Result<(), RunError>;
}

/// Keeps what is not known yet and compares the rest with what is.
pub type Keep<'k> = dyn FnMut(Vec<Portion>) -> Result<Control, RunError> + 'k;

/// Results that came together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Portion {
    /// Finished games of a contest.
    pub games: Vec<GameRecord>,
    /// What came of games of a training, by their numbers.
    pub results: Vec<(u64, Vec<u8>)>,
    /// The machine that played the games, where the run is to note it.
    pub machine: Option<Machine>,
}

/// A machine that plays games of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    /// What tells it from others.
    pub name: String,
    /// How fast one of its cores is, by the same measure for all.
    pub speed: f64,
}

/// What is to be done elsewhere.
pub struct Wanted<'a> {
    /// What is played.
    pub task: RemoteTask<'a>,
    /// The units that are missing, in order.
    pub units: Vec<Range<u64>>,
    /// The file of the run, or the folder of the training.
    pub place: &'a Path,
    /// How it is told to end early.
    pub interrupt: &'a Interrupt,
    /// Whether results may be kept; an error says what is none of this run.
    pub fits: &'a dyn Fn(&Portion) -> Result<(), RunError>,
}

/// What machines elsewhere play.
#[derive(Debug)]
pub enum RemoteTask<'a> {
    /// A contest; a unit is a block.
    Contest {
        /// The contest.
        contest: &'a Contest,
        /// The identities of its agents. A machine with others must not play.
        identities: &'a [Identity],
        /// Whether the luck of each game is measured.
        luck: bool,
    },
    /// Games of a training; a unit is a game.
    SelfPlay {
        /// The games, as the trainer writes them down for other machines.
        text: String,
        /// A game that was played here, and the digest of its result. A machine that gets another one must not play.
        probe: (u64, String),
    },
}

/// Numbers in order as ranges.
pub(super) fn ranges(numbers: impl Iterator<Item = u64>) -> Vec<Range<u64>> {
    let mut ranges: Vec<Range<u64>> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some(last) if last.end == number => last.end += 1,
            _ => ranges.push(number..number + 1),
        }
    }
    ranges
}
