//! Dicewars: conquer a map with dice.
//!
//! The whole system of report 003: [`rules`] has the position, its moves, notation, picture and evaluations,
//! [`agents`] the players, [`originals`] what the original programs recorded.

pub mod agents;
mod bundle;
pub mod doors;
mod lesson;
pub mod originals;
pub mod rules;
mod tensors;
pub mod training;

pub use bundle::bundle;
