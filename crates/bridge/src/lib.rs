//! Doors: everything that speaks to a program we did not write.
//!
//! [`bot`] is our own protocol, JSON Lines over standard input and output, for bots in any language. [`dice_chess`] is the interface of the
//! three-dice platform.

pub mod bot;
pub mod dice_chess;
