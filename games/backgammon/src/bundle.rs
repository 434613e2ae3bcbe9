//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, lesson, models};

use crate::rules::Backgammon;
use crate::{doors, matches, originals, training};

const INFO: GameInfo = GameInfo {
    name: "backgammon",
    title: "Backgammon",
    summary: "race fifteen checkers home past those of the other player, as two dice allow; gammons count double",
    seats: (2, 2),
    chance: "two dice before each turn",
};

/// The game with everything it brings.
pub fn bundle() -> Bundle {
    Bundle {
        originals: Some(originals::replay),
        recorded: Some(matches::read),
        protocols: doors::PROTOCOLS.into(),
        starters: doors::STARTERS.into(),
        trainers: vec![training::TRAINER],
        models: models!["backgammon-value.qnet"],
        ..lesson!(Bundle::new::<Backgammon>(INFO), levels, stories)
    }
}
