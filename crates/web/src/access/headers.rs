//! What browsers are told about every answer.

use axum::http::HeaderValue;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::response::Response;

use crate::films::embed::Framed;

const HEADERS: [(HeaderName, &str); 7] = [
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// What a page that others may frame says for itself, or leaves out.
const NOT_FRAMED: [HeaderName; 3] = [
    CONTENT_SECURITY_POLICY,
    X_FRAME_OPTIONS,
    HeaderName::from_static("cross-origin-resource-policy"),
];

/// Adds the headers; answers that do not say otherwise are not kept by anybody.
pub fn protect(mut response: Response) -> Response {
    let framed = response.extensions().get::<Framed>().is_some();
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        if !framed || !NOT_FRAMED.contains(&name) {
            headers.entry(name).or_insert(HeaderValue::from_static(value));
        }
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
