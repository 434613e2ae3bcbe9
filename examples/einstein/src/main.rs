//! Ludarium with EinStein würfelt nicht! and nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    ludarium::main([einstein::bundle()])
}
