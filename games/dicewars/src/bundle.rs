//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, about_agents, models};

use crate::rules::Dicewars;
use crate::training;

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
        levels: about_agents(include_str!("../lesson/levels.txt")),
        stories: about_agents(include_str!("../lesson/stories.txt")),
        styles: about_agents(include_str!("../lesson/styles.txt")),
        trainers: vec![training::TRAINER],
        models: models!["dicewars-value.qnet"],
        ..Bundle::new::<Dicewars>(INFO)
    }
}
