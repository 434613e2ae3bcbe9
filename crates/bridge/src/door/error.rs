//! What can end a game with a foreign program before its time.

use thiserror::Error;

/// Why a game with a foreign program could not be played to its end.
#[derive(Debug, Error)]
pub enum DoorError {
    /// A name, variant or agent that was not understood.
    #[error("{0}")]
    Input(#[from] ludarium_game::Error),
    /// An agent's text stands for nobody who could play.
    #[error(transparent)]
    Contender(#[from] ludarium_arena::ContenderError),
    /// Arguments that do not fit together.
    #[error("{0}")]
    Usage(String),
    /// The output could not be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] std::io::Error),
    /// A file could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: std::path::PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The network refused something.
    #[error("cannot {doing}: {source}")]
    Network {
        /// What was tried.
        doing: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The other side said nothing for too long.
    #[error("{0}")]
    Silent(String),
    /// Something that was to be confirmed was not.
    #[error("{0}")]
    Failed(String),
    /// The other side said something that leaves no way to go on.
    #[error("{0}")]
    Protocol(String),
}

impl DoorError {
    /// A network error with what was being tried, in words that follow "cannot".
    pub fn network(doing: impl Into<String>) -> impl FnOnce(std::io::Error) -> DoorError {
        let doing = doing.into();
        move |source| DoorError::Network { doing, source }
    }
}
