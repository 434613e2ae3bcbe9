//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, experiments, models};

use crate::rules::Dicewars;
use crate::{doors, lesson, originals, training};

const INFO: GameInfo = GameInfo {
    name: "dicewars",
    title: "Dicewars",
    summary: "attack the areas next to yours with dice; the owner of the whole map wins",
    seats: (2, 8),
    chance: "battles and reinforcements",
};

/// The game with everything it brings.
pub fn bundle() -> Bundle {
    Bundle {
        lesson: Some(include_str!("../lesson/lesson.toml")),
        notation: Some(include_str!("../lesson/notation.md")),
        levels: lesson::LEVELS,
        stories: lesson::STORIES,
        originals: Some(originals::replay),
        doors: doors::doors(),
        trainers: training::TRAINERS,
        experiments: experiments![
            "003/outperforms",
            "003/search-levels",
            "003/search-time",
            "003/table-1",
            "003/text-and-program"
        ],
        models: models![
            "dicewars-happ.safetensors",
            "dicewars-happ-fast.safetensors",
            "dicewars-happ-logistic.safetensors",
            "dicewars-happ-text.safetensors",
            "dicewars-value.qnet",
            "dicewars-wpp.safetensors",
            "dicewars-wpp-fast.safetensors",
            "dicewars-wpp-text.safetensors"
        ],
        ..Bundle::new::<Dicewars>(INFO)
    }
}
