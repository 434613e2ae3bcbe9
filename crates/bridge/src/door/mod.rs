//! What the doors to foreign servers and clients have in common: errors, notices, and our player in a seat.

mod entrant;
mod error;
mod notices;
mod seated;

pub use entrant::Entrant;
pub use error::DoorError;
pub use notices::Notices;
pub use seated::{Answer, Manner, Seated};
