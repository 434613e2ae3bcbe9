//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, about_agents, models};

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
        lesson: Some(include_str!("../lesson/lesson.toml")),
        notation: Some(include_str!("../lesson/notation.md")),
        levels: about_agents(include_str!("../lesson/levels.txt")),
        stories: about_agents(include_str!("../lesson/stories.txt")),
        styles: about_agents(include_str!("../lesson/styles.txt")),
        trainers: vec![training::TRAINER],
        models: models!["tuc-chess-value.qnet"],
        ..Bundle::new::<TucChess>(INFO)
    }
}
