//! The games of the whole program, for tests that need real ones.

use ludarium_bundle::Bundle;

/// The five games.
pub fn bundles() -> Vec<Bundle> {
    vec![
        ludarium_dice_chess::bundle(),
        ludarium_three_chess::bundle(),
        ludarium_tuc_chess::bundle(),
        ludarium_dicewars::bundle(),
        ludarium_chexers::bundle(),
    ]
}
