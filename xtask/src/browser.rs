//! The browser that the tests of the page drive: installed where it is missing and can be.

use crate::debian;

/// The names under which browsers that can be driven are found; `crates/web/tests/browser` knows the same.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Makes sure that there is a browser.
pub fn ensure() -> Result<(), String> {
    debian::ensure(&NAMES, "chromium", "the tests of the page need Chromium")
}
