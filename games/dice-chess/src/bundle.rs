//! What this game brings to a program.

use ludarium_arena::GameInfo;
use ludarium_bundle::{Bundle, experiments, models};

use crate::rules::{DiceChess, ThreeDice};
use crate::{doors, lesson, originals, training};

const INFO: GameInfo = GameInfo {
    name: "dice-chess",
    title: "Dice Chess",
    summary: "chess in which a die says which kind of piece must move; capturing the king wins",
    seats: (2, 2),
    chance: "dice before each move",
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
            "000/deep-q-learning",
            "000/evaluations",
            "000/exploration-constant",
            "000/exploration-constant-opponents",
            "000/figure-10",
            "000/figure-11",
            "000/figure-12",
            "000/figure-6",
            "000/figure-7",
            "000/figure-9",
            "000/king-table",
            "000/network",
            "000/ql-opponents",
            "000/white-bias-agents",
            "000/white-bias"
        ],
        models: models![
            "dice-chess-dql.safetensors",
            "dice-chess-network-report.safetensors",
            "dice-chess-network.safetensors",
            "dice-chess-value.qnet"
        ],
        ..Bundle::new::<DiceChess>(INFO).form::<ThreeDice>()
    }
}
