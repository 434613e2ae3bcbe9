//! The fuzz targets without a fuzzer: valid inputs as they are, and a few hundred mutated ones. Runs with stable Rust.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ludarium_fuzz::{TARGETS, mutated};
use ludarium_game::{Purpose, Seed};

#[test]
fn mutated_inputs_break_nothing() {
    for target in TARGETS {
        let seeds = (target.seeds)();
        for input in 0..300 {
            let mut rng = Seed(7).stream(Purpose::Test, input);
            (target.read)(&mutated(&seeds, &mut rng));
        }
    }
}

/// A corpus whose inputs are all refused at the door would test nothing behind it.
#[test]
fn seeds_are_accepted() {
    for target in TARGETS {
        let seeds = (target.seeds)();
        let accepted = seeds.iter().any(|seed| (target.read)(seed));
        assert!(accepted, "none of {} seeds of {}", seeds.len(), target.name);
    }
}

/// Every target has a binary for cargo-fuzz, and every binary is a target.
#[test]
fn the_binaries_are_the_targets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("guided");
    let names: BTreeSet<&str> = TARGETS.iter().map(|target| target.name).collect();
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let bins = manifest.lines().filter_map(|line| {
        let path = line.strip_prefix("path = \"fuzz_targets/")?;
        path.strip_suffix(".rs\"")
    });
    assert_eq!(bins.collect::<BTreeSet<_>>(), names);
    for name in names {
        let text = fs::read_to_string(folder.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(
            text.contains(&format!("ludarium_fuzz::{name}(data)")),
            "{text}"
        );
    }
}
