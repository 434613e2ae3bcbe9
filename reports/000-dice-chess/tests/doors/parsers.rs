//! Every parser of foreign text: arbitrary bytes and damaged messages lead to errors, never to panics.

use std::fs;
use std::path::Path;

use ludarium_arena::TimeControl as ArenaControl;
use ludarium_game::{Budget, Rng, Seed};
use ludarium_report_000::doors::SidePlayer;
use ludarium_report_000::doors::message::{
    Challenges, GameEvent, GameState, LegalMoves, MyGames, PlatformAccount, SeatColour, TurnVerdict,
};
use proptest::prelude::*;

use crate::support::entrant;

/// Reads bytes as everything that can come from outside, and lets those hear it who would.
fn read_as_everything(bytes: &[u8]) {
    macro_rules! read {
        ($($kind:ty),+) => {
            $(let _ = serde_json::from_slice::<$kind>(bytes);)+
        };
    }
    read!(PlatformAccount, Challenges, GameState, LegalMoves, MyGames, TurnVerdict);
    let mut player = side_player();
    for line in bytes.split(|&byte| byte == b'\n') {
        if let Ok(event) = serde_json::from_slice::<GameEvent>(line) {
            player.hear(&event);
        }
    }
}

fn side_player() -> SidePlayer {
    let random = entrant("random").player(ArenaControl::None, Seed(1));
    SidePlayer::new(SeatColour::White, random, Budget::default(), Rng::new(Seed(1)))
}

fn corpus() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/doors/corpus");
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn the_corpus_is_read_without_harm() {
    let corpus = corpus();
    assert!(corpus.len() >= 7);
    for bytes in &corpus {
        read_as_everything(bytes);
    }
}

#[test]
fn the_good_part_of_the_corpus_is_understood() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/doors/corpus");
    let game = fs::read_to_string(folder.join("game-stream.ndjson")).unwrap();
    let lines = game.lines().filter(|line| !line.is_empty());
    let events: Vec<GameEvent> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events.len(), 5);
    let Some(GameEvent::Snapshot { v: 2, state }) = events.first() else {
        panic!("the first event is a snapshot");
    };
    assert_eq!(state.active_seat, SeatColour::Black);
    let text = fs::read_to_string(folder.join("games.json")).unwrap();
    let games: MyGames = serde_json::from_str(&text).unwrap();
    assert_eq!(games.games[0].seat, SeatColour::Black);
    let text = fs::read_to_string(folder.join("legal-moves.json")).unwrap();
    let moves: LegalMoves = serde_json::from_str(&text).unwrap();
    assert_eq!(moves.legal_moves.first_turn(), ["a7a5", "a8a6", "b8c6"]);
}

/// A change to a message: at a place some bytes go, and others come.
fn damage() -> impl Strategy<Value = (usize, usize, Vec<u8>)> {
    let bytes = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..6),
        Just(b"{".to_vec()),
        Just(b"\"".to_vec()),
        Just(b"null".to_vec()),
        Just(b"-1".to_vec()),
        Just(b"1e999".to_vec()),
        Just(b"18446744073709551616".to_vec()),
        Just("\\u0000é".as_bytes().to_vec()),
    ];
    (any::<usize>(), 0..12usize, bytes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn arbitrary_bytes_do_no_harm(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        read_as_everything(&bytes);
    }

    #[test]
    fn damaged_messages_do_no_harm(which in any::<usize>(), damages in proptest::collection::vec(damage(), 1..6)) {
        let corpus = corpus();
        let mut bytes = corpus[which % corpus.len()].clone();
        for (place, gone, come) in damages {
            let from = place % (bytes.len() + 1);
            let to = (from + gone).min(bytes.len());
            bytes.splice(from..to, come);
        }
        read_as_everything(&bytes);
    }

    #[test]
    fn any_text_may_stand_where_a_position_should(dfen in "[rnbqkpRNBQKP1-8/ wbKQkq0-9a-h-]{0,90}", v in 0..4u64) {
        let event = GameEvent::DiceRolled {
            v, seat: SeatColour::White, dfen, clocks: None,
        };
        side_player().hear(&event);
    }
}
