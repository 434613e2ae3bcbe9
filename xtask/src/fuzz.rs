//! `cargo xtask fuzz`: mutated inputs for every parser, with stable Rust. The package `fuzz` has the parsers and the loop.

use std::process::Command;

use crate::links::root;
use crate::steps::cargo_program;

/// Builds the loop, optimised and with overflow checks, and runs it.
pub fn run(args: &[String]) -> Result<(), String> {
    let status = Command::new(cargo_program())
        .args(["run", "--quiet", "--profile", "fuzz"])
        .args(["--package", "ludarium-fuzz", "--bin", "mutations", "--"])
        .args(args)
        .status()
        .map_err(|error| format!("fuzz: {error}"))?;
    if status.success() {
        return Ok(());
    }
    if status.code().is_none() {
        eprintln!(
            "the process was ended by the system; the inputs under way are in {}: repeat each with `cargo xtask fuzz TARGET FILE`",
            root().join("fuzz/artifacts/under-way-*").display()
        );
    }
    Err(format!("fuzz {}", args.join(" ")))
}
