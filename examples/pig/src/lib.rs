//! Pig: roll a die as often as you dare. A 1 loses the points of the turn, holding keeps them. The player who first keeps
//! enough points wins.
//!
//! [`rules`] is the game, [`notation`] how people write it, [`picture`] how they see it. [`agents`] has a player of
//! its own, and [`network`] says what a value network sees.

mod agents;
mod network;
mod notation;
mod picture;
mod rules;

pub use rules::{Move, Pig, Rules};

use ludarium::{Bundle, GameInfo};

/// What the game brings with it.
pub fn bundle() -> Bundle {
    let mut bundle = Bundle::new::<Pig>(GameInfo {
        name: "pig",
        title: "Pig",
        summary: "roll as often as you dare; a 1 loses the points of the turn",
        seats: (2, 4),
        chance: "a die after each roll",
    });
    bundle.levels = vec![
        ("random", "Rolls or holds by chance."),
        ("hold-at:points=10", "Likes small, safe gains."),
        ("hold-at", "Knows when to stop."),
    ];
    bundle.stories = vec![(
        "hold-at",
        "Rolls until it has enough points in this turn, then keeps them.",
    )];
    bundle.trainers = vec![network::TRAINER];
    bundle
}
