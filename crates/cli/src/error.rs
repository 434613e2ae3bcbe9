//! What a command can fail with, and the exit code that follows.

use std::path::PathBuf;

use thiserror::Error;

/// A command's failure, printed once at the top.
#[derive(Debug, Error)]
pub enum CliError {
    /// A name, variant, position or option that was not understood.
    #[error("{0}")]
    Input(#[from] ludarium_game::Error),
    /// Arguments that do not fit together.
    #[error("{0}")]
    Usage(String),
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

impl CliError {
    /// 2 for what the user wrote, 1 for what went wrong.
    pub fn exit_code(&self) -> u8 {
        match self {
            CliError::Input(_) | CliError::Usage(_) => 2,
            CliError::Write { .. }
            | CliError::Draw(_)
            | CliError::Failed(_)
            | CliError::Output(_) => 1,
        }
    }
}
