//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, about_agents, models};

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
        lesson: Some(include_str!("../lesson/lesson.toml")),
        notation: Some(include_str!("../lesson/notation.md")),
        stories: about_agents(include_str!("../lesson/stories.txt")),
        styles: about_agents(include_str!("../lesson/styles.txt")),
        trainers: vec![training::TRAINER],
        models: models![
            "dice-chess-network-report.safetensors",
            "dice-chess-network.safetensors",
            "dice-chess-value.qnet"
        ],
        ..Bundle::new::<DiceChess>(INFO).form::<ThreeDice>()
    }
}
