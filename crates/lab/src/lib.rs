//! Experiments that reproduce the tables of reports, and the pages in which results are shown.
//!
//! The way of the data: an [`experiment`] file says what a report did and printed; a [`plan`] turns a reading of it
//! into contests; [`measure`] plays them and gives figures; [`verdict`] holds them against the printed ones;
//! [`sheet`] and [`page`] show everything. [`reproduce`](reproduce()) does all of it for a list of names.

mod error;
pub mod experiment;
pub mod measure;
pub mod page;
pub mod plan;
mod reproduce;
pub mod sheet;
pub mod standings;
pub mod verdict;

pub use error::LabError;
pub use reproduce::{Order, Outcome, Progress, Reproduction, SEED, lasting, reproduce};

/// A name for files and links: lower-case letters, digits and single hyphens.
pub(crate) fn slug(text: &str) -> String {
    let words = text
        .to_lowercase()
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-");
    if words.is_empty() {
        "x".to_owned()
    } else {
        words
    }
}
