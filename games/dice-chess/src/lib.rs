//! Dice Chess: chess in which a die says which kind of piece must move.
//!
//! [`rules`] has the position, its moves, notation, picture and evaluations, [`agents`] the players. With the feature
//! `laboratory` there is also `bundle`: the game as the program `ludarium` takes it.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

pub mod agents;
#[cfg(feature = "laboratory")]
mod bundle;
pub mod rules;
mod tensors;
#[cfg(feature = "laboratory")]
pub mod training;

#[cfg(feature = "laboratory")]
pub use bundle::bundle;
pub use {ludarium_agents, ludarium_game};
