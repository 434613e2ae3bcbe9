//! The value network of Backgammon: its plan is in the folder `training`.

use ludarium_train::Trainer;
use ludarium_train::values::{Taught, trainer};

use crate::rules::Backgammon;

/// The trainer of the value network.
pub const TRAINER: Trainer = Trainer {
    name: "backgammon-value",
    summary: "a value network for backgammon: checkers, shots, held points and the race, shares of both seats",
    from: "generations that look at each play with the network before",
    lasts: ("4 minutes", "6 hours"),
    ..trainer::<Backgammon>()
};

impl Taught for Backgammon {
    const PLAN: &'static str = include_str!("../../training/backgammon-value.toml");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plan_can_be_followed() {
        ludarium_train::battery::check_plan::<Backgammon>();
    }

    #[test]
    fn outcomes_fade_with_the_plies_that_are_left() {
        ludarium_train::battery::check_fading::<Backgammon>("money", "one-ply:eval=positional");
    }
}
