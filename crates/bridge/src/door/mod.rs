//! What the doors to foreign servers and clients have in common: errors, notices, and our player in a seat.

mod arguments;
mod command;
mod entrant;
mod error;
mod notices;
mod protocol;
mod seated;

pub use arguments::{BudgetArgs, HostArgs, LimitArgs, VisitorArgs, duration};
pub use command::{Console, Door, DoorContext, DoorWay, STRONG};
pub use entrant::Entrant;
pub use error::DoorError;
pub use notices::Notices;
pub use protocol::{EngineProtocol, ServeProtocol};
pub use seated::{LegalAnswer, PlayerTerms, SeatedPlayer};
