//! Our client at servers that fail, stall or shout.

use std::time::{Duration, Instant};

use ludarium_arena::Interrupt;
use ludarium_report_000::doors::{Platform, PlatformError, Visit, VisitEvent, visit};
use serde_json::{Value, json};

use crate::fake::{Fake, Say};
use crate::support::{challenger, guest, news_of, patience};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn identity() -> Say {
    let identity =
        json!({ "token": "t0ken", "team": "anon", "name": "x", "id": "bot:team:anon:x" });
    Say::new(201, identity.to_string())
}

fn one_game(version: u64) -> Say {
    let game = json!({
        "gameId": "g-1", "seat": "White", "activeSeat": "White", "dicePending": false,
        "timeControl": { "Unlimited": {} }, "clocks": null, "version": version,
    });
    Say::new(200, json!({ "games": [game] }).to_string())
}

fn state(dfen: &str) -> Value {
    json!({
        "version": 0, "dfen": dfen, "activeSeat": "White", "dicePending": dfen != START,
        "status": { "Active": {} }, "timeControl": { "Unlimited": {} }, "clocks": null,
    })
}

fn lines(events: &[Value]) -> Say {
    let text: String = events.iter().map(|event| format!("{event}\n\n")).collect();
    Say::new(200, text)
}

/// Says what every game needs besides its stream.
fn usual(call: &str) -> Option<Say> {
    Some(match call {
        "POST /bot/anon?name=tester" => identity(),
        "GET /bot/games" => one_game(0),
        "GET /bot/challenges" => Say::new(200, r#"{"in":[],"out":[]}"#),
        _ => return None,
    })
}

#[test]
fn a_server_that_dies_is_left_after_a_few_attempts() {
    let fake = Fake::open(|call, _| match call {
        "GET /bot/game/stream/g-1" => {
            Some(lines(&[json!({ "Snapshot": { "v": 0, "state": state(START) } })]))
        }
        // The public look at the game finds nobody any more.
        "GET /games/g-1" => None,
        _ => usual(call),
    });
    let mut lost = None;
    let result = visit(&guest(fake.url()), &Interrupt::new(), &mut |news| {
        if let VisitEvent::Lost { error, .. } = news {
            lost = Some(error);
        }
    });
    let error = lost.unwrap_or_else(|| panic!("{result:?}"));
    assert!(matches!(error, PlatformError::Unreachable { attempts: 3, .. }), "{error}");
}

#[test]
fn a_broken_stream_is_taken_up_again() {
    let mut opened = 0;
    let fake = Fake::open(move |call, _| match call {
        "GET /bot/game/stream/g-1" => {
            opened += 1;
            let snapshot = json!({ "Snapshot": { "v": 0, "state": state(START) } });
            let end = json!({ "GameEnded": { "v": 1, "over": { "result": { "Draw": {} }, "termination": "NewReason" } } });
            Some(match opened {
                1 => Say::new(200, format!("{snapshot}\nnonsense\n{{\"New\":{{}}}}\n{{\"Snap")),
                _ => lines(&[snapshot, end]),
            })
        }
        "GET /games/g-1" => Some(Say::new(200, state(START).to_string())),
        _ => usual(call),
    });
    let news = news_of(&guest(fake.url()));
    let ended =
        |news: &VisitEvent| matches!(news, VisitEvent::Finished(game) if game.over.is_some());
    assert!(news.iter().any(ended), "{news:?}");
    assert_eq!(fake.count("GET /bot/game/stream/g-1"), 2);
}

#[test]
fn a_refused_turn_is_replaced_by_one_that_the_server_knows() {
    let dfen = format!("{START} PNN");
    let roll = json!({ "DiceRolled": { "v": 1, "seat": "White", "dice": [1, 2, 2], "dfen": dfen, "clocks": null } });
    let fake = Fake::open(move |call, body| match call {
        "GET /bot/game/stream/g-1" => Some(lines(&[
            json!({ "Snapshot": { "v": 0, "state": state(START) } }),
            roll.clone(),
            json!({ "GameEnded": { "v": 2, "over": { "result": { "Draw": {} }, "termination": "Draw" } } }),
        ])),
        "POST /bot/game/g-1/move" if body.contains("x9x9") => {
            Some(Say::new(200, r#"{"applied":true,"version":2,"reason":null}"#))
        }
        "POST /bot/game/g-1/move" => {
            Some(Say::new(409, r#"{"applied":false,"version":null,"reason":"illegal turn"}"#))
        }
        "GET /games/g-1/moves" => Some(Say::new(
            200,
            r#"{"version":1,"dfen":"","dicePending":true,"legalMoves":{"x9x9":{}}}"#,
        )),
        _ => usual(call),
    });
    let news = news_of(&guest(fake.url()));
    assert_eq!(fake.count("POST /bot/game/g-1/move"), 2, "{news:?}");
    let noted = |news: &VisitEvent| matches!(news, VisitEvent::Note { text, .. } if text.contains("rules differ"));
    assert!(news.iter().any(noted), "{news:?}");
}

#[test]
fn a_busy_server_is_asked_again_when_it_says() {
    let mut asked = 0;
    let fake = Fake::open(move |_, _| {
        asked += 1;
        Some(match asked {
            1 => Say { headers: "Retry-After: 1\r\n", ..Say::new(429, "slow down") },
            _ => identity(),
        })
    });
    let mut platform = Platform::new(&fake.url(), patience(), Interrupt::new()).unwrap();
    let begun = Instant::now();
    platform.log_in_as_guest("tester").unwrap();
    assert!(begun.elapsed() >= Duration::from_secs(1));
    assert_eq!(fake.count("POST /bot/anon"), 2);
}

#[test]
fn nobody_waits_for_an_hour() {
    let fake =
        Fake::open(|_, _| Some(Say { headers: "Retry-After: 3600\r\n", ..Say::new(429, "") }));
    let result = visit(&guest(fake.url()), &Interrupt::new(), &mut |_| {});
    assert!(matches!(result, Err(PlatformError::TooManyCalls { .. })), "{result:?}");
    assert_eq!(fake.count("POST /bot/anon"), 1);
}

#[test]
fn a_failing_server_is_asked_so_often_and_no_more() {
    let fake = Fake::open(|call, _| match call {
        "GET /bot/games" => Some(Say::new(500, "")),
        _ => usual(call),
    });
    let result = visit(&guest(fake.url()), &Interrupt::new(), &mut |_| {});
    assert!(matches!(result, Err(PlatformError::Unreachable { attempts: 3, .. })), "{result:?}");
    assert_eq!(fake.count("GET /bot/games"), 3);
}

#[test]
fn large_and_garbled_answers_are_errors() {
    for (body, error) in [
        (" ".repeat(5 << 20), "no answer"),
        ("<html>".to_owned(), "cannot read"),
        (r#"{"games":[{"gameId":"../../etc","seat":"White","activeSeat":"White","dicePending":true,"version":1}]}"#.to_owned(), "letters, digits"),
    ] {
        let fake = Fake::open(move |call, _| match call {
            "GET /bot/games" => Some(Say::new(200, body.clone())),
            _ => usual(call).or_else(|| Some(Say::new(404, ""))),
        });
        let mut reasons = String::new();
        let result = visit(&guest(fake.url()), &Interrupt::new(), &mut |news| {
            if let VisitEvent::Lost { error, .. } = news {
                reasons += &error.to_string();
            }
        });
        let text = format!("{reasons}{result:?}{}", result.as_ref().err().map_or(String::new(), ToString::to_string));
        assert!(text.contains(error), "{text}");
    }
}

#[test]
fn a_bot_that_never_accepts_is_left_alone() {
    let fake = Fake::open(|call, _| match call {
        "GET /bot/games" => Some(Say::new(200, r#"{"games":[]}"#)),
        "POST /bot/challenge" => Some(Say::new(201, "{}")),
        _ => usual(call),
    });
    let mut order = challenger(fake.url());
    order.patience.longest = Duration::from_millis(20);
    let result = visit(&order, &Interrupt::new(), &mut |_| {});
    assert!(matches!(result, Err(PlatformError::Ignored { times: 10, .. })), "{result:?}");
}

#[test]
fn bad_orders_are_refused_before_anything_is_sent() {
    let order = |url: &str, name: &str| Visit { name: name.to_owned(), ..guest(url.to_owned()) };
    for bad in [order("http://example.org", "x"), order("http://127.0.0.1:9", "Not a slug")] {
        let result = visit(&bad, &Interrupt::new(), &mut |_| {});
        assert!(
            matches!(result, Err(PlatformError::Address { .. } | PlatformError::Game(_))),
            "{result:?}"
        );
    }
}

#[test]
fn the_token_is_sent_but_never_told() {
    let fake = Fake::open(|call, _| match call {
        "GET /bot/games" => Some(Say::new(401, "no t0ken")),
        _ => usual(call),
    });
    let mut told = String::new();
    let result = visit(&guest(fake.url()), &Interrupt::new(), &mut |news| {
        told += &format!("{news:?}");
    });
    assert!(matches!(result, Err(PlatformError::Refused { status: 401, .. })));
    assert!(told.contains("anon") && !told.contains("t0ken"), "{told}");
}
