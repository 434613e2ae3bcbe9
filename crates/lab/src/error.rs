//! What can go wrong in the lab, in sentences for people.

use std::path::PathBuf;

use ludarium_arena::{ContenderError, ReplayError, RunError, StoreError};
use ludarium_report::WriteError;

use crate::experiment::CatalogueError;

/// Why experiments could not be run or shown.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// An experiment that could not be found or read.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// A game, variant, agent or position that was not understood.
    #[error(transparent)]
    Input(#[from] ludarium_game::Error),
    /// An agent or bot that cannot be asked.
    #[error(transparent)]
    Contender(#[from] ContenderError),
    /// Games that could not be played.
    #[error("{experiment}: {source}")]
    Run {
        /// The experiment.
        experiment: String,
        /// Why.
        source: Box<RunError>,
    },
    /// Games that could not be stored or read back.
    #[error("{experiment}: {source}")]
    Store {
        /// The experiment.
        experiment: String,
        /// Why.
        source: Box<StoreError>,
    },
    /// A stored game that does not agree with the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// An agent that cannot judge.
    #[error("`{agent}` gives no shares of a win, so it cannot judge; `best` can in most games")]
    Judge {
        /// The agent.
        agent: String,
    },
    /// A result of a full run that could not be read.
    #[error("cannot read the result {}: {reason}; `ludarium reproduce NAME --full` writes it again", path.display())]
    Result {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The state of a tuning that cannot be continued.
    #[error("cannot go on from {}: {reason}; give another folder with --out, or delete it", path.display())]
    Tuning {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A file that could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}
