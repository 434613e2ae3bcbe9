//! What can go wrong between us and a platform.

use std::time::Duration;

use ludarium_bridge::door::DoorError;

/// Why the work could not go on.
#[derive(Debug, thiserror::Error)]
pub enum PlatformError {
    /// The address cannot be used.
    #[error("cannot use the address `{url}`: {reason}")]
    Address {
        /// The address.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The server does not answer.
    #[error("{call}: no answer after {attempts} attempts: {reason}")]
    Unreachable {
        /// What was asked.
        call: String,
        /// How often.
        attempts: u32,
        /// What happened last.
        reason: String,
    },
    /// The platform refuses.
    #[error("{call}: the server answered {status}: {said}")]
    Refused {
        /// What was asked.
        call: String,
        /// The status of the answer.
        status: u16,
        /// Its text.
        said: String,
    },
    /// The platform wants us to wait longer than we are willing to.
    #[error("{call}: the server wants us to wait for {} s", wait.as_secs())]
    TooManyCalls {
        /// What was asked.
        call: String,
        /// How long.
        wait: Duration,
    },
    /// The answer is not what it should be.
    #[error("{call}: cannot read the answer: {reason}")]
    Unreadable {
        /// What was asked.
        call: String,
        /// What is wrong.
        reason: String,
    },
    /// The opponent does not want to play.
    #[error("{opponent} did not accept any of {times} challenges")]
    Ignored {
        /// Who was challenged.
        opponent: String,
        /// How often.
        times: u32,
    },
    /// The user stopped the work.
    #[error("interrupted")]
    Interrupted,
    /// The system refuses something.
    #[error("{what}: {source}")]
    System {
        /// What was tried.
        what: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// Our own server cannot be started.
    #[error(transparent)]
    Server(#[from] ludarium_bridge::http::ServerError),
    /// An agent or variant that does not exist.
    #[error(transparent)]
    Game(#[from] ludarium_game::Error),
    /// An agent or bot that cannot play.
    #[error(transparent)]
    Contender(#[from] ludarium_arena::ContenderError),
}

impl PlatformError {
    /// An error of the system while trying something.
    pub(super) fn system(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> PlatformError {
        let what = what.into();
        move |source| PlatformError::System { what, source }
    }
}

impl From<PlatformError> for DoorError {
    fn from(error: PlatformError) -> DoorError {
        match error {
            PlatformError::Game(error) => DoorError::Input(error),
            PlatformError::Contender(error) => DoorError::Contender(error),
            PlatformError::Address { .. } => DoorError::Usage(error.to_string()),
            error => DoorError::Failed(error.to_string()),
        }
    }
}
