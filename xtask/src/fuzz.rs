//! `cargo xtask fuzz`: mutated inputs for every parser, with stable Rust. The package `fuzz` has the parsers and the loop.

use std::fs;
use std::process::Command;

use crate::links::root;

/// Builds the loop, optimised and with overflow checks, and runs it.
pub fn run(args: &[String]) -> Result<(), String> {
    let folder = root().join("fuzz");
    // The versions of the workspace, so that what is tested is what is released.
    let (lock, own) = (root().join("Cargo.lock"), folder.join("Cargo.lock"));
    if !own.exists() {
        fs::copy(lock, &own).map_err(|error| format!("{}: {error}", own.display()))?;
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--quiet", "--release", "--no-default-features"])
        .args(["--bin", "mutations", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .arg("--")
        .args(args)
        .status()
        .map_err(|error| format!("fuzz: {error}"))?;
    if status.success() {
        return Ok(());
    }
    if status.code().is_none() {
        eprintln!(
            "the process was ended by the system; the inputs under way are in {}: repeat each with `cargo xtask fuzz TARGET FILE`",
            folder.join("artifacts").join("under-way-*").display()
        );
    }
    Err(format!("fuzz {}", args.join(" ")))
}
