//! The games of the program, each with what the reports about it bring.

use ludarium_bundle::Bundle;

/// What each game brings. A new game or report is a line here.
pub fn bundles() -> Vec<Bundle> {
    vec![
        ludarium_report_000::extend(ludarium_dice_chess::bundle()),
        ludarium_report_001::extend(ludarium_three_chess::bundle()),
        ludarium_report_002::extend(ludarium_tuc_chess::bundle()),
        ludarium_report_003::extend(ludarium_dicewars::bundle()),
        ludarium_report_004::extend(ludarium_chexers::bundle()),
        ludarium_backgammon::bundle(),
        ludarium_report_literature::extend_ur(ludarium_ur::bundle()),
    ]
}
