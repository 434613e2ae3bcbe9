//! Every command that the README and the documentation show is run, so that they stay true.

use std::path::Path;
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Runs every line that begins with `cargo run --release --` in an empty folder, and returns how many there were.
fn run_commands(file: &str) -> usize {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file.replace('/', "-"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let text = std::fs::read_to_string(format!("{ROOT}/{file}")).unwrap();
    let mut ran = 0;
    for line in text.lines() {
        let Some(command) = line.strip_prefix("cargo run --release -- ") else {
            continue;
        };
        let mut words = words(command);
        if words[0] == "reproduce" && words.len() == 2 {
            // All reports take minutes; one of them shows that the command works.
            words.push("003".to_owned());
        }
        let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args(words)
            .current_dir(&folder)
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && !output.stdout.is_empty(),
            "{file}: {command}: {error}"
        );
        ran += 1;
    }
    ran
}

/// The arguments of a command line, with double quotes understood and a comment left out.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
            continue;
        }
        let (code, comment) = match part.split_once(" #") {
            Some((code, _)) => (code, true),
            None => (part, false),
        };
        words.extend(code.split_whitespace().map(str::to_owned));
        if comment {
            break;
        }
    }
    words
}

#[test]
fn every_command_in_the_readme_works() {
    assert!(run_commands("README.md") >= 7);
}

#[test]
fn every_command_in_the_documentation_works() {
    let mut ran = 0;
    for entry in std::fs::read_dir(format!("{ROOT}/docs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            ran += run_commands(&format!("docs/{name}"));
        }
    }
    assert!(ran >= 6, "only {ran} commands found");
}

#[test]
fn the_readme_stays_short() {
    let readme = std::fs::read_to_string(format!("{ROOT}/README.md")).unwrap();
    assert!(readme.lines().count() <= 150);
}
