//! The program `ludarium`: the laboratory with its games.

mod games;

use std::process::ExitCode;

fn main() -> ExitCode {
    ludarium::main(games::bundles())
}
