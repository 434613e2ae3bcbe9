//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, lesson, models};

use crate::rules::{DiceChess, ThreeDice};
use crate::training;

const INFO: GameInfo = GameInfo {
    name: "dice-chess",
    title: "Dice Chess",
    summary: "chess in which a die says which kind of piece must move; capturing the king wins",
    seats: (2, 2),
    chance: "dice before each move",
};

/// The game with everything it brings.
pub fn bundle() -> Bundle {
    Bundle {
        trainers: vec![training::TRAINER],
        models: models![
            "dice-chess-network-report.safetensors",
            "dice-chess-network.safetensors",
            "dice-chess-value.qnet"
        ],
        ..lesson!(Bundle::new::<DiceChess>(INFO).form::<ThreeDice>(), stories, styles)
    }
}
