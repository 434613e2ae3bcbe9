//! The fuzz targets without a fuzzer: valid inputs as they are, and a few hundred changed ones. Runs with stable Rust.

use ludarium_fuzz::TARGETS;
use ludarium_game::{Purpose, Rng, Seed};

/// A valid input with up to three changes: something is cut out, put in, repeated or replaced.
fn mutated(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    const PIECES: [&[u8]; 8] =
        [b"0", b"-1", b"256", b"99999999999999999999", b"\"", b"}", b"\0", b"\xff"];
    let mut bytes = rng.choose(seeds).cloned().unwrap_or_default();
    for _ in 0..rng.below(4) {
        let start = rng.below(bytes.len() as u32 + 1) as usize;
        let end = (start + rng.below(9) as usize).min(bytes.len());
        let piece = PIECES[rng.below(8) as usize].to_vec();
        let new = match rng.below(4) {
            0 => Vec::new(),
            1 => [&piece, &bytes[start..end]].concat(),
            2 => bytes[start..end].repeat(2),
            _ => piece,
        };
        bytes.splice(start..end, new);
    }
    bytes
}

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
