//! Writes the list of the experiments, so that an installed binary carries them.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let folder = Path::new(&here).join("../../experiments");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut list = String::from("&[\n");
    for file in experiments(&folder)? {
        println!("cargo::rerun-if-changed={}", file.display());
        let text = fs::read_to_string(&file)?;
        let name = file.strip_prefix(&folder).unwrap_or(&file);
        let name = name.with_extension("").to_string_lossy().replace('\\', "/");
        // The text itself, not a path to it: nothing of this machine stays in the binary.
        let _ = writeln!(list, "({name:?}, {text:?}),");
    }
    list.push(']');
    let out = env::var("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("experiments.rs"), list)
}

/// The TOML files one folder down, in order of their names.
fn experiments(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for report in fs::read_dir(folder)? {
        let report = report?.path();
        if !report.is_dir() {
            continue;
        }
        println!("cargo::rerun-if-changed={}", report.display());
        for file in fs::read_dir(report)? {
            let file = file?.path();
            if file.extension().is_some_and(|end| end == "toml") {
                files.push(file);
            }
        }
    }
    files.sort();
    Ok(files)
}
