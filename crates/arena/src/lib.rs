//! The hall where games are played and counted.
//!
//! For now it holds surveys of random play and the statistics they need; referees, tournaments and
//! the store of results come with the arena itself.

pub mod statistics;
mod survey;

pub use survey::{Survey, survey};
