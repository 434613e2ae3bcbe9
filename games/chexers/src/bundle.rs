//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, experiments, models};

use crate::rules::Chexers;
use crate::{doors, lesson, originals, training};

const INFO: GameInfo = GameInfo {
    name: "chexers",
    title: "Chexers",
    summary: "cross a board of hexes and convert what you jump over; four pieces off at the far edge win",
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
        doors: doors::doors(),
        trainers: training::TRAINERS,
        experiments: experiments![
            "004/branching",
            "004/effectiveness",
            "004/search-effort",
            "004/weights"
        ],
        models: models![
            "chexers-as-found.safetensors",
            "chexers-described.safetensors",
            "chexers-logistic.safetensors",
            "chexers-regression.safetensors",
            "chexers-value.qnet"
        ],
        ..Bundle::new::<Chexers>(INFO)
    }
}
