//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, experiments, models};

use crate::rules::ThreeChess;
use crate::{doors, lesson, originals, training};

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
        levels: lesson::LEVELS,
        stories: lesson::STORIES,
        originals: Some(originals::replay),
        starters: doors::adapter::STARTERS,
        trainers: training::TRAINERS,
        experiments: experiments![
            "001/greedy-vs-random",
            "001/table-1",
            "001/table-2",
            "001/table-3",
            "001/exploration",
            "001/standing-reward",
            "001/dynamic-share",
            "001/tree-reuse"
        ],
        models: models![
            "three-chess-treestrap-attack.safetensors",
            "three-chess-treestrap-material.safetensors",
            "three-chess-treestrap-placement.safetensors",
            "three-chess-value.qnet"
        ],
        ..Bundle::new::<ThreeChess>(INFO)
    }
}
