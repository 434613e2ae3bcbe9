//! Doors: everything that speaks to a program we did not write.
//!
//! [`bot`] is our own protocol, JSON Lines over standard input and output, for bots in any language.
//! [`sandbox`] says what such a program may do to this machine. [`door`] is what the protocols of foreign servers and
//! clients have in common; each game brings its own.
//! [`mcp`] is the protocol through which assistants use programs.
//! [`starters`] are files for people who bring a bot, or take an agent of ours elsewhere.

pub mod bot;
pub mod door;
pub mod mcp;
pub mod sandbox;
pub mod starters;
#[cfg(feature = "testing")]
pub mod testing;
