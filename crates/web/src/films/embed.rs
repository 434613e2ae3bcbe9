//! Finished games inside of other people's pages: a page that may be framed, shows one game and can do nothing else.

use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};

use crate::error::Result;
use crate::films::file::with_nonce;
use crate::random;

/// An answer that other pages may frame. It brings its own rules for browsers, which [`crate::access::protect`] leaves alone.
#[derive(Clone, Copy)]
pub struct Framed;

/// The file of a game as a page that may be framed. Its script and style are the only ones that run, and it asks nobody for
/// anything: no connections, no forms, no pictures, no storage of this server.
pub fn page(file: &str) -> Result<Response> {
    let nonce = random::name()?;
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; font-src data:; base-uri 'none'; form-action 'none'; \
         frame-ancestors *"
    );
    let mut headers = HeaderMap::new();
    let mut put = |name: HeaderName, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    };
    put(CONTENT_TYPE, "text/html; charset=utf-8");
    put(CONTENT_SECURITY_POLICY, &policy);
    // Pages that isolate themselves frame only what says that it may be.
    put(HeaderName::from_static("cross-origin-resource-policy"), "cross-origin");
    let mut response = (headers, with_nonce(file, &nonce)).into_response();
    response.extensions_mut().insert(Framed);
    Ok(response)
}
