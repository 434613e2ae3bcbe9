//! `Elsewhere`: games of a run that other machines play.

use std::fmt::Debug;
use std::ops::Range;
use std::path::Path;

use super::{Control, Interrupt, RunError};
use crate::contest::Contest;
use crate::identity::Identity;
use crate::record::GameRecord;

/// Somebody who has games played outside this process.
pub trait Elsewhere: Debug + Send + Sync {
    /// Has the blocks played and gives their games to `keep`, in any order and any number of times. It returns when all
    /// are there, when `keep` says stop, or when it is interrupted.
    fn play(&self, wanted: &Wanted<'_>, keep: &mut Keep<'_>) -> Result<(), RunError>;
}

/// Stores games that are not stored yet and compares the others with what is stored.
pub type Keep<'k> = dyn FnMut(Vec<Portion>) -> Result<Control, RunError> + 'k;

/// Games that came together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Portion {
    /// The games.
    pub games: Vec<GameRecord>,
    /// Who played them, where the run is to note it.
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

/// What is to be played elsewhere.
#[derive(Debug)]
pub struct Wanted<'a> {
    /// The contest.
    pub contest: &'a Contest,
    /// The identities of its agents. A machine with others must not play.
    pub identities: &'a [Identity],
    /// Blocks of which games are missing, in order.
    pub blocks: Vec<Range<u64>>,
    /// Whether the luck of each game is measured.
    pub luck: bool,
    /// The file of the run.
    pub file: &'a Path,
    /// How it is told to end early.
    pub interrupt: &'a Interrupt,
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
