//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, lesson, models};

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
        trainers: vec![training::TRAINER],
        models: models!["chexers-value.qnet"],
        ..lesson!(Bundle::new::<Chexers>(INFO), levels, stories, styles)
    }
}
