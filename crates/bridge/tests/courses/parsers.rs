//! Every parser of foreign input on arbitrary bytes, and on the corpus: no panic, no endless work.

use super::common::{corpus, unpacked};
use ludarium_bridge::dicewars::{Follower as Campaign, Kind, Request, Word, to_bytes};
use ludarium_bridge::tuc_chess::{Follower, LARGEST, News, SeededLuck, Table, read_name, rules};
use ludarium_game::{Game, MoveList, Seed, Turn};
use ludarium_games::tuc_chess::wire::Message;
use ludarium_games::tuc_chess::{Move, Square};
use proptest::prelude::*;

/// Everything that a datagram can go through.
fn datagram(bytes: &[u8]) {
    assert!(read_name(bytes).chars().count() <= LARGEST);
    let text = String::from_utf8_lossy(bytes);
    for points in [[0, 0], [99, 12], [100, 100]] {
        if let Ok(message) = Message::read(&text, points) {
            assert_eq!(Message::read(&message.to_string(), points), Ok(message));
        }
    }
    let luck = Box::new(SeededLuck::new(Seed(1)));
    let mut table = Table::new(&rules("server").unwrap(), luck);
    if let Ok(step) = table.read(bytes) {
        let (message, events) = table.play(step, false);
        assert!(matches!(message, Message::Turn { .. }) && events.len() == 2);
    }
}

/// Everything that a message of a server can go through.
fn word(bytes: &[u8], campaign: Option<&Campaign>) {
    let Ok(word) = serde_json::from_slice::<Word>(bytes) else {
        return;
    };
    let written = to_bytes(&word);
    if word.kind != Kind::Unknown {
        assert_eq!(serde_json::from_slice::<Word>(&written).unwrap(), word);
    }
    let opened = Campaign::new(&word).ok().map(|(campaign, _)| campaign);
    for mut campaign in opened.into_iter().chain(campaign.cloned()) {
        let mut doubts = 0;
        let _ = campaign.battle(&word, |_| doubts += 1);
        let _ = campaign.end_turn(&word, |_| doubts += 1);
        assert!(doubts <= 2);
    }
}

fn request(bytes: &[u8]) {
    if let Ok(request) = serde_json::from_slice::<Request>(bytes) {
        assert!(serde_json::from_slice::<Request>(&to_bytes(&request)).is_ok());
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
    let files = [corpus("tuc_chess"), corpus("dicewars")].concat();
    assert!(files.len() >= 20);
    let (campaign, _) = campaign();
    for bytes in files {
        datagram(&bytes);
        word(&bytes, Some(&campaign));
        request(&bytes);
    }
}

fn square() -> impl Strategy<Value = Square> {
    (0u8..7, 0u8..5).prop_map(|(row, column)| Square::new(row, column).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn arbitrary_bytes_are_no_danger(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        datagram(&bytes);
        word(&bytes, None);
        request(&bytes);
    }

    #[test]
    fn nearly_right_datagrams_are_no_danger(text in "[TGPE0-9WB]{0,16}") {
        datagram(text.as_bytes());
    }

    /// A server may report any steps, presents and points: the client keeps a position to go on from.
    #[test]
    fn a_lying_chess_server_is_followed(
        lies in prop::collection::vec(
            (square(), square(), prop::option::of(square()), prop::option::of([0u32..120, 0u32..120])),
            1..30,
        )
    ) {
        let mut follower = Follower::new(rules("2021").unwrap());
        for (from, to, present, points) in lies {
            let news = News { step: Move::step(from, to), present, points };
            follower.follow(news, |_| {});
            let view = follower.view();
            prop_assert!(view.turn() != Turn::Chance);
            let mut moves = MoveList::new();
            view.moves(&mut moves);
            prop_assert_eq!(moves.is_empty(), view.turn() == Turn::Over);
        }
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
        word(&bytes, Some(&campaign));
    }
}
