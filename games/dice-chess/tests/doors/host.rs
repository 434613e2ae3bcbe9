//! What our host refuses, and what it says to bots that were written for the real platform.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use ludarium_dice_chess::doors::Terms;
use ludarium_dice_chess::doors::message::{LegalMoves, MyGames};
use serde_json::{Value, json};

use crate::support::{
    LONG, call, call_as, guest_token, host, next_finished, open, raw, registered,
};

const HOUSE: &str = r#"{"team": "house", "name": "greedy", "timeControl": {"Unlimited": {}}}"#;

/// The game of a guest in which it is its turn.
fn my_turn(address: SocketAddr, token: &str) -> Value {
    let end = std::time::Instant::now() + LONG;
    while std::time::Instant::now() < end {
        let (_, answer) = call_as(address, token, "GET /bot/games", "");
        let game = answer["games"][0].clone();
        if game["dicePending"] == true && game["activeSeat"] == game["seat"] {
            return game;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("it is never our turn");
}

#[test]
fn a_starter_bot_finds_what_it_needs() {
    let host = host();
    let address = host.address();
    let (status, identity) = call(address, "POST /bot/anon?name=python-starter", &[], "");
    assert_eq!((status, &identity["team"]), (201, &json!("anon")));
    let name = identity["name"].as_str().unwrap();
    assert_eq!(identity["id"], json!(format!("bot:team:anon:{name}")));
    let token = identity["token"].as_str().unwrap();
    let (status, games) = call_as(address, token, "GET /bot/games", "");
    assert_eq!((status, games), (200, json!({ "games": [] })));
    let (status, challenge) = call_as(address, token, "POST /bot/challenge", HOUSE);
    assert_eq!((status, &challenge["targetOnline"]), (201, &json!(true)));
    let game = my_turn(address, token);
    let keys: Vec<&str> = game
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        keys,
        [
            "gameId",
            "seat",
            "activeSeat",
            "dicePending",
            "timeControl",
            "clocks",
            "version"
        ]
    );
    let id = game["gameId"].as_str().unwrap();
    let seed = r#"{"seed": "abb4d4a1e2b51804fb493f63774f3c9b"}"#;
    let (status, _) = call_as(address, token, &format!("POST /bot/game/{id}/seed"), seed);
    assert_eq!(status, 202);
    let (status, moves) = call(address, &format!("GET /games/{id}/moves"), &[], "");
    assert_eq!((status, &moves["dicePending"]), (200, &json!(true)));
    let legal: LegalMoves = serde_json::from_value(moves).unwrap();
    let turn = json!({ "moves": legal.legal_moves.first_turn() }).to_string();
    let (status, reply) = call_as(address, token, &format!("POST /bot/game/{id}/move"), &turn);
    assert_eq!((status, &reply["applied"]), (200, &json!(true)));
    assert_eq!(reply["version"], json!(legal.version + 1));
    assert_eq!(reply["reason"], Value::Null);
    let (status, _) = call_as(address, token, &format!("POST /bot/game/{id}/resign"), "");
    assert_eq!(status, 202);
    assert_eq!(next_finished(&host).game, id);
    let (_, state) = call(address, &format!("GET /games/{id}"), &[], "");
    assert_eq!(state["status"]["Ended"]["over"]["termination"], "Resign");
    assert_eq!(state["seed"].as_str().unwrap().len(), 64);
    let (status, history) = call(address, &format!("GET /games/{id}/history"), &[], "");
    assert_eq!((status, &history["termination"]), (200, &json!("resign")));
    assert_eq!(history["fairness"]["seed"], state["seed"]);
    assert_eq!(history["turns"][0]["dice"].as_array().unwrap().len(), 3);
}

#[test]
fn the_recorded_answers_are_understood() {
    let games = r#"{"games": [{"gameId": "0e5b290a-cf04-4054-9c9d-2637b66e0289", "seat": "Black", "activeSeat": "Black", "dicePending": true, "timeControl": {"Unlimited": {}}, "clocks": null, "version": 3}]}"#;
    let read: MyGames = serde_json::from_str(games).unwrap();
    let value: Value = serde_json::from_str(games).unwrap();
    assert_eq!(serde_json::to_value(read).unwrap(), value);
    let moves = r#"{"version": 3, "dfen": "rnbqkbnr/pppppppp/8/8/6Q1/N3P3/PPPP1PPP/R1B1KBNR b KQkq - 1 1 pnr", "dicePending": true, "legalMoves": {"a7a5": {"a8a6": {"b8c6": {}}}}}"#;
    let read: LegalMoves = serde_json::from_str(moves).unwrap();
    assert_eq!(read.legal_moves.first_turn(), ["a7a5", "a8a6", "b8c6"]);
}

#[test]
fn wrong_requests_are_refused_with_a_reason() {
    let host = host();
    let address = host.address();
    let token = guest_token(address);
    let status = |what: &str, body: &str| call_as(address, &token, what, body).0;
    assert_eq!(call(address, "GET /bot/games", &[], "").0, 401);
    assert_eq!(call_as(address, "wrong", "GET /bot/games", "").0, 401);
    for body in [
        "",
        "{",
        "[]",
        r#"{"team":1,"name":"x"}"#,
        r#"{"team":"house"}"#,
        "\u{0}",
    ] {
        assert_eq!(status("POST /bot/challenge", body), 400, "{body:?}");
    }
    let odd_clocks = [
        r#"{"Fischer":{"initialSeconds":0,"incrementSeconds":1}}"#,
        r#"{"PerMove":{"secondsPerMove":4000000000}}"#,
        r#"{"Hourglass":{}}"#,
        "7",
    ];
    for clock in odd_clocks {
        let body = format!(r#"{{"team":"house","name":"greedy","timeControl":{clock}}}"#);
        assert_eq!(status("POST /bot/challenge", &body), 400, "{clock}");
    }
    let nobody = r#"{"team":"house","name":"nobody"}"#;
    assert_eq!(status("POST /bot/challenge", nobody), 404);
    assert_eq!(status("POST /bot/challenge/challenge-9/accept", ""), 404);
    assert_eq!(status("GET /games/unknown", ""), 404);
    assert_eq!(
        status("POST /bot/game/unknown/move", r#"{"moves":[]}"#),
        404
    );
    assert_eq!(
        status("POST /bot/capacity", r#"{"maxConcurrentGames":2}"#),
        403
    );
    assert_eq!(
        status("POST /bot/webhook", r#"{"url":"http://127.0.0.1:1/"}"#),
        403
    );
    assert_eq!(status("GET /leaderboard", ""), 404);
    assert_eq!(status("PATCH /bot/games", ""), 404);
    assert_eq!(call(address, "POST /bot/anon?name=A%20B", &[], "").0, 400);
    for body in [
        r#"{"team":"house","name":"me"}"#,
        r#"{"team":"Acme","name":"me"}"#,
    ] {
        assert_eq!(
            call(address, "POST /bot/register", &[], body).0,
            400,
            "{body}"
        );
    }
}

#[test]
fn large_bodies_and_garbled_heads_are_refused() {
    let host = host();
    let address = host.address();
    let token = guest_token(address);
    let large = format!(r#"{{"seed":"{}"}}"#, "x".repeat(1 << 15));
    let (status, _) = call_as(address, &token, "POST /bot/game/x/seed", &large);
    assert_eq!(status, 413);
    let garbled = raw(address, b"\x00\xff\x16\x03\x01 nonsense\r\n\r\n");
    assert!(
        garbled.is_empty() || garbled.starts_with("HTTP/1.1 400"),
        "{garbled}"
    );
    let mut long_head = b"GET /games HTTP/1.1\r\nX: ".to_vec();
    long_head.extend(vec![b'a'; 1 << 17]);
    long_head.extend(b"\r\n\r\n");
    let answer = raw(address, &long_head);
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 431"),
        "{answer}"
    );
    assert_eq!(call(address, "GET /games", &[], "").0, 200, "still there");
}

#[test]
fn turns_are_played_by_their_owner_only() {
    let host = host();
    let address = host.address();
    let (token, other) = (guest_token(address), guest_token(address));
    assert_eq!(
        call_as(address, &token, "POST /bot/challenge", HOUSE).0,
        201
    );
    let game = my_turn(address, &token);
    let id = game["gameId"].as_str().unwrap();
    let path = format!("POST /bot/game/{id}/move");
    assert_eq!(
        call_as(address, &other, &path, r#"{"moves":["e2e4"]}"#).0,
        403
    );
    for body in [
        r#"{"moves":[]}"#,
        r#"{"moves":["e2e5"]}"#,
        r#"{"moves":["é"]}"#,
        r#"{"moves":["-"]}"#,
    ] {
        let (status, reply) = call_as(address, &token, &path, body);
        assert_eq!((status, &reply["applied"]), (409, &json!(false)), "{body}");
        assert_eq!(reply["reason"], "illegal turn");
    }
    assert_eq!(call_as(address, &token, &path, r#"{"moves":7}"#).0, 400);
}

#[test]
fn there_is_room_for_so_many_games() {
    let host = open(Terms {
        games: 1,
        ..Terms::default()
    });
    let address = host.address();
    let token = guest_token(address);
    assert_eq!(
        call_as(address, &token, "POST /bot/challenge", HOUSE).0,
        201
    );
    assert_eq!(
        call_as(address, &token, "POST /bot/challenge", HOUSE).0,
        409
    );
    let (_, answer) = call(address, "GET /games", &[], "");
    assert_eq!(answer["total"], 1);
    let other = guest_token(address);
    let (_, me) = call_as(address, &token, "GET /bot/account", "");
    let invite = json!({ "team": "anon", "name": me["name"] }).to_string();
    for _ in 0..8 {
        assert_eq!(
            call_as(address, &other, "POST /bot/challenge", &invite).0,
            201
        );
    }
    assert_eq!(
        call_as(address, &other, "POST /bot/challenge", &invite).0,
        429
    );
    assert_eq!(
        call_as(
            address,
            &token,
            "POST /bot/challenge/challenge-3/accept",
            ""
        )
        .0,
        409
    );
    assert_eq!(
        call_as(
            address,
            &other,
            "POST /bot/challenge/challenge-3/accept",
            ""
        )
        .0,
        403
    );
}

#[test]
fn a_registered_bot_sets_its_limit_and_renews_its_token() {
    let host = host();
    let address = host.address();
    let (_, identity) = registered(&host, "carl");
    let token = identity.token.unwrap();
    let (status, _) = call_as(
        address,
        &token,
        "POST /bot/capacity",
        r#"{"maxConcurrentGames":33}"#,
    );
    assert_eq!(status, 400);
    let (status, answer) = call_as(
        address,
        &token,
        "POST /bot/capacity",
        r#"{"maxConcurrentGames":4}"#,
    );
    assert_eq!((status, &answer["maxConcurrentGames"]), (200, &json!(4)));
    let again = r#"{"team":"acme","name":"carl"}"#;
    assert_eq!(call(address, "POST /bot/register", &[], again).0, 409);
    let (status, answer) = call_as(address, &token, "POST /bot/token", "");
    assert_eq!(status, 200);
    assert_eq!(call_as(address, &token, "GET /bot/account", "").0, 401);
    let fresh = answer["token"].as_str().unwrap();
    assert_eq!(call_as(address, fresh, "GET /bot/account", "").0, 200);
}

#[test]
fn the_streams_tell_of_challenges_and_games() {
    let host = host();
    let address = host.address();
    let (one, two) = (guest_token(address), guest_token(address));
    let (_, me) = call_as(address, &one, "GET /bot/account", "");
    let mut events = follow(address, &one, "/bot/stream/event");
    let invite = json!({ "team": "anon", "name": me["name"] }).to_string();
    assert_eq!(
        call_as(address, &two, "POST /bot/challenge", &invite).0,
        201
    );
    let event = next_event(&mut events);
    let id = event["ChallengeReceived"]["id"].as_str().unwrap();
    let (status, game) = call_as(
        address,
        &one,
        &format!("POST /bot/challenge/{id}/accept"),
        "",
    );
    assert_eq!(status, 201);
    assert_eq!(
        next_event(&mut events)["GameStart"]["gameId"],
        game["gameId"]
    );
    let id = game["gameId"].as_str().unwrap();
    let mut events = follow(address, &two, &format!("/bot/game/stream/{id}"));
    let first = next_event(&mut events);
    assert_eq!(first["Snapshot"]["state"]["version"], 0);
    assert_eq!(first["Snapshot"]["history"], json!([]));
    assert_eq!(next_event(&mut events)["DiceRolled"]["v"], 1);
    assert_eq!(
        call_as(address, &one, &format!("POST /bot/game/{id}/resign"), "").0,
        202
    );
    loop {
        let event = next_event(&mut events);
        if event["GameEnded"] != Value::Null {
            assert_eq!(event["GameEnded"]["seed"].as_str().unwrap().len(), 64);
            break;
        }
    }
}

#[test]
fn streams_end_properly_when_the_host_closes() {
    let host = host();
    let address = host.address();
    let mut events = follow(address, &guest_token(address), "/bot/stream/event");
    drop(host);
    let mut rest = String::new();
    events.read_to_string(&mut rest).unwrap();
    assert!(rest.ends_with("0\r\n\r\n"), "cut off after {rest:?}");
}

fn follow(address: SocketAddr, token: &str, path: &str) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut stream = BufReader::new(stream);
    // A client that has the head of the answer is told what happens from then on.
    let mut line = String::new();
    while line != "\r\n" {
        line.clear();
        assert_ne!(stream.read_line(&mut line).unwrap(), 0, "the stream ended");
    }
    stream
}

/// The next JSON object; heads and the sizes of chunks are passed over.
fn next_event(stream: &mut impl BufRead) -> Value {
    loop {
        let mut line = String::new();
        assert_ne!(stream.read_line(&mut line).unwrap(), 0, "the stream ended");
        if line.starts_with('{') {
            return serde_json::from_str(&line).unwrap();
        }
    }
}
