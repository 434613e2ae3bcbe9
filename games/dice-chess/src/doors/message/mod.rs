//! The messages between the platform and its bots: JSON objects. Fields we do not know are ignored.

mod account;
mod game;

pub use account::*;
pub use game::*;
