//! Programs that tests need: installed with the package manager of Debian and its relatives where they are missing.

use std::process::{Command, Stdio};

/// Makes sure that one of the programs is there; `reason` says who needs it.
pub fn ensure(programs: &[&str], package: &str, reason: &str) -> Result<(), String> {
    if found(programs) {
        return Ok(());
    }
    println!("xtask: {reason}, which is not here; installing it");
    if let Some(sudo) = privilege() {
        // The lists of a fresh machine may be empty; if they cannot be renewed, the old ones may do.
        let _ = apt(&sudo, &["update"]);
        apt(&sudo, &["install", "--yes", "--no-install-recommends", package])?;
    }
    if found(programs) {
        return Ok(());
    }
    Err(format!(
        "install {package} (on Debian: apt-get install {package}) and try again; looking for {}",
        programs.join(" or ")
    ))
}

fn found(programs: &[&str]) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut files = std::env::split_paths(&path)
        .flat_map(|folder| programs.iter().map(move |name| folder.join(name)));
    files.any(|file| file.is_file())
}

/// What must stand before `apt-get`: nothing for root, `sudo` where it asks no password; `None` where neither helps.
pub fn privilege() -> Option<Vec<&'static str>> {
    let quiet = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stderr(Stdio::null());
        command.output().ok().filter(|output| output.status.success())
    };
    quiet("apt-get", &["--version"])?;
    let user = quiet("id", &["-u"])?;
    if user.stdout.trim_ascii() == b"0" {
        return Some(Vec::new());
    }
    quiet("sudo", &["-n", "true"]).map(|_| vec!["sudo", "-n"])
}

/// Runs `apt-get`.
pub fn apt(sudo: &[&str], arguments: &[&str]) -> Result<(), String> {
    let words: Vec<&str> =
        sudo.iter().copied().chain(["apt-get"]).chain(arguments.iter().copied()).collect();
    let line = words.join(" ");
    println!("xtask: {line}");
    let status = Command::new(words[0])
        .args(&words[1..])
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        .status()
        .map_err(|error| format!("{line}: {error}"))?;
    if status.success() { Ok(()) } else { Err(line) }
}
