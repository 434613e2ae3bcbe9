//! Replays what was recorded from the original programs (games, perft counts, tables, decisions)
//! against Ludarium's rules, and says where the two first disagree.
//!
//! One file a game knows that game's record formats; the kind of a record is told from its content,
//! never from a file name. This file knows how records are read and counted.

mod chexers;
mod dice_chess;
mod dicewars;
mod document;
mod tally;
mod three_chess;
mod tuc_chess;

pub use document::Document;
pub use tally::{Disagreement, Failure, Tally};
