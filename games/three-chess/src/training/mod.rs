//! The value network of Three-Chess: its plan is in the folder `training`.

use ludarium_train::Trainer;
use ludarium_train::values::{Taught, trainer};

use crate::rules::ThreeChess;

/// The trainer of the value network.
pub const TRAINER: Trainer = Trainer {
    name: "three-chess-value",
    summary: "a value network for three-chess: every piece by square, shares of all seats",
    from: "generations of max^n over two plies, the first with learned weights, each other with the network before it",
    lasts: ("2 minutes", "3 hours"),
    ..trainer::<ThreeChess>()
};

impl Taught for ThreeChess {
    const PLAN: &'static str = include_str!("../../training/three-chess-value.toml");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plan_can_be_followed() {
        ludarium_train::battery::check_plan::<ThreeChess>();
    }
}
