//! Agents that think about games for people: about a position now, about a finished game in the background.

pub mod inquiry;
pub mod reviews;
pub mod what_if;
