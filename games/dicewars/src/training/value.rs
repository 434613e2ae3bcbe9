//! The value network of Dicewars: who plays, how much is random, and how large the network is.

use ludarium_train::Trainer;
use ludarium_train::values::{Plan, Taught, trainer};

use crate::rules::{Dicewars, Move};

/// The trainer of the value network.
pub(super) const TRAINER: Trainer = trainer::<Dicewars>("dicewars-value");

impl Taught for Dicewars {
    const PLAN: Plan = Plan {
        summary: "a value network for dicewars: one player's chance at the end of a turn",
        from: "the search of the own turn against itself, two to eight players, and who wins",
        variants: &[
            "flat:players=4",
            "orig:players=4",
            "flat:players=2",
            "flat:players=3",
            "orig:players=6",
            "flat:players=8",
        ],
        agent: "campaign:depth=1",
        opening: 4,
        wandering: 0.02,
        every: 2,
        result_share: 0.7,
        width: 32,
        hidden: 16,
        games: (300, 3_000),
        epochs: 4,
    };

    /// A turn is judged where it ends.
    fn tells(mv: Move) -> bool {
        mv == Move::EndTurn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plan_can_be_followed() {
        ludarium_train::battery::check_plan::<Dicewars>();
    }
}
