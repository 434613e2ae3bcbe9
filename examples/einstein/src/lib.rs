//! EinStein würfelt nicht!, Ingo Althöfer's game of 2004: six stones a side, and a die that says which one moves.

mod agents;
mod notation;
mod rules;

pub use rules::{EinStein, Move};

use ludarium::{Bundle, GameInfo};

/// What the game brings with it.
pub fn bundle() -> Bundle {
    let mut bundle = Bundle::new::<EinStein>(GameInfo {
        name: "einstein",
        title: "EinStein würfelt nicht!",
        summary: "roll a stone towards the far corner, or take all stones of the other side",
        seats: (2, 2),
        chance: "a die before each move",
    });
    bundle.lesson = Some(include_str!("lesson.toml"));
    bundle.levels = vec![
        ("random", "Moves by chance."),
        ("one-ply", "Steps towards its corner."),
        ("minimax:depth=2", "Thinks of every roll of yours."),
    ];
    bundle.trainers = vec![agents::TRAINER];
    bundle
}
