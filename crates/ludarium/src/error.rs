//! What a command can fail with, and the exit code that follows.

use std::path::{Path, PathBuf};

use ludarium_arena::{ContenderError, RunError};
use ludarium_bridge::door::DoorError;
use ludarium_bridge::starters::StarterError;
use ludarium_lab::LabError;
use ludarium_learn::LearnError;
use ludarium_train::TrainError;
use ludarium_web::ServeError;
use thiserror::Error;

use crate::interrupts::INTERRUPTED;

/// A command's failure, printed once at the top.
#[derive(Debug, Error)]
pub enum CliError {
    /// A name, variant, position or option that was not understood.
    #[error("{0}")]
    Input(#[from] ludarium_game::Error),
    /// Arguments that do not fit together.
    #[error("{0}")]
    Usage(String),
    /// A file that could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// An agent or bot that cannot play.
    #[error("{0}")]
    Contender(#[from] ludarium_arena::ContenderError),
    /// A run that could not be opened, read or written.
    #[error("{0}")]
    Store(#[from] ludarium_arena::StoreError),
    /// A run that could not go on.
    #[error("{0}")]
    Run(#[from] ludarium_arena::RunError),
    /// A run that could not be exported.
    #[error("{0}")]
    Export(#[from] ludarium_arena::ExportError),
    /// A stored game that does not agree with the rules.
    #[error("{0}")]
    Replay(#[from] ludarium_arena::ReplayError),
    /// Experiments that could not be run.
    #[error("{0}")]
    Lab(#[from] ludarium_lab::LabError),
    /// Something that could not be trained.
    #[error("{0}")]
    Train(#[from] ludarium_train::TrainError),
    /// A model, checkpoint or data file that could not be read.
    #[error("{0}")]
    Learn(#[from] ludarium_learn::LearnError),
    /// A game with a foreign program that could not be played to its end.
    #[error("{0}")]
    Door(DoorError),
    /// A starter that could not be written.
    #[error("{0}")]
    Starter(#[from] StarterError),
    /// The page could not be served.
    #[error("{0}")]
    Serve(#[from] ServeError),
    /// The run is complete, but agents committed faults.
    #[error("{0}")]
    Faults(String),
    /// The user stopped the work.
    #[error("{0}")]
    Interrupted(String),
    /// A file that could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A picture that could not be made.
    #[error("cannot draw the picture: {0}")]
    Draw(String),
    /// Something that was to be confirmed was not.
    #[error("{0}")]
    Failed(String),
    /// Standard output is gone.
    #[error("cannot print: {0}")]
    Output(#[from] std::io::Error),
}

impl From<DoorError> for CliError {
    /// What a door has in common with other commands is said and counted like theirs.
    fn from(error: DoorError) -> CliError {
        match error {
            DoorError::Input(error) => CliError::Input(error),
            DoorError::Contender(error) => CliError::Contender(error),
            DoorError::Usage(problem) => CliError::Usage(problem),
            DoorError::Output(error) => CliError::Output(error),
            DoorError::Write { path, source } => CliError::Write { path, source },
            other => CliError::Door(other),
        }
    }
}

impl CliError {
    /// What is said of a file or folder that cannot be written.
    pub fn write(path: &Path) -> impl Fn(std::io::Error) -> CliError + Copy + '_ {
        |source| CliError::Write {
            path: path.to_owned(),
            source,
        }
    }

    /// 2 for what the user wrote, 3 for agents' faults, 130 for an interruption, 1 for all else.
    pub fn exit_code(&self) -> u8 {
        match self {
            CliError::Input(_) | CliError::Usage(_) | CliError::Read { .. } => 2,
            CliError::Store(error) | CliError::Run(RunError::Store(error))
                if error.is_refusal() =>
            {
                2
            }
            CliError::Lab(
                LabError::Catalogue(_)
                | LabError::Input(_)
                | LabError::Judge { .. }
                | LabError::Tuning { .. },
            ) => 2,
            CliError::Train(
                TrainError::Input(_)
                | TrainError::Taken { .. }
                | TrainError::Plan { .. }
                | TrainError::Read { .. }
                | TrainError::Comma { .. },
            ) => 2,
            CliError::Learn(LearnError::Io { .. }) => 2,
            CliError::Starter(StarterError::Exists(_) | StarterError::Unwritable { .. }) => 2,
            CliError::Serve(ServeError::Token | ServeError::Address(_)) => 2,
            CliError::Contender(ContenderError::Text(_)) => 2,
            CliError::Run(RunError::Contender(ContenderError::Text(_))) => 2,
            CliError::Faults(_) => 3,
            CliError::Interrupted(_) | CliError::Train(TrainError::Interrupted { .. }) => {
                INTERRUPTED
            }
            CliError::Store(_)
            | CliError::Contender(_)
            | CliError::Run(_)
            | CliError::Export(_)
            | CliError::Replay(_)
            | CliError::Lab(_)
            | CliError::Train(_)
            | CliError::Learn(_)
            | CliError::Door(_)
            | CliError::Starter(_)
            | CliError::Serve(_)
            | CliError::Write { .. }
            | CliError::Draw(_)
            | CliError::Failed(_)
            | CliError::Output(_) => 1,
        }
    }
}
