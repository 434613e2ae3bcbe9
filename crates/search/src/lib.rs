//! Search, written once for all games: one file an algorithm.
//!
//! Every algorithm is a plain struct with its parameters as fields and implements
//! [`ludarium_game::Agent`] for every game it fits. None of them knows a particular game; what they need
//! to know about one comes in through [`ludarium_game::Evaluation`] and [`ludarium_game::Gain`].
//!
//! The optimised searches equal their plain definitions: the tests compare them on thousands of
//! random trees, and reject deliberately broken variants of themselves.

mod meter;
#[cfg(test)]
mod random_tree;

pub use meter::Meter;
