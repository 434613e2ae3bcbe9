//! What full runs gave, in small files that can be kept with the source, and the page that is written from them.
//!
//! The games of a full run are large; their figures are not. A run writes them as `results/001-table-2.json`, and
//! [`page`] judges them against the experiment files of today. So a corrected printed figure or claim changes the page
//! without a game being played, and a changed plan or agent is noticed.

mod agents;
mod page;
mod record;
#[cfg(test)]
mod tests;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use ludarium_arena::{BotSource, Games, read_text};
use ludarium_report::slug;

use crate::error::LabError;
use crate::experiment::Experiment;
use crate::measure::MeasuredReading;
use crate::reproduce::Finding;
use record::ResultFile;

pub use agents::{Agents, agents};
pub use page::page;

/// Where a run writes its results, below its own folder.
pub const FOLDER: &str = "results";

/// The file of an experiment in a folder of results.
pub fn path(folder: &Path, experiment: &Experiment) -> PathBuf {
    folder.join(format!("{}.json", slug(&experiment.name)))
}

/// The text of an experiment's file; `agents` are those of each reading.
pub fn json(finding: &Finding, agents: Vec<Agents>, seed: u64, machine: Option<&str>) -> String {
    ResultFile::of(finding, agents, seed, machine).json()
}

/// What a folder has of an experiment as its file plans it today.
#[derive(Clone, Debug)]
pub struct KnownResult {
    /// What each reading gave; nothing where it or one of its agents has changed since.
    pub readings: Vec<Option<MeasuredReading>>,
    /// The agents that are not what they were.
    pub changed: Vec<String>,
    /// The master seed.
    pub seed: u64,
}

impl KnownResult {
    /// The finding, if every reading is there.
    pub fn finding(self, experiment: Experiment) -> Option<Finding> {
        let readings: Option<Vec<_>> = self.readings.into_iter().collect();
        Some(Finding { readings: readings?, experiment })
    }
}

/// What a folder knows of an experiment; `None` where it has no file of it.
pub fn known(
    folder: &Path,
    games: &Games,
    bots: Option<&dyn BotSource>,
    experiment: &Experiment,
) -> Result<Option<KnownResult>, LabError> {
    let Some(record) = read(folder, experiment)? else {
        return Ok(None);
    };
    let now = agents(games, bots, experiment, record.seed)?;
    let mut changed = Vec::new();
    let mut readings = Vec::new();
    for (reading, now) in now.iter().enumerate() {
        let stored = record.measured(experiment, reading);
        let others = stored.as_ref().map_or(Vec::new(), |(_, stored)| agents::changed(stored, now));
        readings.push(stored.filter(|_| others.is_empty()).map(|found| found.0));
        changed.extend(others);
    }
    changed.sort();
    changed.dedup();
    Ok(Some(KnownResult { readings, changed, seed: record.seed }))
}

/// The stored result of an experiment, if there is one.
fn read(folder: &Path, experiment: &Experiment) -> Result<Option<ResultFile>, LabError> {
    let path = path(folder, experiment);
    let wrong = |reason: String| LabError::Result { path: path.clone(), reason };
    match read_text(&path) {
        Ok(text) => match serde_json::from_str(&text) {
            Ok(record) => Ok(Some(record)),
            Err(error) => Err(wrong(error.to_string())),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(wrong(error.to_string())),
    }
}
