//! The body of a request, bounded in size and time.

use axum::body::{Body, Bytes, to_bytes};
use axum::http::StatusCode;
use thiserror::Error;

use super::ARRIVAL;

/// Why a body was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BodyError {
    /// It is longer than allowed, or it broke off.
    #[error("the request is too long")]
    TooLarge,
    /// It did not arrive in time.
    #[error("the request came too slowly")]
    TooSlow,
}

impl BodyError {
    /// The status that says so.
    pub fn status(self) -> StatusCode {
        match self {
            BodyError::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            BodyError::TooSlow => StatusCode::REQUEST_TIMEOUT,
        }
    }
}

/// The body of a request, if it has at most `largest` bytes and arrives in time.
pub async fn read_body(body: Body, largest: usize) -> Result<Bytes, BodyError> {
    match tokio::time::timeout(ARRIVAL, to_bytes(body, largest)).await {
        Ok(read) => read.map_err(|_| BodyError::TooLarge),
        Err(_) => Err(BodyError::TooSlow),
    }
}
