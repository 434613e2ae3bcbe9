//! What can go wrong, in sentences for people, and the HTTP status that goes with it.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ludarium_arena::{ContenderError, StoreError};
use serde::Serialize;

/// A request that was not done.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct WebError {
    /// The HTTP status.
    pub status: StatusCode,
    /// What was wrong.
    pub message: String,
    /// What would be right.
    pub hint: Option<String>,
}

/// A result whose error can be sent.
pub type Result<T> = std::result::Result<T, WebError>;

#[derive(Serialize)]
struct Body<'a> {
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
}

impl WebError {
    fn new(status: StatusCode, message: impl Into<String>) -> WebError {
        WebError { status, message: message.into(), hint: None }
    }

    /// The request is not right.
    pub fn bad(message: impl Into<String>) -> WebError {
        WebError::new(StatusCode::BAD_REQUEST, message)
    }

    /// There is no such thing.
    pub fn missing(message: impl Into<String>) -> WebError {
        WebError::new(StatusCode::NOT_FOUND, message)
    }

    /// The request is right, but not for this client.
    pub fn forbidden(message: impl Into<String>) -> WebError {
        WebError::new(StatusCode::FORBIDDEN, message)
    }

    /// The request is sent to somebody else.
    pub fn misdirected(message: impl Into<String>) -> WebError {
        WebError::new(StatusCode::MISDIRECTED_REQUEST, message)
    }

    /// A token is needed.
    pub fn unauthorised(message: impl Into<String>) -> WebError {
        WebError::new(StatusCode::UNAUTHORIZED, message)
    }

    /// The body is too long.
    pub fn too_large(message: impl Into<String>) -> WebError {
        WebError::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    }

    /// The body is not of the kind that is read here.
    pub fn unsupported(message: impl Into<String>) -> WebError {
        WebError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message)
    }

    /// Too many requests in a short time, or too many things at once.
    pub fn too_many(message: impl Into<String>) -> WebError {
        WebError::new(StatusCode::TOO_MANY_REQUESTS, message)
    }

    /// The server cannot do it now.
    pub fn unavailable(message: impl Into<String>) -> WebError {
        WebError::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// Something on our side is wrong.
    pub fn failed(message: impl Into<String>) -> WebError {
        WebError::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// The same with a sentence that says what would be right.
    pub fn hint(mut self, hint: impl Into<String>) -> WebError {
        self.hint = Some(hint.into());
        self
    }
}

impl From<ludarium_game::Error> for WebError {
    fn from(error: ludarium_game::Error) -> WebError {
        WebError::bad(error.to_string())
    }
}

impl From<ContenderError> for WebError {
    fn from(error: ContenderError) -> WebError {
        WebError::bad(error.to_string())
    }
}

impl From<StoreError> for WebError {
    fn from(error: StoreError) -> WebError {
        WebError::failed(error.to_string())
    }
}

impl From<rusqlite::Error> for WebError {
    fn from(error: rusqlite::Error) -> WebError {
        WebError::failed(format!("the store of games does not answer: {error}"))
    }
}

impl IntoResponse for WebError {
    fn into_response(self) -> Response {
        let body = Body { error: &self.message, hint: self.hint.as_deref() };
        let text = serde_json::to_string(&body).unwrap_or_default();
        let kind = [("content-type", "application/json")];
        (self.status, kind, text).into_response()
    }
}
