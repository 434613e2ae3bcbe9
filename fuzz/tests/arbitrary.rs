//! The fuzz targets without a fuzzer: noise, and real files with a few bytes changed. Runs with stable Rust.

use std::fs;
use std::path::Path;

use ludarium_fuzz as fuzz;
use ludarium_game::{Rng, Seed};

/// Bytes that mostly are signs of notations and files.
fn noise(rng: &mut Rng) -> Vec<u8> {
    let signs = b"abcdefgh12345678/ -:=,.[]{}\"\n\\TGPEWBKQRNwkq\xff\0";
    let length = rng.below(120) as usize;
    (0..length)
        .map(|_| signs[rng.below(signs.len() as u32) as usize])
        .collect()
}

/// All files below a folder of the repository.
fn files(folder: &str) -> Vec<Vec<u8>> {
    let mut folders = vec![
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .join(folder),
    ];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => found.push(fs::read(path).unwrap()),
            }
        }
    }
    assert!(!found.is_empty());
    found
}

/// Lets a target read noise, and the files whole, cut and changed.
fn check(target: fn(&[u8]), files: &[Vec<u8>]) {
    let mut rng = Rng::new(Seed(7));
    for _ in 0..300 {
        target(&noise(&mut rng));
    }
    for file in files {
        target(file);
        for _ in 0..10 {
            let mut bytes = file.clone();
            for _ in 0..=rng.below(4) {
                let at = rng.below(bytes.len().max(1) as u32) as usize;
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = rng.below(256) as u8;
                }
            }
            if rng.below(4) == 0 {
                bytes.truncate(rng.below(bytes.len() as u32 + 1) as usize);
            }
            target(&bytes);
        }
    }
}

#[test]
fn texts() {
    check(fuzz::spec, &[]);
    check(fuzz::agent, &[b"\x00mcts:iterations=10,c=0.8".to_vec()]);
    check(fuzz::position, &[]);
    check(fuzz::moves, &[]);
}

#[test]
fn files_of_every_kind() {
    let experiments = files("games/three-chess/experiments");
    check(fuzz::experiment, &experiments);
    check(fuzz::tournament, &experiments);
    check(fuzz::model, &files("games/dicewars/models"));
    check(
        fuzz::record,
        &[b"\x00{\"games\": [{\"moves\": []}]}".to_vec()],
    );
}

#[test]
fn messages() {
    check(fuzz::bot_line, &files("crates/bridge/tests/corpus"));
    check(
        fuzz::door_chexers,
        &files("games/chexers/tests/doors/corpus"),
    );
    check(
        fuzz::door_dice_chess,
        &files("games/dice-chess/tests/doors/corpus"),
    );
    check(
        fuzz::door_dicewars,
        &files("games/dicewars/tests/doors/corpus"),
    );
    check(
        fuzz::door_tuc_chess,
        &files("games/tuc-chess/tests/doors/corpus"),
    );
}
