//! What was checked, and the first disagreement.

use std::fmt;
use std::ops::AddAssign;

use serde::Serialize;
use thiserror::Error;

/// How much of a record file agreed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplayTally {
    /// Files read.
    pub files: u64,
    /// Whole games replayed.
    pub games: u64,
    /// Plies (moves and chance outcomes) replayed.
    pub plies: u64,
    /// Positions whose move list, count or table was compared.
    pub positions: u64,
    /// Single comparisons made.
    pub checks: u64,
}

/// Why a file could not be confirmed.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The file is not a record of this game.
    #[error("holds no {game} record that is known here: {reason}")]
    Unrecognised {
        /// The game asked for.
        game: &'static str,
        /// What was found instead.
        reason: String,
    },
    /// The record and the rules differ.
    #[error("{0}")]
    Disagreement(Box<Disagreement>),
}

/// The first place where a record and the rules differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// Where in the file: `game 3, ply 17`.
    pub place: String,
    /// The position there, in the game's notation; empty where there is none.
    pub position: String,
    /// What was compared: `legal moves`, `position after the move`, …
    pub what: String,
    /// What the record says.
    pub expected: String,
    /// What the rules say.
    pub found: String,
}

impl VerifyError {
    /// The same failure with the game and, where it helps, the place in the file.
    pub(crate) fn at(self, game: &'static str, place: &str) -> VerifyError {
        match self {
            VerifyError::Unrecognised { reason, .. }
                if place.is_empty() || reason.contains(place) =>
            {
                VerifyError::Unrecognised { game, reason }
            }
            VerifyError::Unrecognised { reason, .. } => {
                VerifyError::Unrecognised { game, reason: format!("{reason} ({place})") }
            }
            other => other,
        }
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "disagrees on {} at {}", self.what, self.place)?;
        if !self.position.is_empty() {
            writeln!(f, "  position  {}", self.position)?;
        }
        writeln!(f, "  expected  {}", self.expected)?;
        write!(f, "  found     {}", self.found)
    }
}

impl From<Disagreement> for VerifyError {
    fn from(disagreement: Disagreement) -> VerifyError {
        VerifyError::Disagreement(Box::new(disagreement))
    }
}

impl AddAssign for ReplayTally {
    fn add_assign(&mut self, other: ReplayTally) {
        self.files += other.files;
        self.games += other.games;
        self.plies += other.plies;
        self.positions += other.positions;
        self.checks += other.checks;
    }
}

/// Where in a file we are, and what has been checked so far.
#[derive(Debug, Default)]
pub struct RecordCheck {
    /// `game 3, ply 17`.
    pub place: String,
    /// The position there.
    pub position: String,
    /// What has agreed so far.
    pub tally: ReplayTally,
}

impl RecordCheck {
    /// Compares what the record says with what the rules say.
    pub fn equal<A: PartialEq<B> + fmt::Debug, B: fmt::Debug>(
        &mut self,
        what: &str,
        expected: A,
        found: B,
    ) -> Result<(), VerifyError> {
        if expected == found {
            self.tally.checks += 1;
            return Ok(());
        }
        Err(self.differ(what, format!("{expected:?}"), format!("{found:?}")))
    }

    /// The failure that the record says one thing and the rules another.
    pub fn differ(
        &self,
        what: &str,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> VerifyError {
        Disagreement {
            place: self.place.clone(),
            position: self.position.clone(),
            what: what.to_owned(),
            expected: expected.into(),
            found: found.into(),
        }
        .into()
    }

    /// Takes a value that the rules gave, or fails with their error.
    pub fn accept<T>(
        &mut self,
        what: &str,
        recorded: &str,
        result: ludarium_game::Result<T>,
    ) -> Result<T, VerifyError> {
        result.map_err(|error| self.differ(what, recorded, error.to_string()))
    }
}
