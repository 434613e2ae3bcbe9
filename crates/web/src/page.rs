//! The files of the page: from the binary, or from a folder while somebody works on them.

use std::borrow::Cow;
use std::path::{Component, Path};

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::error::WebError;

/// Names and contents; written by the build script.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// A file of the page; where there is a folder, from there.
pub fn file(folder: Option<&Path>, name: &str) -> Response {
    let Some(bytes) = find(folder, name) else {
        return WebError::missing(format!("there is no file `{name}`")).into_response();
    };
    // Another version of the program has other files under the same names.
    let headers = [(CONTENT_TYPE, kind(name)), (CACHE_CONTROL, "no-cache")];
    (headers, bytes).into_response()
}

fn find(folder: Option<&Path>, name: &str) -> Option<Cow<'static, [u8]>> {
    let Some(folder) = folder else {
        let (_, bytes) = FILES.iter().find(|(known, _)| *known == name)?;
        return Some(Cow::Borrowed(bytes));
    };
    let plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    let inside = Path::new(name).components().all(plain);
    let read = std::fs::read(folder.join(name)).ok();
    read.filter(|_| inside).map(Cow::Owned)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
