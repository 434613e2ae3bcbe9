//! The Royal Game of Ur: two sides race their pieces along a board with rosettes.
//!
//! [`rules`] has the position, its moves, notation, picture and evaluation, [`agents`] the players. With the feature
//! `laboratory` there is also `bundle`: the game as the program `ludarium` takes it.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

pub mod agents;
#[cfg(feature = "laboratory")]
mod bundle;
pub mod rules;

#[cfg(feature = "laboratory")]
pub use bundle::bundle;
pub use {ludarium_agents, ludarium_game};
