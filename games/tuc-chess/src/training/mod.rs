//! The value network of TUC-Chess: its plan is in the folder `training`.

#[cfg(test)]
mod tests;

use ludarium_train::Trainer;
use ludarium_train::values::{Taught, trainer};

use crate::rules::TucChess;

/// The trainer of the value network.
pub const TRAINER: Trainer = Trainer {
    name: "tuc-chess-value",
    summary: "a value network for tuc-chess: pieces, presents and leads",
    from: "generations of alpha-beta over three plies, each with the network before it",
    lasts: ("2 minutes", "1 hour"),
    ..trainer::<TucChess>()
};

impl Taught for TucChess {
    const PLAN: &'static str = include_str!("../../training/tuc-chess-value.toml");
}
