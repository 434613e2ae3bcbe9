//! The value network of TUC-Chess: who plays, how much is random, and how large the network is.

use ludarium_train::Trainer;
use ludarium_train::values::{Plan, Taught, trainer};

use crate::rules::TucChess;

/// The trainer of the value network.
pub(super) const TRAINER: Trainer = trainer::<TucChess>("tuc-chess-value");

impl Taught for TucChess {
    const PLAN: Plan = Plan {
        summary: "a value network for tuc-chess: pieces, presents and leads",
        from: "alpha-beta over three plies against itself, and how its games end",
        variants: &["2021:plies=200"],
        agent: "alphabeta-full:depth=3,chance=ignore,quiescence=8",
        opening: 12,
        wandering: 0.05,
        every: 4,
        result_share: 0.6,
        width: 64,
        hidden: 16,
        games: (1_000, 20_000),
        epochs: 4,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_little_is_learnt() {
        ludarium_train::battery::check_learning::<TucChess>();
    }
}
