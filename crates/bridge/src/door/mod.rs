//! What the doors to foreign servers and clients have in common: errors, notices, and our player in a seat.

mod error;
mod notices;
mod seated;

pub use error::DoorError;
pub use notices::Notices;
pub use seated::{Answer, Manner, Seated, player};
