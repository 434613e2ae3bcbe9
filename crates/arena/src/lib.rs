//! The hall where games are played and counted.
//!
//! For now it holds one game between agents, surveys of random play and the statistics they need;
//! referees with clocks, tournaments and the store of results come with the arena itself.

mod play;
pub mod statistics;
mod survey;

pub use play::{Event, play};
pub use survey::{Survey, survey};
