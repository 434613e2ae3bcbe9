//! The value network of Dice Chess: its plan is in the folder `training`.

use ludarium_train::Trainer;
use ludarium_train::values::{Taught, trainer};

use crate::rules::DiceChess;

/// The trainer of the value network.
pub const TRAINER: Trainer = Trainer {
    name: "dice-chess-value",
    summary: "a value network for dice-chess: pieces, rolls, attacks and threats, for the side to roll",
    from: "generations of games that look one ply ahead, each with the network before it",
    lasts: ("2 minutes", "2 hours"),
    ..trainer::<DiceChess>()
};

impl Taught for DiceChess {
    const PLAN: &'static str = include_str!("../../training/dice-chess-value.toml");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plan_can_be_followed() {
        ludarium_train::battery::check_plan::<DiceChess>();
    }

    #[test]
    fn a_position_is_worth_the_mean_over_its_rolls() {
        let agent = "alphabeta:depth=1,eval=threats";
        ludarium_train::battery::check_all_rolls::<DiceChess>("seed", agent);
    }
}
