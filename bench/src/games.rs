//! The games that are measured.

use ludarium_arena::Games;
use ludarium_bundle::Bundle;

pub use ludarium_chexers::rules::Chexers;
pub use ludarium_dice_chess::rules::{DiceChess, ThreeDice};
pub use ludarium_dicewars::rules::Dicewars;
pub use ludarium_three_chess::rules::ThreeChess;
pub use ludarium_tuc_chess::rules::TucChess;

/// What each game brings, in the order of the reports.
pub fn bundles() -> Vec<Bundle> {
    vec![
        ludarium_report_000::extend(ludarium_dice_chess::bundle()),
        ludarium_report_001::extend(ludarium_three_chess::bundle()),
        ludarium_report_002::extend(ludarium_tuc_chess::bundle()),
        ludarium_report_003::extend(ludarium_dicewars::bundle()),
        ludarium_report_004::extend(ludarium_chexers::bundle()),
    ]
}

/// All games.
pub fn games() -> Games {
    ludarium_bundle::games(&bundles())
}
