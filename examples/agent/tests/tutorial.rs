//! The commands of docs/add-an-agent.md work.

use std::path::Path;
use std::process::Command;

#[test]
fn every_command_of_the_tutorial_works() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tutorial");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let tutorial = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/add-an-agent.md");
    let tutorial = std::fs::read_to_string(tutorial).unwrap();
    // Blocks that need a person or a browser are marked `console`.
    let blocks = tutorial.split("```sh\n").skip(1);
    let blocks = blocks.filter_map(|rest| rest.split("```").next());
    let mut ran = 0;
    for line in blocks.flat_map(str::lines) {
        let arguments = line.strip_prefix("cargo run --release -- ").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_flat"))
            .args(arguments.split_whitespace())
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
        ran += 1;
    }
    assert!(ran >= 6, "only {ran} commands found");
}
