//! Our webhook: whom it believes, what it answers, and a whole game by calls.

use std::net::SocketAddr;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ludarium_dice_chess::doors::message::{LegalMoves, TurnOffer};
use ludarium_dice_chess::doors::signature::{SIGNATURE_HEADER, TIMESTAMP_HEADER, sign};
use ludarium_dice_chess::doors::{Called, Reception, Secret, Visit, Webhook};
use ludarium_game::{Budget, Seed};
use serde_json::{Value, json};

use crate::support::{
    LONG, call, entrant, guest, host, invitation, news_of, next_finished, registered, url,
};

const SECRET: &str = "test-webhook-secret";

fn webhook(secret: Option<&str>) -> Webhook {
    Webhook::open(Reception {
        listen: "127.0.0.1:0".parse().unwrap(),
        agent: entrant("greedy"),
        budget: Budget::default(),
        seed: Seed(1),
        secret: secret.map(Secret::new),
        at_once: 4,
    })
    .unwrap()
}

fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs()
}

fn signed(address: SocketAddr, secret: &str, time: u64, body: &str) -> (u16, Value) {
    let time = time.to_string();
    let signature = sign(secret, &time, body.as_bytes());
    let headers = [
        (TIMESTAMP_HEADER, time.as_str()),
        (SIGNATURE_HEADER, &signature),
    ];
    call(address, "POST /turn", &headers, body)
}

fn turn(dfen: &str, active: &str) -> String {
    json!({
        "type": "yourTurn", "gameId": "g-1", "seat": "White",
        "state": {
            "version": 4, "dfen": dfen, "activeSeat": active, "dicePending": true,
            "status": { "Active": {} }, "timeControl": { "PerMove": { "secondsPerMove": 5 } },
            "clocks": { "white": 5000, "black": 5000 }, "commit": "00",
            "legalMoves": { "z9z9": {} },
        },
    })
    .to_string()
}

const DFEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNN";

#[test]
fn only_the_platform_is_believed() {
    let webhook = webhook(Some(SECRET));
    let address = webhook.address();
    let body = turn(DFEN, "White");
    assert_eq!(signed(address, SECRET, now(), &body).0, 200);
    assert_eq!(signed(address, "another", now(), &body).0, 401);
    assert_eq!(signed(address, SECRET, now() - 301, &body).0, 401);
    assert_eq!(signed(address, SECRET, now() + 400, &body).0, 401);
    assert_eq!(call(address, "POST /turn", &[], &body).0, 401);
    // Even a handshake must be signed once the key is known, and nothing is read before.
    assert_eq!(
        call(
            address,
            "POST /",
            &[],
            r#"{"type":"verification","nonce":"n"}"#
        )
        .0,
        401
    );
    assert_eq!(call(address, "POST /", &[], "{").0, 401);
    let calls: Vec<Called> = webhook.calls().try_iter().collect();
    let refused = calls
        .iter()
        .filter(|call| matches!(call, Called::Refused(_)));
    assert_eq!((calls.len(), refused.count()), (7, 6), "{calls:?}");
}

#[test]
fn signed_nonsense_is_refused() {
    let webhook = webhook(Some(SECRET));
    let address = webhook.address();
    for body in [
        "",
        "{",
        "null",
        r#"{"type":"other"}"#,
        r#"{"type":"yourTurn"}"#,
        r#"{"type":"verification","nonce":7}"#,
    ] {
        assert_eq!(signed(address, SECRET, now(), body).0, 400, "{body}");
    }
    let long = format!(r#"{{"type":"verification","nonce":"{}"}}"#, "n".repeat(300));
    assert_eq!(signed(address, SECRET, now(), &long).0, 400);
    let deep = "[".repeat(100_000);
    assert_eq!(signed(address, SECRET, now(), &deep).0, 400);
    let large = " ".repeat((4 << 20) + 1);
    assert_eq!(signed(address, SECRET, now(), &large).0, 413);
}

#[test]
fn the_answer_is_a_legal_turn() {
    let webhook = webhook(Some(SECRET));
    let address = webhook.address();
    let (status, answer) = signed(address, SECRET, now(), &turn(DFEN, "White"));
    assert_eq!(status, 200);
    let offer: TurnOffer = serde_json::from_value(answer).unwrap();
    assert_eq!(offer.moves.len(), 3, "{offer:?}");
    // Not our turn, and a roll without moves: nothing.
    let pass = DFEN.replace("PNN", "BRQ");
    for body in [turn(DFEN, "Black"), turn(&pass, "White")] {
        assert_eq!(
            signed(address, SECRET, now(), &body).1,
            json!({ "moves": [] })
        );
    }
    // A position that we cannot read: what the server calls legal.
    let (status, answer) = signed(address, SECRET, now(), &turn("nonsense", "White"));
    assert_eq!((status, answer), (200, json!({ "moves": ["z9z9"] })));
}

#[test]
fn without_a_key_only_the_handshake_is_answered() {
    let webhook = webhook(None);
    let address = webhook.address();
    let (status, answer) = call(
        address,
        "POST /",
        &[],
        r#"{"type":"verification","nonce":"n"}"#,
    );
    assert_eq!((status, answer), (200, json!({ "nonce": "n" })));
    assert_eq!(call(address, "POST /", &[], &turn(DFEN, "White")).0, 401);
}

#[test]
fn a_whole_game_is_played_by_calls() {
    let host = host();
    let webhook = webhook(None);
    let (platform, identity) = registered(&host, "called");
    webhook
        .register(&platform, &format!("http://{}/turn", webhook.address()))
        .unwrap();
    let order = Visit {
        opponent: Some(invitation("acme", &identity.name)),
        ..guest(url(host.address()))
    };
    let accepted = std::thread::scope(|scope| {
        let other = scope.spawn(|| news_of(&order));
        let end = Instant::now() + LONG;
        let mut accepted = None;
        while accepted.is_none() && Instant::now() < end {
            for challenge in platform.challenges().unwrap().incoming {
                accepted = platform.accept(&challenge.id).unwrap();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        other.join().unwrap();
        accepted
    });
    let hosted = next_finished(&host);
    assert_eq!(accepted.map(|created| created.game_id), Some(hosted.game));
    let answered = webhook
        .calls()
        .try_iter()
        .filter(|call| matches!(call, Called::Answered { .. }));
    assert!(answered.count() >= 2);
    // A bot that is called adds no seed: its name stands in for it.
    let seeds = [hosted.client_seeds.white, hosted.client_seeds.black];
    assert!(
        seeds.contains(&"bot:team:acme:called".to_owned()),
        "{seeds:?}"
    );
}

#[test]
fn the_host_calls_only_who_repeats_its_nonce_on_this_machine() {
    let host = host();
    let (platform, _) = registered(&host, "nobody-there");
    for url in [
        "http://127.0.0.1:1/",
        "http://example.org/",
        "https://example.org/",
        "nonsense",
    ] {
        let error = platform.register_webhook(url).unwrap_err().to_string();
        assert!(error.contains("422"), "{error}");
    }
    // A server that answers, but not with the nonce.
    let error = platform
        .register_webhook(&url(host.address()))
        .unwrap_err()
        .to_string();
    assert!(error.contains("422"), "{error}");
}

#[test]
fn a_tree_is_read_back_as_it_was_written() {
    let text = r#"{"version":1,"dfen":"x","dicePending":true,"legalMoves":{"d2d4":{"d4d5":{}},"e2e4":{"b1c3":{},"g1f3":{}}}}"#;
    let read: LegalMoves = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), text);
}
