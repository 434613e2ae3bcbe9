//! @TITLE@. This is Nim to begin with: two players take 1 to 3 sticks in turn, and the one who takes the last one wins.
//!
//! Change it file by file: `rules.rs` (what can happen), `notation.rs` and `picture.rs` (how people write and see it),
//! then `agents.rs`. `cargo test` says what does not fit together.

mod agents;
mod notation;
mod picture;
mod rules;

pub use rules::{Move, Rules, @TYPE@};

use ludarium::{Bundle, GameInfo};

/// What the game brings with it. Lesson, levels, trainers and more can be added: see `Bundle`.
pub fn bundle() -> Bundle {
    Bundle::new::<@TYPE@>(GameInfo {
        name: "@NAME@",
        title: "@TITLE@",
        summary: "take 1 to 3 sticks; the one who takes the last one wins",
        // The fewest and the most seats.
        seats: (2, 2),
        chance: "none",
    })
}
