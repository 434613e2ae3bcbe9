//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, about_agents, models};

use crate::rules::Chexers;
use crate::training;

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
        levels: about_agents(include_str!("../lesson/levels.txt")),
        stories: about_agents(include_str!("../lesson/stories.txt")),
        styles: about_agents(include_str!("../lesson/styles.txt")),
        trainers: vec![training::TRAINER],
        models: models!["chexers-value.qnet"],
        ..Bundle::new::<Chexers>(INFO)
    }
}
