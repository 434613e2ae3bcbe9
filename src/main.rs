//! The program `ludarium`: the laboratory with its five games.

use std::process::ExitCode;

fn main() -> ExitCode {
    ludarium::main([
        ludarium_dice_chess::bundle(),
        ludarium_three_chess::bundle(),
        ludarium_tuc_chess::bundle(),
        ludarium_dicewars::bundle(),
        ludarium_chexers::bundle(),
    ])
}
