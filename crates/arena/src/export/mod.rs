//! Exports: what other programs read. All are made from the store and can be made again at any time.

mod games;
mod json_lines;
mod moves;
mod pieces;
mod sheet;

use std::io;

use thiserror::Error;

pub use games::games_csv;
pub use json_lines::json_lines;
pub use moves::moves_csv;

use crate::game::replay::ReplayError;
use crate::store::StoreError;

/// Why an export could not be made.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The run cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The game cannot be played any more.
    #[error(transparent)]
    Contest(#[from] ludarium_game::Error),
    /// A game does not agree with the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The export cannot be written.
    #[error("cannot write the export: {0}")]
    Write(#[from] io::Error),
}
