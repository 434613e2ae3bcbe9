//! The value network of Dice Chess: who plays, how much is random, and how large the network is.

use ludarium_train::Trainer;
use ludarium_train::values::{Plan, Taught, trainer};

use crate::rules::DiceChess;

/// The trainer of the value network.
pub(super) const TRAINER: Trainer = trainer::<DiceChess>("dice-chess-value");

impl Taught for DiceChess {
    const PLAN: Plan = Plan {
        summary: "a value network for dice-chess: pieces, rolls and threats, for the side to roll",
        from: "Star2 search of two plies against itself, and how its games end",
        variants: &["seed"],
        agent: "alphabeta:depth=2,eval=threats",
        opening: 12,
        wandering: 0.05,
        every: 2,
        result_share: 0.4,
        width: 64,
        hidden: 16,
        games: (2_000, 40_000),
        epochs: 3,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plan_can_be_followed() {
        ludarium_train::battery::check_plan::<DiceChess>();
    }
}
