//! The rules of Ludarium's five games, exactly as the original programs play them.
//!
//! One folder a game; in each `mod.rs` (the position and its rules), `board.rs` (squares and
//! adjacency), `notation.rs`, `scene.rs` and tests beside them. No game knows another. The list of
//! all games is in [`registry`].

mod history;
pub mod registry;

pub mod chexers;
pub mod dice_chess;
pub mod dicewars;
pub mod three_chess;
pub mod tuc_chess;

pub use ludarium_game::{divide, perft};
