//! The agents of Dice Chess: what all agents must satisfy, their memory, and the value network.

use ludarium_agents::battery::check_value_network;
use ludarium_dice_chess::rules::{DiceChess, ThreeDice};

ludarium_agents::battery!(DiceChess);
ludarium_agents::tensors!(DiceChess, ["seed", "brainking"]);

mod three_dice {
    ludarium_agents::battery!(super::ThreeDice);
    ludarium_agents::tensors!(super::ThreeDice, ["three-dice"]);
}
ludarium_agents::searches_hardly_allocate!(DiceChess, ["alphabeta", "alphabeta:chance=ignore"]);

#[test]
fn positions_are_judged_the_same_whatever_was_seen_before() {
    check_value_network::<DiceChess>(&["seed", "brainking"]);
}
