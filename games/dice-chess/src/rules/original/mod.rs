//! The game as the original program sees it: what its agents know, and in which order they list it.
//!
//! Everything here exists for the agents that play exactly as that program did; see the agents whose
//! names end in `-as-found`. The order of moves matters to them because they take the first of several
//! equal moves.

mod order;
mod piece_list;

pub use order::{list_moves, steps};
pub use piece_list::{PawnTerm, Piece, PieceList, first_best};
