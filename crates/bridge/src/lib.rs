//! Doors: everything that speaks to a program we did not write.
//!
//! [`bot`] is our own protocol, JSON Lines over standard input and output, for bots in any language.
//! [`sandbox`] says what such a program may do to this machine. [`door`] is what the protocols of foreign servers and
//! clients have in common; each game brings its own. [`http`] is the server that the page and platforms share.
//! [`starters`] are files for people who bring a bot, or take an agent of ours elsewhere.

#[cfg(feature = "battery")]
pub mod battery;
pub mod bot;
pub mod door;
pub mod http;
pub mod sandbox;
pub mod starters;
