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

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use ludarium_arena::{BotSource, Games};
use ludarium_report::slug;

use crate::error::LabError;
use crate::experiment::Experiment;
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

/// Whether a folder has the result of an experiment as its file plans it today, of today's agents, with a seed.
pub fn is_there(
    folder: &Path,
    games: &Games,
    bots: Option<&dyn BotSource>,
    experiment: &Experiment,
    seed: u64,
) -> Result<bool, LabError> {
    match read(folder, experiment) {
        Ok(Some(record)) if record.seed == seed && record.is_current(experiment) => {
            let now = agents(games, bots, experiment, seed)?;
            Ok(record.changed_agents(&now).is_empty())
        }
        _ => Ok(false),
    }
}

/// The stored result of an experiment, if there is one.
fn read(folder: &Path, experiment: &Experiment) -> Result<Option<ResultFile>, LabError> {
    let path = path(folder, experiment);
    let wrong = |reason: String| LabError::Result {
        path: path.clone(),
        reason,
    };
    match fs::read_to_string(&path) {
        Ok(text) => match serde_json::from_str(&text) {
            Ok(record) => Ok(Some(record)),
            Err(error) => Err(wrong(error.to_string())),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(wrong(error.to_string())),
    }
}
