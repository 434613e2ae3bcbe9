//! Ludarium with one more game. Every command, the page, the generic agents, training and tournaments work with it.

use std::process::ExitCode;

fn main() -> ExitCode {
    ludarium::main([@CRATE@::bundle()])
}
