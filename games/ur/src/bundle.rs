//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, about_agents};

use crate::rules::Ur;

const INFO: GameInfo = GameInfo {
    name: "ur",
    title: "The Royal Game of Ur",
    summary: "race all your pieces along a board with rosettes, and send back what you land on",
    seats: (2, 2),
    chance: "dice before each move",
};

/// The game with everything it brings.
pub fn bundle() -> Bundle {
    Bundle {
        lesson: Some(include_str!("../lesson/lesson.toml")),
        notation: Some(include_str!("../lesson/notation.md")),
        levels: about_agents(include_str!("../lesson/levels.txt")),
        stories: about_agents(include_str!("../lesson/stories.txt")),
        ..Bundle::new::<Ur>(INFO)
    }
}
