//! The games that are measured.

#[path = "../../src/games.rs"]
mod list;

use ludarium_arena::Games;

pub use ludarium_backgammon::rules::Backgammon;
pub use ludarium_chexers::rules::Chexers;
pub use ludarium_dice_chess::rules::{DiceChess, ThreeDice};
pub use ludarium_dicewars::rules::Dicewars;
pub use ludarium_three_chess::rules::ThreeChess;
pub use ludarium_tuc_chess::rules::TucChess;

pub use list::bundles;

/// All games.
pub fn games() -> Games {
    ludarium_bundle::games(&bundles())
}
