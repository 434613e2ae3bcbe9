//! Every parser of foreign input on arbitrary bytes, and on the corpus: no panic, no endless work.

use ludarium_bridge::testing::{corpus, unpacked};
use ludarium_report_003::doors::{
    ClientRequest, MapFollower as Campaign, MessageKind, ServerMessage, to_bytes,
};
use proptest::prelude::*;

/// Everything that a message of a server can go through.
fn message(bytes: &[u8], campaign: Option<&Campaign>) {
    let Ok(message) = serde_json::from_slice::<ServerMessage>(bytes) else {
        return;
    };
    let written = to_bytes(&message);
    if message.kind != MessageKind::Unknown {
        assert_eq!(serde_json::from_slice::<ServerMessage>(&written).unwrap(), message);
    }
    let opened = Campaign::new(&message).ok().map(|(campaign, _)| campaign);
    for mut campaign in opened.into_iter().chain(campaign.cloned()) {
        let mut doubts = 0;
        let _ = campaign.battle(&message, |_| doubts += 1);
        let _ = campaign.end_turn(&message, |_| doubts += 1);
        assert!(doubts <= 2);
    }
}

fn request(bytes: &[u8]) {
    if let Ok(request) = serde_json::from_slice::<ClientRequest>(bytes) {
        assert!(serde_json::from_slice::<ClientRequest>(&to_bytes(&request)).is_ok());
    }
}

/// A real campaign, from a recorded start, and all messages of that game.
fn campaign() -> (Campaign, Vec<String>) {
    let text = unpacked("tests/data/dicewars-two.txt.gz");
    let lines = text.lines().filter_map(|line| line.strip_prefix("S>"));
    let words: Vec<String> = lines.map(|line| line[2..].to_owned()).collect();
    let start = serde_json::from_str(&words[0]).unwrap();
    (Campaign::new(&start).unwrap().0, words)
}

#[test]
fn the_corpus_goes_through_every_parser() {
    let files = corpus("tests/doors/corpus");
    assert!(files.len() >= 10);
    let (campaign, _) = campaign();
    for bytes in files {
        message(&bytes, Some(&campaign));
        request(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn arbitrary_bytes_are_no_danger(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        message(&bytes, None);
        request(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Recorded messages with some bytes changed.
    #[test]
    fn damaged_words_are_no_danger(
        which in any::<prop::sample::Index>(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        digits in any::<bool>(),
    ) {
        let (campaign, words) = campaign();
        let mut bytes = which.get(&words).clone().into_bytes();
        for (place, value) in damage {
            let place = place.index(bytes.len());
            // Other digits leave a message that can be read and says something else.
            bytes[place] = if !digits {
                value
            } else if bytes[place].is_ascii_digit() {
                b'0' + value % 10
            } else {
                bytes[place]
            };
        }
        message(&bytes, Some(&campaign));
    }
}
