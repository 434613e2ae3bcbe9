//! Experiments that reproduce the tables of reports and compare them with the printed figures.
//!
//! How data flows: an [`experiment`] file says what a report did and printed; a [`plan`] turns a reading of it
//! into contests; [`measure`] plays them and gives figures; [`verdict`] compares them with the printed
//! ones; [`page`] shows everything. [`reproduce`](reproduce()) does all of it for a list of names. [`results`] keeps what
//! full runs gave and writes it as a page of Markdown. [`study`](study()) does the same for a file of your own, about any
//! number of games and without a report. [`league`](league()) keeps ratings of many agents, [`tune`](tune()) looks for better
//! parameters of one. A [`review`] says what a judge thinks of finished games.

mod bench;
mod error;
pub mod experiment;
mod files;
mod league;
pub mod measure;
pub mod page;
pub mod plan;
mod reproduce;
pub mod results;
pub mod review;
mod sequential;
mod study;
mod tune;
pub mod verdict;

pub use bench::{Conditions, News, Progress};
pub use error::LabError;
pub use league::{League, LeagueBudget, LeagueGame, LeagueRequest, LeagueResult, league};
pub use reproduce::{Finding, Reproduction, Request, SEED, reproduce};
pub use sequential::Sequential;
pub use study::{Plot, Study, study};
pub use tune::{Dimension, Step, TuneNews, TuneRequest, Tuned, folder_name, tune};

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
