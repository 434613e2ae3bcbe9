//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, lesson, models};

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
        trainers: vec![training::TRAINER],
        models: models![
            "three-chess-treestrap-attack.safetensors",
            "three-chess-treestrap-material.safetensors",
            "three-chess-treestrap-placement.safetensors",
            "three-chess-value.qnet"
        ],
        ..lesson!(Bundle::new::<ThreeChess>(INFO), stories, styles)
    }
}
