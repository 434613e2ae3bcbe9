//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, lesson};

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
    lesson!(Bundle::new::<Ur>(INFO), levels, stories)
}
