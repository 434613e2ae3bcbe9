//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, experiments, models};

use crate::rules::Dicewars;
use crate::{doors, lesson, originals, training};

const INFO: GameInfo = GameInfo {
    name: "dicewars",
    title: "Dicewars",
    summary: "conquer a map with dice: attacks, luck, reinforcements",
    seats: (2, 8),
    chance: "battles and reinforcements",
};

/// The game with everything it brings.
pub fn bundle() -> Bundle {
    Bundle {
        lesson: Some(include_str!("../lesson/lesson.toml")),
        levels: lesson::LEVELS,
        stories: lesson::STORIES,
        originals: Some(originals::replay),
        doors: doors::doors(),
        trainers: training::TRAINERS,
        experiments: experiments!["003/table-1"],
        models: models![
            "dicewars-happ.safetensors",
            "dicewars-value.qnet",
            "dicewars-wpp.safetensors"
        ],
        ..Bundle::new::<Dicewars>(INFO)
    }
}
