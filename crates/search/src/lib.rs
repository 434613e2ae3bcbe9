//! Search, written once for all games: one file or folder for each algorithm.
//!
//! Every algorithm is a plain struct with its parameters as fields and implements
//! [`ludarium_game::Agent`] for every game it fits. None of them knows a particular game; what they need
//! to know about one comes in through [`ludarium_game::Evaluation`] and [`ludarium_game::Gain`].
//!
//! The optimised searches equal their plain definitions ([`Minimax`], [`mcts::PlainMcts`]): the tests
//! compare them on thousands of random trees, and reject deliberately broken variants of themselves. The
//! cargo feature `testing` makes these tools public, for searches in other crates.
//!
//! `examples/stones` is a whole small game with two searches that play it.

mod alpha_beta;
mod best_reply;
mod chance;
mod coalition;
mod crew;
mod duel;
mod forward_pruning;
mod greedy;
mod levels;
mod max_n;
pub mod mcts;
mod memory;
mod minimax;
mod move_cache;
mod mover;
mod mp_mix;
mod paranoid;
mod selective;
mod sense;
mod share;
mod shared_table;
pub mod solve;
mod star;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
mod ties;
mod transposition;

pub use alpha_beta::{AlphaBeta, AlphaBetaOptions, MoveOrder};
pub use best_reply::{BestReply, BestReplyPlus, BestReplyPlusSearch, BestReplySearch};
pub use chance::Chance;
pub use coalition::{Coalition, Seen};
pub use crew::Crew;
pub use forward_pruning::{ForwardPruning, PruningSteps};
pub use greedy::{Greedy, OnePly, Random};
pub use max_n::{Goal, MaxN, Pruning};
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use move_cache::MoveCache;
pub use mp_mix::{MixRule, MpMix, Strategy};
pub use paranoid::Paranoid;
pub use selective::{Each, Glance, SelectiveMaxN, SelectiveOptions};
pub use sense::{Felt, Sense, Sensed, Sensible};
pub use star::{ProbCut, Star};
pub use ties::Ties;
pub use transposition::TableMode;
