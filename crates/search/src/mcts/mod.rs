//! Monte Carlo tree search for any number of seats, with or without chance.
//!
//! [`PlainMcts`] in `plain` is the definition on one page; start there. The rest is the fast search.
//!
//! One simulation walks down the tree (`search`), choosing moves by `selection` and outcomes by `chance`,
//! gives the leaf its children (`expansion`), plays on from there (`rollout`) or asks a network (`oracle`), and adds the reward of
//! all seats to every node on the way (`backup`), where `solver` notes what has become certain. The
//! `tree` of `block`s is shared by threads without locks. What they write is laid out by `record` and told in portions by
//! `lease`, so that they seldom wait for each other's memory. `parallel` runs them, `reuse` keeps what the next decision
//! can use, and `agent` puts it together as [`Mcts`].

mod agent;
mod backup;
mod block;
mod ccb;
mod chance;
mod decision;
mod expansion;
mod history;
mod lease;
mod oracle;
mod parallel;
mod parameters;
mod plain;
mod record;
mod reuse;
mod reward;
mod rollout;
mod search;
mod selection;
mod solver;
#[cfg(test)]
mod tests;
mod tree;

pub use agent::Mcts;
pub use oracle::{Leaf, Opinion, Oracle};
pub use parameters::{
    ChanceNodes, Expansion, Parameters, Perspective, Rollout, Selection, Timing, Urgency,
};
pub use plain::PlainMcts;
pub use reward::{GameScores, Reward, Uninformed, Unscaled};
pub use search::RandomShare;
