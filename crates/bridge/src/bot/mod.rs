//! The bot protocol, version 1: one JSON object a line, request and reply, with ids.
//!
//! The laboratory owns the rules, the dice and the clocks. A bot gets the whole position and the legal moves
//! with every request, so a first bot needs no rules and no memory.

mod lines;
mod message;
mod schema;

pub use lines::{LONGEST_LINE, Lines, TooLong};
pub use message::{
    BotOption, By, Chance, Clock, Event, FromBot, OptionKind, PROTOCOL, Pick, Piece, ToBot,
};
pub use schema::{schema, schema_text};
