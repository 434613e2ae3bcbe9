//! Tools to test a search: random game trees, the plain definition of best play, and a trial that
//! compares the two. Behind the cargo feature `testing`.
//!
//! A search that is right on thousands of random trees, with ties, chance, early ends and lines that
//! meet again, is very likely right. To test a search in another crate, add
//!
//! ```toml
//! [dev-dependencies]
//! ludarium-search = { version = "0.1", features = ["testing"] }
//! ```
//!
//! and compare it with the definition:
//!
//! ```
//! use ludarium_search::testing::{TreeShape, estimate, gain, wrong_choices};
//! use ludarium_search::{AlphaBeta, AlphaBetaOptions, Random, TableMode};
//!
//! // The search under test, here one of our own. Results of deeper searches would be better than the
//! // definition and count as different.
//! let mut search = AlphaBeta::new(estimate, gain);
//! search.options = AlphaBetaOptions { table: TableMode::Exact, ..AlphaBetaOptions::default() };
//!
//! // It never plays a move that plain minimax to three plies calls worse than another.
//! assert_eq!(wrong_choices(&mut search, TreeShape::DUEL, 100, 3), 0);
//! assert_eq!(wrong_choices(&mut search, TreeShape::DICE, 100, 3), 0);
//! // The trial can fail: random moves do not pass it.
//! assert!(wrong_choices(&mut Random, TreeShape::DUEL, 100, 3) > 50);
//! ```
//!
//! With more than two seats the definition is max^n. There a seat may have several moves that are equally
//! good for itself and not for others, and the definition takes the first; use many
//! [`grades`](TreeShape::grades) to avoid such ties where a search takes another one.

mod definition;
mod exact;
mod random_tree;
mod trial;

pub use definition::{best_scores, move_scores};
pub use exact::{decide, first_value, plain, pruned, random_positions};
pub use random_tree::{RandomTree, TreeShape, Turns};
pub use trial::{estimate, gain, roots, wrong_choices};
