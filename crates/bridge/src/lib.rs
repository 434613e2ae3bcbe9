//! Doors: everything that speaks to a program we did not write.
//!
//! [`bot`] is our own protocol, JSON Lines over standard input and output, for bots in any language.
//! [`sandbox`] says what such a program may do to this machine.
//! [`tuc_chess`] and [`dicewars`] speak the protocols of two courses, on both sides of the table: a client that
//! sits down at the original server, and a host for the original clients. [`door`] is what these have in
//! common. [`chexers`] is the battleground of a third course, [`dice_chess`] the bot interface of the three-dice
//! platform. [`http`] is the server
//! that the page and platforms share. [`kits`] are files for people who bring a bot, or take an agent of ours elsewhere.

pub mod bot;
pub mod chexers;
pub mod dice_chess;
pub mod dicewars;
pub mod door;
pub mod http;
pub mod kits;
pub mod sandbox;
pub mod tuc_chess;
