//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, experiments, models};

use crate::rules::TucChess;
use crate::{doors, lesson, originals, training};

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
        levels: lesson::LEVELS,
        stories: lesson::STORIES,
        originals: Some(originals::replay),
        doors: doors::doors(),
        trainers: training::TRAINERS,
        experiments: experiments![
            "002/best-of-three",
            "002/blend",
            "002/mcts-iterations",
            "002/mcts-readings",
            "002/mcts-vs-random",
            "002/minimax-vs-mcts",
            "002/move-cache",
            "002/search-cost",
            "002/stalemates"
        ],
        models: models!["tuc-chess-value.qnet"],
        ..Bundle::new::<TucChess>(INFO)
    }
}
