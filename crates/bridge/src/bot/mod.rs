//! Programs that speak the bot protocol, whose messages are [`ludarium_arena::protocol`].
//!
//! The laboratory owns the rules, the dice and the clocks. A bot gets the whole position and the legal moves
//! with every request, so a first bot needs no rules and no memory.
//!
//! A [`BotCommand`] says how to start a bot, a [`Launch`] under which limits, and a [`Bot`] is one that runs.

mod arguments;
mod attendant;
pub mod check;
mod command;
mod dialogue;
mod engine;
mod imports;
mod keeper;
mod limits;
mod lines;
mod meter;
mod origin;
mod own_file;
mod parse;
mod process;
mod scratch;
mod source;
mod system;
mod tail;
mod trouble;

pub use arguments::BotArgs;
pub use attendant::Departure;
pub use command::BotCommand;
pub use dialogue::{AnswerLimit, Bot, TimedReply};
pub use engine::BotEngine;
pub use limits::Limits;
pub use lines::{LONGEST_LINE, LineStream, TooLong};
pub use own_file::{is_below, open_beneath};
pub use parse::{HeardLine, hear};
pub use process::{Launch, become_bot};
pub use source::{AdmittedBot, Bots, Offer};
pub use trouble::BotTrouble;
