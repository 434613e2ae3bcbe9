//! Answers in fewer bytes, for clients that can read them.

use std::io::Write;

use axum::body::{Body, HttpBody};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Shorter answers would gain nothing.
const SHORTEST: u64 = 1024;
/// Longer answers would hold up others.
const LONGEST: u64 = 2 * 1024 * 1024;

/// Whether a client reads gzip.
pub fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING);
    let accepted = accepted.and_then(|value| value.to_str().ok()).unwrap_or("");
    accepted.split(',').any(|one| {
        let mut parts = one.split(';');
        let named = parts.next().unwrap_or("").trim() == "gzip";
        named && !parts.any(|part| part.trim() == "q=0")
    })
}

/// Bytes as gzip.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Writing into memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// The same answer compressed, if it is text of a fitting length that is not compressed yet.
pub async fn compressed(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let kind = parts.headers.get(CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let text = ["application/json", "image/svg+xml", "text/"];
    let fits = text.into_iter().any(|one| kind.starts_with(one))
        && !parts.headers.contains_key(CONTENT_ENCODING);
    let length = body.size_hint().exact();
    if !fits || !length.is_some_and(|length| (SHORTEST..=LONGEST).contains(&length)) {
        return Response::from_parts(parts, body);
    }
    let Ok(bytes) = axum::body::to_bytes(body, LONGEST as usize).await else {
        return Response::from_parts(parts, Body::empty());
    };
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(parts, Body::from(gzip(&bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_those_who_ask_for_it() {
        let told = |value: &str| {
            let value = HeaderValue::from_str(value).unwrap();
            accepts_gzip(&HeaderMap::from_iter([(ACCEPT_ENCODING, value)]))
        };
        assert!(told("gzip"));
        assert!(told("br;q=0.9, gzip;q=0.5"));
        assert!(!told("br, gzip;q=0"));
        assert!(!told("x-gzip-not"));
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
