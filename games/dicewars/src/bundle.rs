//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, lesson, models};

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
        trainers: vec![training::TRAINER],
        models: models!["dicewars-value.qnet"],
        ..lesson!(Bundle::new::<Dicewars>(INFO), levels, stories, styles)
    }
}
