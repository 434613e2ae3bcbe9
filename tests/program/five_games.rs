//! The games of the program, as `src/main.rs` lists them.

use ludarium::Bundle;

/// What each game brings.
pub fn bundles() -> [Bundle; 5] {
    [
        ludarium_dice_chess::bundle(),
        ludarium_three_chess::bundle(),
        ludarium_tuc_chess::bundle(),
        ludarium_dicewars::bundle(),
        ludarium_chexers::bundle(),
    ]
}
