//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, about_agents, models};

use crate::rules::ThreeChess;
use crate::training;

const INFO: GameInfo = GameInfo {
    name: "three-chess",
    title: "Three-Chess",
    summary: "chess for three on a board with three sides; capturing a king ends the game",
    seats: (3, 3),
    chance: "none",
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
            "three-chess-treestrap-attack.safetensors",
            "three-chess-treestrap-material.safetensors",
            "three-chess-treestrap-placement.safetensors",
            "three-chess-value.qnet"
        ],
        ..Bundle::new::<ThreeChess>(INFO)
    }
}
