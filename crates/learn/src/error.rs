//! What can be wrong with data, models and their files, in sentences for people.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A result with the error of this crate.
pub type Result<T> = std::result::Result<T, LearnError>;

/// Why something could not be learned, read or written.
#[derive(Debug, Error)]
pub enum LearnError {
    /// A network that cannot be built.
    #[error("impossible network: {0}")]
    Network(String),
    /// An example that does not fit its data set.
    #[error("bad example: {what} is {found}, expected {expected}")]
    Example {
        /// The part of the example that is wrong.
        what: &'static str,
        /// What it is.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// Settings under which nothing can be learned.
    #[error("cannot train: {0}")]
    Settings(String),
    /// A regression without an answer.
    #[error("cannot fit: {0}")]
    Fit(String),
    /// A network whose numbers do not fit into the whole numbers of its quantised form.
    #[error("cannot quantise: {0}")]
    Quantise(String),
    /// The file is something else.
    #[error("{} is not {expected}: {reason}", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What would be right.
        expected: &'static str,
        /// How that was noticed.
        reason: String,
    },
    /// The file was written by a later version of this program.
    #[error(
        "{} has format {found}, this program reads format {known}: use a newer program",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The newest format this program knows.
        known: u32,
    },
    /// The file is one of ours, but its contents were changed or cut off.
    #[error("{} is damaged: {reason}; make it again or take another copy", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The file holds a model or a checkpoint of another shape.
    #[error("{} holds {found}, expected {expected}", .path.display())]
    Different {
        /// The file.
        path: PathBuf,
        /// What it holds.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// The system refused a file.
    #[error("cannot use {}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl LearnError {
    pub(crate) fn example(
        what: &'static str,
        found: impl ToString,
        expected: impl ToString,
    ) -> LearnError {
        LearnError::Example { what, found: found.to_string(), expected: expected.to_string() }
    }

    pub(crate) fn foreign(
        path: &Path,
        expected: &'static str,
        reason: impl Into<String>,
    ) -> LearnError {
        LearnError::Foreign { path: path.to_owned(), expected, reason: reason.into() }
    }

    pub(crate) fn damaged(path: &Path, reason: impl Into<String>) -> LearnError {
        LearnError::Damaged { path: path.to_owned(), reason: reason.into() }
    }

    pub(crate) fn different(
        path: &Path,
        found: impl ToString,
        expected: impl ToString,
    ) -> LearnError {
        LearnError::Different {
            path: path.to_owned(),
            found: found.to_string(),
            expected: expected.to_string(),
        }
    }

    pub(crate) fn io(path: &Path, source: io::Error) -> LearnError {
        LearnError::Io { path: path.to_owned(), source }
    }
}
