//! The crates outside of the workspace: the examples, and the skeleton that `new-game` writes. Each is tested as in a
//! repository of its own.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::links::root;
use crate::new_game;
use crate::steps::{cargo_program, run};

/// Tests the examples and a fresh skeleton.
pub fn test() -> Result<(), String> {
    let skeleton = root().join("target/skeleton/new-game");
    new_game::write_game(&skeleton, "new-game")?;
    let examples = root().join("examples");
    write_profile()?;
    for folder in
        [examples.join("pig"), examples.join("einstein"), examples.join("agent"), skeleton]
    {
        test_crate(&folder)?;
    }
    Ok(())
}

/// Where the settings are that the examples are compiled with.
const PROFILE: &str = "target/skeleton/profile.toml";

/// Writes how the workspace compiles crates for tests. A crate outside of the workspace does not know it, and would
/// compile the same crates anew with other settings.
fn write_profile() -> Result<(), String> {
    let manifest = root().join("Cargo.toml");
    let wrong = |error: String| format!("{}: {error}", manifest.display());
    let text = fs::read_to_string(&manifest).map_err(|error| wrong(error.to_string()))?;
    let profile = text
        .find("[profile.dev]")
        .zip(text.find("[profile.release]"))
        .and_then(|(begin, end)| text.get(begin..end))
        .ok_or_else(|| wrong("no profile `dev` before `release`".to_owned()))?;
    let place = root().join(PROFILE);
    fs::write(&place, profile).map_err(|error| format!("{}: {error}", place.display()))
}

fn test_crate(folder: &Path) -> Result<(), String> {
    // The versions, the settings and the build folder of the workspace, so that little is compiled twice.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut test = Command::new(cargo_program());
    test.arg("test")
        .arg("--manifest-path")
        .arg(folder.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(root().join("target"))
        .arg("--config")
        .arg(root().join(PROFILE))
        // With the features of the workspace's tests, for the same reason.
        .args(["--features", "ludarium/cluster"])
        // What is compiled once need not be prepared for changes.
        .env("CARGO_INCREMENTAL", "0");
    let folder = folder.strip_prefix(root()).unwrap_or(folder);
    run(&mut test, &format!("cargo test in {}", folder.display()))
}
