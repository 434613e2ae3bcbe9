//! What can be wrong with a run's file, in sentences for people.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

use crate::identity::IdentityChange;

/// Why a run could not be opened, read or written.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is no such file.
    #[error("{hint} (in {})", .folder.display())]
    Missing {
        /// Where it was looked for.
        folder: PathBuf,
        /// What was asked for, and the runs that are there.
        hint: ludarium_game::Error,
    },
    /// The file is something else.
    #[error("{} is not a Ludarium run: {reason}", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What gave it away.
        reason: &'static str,
    },
    /// The file was written by another version of this program.
    #[error(
        "{} has format {found}, this program reads format {known}: use the version that wrote it",
        .path.display()
    )]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The format of this program.
        known: u32,
    },
    /// The file holds something that no run can hold.
    #[error("{} is damaged: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The file holds another contest.
    #[error(
        "{} holds another contest; give the run another name, or the same settings:{}",
        .path.display(), lines(.differences)
    )]
    Different {
        /// The file.
        path: PathBuf,
        /// Every setting that is not the same.
        differences: Vec<Difference>,
    },
    /// The agents are not those that played the run.
    #[error(
        "{} was played by agents that have changed since; give the run another name, or begin it again with --fresh:{}",
        .path.display(), lines(.changes)
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// Every part of an agent that is not what it was.
        changes: Vec<IdentityChange>,
    },
    /// Agents changed while their games were played.
    #[error(
        "agents changed while the run was going on; the games before that are stored in {}, the others are not:{}",
        .path.display(), lines(.changes)
    )]
    ChangedMeanwhile {
        /// The file.
        path: PathBuf,
        /// Every part of an agent that is not what it was.
        changes: Vec<IdentityChange>,
    },
    /// Two runs of one contest were played by different agents.
    #[error(
        "{} was played by other agents than the parts before it, so their games cannot be joined:{}",
        .path.display(), lines(.changes)
    )]
    OtherAgents {
        /// The file that was to be merged.
        path: PathBuf,
        /// Every part of an agent that differs, the parts before it first.
        changes: Vec<IdentityChange>,
    },
    /// Another process writes to the run.
    #[error("{} is in use by {}", .path.display(), process(.holder))]
    Locked {
        /// The file.
        path: PathBuf,
        /// The other process, if it left its id.
        holder: Option<u32>,
    },
    /// Another program keeps the file from being read or written.
    #[error("{} is held by another program: close it there, then try again", .path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The file is not there any more, or another one has its name.
    #[error("{} was deleted or replaced while the run was going on: its games are lost", .path.display())]
    Gone {
        /// The file.
        path: PathBuf,
    },
    /// There is no room left.
    #[error(
        "no room left to store games in {}: free some space, then run the same command again",
        .path.display()
    )]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// The run was opened for reading.
    #[error("{} cannot be written: it is open for reading only", .path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// A game that is stored already.
    #[error("game {number} is stored in {} already", .path.display())]
    Twice {
        /// The file.
        path: PathBuf,
        /// The game.
        number: u64,
    },
    /// Two runs of one contest hold different games under one number.
    #[error(
        "game {number} of {} is not the game {number} stored before: its {column} differs",
        .path.display()
    )]
    Conflict {
        /// The file that was being merged.
        path: PathBuf,
        /// The game.
        number: u64,
        /// The first column that differs.
        column: &'static str,
    },
    /// No run was named.
    #[error("nothing to merge: name at least one run")]
    NothingToMerge,
    /// The system refused a file.
    #[error("cannot use {}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The database refused something.
    #[error("cannot use {}: {source}", .path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What it said.
        source: rusqlite::Error,
    },
}

/// A setting that two contests do not share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The setting, for instance `seed` or `agents[1]`.
    pub key: String,
    /// What the run holds.
    pub stored: String,
    /// What was given.
    pub given: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { key, stored, given } = self;
        write!(f, "{key}: the run has {stored}, given was {given}")
    }
}

fn lines<T: fmt::Display>(differences: &[T]) -> String {
    let line = |difference| format!("\n  {difference}");
    differences.iter().map(line).collect()
}

fn process(holder: &Option<u32>) -> String {
    holder.map_or("another process".to_owned(), |id| format!("process {id}"))
}

impl StoreError {
    /// Whether what was asked for was wrong, rather than something having failed.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            StoreError::Missing { .. }
                | StoreError::Foreign { .. }
                | StoreError::Format { .. }
                | StoreError::Different { .. }
                | StoreError::Changed { .. }
                | StoreError::OtherAgents { .. }
        )
    }

    /// The sentence for what the database said about the file at `path`.
    pub(crate) fn database(path: &Path, source: rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        match source.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                StoreError::Damaged { path, reason: source.to_string() }
            }
            Some(ErrorCode::DiskFull) => StoreError::Full { path },
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { path },
            _ => StoreError::Database { path, source },
        }
    }

    pub(crate) fn damaged(path: &Path, reason: impl Into<String>) -> StoreError {
        StoreError::Damaged { path: path.to_owned(), reason: reason.into() }
    }

    pub(crate) fn io(path: &Path, source: io::Error) -> StoreError {
        StoreError::Io { path: path.to_owned(), source }
    }
}
