//! The body of a request, bounded in size and time.

use axum::body::{Body, Bytes, to_bytes};

use super::ARRIVAL;
use crate::error::WebError;

/// The body of a request, if it has at most `largest` bytes and arrives in time.
pub async fn read_body(body: Body, largest: usize) -> Result<Bytes, WebError> {
    let read = tokio::time::timeout(ARRIVAL, to_bytes(body, largest)).await;
    let read = read.map_err(|_| WebError::bad("the request came too slowly"))?;
    read.map_err(|_| {
        WebError::too_large("the request is too long").hint(format!("at most {largest} bytes"))
    })
}
