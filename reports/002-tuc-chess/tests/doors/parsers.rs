//! Every parser of foreign input on arbitrary bytes, and on the corpus: no panic, no endless work.

use ludarium_bridge::testing::corpus;
use ludarium_game::{Game, MoveList, Seed, Turn};
use ludarium_report_002::doors::ServerText;
use ludarium_report_002::doors::{
    Follower, LARGEST, SeededLuck, ServedGame, StepNews, read_name, rules,
};
use ludarium_tuc_chess::rules::{Move, Square};
use proptest::prelude::*;

/// Everything that a datagram can go through.
fn datagram(bytes: &[u8]) {
    assert!(read_name(bytes).chars().count() <= LARGEST);
    let text = String::from_utf8_lossy(bytes);
    for points in [[0, 0], [99, 12], [100, 100]] {
        if let Ok(message) = ServerText::read(&text, points) {
            assert_eq!(ServerText::read(&message.to_string(), points), Ok(message));
        }
    }
    let luck = Box::new(SeededLuck::new(Seed(1)));
    let mut table = ServedGame::new(&rules("server").unwrap(), luck);
    if let Ok(step) = table.read(bytes) {
        let (message, events) = table.play(step, false);
        assert!(matches!(message, ServerText::Turn { .. }) && events.len() == 2);
    }
}

#[test]
fn the_corpus_goes_through_every_parser() {
    let files = corpus("tests/doors/corpus");
    assert!(files.len() >= 10);
    for bytes in files {
        datagram(&bytes);
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
            let news = StepNews { step: Move::step(from, to), present, points };
            follower.follow(news, |_| {});
            let view = follower.view();
            prop_assert!(view.turn() != Turn::Chance);
            let mut moves = MoveList::new();
            view.moves(&mut moves);
            prop_assert_eq!(moves.is_empty(), view.turn() == Turn::Over);
        }
    }
}
