//! Chexers: the battleground, where clients of a course met over TCP, one JSON object a line.

pub mod adapter;
mod client;
mod commands;
mod connection;
mod host;
mod lobby;
mod remote;
mod wire;

use ludarium_bridge::door::Door;

pub use client::{Played, Visitor, play};
pub use connection::Connection;
pub use host::{Host, HostSetup, Hosted, Occupant};
pub use wire::{Message, read_action, write_action};

/// The port that the original clients ask for.
pub const PORT: u16 = 6666;

/// The commands that connect to a server of this game, and that are one.
pub fn doors() -> Vec<Door> {
    vec![commands::connect::door(), commands::host::door()]
}
