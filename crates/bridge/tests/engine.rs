//! The engine as a bot: any order of messages, any bytes, every variant.
#![cfg(unix)]

mod bot_contest;

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use ludarium_arena::protocol::{BotMove, ChosenMove, FromBot};
use ludarium_arena::testing::{games, two_games};
use ludarium_arena::{Games, seeded_start};
use ludarium_bridge::bot::BotEngine;
use ludarium_game::{Budget, Purpose, Seed, Turn};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A race that takes long.
const LONG: &str = "strict:players=3,track=100";

/// What the engine answers to all that it is told at once.
fn answers(engine: &BotEngine, input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    engine.serve(input, &mut output).unwrap();
    let lines = output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).unwrap()).collect()
}

fn lines(messages: &[Value]) -> Vec<u8> {
    let lines = messages.iter().map(|message| format!("{message}\n"));
    lines.collect::<String>().into_bytes()
}

fn engine(spec: &str) -> BotEngine {
    BotEngine::new(&two_games(), "sprint", spec, Budget::default()).unwrap()
}

#[test]
fn it_says_who_it_is_and_what_it_plays() {
    let hello = json!({"type": "hello", "id": 7, "protocol": 1, "lab": "0", "later": [1]});
    let said = answers(&engine("random"), &lines(&[hello]));
    assert_eq!(said[0]["type"], "hello");
    assert_eq!((&said[0]["id"], &said[0]["name"]), (&json!(7), &json!("ludarium random")));
    assert_eq!(said[0]["games"], json!(["sprint", "relay"]));
}

#[test]
fn a_text_that_no_agent_has_is_refused() {
    let error = BotEngine::new(&games(), "sprint", "gredy", Budget::default()).unwrap_err();
    assert!(error.to_string().contains("greedy"), "{error}");
}

#[test]
fn what_comes_out_of_order_is_answered_with_an_error() {
    let turn = json!({"type": "turn", "id": 3, "ply": 0, "seat": 0, "state": "x", "board": [], "events": []});
    let game = |id: u64, game: &str, state: &str| {
        json!({"type": "new_game", "id": id, "game": game, "variant": "", "players": 2, "seat": 0,
               "names": ["a", "b"], "seed": 1, "state": state})
    };
    let told = [
        turn,
        json!({"type": "stop", "id": 99}),
        json!({"type": "observe", "events": []}),
        game(4, "checkers", "x"),
        game(5, "sprint", "nonsense"),
        json!({"type": "turn", "id": 6}),
        json!({"type": "set", "id": 7, "options": {"level": 3}}),
        json!({"type": "a later invention", "id": 8}),
        json!([1, 2]),
        json!({"type": "ping", "id": 9}),
        json!({"type": "quit"}),
        json!({"type": "ping", "id": 10}),
    ];
    let said = answers(&engine("random"), &lines(&told));
    let mut found: Vec<(String, Value)> = said
        .iter()
        .map(|answer| (answer["type"].as_str().unwrap().to_owned(), answer["id"].clone()))
        .collect();
    // Pings and bad lines are answered at once, the others in order.
    found.sort_by_key(|(_, id)| id.as_u64());
    let kinds: Vec<(&str, Option<u64>)> =
        found.iter().map(|(kind, id)| (&**kind, id.as_u64())).collect();
    assert_eq!(
        kinds,
        [
            ("error", None),
            ("error", Some(3)),
            ("error", Some(4)),
            ("error", Some(5)),
            ("error", Some(6)),
            ("error", Some(7)),
            ("pong", Some(9)),
        ]
    );
}

/// Plays a game against itself through text, and follows it with the rules.
fn play_through(games: &Games, game: &str, variant: &str) {
    let rules = games.rules(game, Some(variant)).unwrap();
    let mut position = seeded_start(&*rules, Seed(5));
    let mut dice = Seed(5).stream(Purpose::Chance, 0);
    let engine = BotEngine::new(games, game, "greedy", Budget::default()).unwrap();
    let mut asked = 0;
    for ply in 0..12 {
        let seat = match position.turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance => {
                position.roll(&mut dice).unwrap();
                continue;
            }
            Turn::Over => break,
        };
        let told = [
            json!({"type": "new_game", "id": 1, "game": game, "variant": variant,
                   "players": position.seats(), "seat": seat.0, "names": [], "seed": 9,
                   "state": position.describe()}),
            json!({"type": "turn", "id": 2, "ply": ply, "seat": seat.0, "state": position.describe(),
                   "board": [], "events": []}),
        ];
        let said = answers(&engine, &lines(&told));
        assert_eq!(said[0], json!({"type": "ready", "id": 1}));
        let answer: FromBot = serde_json::from_value(said[1].clone()).unwrap();
        let FromBot::Move(BotMove { id: 2, pick: Some(ChosenMove::Text(text)), .. }) = answer
        else {
            panic!("{variant}: {}", said[1]);
        };
        position.play(&text).unwrap();
        asked += 1;
    }
    assert!(asked > 4, "{variant}: only {asked} turns");
}

#[test]
fn it_plays_every_variant() {
    for game in ["sprint", "relay"] {
        for variant in ["strict", "lenient", LONG] {
            play_through(&two_games(), game, variant);
        }
    }
}

#[test]
fn it_stops_when_told_and_answers_pings_while_it_thinks() {
    let budget = Budget { time: Some(Duration::from_secs(60)), ..Budget::default() };
    let engine = BotEngine::new(&games(), "sprint", "mcts:iterations=1000000000", budget).unwrap();
    let (ours, theirs) = UnixStream::pair().unwrap();
    let (mut to, from) = (ours.try_clone().unwrap(), BufReader::new(ours));
    let rules = games().rules("sprint", Some(LONG)).unwrap();
    let start = seeded_start(&*rules, Seed(1)).describe();
    std::thread::scope(|scope| {
        scope.spawn(|| engine.serve(theirs.try_clone().unwrap(), &theirs).unwrap());
        let mut heard =
            from.lines().map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
        let told = [
            json!({"type": "new_game", "id": 1, "game": "sprint", "variant": LONG, "players": 3, "seat": 0,
                   "names": [], "seed": 9, "state": start}),
            json!({"type": "turn", "id": 2, "ply": 0, "seat": 0, "state": start, "board": [], "events": []}),
            json!({"type": "ping", "id": 3}),
        ];
        let began = Instant::now();
        to.write_all(&lines(&told)).unwrap();
        let early = [heard.next().unwrap(), heard.next().unwrap()];
        assert!(early.iter().any(|answer| answer["type"] == "ready"));
        assert!(early.iter().any(|answer| answer["type"] == "pong"));
        to.write_all(&lines(&[json!({"type": "stop", "id": 2})])).unwrap();
        assert_eq!(heard.next().unwrap()["type"], "move");
        assert!(began.elapsed() < Duration::from_secs(30));
        to.write_all(&lines(&[json!({"type": "quit"})])).unwrap();
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        answers(&engine("random"), &bytes);
    }

    #[test]
    fn any_fields_are_survived(kind in "(hello|set|new_game|turn|stop|observe|game_over|ping)", seat in any::<u8>(),
                               id in any::<u64>(), text in ".{0,20}", ms in any::<u64>()) {
        let message = json!({
            "type": kind, "id": id, "protocol": 1, "lab": text, "options": {}, "game": "sprint", "variant": text,
            "players": seat, "seat": seat, "names": [text], "seed": ms, "state": text, "ply": 1, "board": [],
            "events": [], "clock": {"move_ms": ms, "bank_ms": ms, "inc_ms": ms}, "scores": [], "reason": text,
        });
        answers(&engine("random"), &lines(&[message.clone(), message]));
    }
}
