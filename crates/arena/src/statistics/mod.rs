//! What finished games say about the agents, and how sure that is.
//!
//! Everything here is a pure function of [`ScoredGame`]s or of numbers drawn from them. Games of one
//! block share their start and their luck, so nothing that compares agents takes them for independent.
//! [`share`], [`mean`] and [`ratio`] are for numbers that are: of single games that share nothing, or of whole blocks.
//!
//! No function returns NaN or infinity for finite input: where the data say nothing the answer is
//! `None`, and where they say little the interval is wide.
//!
//! ```
//! use ludarium_arena::statistics::{Results, ScoredGame, Sprt};
//! // Two agents play a pair of games in each block, seats swapped: one wins two pairs and draws one.
//! let game = |block, agents: [usize; 2], scores: [f64; 2]| ScoredGame {
//!     block,
//!     agents: agents.to_vec(),
//!     scores: scores.to_vec(),
//! };
//! let games: Vec<ScoredGame> = [1.0, 1.0, 0.5]
//!     .into_iter()
//!     .zip(0..)
//!     .flat_map(|(score, block)| {
//!         let first = game(block, [0, 1], [score, 1.0 - score]);
//!         [first, game(block, [1, 0], [1.0 - score, score])]
//!     })
//!     .collect();
//! let results = Results::of(&games);
//! assert_eq!(results.tally(2).agents[0].won, 4);
//! let (elo, score) = results.elo_difference(0, 1).unwrap();
//! assert!(elo.low.unwrap() < 0.0, "three pairs prove nothing");
//! assert_eq!((score.blocks, score.results), (3, 6));
//! let pairs: Vec<f64> = results.points_by_block(0).iter().filter_map(|block| block.mean()).collect();
//! let state = Sprt::new(0.0, 20.0, 0.05, 0.05).unwrap().test(2, &pairs);
//! assert_eq!(state.pairs, Some([0, 0, 1, 0, 2]));
//! ```

mod blocks;
mod elo;
mod interval;
mod luck;
mod plackett_luce;
mod ranking;
mod results;
mod scored_game;
mod sprt;
mod tally;
#[cfg(test)]
mod tests;

pub use blocks::{BlockSum, BlockedShare, blocked_share};
pub use elo::{EloEstimate, share_of_elo};
pub use interval::{Estimate, Z95, mean, ratio, share, student95};
pub use luck::{Adjusted, Correlation, adjust};
pub use plackett_luce::Ratings;
pub use results::Results;
pub use scored_game::{ScoredGame, Standing};
pub use sprt::{Sprt, SprtDecision, SprtState};
pub use tally::{Encounter, Record, Tally};

/// Below this number of blocks their spread is too poorly known to be trusted alone.
const FEW_BLOCKS: usize = 30;
