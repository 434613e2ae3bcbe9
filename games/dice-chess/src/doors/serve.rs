//! Answers as the platform and its bots give them: JSON, and refusals with a reason.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// An answer in JSON.
pub(super) fn json(status: u16, answer: &impl Serialize) -> Response {
    match (StatusCode::from_u16(status), serde_json::to_string(answer)) {
        (Ok(status), Ok(text)) => {
            (status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
        }
        _ => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// An answer that says what was wrong.
pub(super) fn refusal(status: u16, error: &str) -> Response {
    json(status, &serde_json::json!({ "error": error }))
}
