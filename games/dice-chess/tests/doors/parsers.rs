//! Every parser of foreign text: arbitrary bytes and damaged messages lead to errors, never to panics.

use std::fs;
use std::path::Path;

use ludarium_arena::TimeControl as ArenaControl;
use ludarium_dice_chess::doors::commitment::ServerSeed;
use ludarium_dice_chess::doors::message::{
    AccountEvent, Capacity, Challenge, Challenges, Delivery, GameCreated, GameEvent, GameState,
    Identity, Invitation, LegalMoves, MyGames, Nonce, SeedOffer, Side, TurnOffer, TurnReply,
    WebhookGranted, WebhookOffer,
};
use ludarium_dice_chess::doors::signature;
use ludarium_dice_chess::doors::{HouseBot, Session, Witness};
use ludarium_game::{Budget, Rng, Seed};
use proptest::prelude::*;

use crate::support::entrant;

/// Reads bytes as everything that can come from outside, and lets those hear it who would.
fn read_as_everything(bytes: &[u8]) {
    macro_rules! read {
        ($($kind:ty),+) => {
            $(let _ = serde_json::from_slice::<$kind>(bytes);)+
        };
    }
    read!(
        AccountEvent,
        Capacity,
        Challenge,
        Challenges,
        GameCreated,
        GameState,
        Identity,
        Invitation,
        LegalMoves,
        MyGames,
        Nonce,
        SeedOffer,
        TurnOffer,
        TurnReply,
        WebhookGranted,
        WebhookOffer
    );
    let text = String::from_utf8_lossy(bytes);
    let _ = ServerSeed::read(&text);
    let _ = text.parse::<HouseBot>();
    let _ = signature::check("secret", Some(&text), Some(&text), bytes, 0);
    let mut witness = Witness::new(Side::White, Some("ours-0123456789ab".into()), None);
    let mut session = session();
    for line in bytes.split(|&byte| byte == b'\n') {
        if let Ok(event) = serde_json::from_slice::<GameEvent>(line) {
            witness.hear(&event);
            session.hear(&event);
        }
        if let Ok(Delivery::YourTurn { state, .. }) = serde_json::from_slice(line) {
            witness.look(&state);
            session.turn(&state.dfen, &state.time_control, state.clocks.as_ref());
        }
    }
}

fn session() -> Session {
    let random = entrant("random").player(ArenaControl::None, Seed(1));
    Session::new(Side::White, random, Budget::default(), Rng::new(Seed(1)))
}

fn corpus() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/doors/corpus");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn the_corpus_is_read_without_harm() {
    let corpus = corpus();
    assert!(corpus.len() >= 8);
    for bytes in &corpus {
        read_as_everything(bytes);
    }
}

#[test]
fn the_good_part_of_the_corpus_is_understood() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/doors/corpus");
    let game = fs::read_to_string(folder.join("game-stream.ndjson")).unwrap();
    let lines = game.lines().filter(|line| !line.is_empty());
    let events: Vec<GameEvent> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(events.len(), 5);
    for (event, line) in events
        .iter()
        .zip(game.lines().filter(|line| !line.is_empty()))
    {
        let again: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_value(event).unwrap(), again);
    }
    let account = fs::read_to_string(folder.join("account-stream.ndjson")).unwrap();
    for line in account.lines().filter(|line| !line.is_empty()) {
        serde_json::from_str::<AccountEvent>(line).unwrap();
    }
}

/// A change to a message: at a place, so many bytes go, and others come.
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
            v, seat: Side::White, dice: vec![1, 2, 3], dfen, clocks: None, legal_moves: None,
        };
        session().hear(&event);
    }
}
