//! Chexers: the battleground, where clients of a course met over TCP, one JSON object a line.

pub mod adapter;
mod client;
mod connection;
mod host;
mod lobby;
mod remote;
mod wire;

pub use client::{Guest, Played, play};
pub use connection::Connection;
pub use host::{Chair, Host, Hosted, House};
pub use wire::{Message, read_action, write_action};

/// The port that the original clients ask for.
pub const PORT: u16 = 6666;
