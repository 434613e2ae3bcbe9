//! What the platform and its bots say to each other: JSON objects. Fields we do not know are ignored.

mod account;
mod game;

pub use account::*;
pub use game::*;
