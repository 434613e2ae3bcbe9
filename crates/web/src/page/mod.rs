//! The files of the page: two scripts and one style, made of all modules and named by what they contain.

mod icon;
pub mod look;
mod script;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::LazyLock;

use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::error::WebError;
use crate::http::compression::{accepts_gzip, gzip};

/// Names and contents; written by the build script.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));
/// The page that every address has.
pub const INDEX: &str = "index.html";
const SCRIPT: &str = "app.js";
/// What the first view does not need.
const LATER: &str = "later.js";
const STYLE: &str = "app.css";
/// The style sheets in the order in which they count.
const SHEETS: [&str; 4] = ["style.css", "board.css", "views.css", "story.css"];
/// Files that are served as they are.
const PLAIN: [&str; 2] = ["favicon.svg", "manifest.webmanifest"];
/// The typeface.
const TYPE: &str = "type.woff2";
/// The script that works while there is no connection.
pub const SERVICE_WORKER: &str = "sw.js";
/// What stands in it for the files that it keeps.
const KEPT: &str = "\"FILES\"";
/// What stands in it for the version of the server.
const VERSION: &str = "VERSION";

/// The page in the binary.
static BUILT: LazyLock<Result<Files, String>> = LazyLock::new(|| {
    let read = |name: &str| {
        let (_, bytes) = FILES.iter().find(|(known, _)| *known == name)?;
        Some(String::from_utf8_lossy(bytes).into_owned())
    };
    Files::build(&read)
});

/// The page: that of the binary, or that of a folder while somebody works on it.
pub struct Page(pub Option<PathBuf>);

impl Page {
    /// A file for a client that sent these headers. What was asked for by its version never changes.
    pub fn file(&self, name: &str, headers: &HeaderMap, versioned: bool) -> Response {
        let Some(folder) = &self.0 else {
            return match &*BUILT {
                Ok(files) => files.answer(name, headers, versioned),
                Err(reason) => WebError::failed(reason.clone()).into_response(),
            };
        };
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).ok();
        match Files::build(&read) {
            Ok(files) => files.answer(name, headers, false),
            Err(reason) => WebError::failed(reason).into_response(),
        }
    }
}

/// What is served, by name.
struct Files(HashMap<&'static str, PageFile>);

struct PageFile {
    bytes: Vec<u8>,
    /// The same compressed, where that makes it smaller.
    zipped: Option<Vec<u8>>,
    /// Differs between files with different contents.
    tag: String,
}

impl PageFile {
    fn new(text: String) -> PageFile {
        PageFile::of(text.into_bytes())
    }

    fn of(bytes: Vec<u8>) -> PageFile {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        PageFile {
            zipped: Some(gzip(&bytes)).filter(|zipped| zipped.len() < bytes.len()),
            tag: format!("{:016x}", hasher.finish()),
            bytes,
        }
    }
}

impl Files {
    fn build(read: &dyn Fn(&str) -> Option<String>) -> Result<Files, String> {
        let find = |name: &str| read(name).ok_or(format!("the page has no file `{name}`"));
        let [script, later] =
            script::bundle(["main.js", LATER], &format!("/assets/{SCRIPT}"), read)?;
        // Each of the scripts names the other: both are named by what both contain.
        let version = PageFile::new(format!("{script}{later}")).tag;
        let both = |text: String| {
            let named = [SCRIPT, LATER].iter().fold(text, |text, name| {
                text.replace(&format!("/assets/{name}"), &format!("/assets/{name}?v={version}"))
            });
            PageFile { tag: version.clone(), ..PageFile::new(named) }
        };
        let (script, later) = (both(script), both(later));
        let sheets: Result<Vec<String>, String> = SHEETS.into_iter().map(find).collect();
        let font = PageFile::of(ludarium_draw::TYPEFACE.to_vec());
        let named = |text: String, name: &str, file: &PageFile| {
            text.replace(&format!("/assets/{name}"), &format!("/assets/{name}?v={}", file.tag))
        };
        let style = script::without_comments(&sheets?.concat());
        let style = PageFile::new(named(style, TYPE, &font));
        let versions = [(SCRIPT, &script), (LATER, &later), (STYLE, &style), (TYPE, &font)];
        let index =
            versions.iter().fold(find(INDEX)?, |text, (name, file)| named(text, name, file));
        let versions = versions.map(|(name, file)| format!("\"/assets/{name}?v={}\"", file.tag));
        let worker = script::without_comments(&find(SERVICE_WORKER)?);
        let worker = worker.replace(KEPT, &versions.join(", "));
        let worker = PageFile::new(worker.replace(VERSION, env!("CARGO_PKG_VERSION")));
        let mut files = HashMap::from([
            (SCRIPT, script),
            (LATER, later),
            (STYLE, style),
            (TYPE, font),
            (INDEX, PageFile::new(index)),
            (SERVICE_WORKER, worker),
        ]);
        for (name, width) in icon::SIZES {
            files.insert(name, PageFile::of(icon::png(width)?));
        }
        for name in PLAIN {
            files.insert(name, PageFile::new(find(name)?));
        }
        Ok(Files(files))
    }

    fn answer(&self, name: &str, headers: &HeaderMap, versioned: bool) -> Response {
        let Some(file) = self.0.get(name) else {
            return WebError::missing(format!("there is no file `{name}`")).into_response();
        };
        let tag = format!("W/\"{}\"", file.tag);
        let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
        let zipped = file.zipped.as_ref().filter(|_| accepts_gzip(headers));
        let mut response = match (known, zipped) {
            (true, _) => StatusCode::NOT_MODIFIED.into_response(),
            (false, Some(zipped)) => zipped.clone().into_response(),
            (false, None) => file.bytes.clone().into_response(),
        };
        let keep = match name {
            _ if versioned => "public, max-age=31536000, immutable",
            // One picture, shown in the tab, in the header and kept for later: fetched once.
            "favicon.svg" => "public, max-age=86400",
            _ => "no-cache",
        };
        let told = response.headers_mut();
        told.insert(CONTENT_TYPE, HeaderValue::from_static(kind(name)));
        told.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
        told.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            told.insert(ETAG, tag);
        }
        if zipped.is_some() && !known {
            told.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header::ACCEPT_ENCODING;

    use super::*;

    fn header(name: axum::http::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn the_page_names_its_files_by_what_they_contain() {
        let files = BUILT.as_ref().expect("the page can be built");
        let named = [
            (INDEX, &[SCRIPT, STYLE, TYPE][..]),
            (SCRIPT, &[LATER]),
            (LATER, &[SCRIPT]),
            (SERVICE_WORKER, &[SCRIPT, LATER, STYLE, TYPE]),
            (STYLE, &[TYPE]),
        ];
        for (page, names) in named {
            let text = String::from_utf8_lossy(&files.0[page].bytes);
            for name in names {
                let address = format!("/assets/{name}?v={}", files.0[*name].tag);
                assert!(text.contains(&address), "{page}: {address}");
            }
        }
        let worker = String::from_utf8_lossy(&files.0[SERVICE_WORKER].bytes);
        assert!(!worker.contains(KEPT) && !worker.contains(VERSION));
        assert_eq!(worker.matches("app.js?v=").count(), 1, "only in the list of files");
    }

    #[test]
    fn a_file_is_compressed_for_those_who_can_read_it_and_sent_once() {
        let page = Page(None);
        let plain = page.file(SCRIPT, &HeaderMap::new(), false);
        assert!(!plain.headers().contains_key(CONTENT_ENCODING));
        let zipped = page.file(SCRIPT, &header(ACCEPT_ENCODING, "br, gzip"), true);
        assert_eq!(zipped.headers()[CONTENT_ENCODING], "gzip");
        assert!(zipped.headers()[CACHE_CONTROL].to_str().unwrap().contains("immutable"));
        let icon = page.file("favicon.svg", &HeaderMap::new(), false);
        assert!(icon.headers()[CACHE_CONTROL].to_str().unwrap().contains("max-age"));
        let tag = plain.headers()[ETAG].to_str().unwrap();
        let again = page.file(SCRIPT, &header(IF_NONE_MATCH, tag), false);
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        let other = page.file(SCRIPT, &header(IF_NONE_MATCH, "W/\"old\""), false);
        assert_eq!(other.status(), StatusCode::OK);
        assert_eq!(page.file("../secret", &HeaderMap::new(), false).status(), 404);
    }
}
