//! Backgammon: two players race their checkers home, as the dice allow.
//!
//! [`rules`] has the position, its plays, notation and picture, [`agents`] the players. With the feature `laboratory`
//! there is also `bundle`: the game as the program `ludarium` takes it.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

pub mod agents;
#[cfg(feature = "laboratory")]
mod bundle;
#[cfg(feature = "laboratory")]
mod doors;
#[cfg(feature = "laboratory")]
mod matches;
#[cfg(feature = "laboratory")]
mod originals;
pub mod rules;
#[cfg(feature = "laboratory")]
pub mod training;

#[cfg(feature = "laboratory")]
pub use bundle::bundle;
pub use {ludarium_agents, ludarium_game};
