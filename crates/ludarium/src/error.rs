//! What a command can fail with, and the exit code that follows.

use std::io;
use std::path::Path;

use ludarium_agents::solved::SolvingError;
use ludarium_arena::{ContenderError, ExportError, ReplayError, RunError, StoreError};
use ludarium_bridge::door::DoorError;
use ludarium_bridge::starters::StarterError;
use ludarium_lab::LabError;
use ludarium_learn::LearnError;
use ludarium_report::WriteError;
use ludarium_train::TrainError;
use ludarium_web::ServeError;
use thiserror::Error;

use crate::interrupts::INTERRUPTED;

/// A command's failure, printed once at the top.
#[derive(Debug, Error)]
pub enum CliError {
    /// What the user wrote was not understood or does not fit together.
    #[error("{0}")]
    Usage(String),
    /// Something failed, or was to be confirmed and was not.
    #[error("{0}")]
    Failed(String),
    /// The run is complete, but agents committed faults.
    #[error("{0}")]
    Faults(String),
    /// The user stopped the work.
    #[error("{0}")]
    Interrupted(String),
    /// Standard output is gone.
    #[error("cannot print: {0}")]
    Output(#[from] io::Error),
}

/// Makes failures of other crates ours, by whether the user can put them right on the command line.
macro_rules! failures {
    ($($error:ty: $usage:expr;)*) => {$(
        impl From<$error> for CliError {
            fn from(error: $error) -> CliError {
                let is_usage: fn(&$error) -> bool = $usage;
                if is_usage(&error) {
                    CliError::Usage(error.to_string())
                } else {
                    CliError::Failed(error.to_string())
                }
            }
        }
    )*};
}

failures! {
    ludarium_game::Error: |_| true;
    ContenderError: |error| matches!(error, ContenderError::Text(_));
    StoreError: StoreError::is_refusal;
    RunError: |error| match error {
        RunError::Store(error) => error.is_refusal(),
        other => matches!(other, RunError::Contender(ContenderError::Text(_))),
    };
    ReplayError: |_| false;
    LabError: |error| {
        use LabError::{Catalogue, Input, Judge, Tuning};
        matches!(error, Catalogue(_) | Input(_) | Judge { .. } | Tuning { .. })
    };
    LearnError: |error| matches!(error, LearnError::Io { .. });
    StarterError: |error| matches!(error, StarterError::Exists(_) | StarterError::Unwritable { .. });
    ServeError: |error| matches!(error, ServeError::Token | ServeError::Address(_));
    WriteError: |_| false;
}

impl From<ExportError> for CliError {
    fn from(error: ExportError) -> CliError {
        match error {
            ExportError::Write(error) => CliError::Output(error),
            other => CliError::Failed(other.to_string()),
        }
    }
}

impl From<TrainError> for CliError {
    fn from(error: TrainError) -> CliError {
        use TrainError::{Comma, Input, Interrupted, Plan, Read, Taken};
        let said = error.to_string();
        match error {
            Interrupted { .. } => CliError::Interrupted(said),
            Input(_) | Taken { .. } | Plan(_) | Read { .. } | Comma { .. } => CliError::Usage(said),
            _ => CliError::Failed(said),
        }
    }
}

impl From<SolvingError> for CliError {
    fn from(error: SolvingError) -> CliError {
        match error {
            SolvingError::File(error) => error.into(),
            SolvingError::Input(error) => error.into(),
            SolvingError::Solve(error) => CliError::Failed(error.to_string()),
        }
    }
}

impl From<DoorError> for CliError {
    /// What a door has in common with other commands is said and counted like theirs.
    fn from(error: DoorError) -> CliError {
        match error {
            DoorError::Input(error) => error.into(),
            DoorError::Contender(error) => error.into(),
            DoorError::Usage(problem) => CliError::Usage(problem),
            DoorError::Output(error) => CliError::Output(error),
            other => CliError::Failed(other.to_string()),
        }
    }
}

impl CliError {
    /// What is said of a file that cannot be read.
    pub fn read(path: &Path) -> impl Fn(io::Error) -> CliError + Copy + '_ {
        |source| CliError::Usage(format!("cannot read {}: {source}", path.display()))
    }

    /// What is said of a file or folder that cannot be written.
    pub fn write(path: &Path) -> impl Fn(io::Error) -> CliError + Copy + '_ {
        |source| match source.kind() {
            // From the making of a folder: where a file is to be written, one that is there is no obstacle.
            io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
                let problem = "a file is in the place of a folder; choose another folder";
                CliError::Failed(format!("cannot write {}: {problem}", path.display()))
            }
            _ => CliError::Failed(format!("cannot write {}: {source}", path.display())),
        }
    }

    /// What is said of a picture that cannot be drawn.
    pub fn draw(error: impl std::fmt::Display) -> CliError {
        CliError::Failed(format!("cannot draw the picture: {error}"))
    }

    /// The exit code; the help of the program says what each means.
    pub fn exit_code(&self) -> u8 {
        match self {
            CliError::Failed(_) | CliError::Output(_) => 1,
            CliError::Usage(_) => 2,
            CliError::Faults(_) => 3,
            CliError::Interrupted(_) => INTERRUPTED,
        }
    }
}
