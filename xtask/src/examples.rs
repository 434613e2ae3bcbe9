//! The crates outside of the workspace: the examples, and the skeleton that `new-game` writes. Each is tested as in a
//! repository of its own.

use std::fs;
use std::path::Path;

use crate::links::root;
use crate::{cargo, new_game};

/// Tests the examples and a fresh skeleton.
pub fn test() -> Result<(), String> {
    let skeleton = root().join("target/skeleton/new-game");
    new_game::write(&skeleton, "new-game")?;
    let examples = root().join("examples");
    for folder in [examples.join("pig"), examples.join("agent"), skeleton] {
        test_crate(&folder)?;
    }
    Ok(())
}

fn test_crate(folder: &Path) -> Result<(), String> {
    // The versions and the build folder of the workspace, so that nothing is compiled twice.
    let (lock, target) = (root().join("Cargo.lock"), root().join("target"));
    fs::copy(lock, folder.join("Cargo.lock"))
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    let manifest = folder.join("Cargo.toml");
    cargo(&[
        "test",
        "--manifest-path",
        &manifest.to_string_lossy(),
        "--target-dir",
        &target.to_string_lossy(),
    ])
}
