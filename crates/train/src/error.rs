//! Why something could not be trained, in sentences for people.

use std::path::PathBuf;

use thiserror::Error;

/// Why something could not be trained.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A name, variant or agent that was not understood.
    #[error(transparent)]
    Input(#[from] ludarium_game::Error),
    /// Learning failed, or a data or model file could not be read or written.
    #[error(transparent)]
    Learn(#[from] ludarium_learn::LearnError),
    /// A file that could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Somebody asked to stop. Trainers with checkpoints go on from them, quick ones begin again.
    #[error("interrupted: run the same command again, with the same folder {}", folder.display())]
    Interrupted {
        /// Where checkpoints are, if the trainer makes any.
        folder: PathBuf,
    },
}
