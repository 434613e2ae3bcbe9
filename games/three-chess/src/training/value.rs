//! The value network of Three-Chess: who plays, how much is random, and how large the network is.

use ludarium_train::Trainer;
use ludarium_train::values::{Plan, Taught, trainer};

use crate::rules::ThreeChess;

/// The trainer of the value network.
pub(super) const TRAINER: Trainer = trainer::<ThreeChess>("three-chess-value");

impl Taught for ThreeChess {
    const PLAN: Plan = Plan {
        summary: "a value network for three-chess: every piece by square, shares of all seats",
        from: "max^n over two plies against itself, with random moves, and how its games end",
        variants: &["reference:plies=300"],
        agent: "maxn:depth=2",
        opening: 12,
        wandering: 0.1,
        every: 4,
        result_share: 0.5,
        width: 64,
        hidden: 16,
        games: (400, 4_000),
        epochs: 6,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plan_can_be_followed() {
        ludarium_train::battery::check_plan::<ThreeChess>();
    }
}
