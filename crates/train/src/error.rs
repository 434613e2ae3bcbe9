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
    /// A file that could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A plan that cannot be followed.
    #[error(transparent)]
    Plan(#[from] ludarium_arena::FileErrors),
    /// A file that no agent's text can name.
    #[error(
        "{} has a comma in its path, which ends a parameter in the text of an agent: take another folder",
        path.display()
    )]
    Comma {
        /// The file.
        path: PathBuf,
    },
    /// The folder belongs to another training, which would be spoilt.
    #[error(
        "{} holds the training `{found}`, not `{wanted}`: take another folder, or remove this one",
        folder.display()
    )]
    Taken {
        /// The folder.
        folder: PathBuf,
        /// Whose it is.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// A contest of networks that could not be played.
    #[error(transparent)]
    Run(#[from] ludarium_arena::RunError),
    /// Those who play elsewhere cannot.
    #[error("{0}")]
    Elsewhere(String),
    /// Somebody asked to stop. The same command goes on from what is in the folder.
    #[error("interrupted: the same command goes on with what is in {}", folder.display())]
    Interrupted {
        /// Where checkpoints and stored games are.
        folder: PathBuf,
    },
}
