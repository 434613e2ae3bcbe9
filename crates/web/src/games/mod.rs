//! The games of this server: what the page shows of them before anybody plays.

pub mod catalogue;
pub mod edits;
pub mod lesson;
pub mod library;
pub mod positions;
