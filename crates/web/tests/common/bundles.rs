//! The games of the whole program, for tests that need real ones.

use ludarium_bundle::Bundle;

/// The five games.
pub fn bundles() -> Vec<Bundle> {
    vec![
        ludarium_report_000::extend(ludarium_dice_chess::bundle()),
        ludarium_report_001::extend(ludarium_three_chess::bundle()),
        ludarium_report_002::extend(ludarium_tuc_chess::bundle()),
        ludarium_report_003::extend(ludarium_dicewars::bundle()),
        ludarium_report_004::extend(ludarium_chexers::bundle()),
    ]
}
