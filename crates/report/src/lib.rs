//! Results for people: sheets, standings of runs, and the documents that show them.
//!
//! A [`sheet`] is a table of results that can be written as HTML, Markdown, CSV or JSON. [`standings`] turn the games
//! of a run into sheets and charts. A [`document`] has texts, sheets and charts in order: every command fills one.

mod chart;
pub mod document;
mod duration;
pub mod sheet;
pub mod standings;

pub use chart::NamedChart;
pub use document::{Document, Heading, Passage, WriteError, slug};
pub use duration::{Pace, duration_text};
