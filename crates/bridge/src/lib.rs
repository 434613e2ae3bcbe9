//! Doors: everything that speaks to a program we did not write.
//!
//! [`bot`] is our own protocol, JSON Lines over standard input and output, for bots in any language.
//! [`sandbox`] says what such a program may do to this machine.

pub mod bot;
pub mod sandbox;
