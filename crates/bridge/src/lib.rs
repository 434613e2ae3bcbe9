//! Doors: everything that speaks to a program we did not write.
//!
//! [`bot`] is our own protocol, JSON Lines over standard input and output, for bots in any language.
//! [`tuc_chess`] and [`dicewars`] speak the protocols of two courses, on both sides of the table: a client that
//! sits down at the original server, and a host for the original clients. [`door`] is what these have in
//! common. [`dice_chess`] is the bot interface of the three-dice platform, also from both sides.

pub mod bot;
pub mod dice_chess;
pub mod dicewars;
pub mod door;
pub mod tuc_chess;
