//! The value network of Dicewars: its plan is in the folder `training`.

use ludarium_train::Trainer;
use ludarium_train::values::{Taught, trainer};

use crate::rules::{Dicewars, Move};

/// The trainer of the value network.
pub const TRAINER: Trainer = Trainer {
    name: "dicewars-value",
    summary: "a value network for dicewars: one player's chance at the end of a turn",
    from: "generations of the search of the own turn, two to eight players, each with the network before it",
    lasts: ("2 minutes", "2 hours"),
    ..trainer::<Dicewars>()
};

impl Taught for Dicewars {
    const PLAN: &'static str = include_str!("../../training/dicewars-value.toml");

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
