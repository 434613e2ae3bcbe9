//! The line parser against arbitrary bytes, and against everything that was ever troublesome.

use std::path::Path;

use ludarium_bridge::bot::{HeardLine, LineStream, hear};
use proptest::prelude::*;

/// Everything that is heard in a stream, cut into pieces of a size.
fn heard(bytes: &[u8], piece: usize) -> Vec<HeardLine> {
    let mut lines = LineStream::default();
    let mut found = Vec::new();
    for bytes in bytes.chunks(piece) {
        lines.push(bytes);
        while let Some(line) = lines.next_line() {
            found.push(line.map_or(HeardLine::Stray, hear));
        }
    }
    found
}

fn corpus(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/bot-lines");
    std::fs::read(folder.join(name)).unwrap()
}

#[test]
fn the_corpus_is_heard_as_it_is_meant() {
    for name in ["good-moves.txt", "good-others.txt"] {
        let found = heard(&corpus(name), 7);
        assert!(found.iter().all(|heard| matches!(heard, HeardLine::Message(_))), "{found:?}");
    }
    let found = heard(&corpus("broken-with-id.txt"), 64);
    let broken = |heard: &HeardLine| matches!(heard, HeardLine::Broken { id: 3, .. });
    assert!(found.len() == 10 && found.iter().all(broken), "{found:?}");
    let found = heard(&corpus("stray.txt"), 64);
    assert!(found.len() == 10 && found.iter().all(|heard| *heard == HeardLine::Stray), "{found:?}");
    let found = heard(&corpus("bytes.bin"), 64);
    assert!(found.len() > 10);
}

proptest! {
    #[test]
    fn any_bytes_have_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..3000), piece in 1usize..300) {
        prop_assert_eq!(heard(&bytes, piece), heard(&bytes, 3000));
    }

    /// What is cut out of good lines, or changed in one byte, is the most like what bots get wrong.
    #[test]
    fn damaged_lines_have_an_answer(place in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let mut bytes = corpus("good-others.txt");
        bytes.extend(corpus("broken-with-id.txt"));
        let place = place.index(bytes.len());
        if cut { bytes.truncate(place) } else { bytes[place] = byte }
        prop_assert_eq!(heard(&bytes, 11), heard(&bytes, 5000));
    }
}
