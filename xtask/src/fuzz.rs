//! `cargo xtask fuzz TARGET`: cargo-fuzz lets a parser read inputs, guided by coverage, from its valid inputs on.

use std::process::Command;

use crate::links::root;
use crate::steps::cargo_program;

/// Writes the corpus and starts cargo-fuzz, which needs nightly Rust. Words after the target are libFuzzer's own.
pub fn run(args: &[String]) -> Result<(), String> {
    let Some((target, options)) = args.split_first() else {
        return Err(
            "fuzz TARGET (one of those in fuzz/README.md) [-max_total_time=60 …]".to_owned()
        );
    };
    let guided = root().join("fuzz/guided");
    let mut corpus = Command::new(cargo_program());
    corpus.args(["run", "--quiet", "--package", "ludarium-fuzz"]);
    let mut fuzzer = Command::new("rustup");
    fuzzer
        .args(["run", "nightly", "cargo", "fuzz", "run", "--fuzz-dir"])
        .arg(&guided)
        .arg("any")
        .arg(guided.join("corpus").join(target))
        .arg("--")
        .args(options)
        .env("LUDARIUM_TARGET", target);
    for mut step in [corpus, fuzzer] {
        let status = step.status().map_err(|error| format!("fuzz: {error}"))?;
        if !status.success() {
            return Err(format!("fuzz {}", args.join(" ")));
        }
    }
    Ok(())
}
