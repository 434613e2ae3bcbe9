//! Exact values: what every seat has under perfect play, for games whose positions fit into memory.
//!
//! - [`Reached`] has all positions that can be reached from given starts. It takes about 30 bytes a position and 4 for each
//!   move or outcome; while they are found, about 100 more, the size of the position itself included where it is small.
//! - [`Indexed`] is for a game that can number its positions without a list: they take no memory.
//! - [`solve_two_seats`] solves either with a proven bound of the error, in 16 bytes a position. It needs two seats that
//!   share 1. Chance and cycles are welcome.
//! - [`solve_many_seats`] finds a max^n solution for any number of seats, in 8 bytes a position and seat.
//! - [`forced`] is for two seats without chance: the share and the plies until it is certain.
//!
//! [`solve`] is all of it in one call.
//!
//! # Which values
//! Positions are what [`ludarium_game::Game::key`] tells apart. Repetition history and move counters are
//! [forgotten](ludarium_game::Game::forget), so no counter ends a game: a game that goes on for ever is worth the same share to
//! each seat, as where a repetition is a draw.
//!
//! **Two seats.** There is one solution. Bounds that do not meet are kept as they are: half of the largest gap is the bound of
//! the error, and [`Solution::open`] counts the positions that stay uncertain.
//!
//! **More seats.** Each seat plays for its own share alone. Of moves that are equally good for it, up to [`TIE`], it takes the
//! first in the order of [`ludarium_game::Game::moves`]. [`Solution::ties`] counts the positions where another one would
//! change what others get: then there are more solutions than the one that is found. Where positions come back, shares are
//! iterated from equal ones; what has settled is a solution without a proven bound, what does not settle is an error.

mod equations;
mod forced;
mod indexed;
mod many_seats;
mod order;
mod reached;
mod solution;
#[cfg(test)]
mod tests;
mod two_seats;

use std::ops::{ControlFlow, Range};

use ludarium_game::{Game, Seat};

pub use equations::{Equations, Link, ShareBounds, Worth};
pub use forced::{Forced, forced};
pub use indexed::{Indexed, IndexedEquations, Numbered};
pub use many_seats::{ManySeatState, TIE, solve_many_seats};
pub use reached::Reached;
pub use solution::{Solution, SolveState, solve};
pub use two_seats::{LAYER_BYTES, TwoSeatState, solve_two_seats};

/// How positions are solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolveOptions {
    /// The number of threads; the result is the same for any.
    pub threads: usize,
    /// How far bounds may be apart in a layer of positions that come back, beyond those of the layers below.
    pub precision: f64,
    /// The most bytes that positions may take.
    pub memory: u64,
}

impl Default for SolveOptions {
    /// One thread, 4 GiB, and bounds as near as rounding lets them come.
    fn default() -> SolveOptions {
        SolveOptions { threads: 1, precision: 1e-12, memory: 4 << 30 }
    }
}

/// How far a solver is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SolveNews {
    /// Positions are being found.
    Reaching {
        /// The number of positions found.
        found: u64,
        /// Those among them whose moves were followed.
        followed: u64,
    },
    /// Positions are being solved.
    Solving {
        /// At least this number of them is solved.
        done: u64,
        /// All positions.
        of: u64,
        /// How far the bounds are apart in the layer that is being solved.
        gap: f64,
    },
}

/// Why positions were not solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// Somebody asked for an end. What is known stays in the state.
    #[error("interrupted")]
    Interrupted,
    /// There are more positions than the memory allows.
    #[error(
        "too large: {found} positions or more do not fit into {memory} bytes; allow more memory, begin later in the \
         game, or take a smaller variant"
    )]
    TooLarge {
        /// The number of positions found.
        found: u64,
        /// The bytes that were allowed.
        memory: u64,
    },
    /// A chance event has too many outcomes to list.
    #[error("the outcomes of chance cannot be listed, only drawn: such a game has no exact values")]
    Sampled,
    /// Positions with one key differ.
    #[error(
        "two positions have the key {key:#018x} and differ: {first} and {second}; `Game::forget` must forget what \
         `Game::key` leaves out, or the key is too weak"
    )]
    Key {
        /// The key.
        key: u64,
        /// The position that was found first.
        first: String,
        /// The other one.
        second: String,
    },
    /// A seat is to move and has no move.
    #[error("seat {} is to move and has no move at {position}", .seat.0)]
    NoMove {
        /// The seat.
        seat: Seat,
        /// The position.
        position: String,
    },
    /// A position depends on one of a later layer, or on none.
    #[error(
        "a position of the layer {layer:?} leads to a later layer or to no position: the game's index is wrong"
    )]
    Layers {
        /// The numbers of the layer's positions.
        layer: Range<usize>,
    },
    /// The shares of more than two seats do not settle.
    #[error(
        "the shares of {positions} positions that come back to each other do not settle: with {seats} seats such a game \
         need not have a solution of this kind"
    )]
    Unsettled {
        /// The number of positions.
        positions: usize,
        /// The number of seats.
        seats: usize,
    },
}

/// Told how far a solver is; breaks off to end it.
pub type TellSolver<'a> = dyn FnMut(SolveNews) -> ControlFlow<()> + 'a;

/// A position as an error shows it.
fn shown<G: Game>(position: &G) -> String {
    const LONGEST: usize = 400;
    let text = format!("{position:?}");
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}
