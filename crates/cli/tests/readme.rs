//! Every command that the README shows is run, so that it stays true.

use std::process::Command;

#[test]
fn every_command_in_the_readme_works() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
    let mut ran = 0;
    for line in readme.lines() {
        let Some(command) = line.strip_prefix("cargo run --release -- ") else {
            continue;
        };
        let args = command
            .split('#')
            .next()
            .unwrap_or_default()
            .split_whitespace();
        let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args(args)
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && !output.stdout.is_empty(),
            "{command}: {error}"
        );
        ran += 1;
    }
    assert!(ran >= 7, "only {ran} commands found");
    assert!(
        readme.lines().count() <= 150,
        "the README grows beyond 150 lines"
    );
}
