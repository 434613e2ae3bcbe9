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
    let levels = optimisation_levels()?;
    for folder in [examples.join("pig"), examples.join("agent"), skeleton] {
        test_crate(&folder, &levels)?;
    }
    Ok(())
}

/// How much each crate of the workspace is optimised in tests, as settings for cargo. A crate outside of the workspace
/// does not know it, and would compile the same crates anew with other settings.
fn optimisation_levels() -> Result<Vec<String>, String> {
    let manifest = root().join("Cargo.toml");
    let wrong = |error: String| format!("{}: {error}", manifest.display());
    let text = fs::read_to_string(&manifest).map_err(|error| wrong(error.to_string()))?;
    let table: toml::Table = text.parse().map_err(|error| wrong(format!("{error}")))?;
    let packages = &table["profile"]["dev"]["package"];
    let packages = packages
        .as_table()
        .ok_or_else(|| wrong("`profile.dev.package` is no table".to_owned()))?;
    let setting = |(name, profile): (&String, &toml::Value)| {
        let level = &profile["opt-level"];
        format!("profile.dev.package.{name}.opt-level={level}")
    };
    Ok(packages.iter().map(setting).collect())
}

fn test_crate(folder: &Path, levels: &[String]) -> Result<(), String> {
    // The versions and the build folder of the workspace, so that nothing is compiled twice.
    let (lock, target) = (root().join("Cargo.lock"), root().join("target"));
    fs::copy(lock, folder.join("Cargo.lock"))
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    let manifest = folder.join("Cargo.toml");
    let (manifest, target) = (manifest.to_string_lossy(), target.to_string_lossy());
    let mut args = vec!["test", "--manifest-path", &*manifest];
    args.extend(["--target-dir", &*target]);
    args.extend(levels.iter().flat_map(|level| ["--config", level]));
    cargo(&args)
}
