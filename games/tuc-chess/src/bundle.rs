//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, lesson, models};

use crate::rules::TucChess;
use crate::training;

const INFO: GameInfo = GameInfo {
    name: "tuc-chess",
    title: "TUC-Chess",
    summary: "a small chess for points: take pieces and presents, bring pawns across; most points win",
    seats: (2, 2),
    chance: "presents after moves",
};

/// The game with everything it brings.
pub fn bundle() -> Bundle {
    Bundle {
        trainers: vec![training::TRAINER],
        models: models!["tuc-chess-value.qnet"],
        ..lesson!(Bundle::new::<TucChess>(INFO), levels, stories, styles)
    }
}
