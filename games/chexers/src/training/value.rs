//! The value network of Chexers: who plays, how much is random, and how large the network is.

use ludarium_train::Trainer;
use ludarium_train::values::{Plan, Taught, trainer};

use crate::rules::Chexers;

/// The trainer of the value network.
pub(super) const TRAINER: Trainer = trainer::<Chexers>("chexers-value");

impl Taught for Chexers {
    const PLAN: Plan = Plan {
        summary: "a value network for chexers: pieces, exits and races, shares of all seats",
        from: "Monte Carlo tree search against itself, and how its games end",
        variants: &["referee"],
        agent: "mcts:iterations=200,c=0.1,plies=0",
        opening: 12,
        wandering: 0.05,
        every: 2,
        result_share: 0.5,
        width: 64,
        hidden: 16,
        games: (800, 8_000),
        epochs: 6,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plan_can_be_followed() {
        ludarium_train::battery::check_plan::<Chexers>();
    }
}
