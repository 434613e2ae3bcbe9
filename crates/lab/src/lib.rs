//! Experiments that reproduce the tables of reports and compare them with the printed figures.
//!
//! How data flows: an [`experiment`] file says what a report did and printed; a [`plan`] turns a reading of it
//! into contests; [`measure`] plays them and gives figures; [`verdict`] compares them with the printed
//! ones; a document shows everything. [`reproduce`](reproduce()) does all of it for a list of names. [`results`] keeps what
//! full runs gave and writes it as a page of Markdown. [`study`](study()) does the same for a file of your own, about any
//! number of games and without a report. [`league`](league()) keeps ratings of many agents, [`tune`](tune()) looks for better
//! parameters of one. A [`review`] says what a judge thinks of finished games.

pub mod answers;
mod bench;
mod chart;
mod error;
pub mod experiment;
mod files;
mod league;
mod looks;
pub mod measure;
pub mod plan;
mod reproduce;
pub mod results;
pub mod review;
mod spending;
mod study;
mod tune;
pub mod verdict;

pub use bench::{BenchNews, Conditions, MeasureProgress};
pub use error::LabError;
pub use league::{League, LeagueBudget, LeagueGame, LeagueRequest, LeagueResult, league};
pub use reproduce::{DecidedClaims, Finding, ReproduceRequest, Reproduction, SEED, reproduce};
pub use study::{Study, study};
pub use tune::{Dimension, TuneNews, TuneRequest, TuneStep, Tuned, folder_name, tune};
