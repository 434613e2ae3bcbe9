//! The value network of Chexers: its plan is in the folder `training`.

use ludarium_train::Trainer;
use ludarium_train::values::{Taught, trainer};

use crate::rules::Chexers;

/// The trainer of the value network.
pub(super) const TRAINER: Trainer = Trainer {
    name: "chexers-value",
    summary: "a value network for chexers: pieces, exits and races, shares of all seats",
    from: "generations of Monte Carlo tree search, each with the network before it",
    lasts: ("2 minutes", "2 hours"),
    ..trainer::<Chexers>()
};

impl Taught for Chexers {
    const PLAN: &'static str = include_str!("../../training/chexers-value.toml");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plan_can_be_followed() {
        ludarium_train::battery::check_plan::<Chexers>();
    }
}
