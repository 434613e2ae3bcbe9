//! What finished games say about the agents, and how sure that is.
//!
//! Everything here is a pure function of [`Outcome`]s or of numbers drawn from them. Games of one
//! block share their start and their luck, so nothing that comes with an interval takes them for
//! independent, with one exception that says so: the plain shares of [`share`] and [`difference`].
//!
//! No function returns NaN or infinity for finite input: where the data say nothing the answer is
//! `None`, and where they say little the interval is wide.

mod alpha_rank;
mod blocks;
mod elo;
mod interval;
mod luck;
mod matrix;
mod outcome;
mod plackett_luce;
mod ranking;
#[cfg(test)]
mod simulation;
mod sprt;
mod tally;

pub use alpha_rank::{Advantages, AlphaRank};
pub use blocks::{
    BlockSum, BlockedShare, blocked_share, bootstrap, encounters_by_block, points_by_block,
};
pub use elo::{EloEstimate, elo_difference, elo_of_share, normalised_elo, share_of_elo};
pub use interval::{Estimate, Z95, difference, mean, ratio, share};
pub use luck::{Adjusted, Correlation, adjust, correlation};
pub use outcome::{Outcome, Standing};
pub use plackett_luce::{Ratings, rate};
pub use sprt::{Sprt, SprtDecision, SprtState};
pub use tally::{Encounter, Record, Tally};

/// Below so many blocks their spread is too poorly known to be trusted alone.
const FEW_BLOCKS: usize = 30;
