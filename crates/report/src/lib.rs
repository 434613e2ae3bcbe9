//! Results for people: sheets, standings of runs, and the pages that show them.
//!
//! A [`sheet`] is a table of results that can be written as HTML, Markdown, CSV or JSON. [`standings`] turn the games
//! of a run into sheets and charts. A [`page`] is one HTML file that needs no other file.

mod duration;
pub mod page;
mod picture;
pub mod sheet;
pub mod standings;

pub use duration::duration_text;
pub use picture::Picture;
