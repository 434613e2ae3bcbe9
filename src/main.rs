//! The program `ludarium`: the laboratory with its games.

use std::process::ExitCode;

fn main() -> ExitCode {
    ludarium::main(ludarium_laboratory::bundles())
}
