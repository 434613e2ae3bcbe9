//! The bot protocol, version 1: one JSON object a line, request and reply, with ids.
//!
//! The laboratory owns the rules, the dice and the clocks. A bot gets the whole position and the legal moves
//! with every request, so a first bot needs no rules and no memory.
//!
//! A [`BotCommand`] says how to start a bot, a [`Launch`] under which limits, and a [`Bot`] is one that runs.

mod after;
mod arguments;
mod attendant;
pub mod check;
mod command;
mod dialogue;
mod engine;
mod imports;
mod limits;
mod lines;
mod message;
mod meter;
mod origin;
mod parse;
mod process;
mod schema;
mod scratch;
mod seat;
mod source;
mod system;
mod tail;
mod trouble;

pub use after::after;
pub use arguments::BotArgs;
pub use attendant::Departure;
pub use command::BotCommand;
pub use dialogue::{Bot, Introduction, TimedReply, Waiting};
pub use engine::Engine;
pub use limits::Limits;
pub use lines::{LONGEST_LINE, Lines, TooLong};
pub use message::{
    BotOption, By, Chance, Clock, Event, FromBot, OptionKind, Outcome, Over, PROTOCOL, Pick, Piece,
    ToBot, Whose,
};
pub use parse::{Heard, hear};
pub use process::{Launch, become_bot};
pub use schema::SCHEMA;
pub use source::{Admitted, Bots, Offer};
pub use trouble::Trouble;
