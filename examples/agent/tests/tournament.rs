//! The agent plays a stored tournament like any other; the run is made longer, and its games are replayed.

use std::path::Path;
use std::process::{Command, Output};

fn flat(folder: &Path, arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_flat"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    output
}

#[test]
fn it_plays_a_stored_tournament() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("flat");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let tournament = |games: &str| {
        let arguments = [
            "tournament",
            "chexers",
            "flat:playouts=2",
            "greedy-gain",
            "random",
            "--games",
            games,
            "--run",
            "mine",
        ];
        String::from_utf8(flat(&folder, &arguments).stdout).unwrap()
    };
    assert!(tournament("6").contains("flat:playouts=2"));
    assert!(tournament("12").contains("12 games"));
    let listed = flat(&folder, &["agents", "chexers"]);
    assert!(String::from_utf8(listed.stdout).unwrap().contains("flat"));
    flat(&folder, &["replay", "mine", "3", "--fast"]);
}

#[test]
fn every_game_has_it() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let bundles = ludarium_laboratory::bundles();
    for bundle in &bundles {
        for variant in bundle.game.variants() {
            let arguments = ["agents", bundle.game.info.name, "--variant", variant.name];
            let listed = flat(folder, &arguments);
            let listed = String::from_utf8(listed.stdout).unwrap();
            assert!(listed.contains("flat"), "{arguments:?}: {listed}");
        }
    }
    assert!(bundles.len() > 5);
}
