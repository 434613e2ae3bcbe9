//! Chexers: the battleground, where clients of a course met over TCP, one JSON object a line.
//!
//! [`wire`] has the messages, [`connection`] sends and receives them, [`client`] sits down at somebody's
//! battleground and [`host`] is one.

pub mod client;
pub mod connection;
pub mod host;
mod lobby;
mod remote;
pub mod wire;
