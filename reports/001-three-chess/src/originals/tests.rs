//! The recorded files agree, and a damaged record does not.

use std::path::Path;

use serde_json::{Value, json};

use super::replay;
use ludarium_bundle::originals::{Document, ReplayTally, VerifyError, verify};

fn read(name: &str) -> Document {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    Document::read(&folder.join(name)).expect("a readable file")
}

fn tally(document: &Document) -> Result<ReplayTally, VerifyError> {
    verify("three-chess", replay, document)
}

#[test]
fn recorded_games_agree() {
    let tally = tally(&read("traces.jsonl.gz")).expect("agreement");
    assert_eq!((tally.games, tally.plies, tally.positions), (40, 5759, 5765));
}

#[test]
fn recorded_counts_agree() {
    let tally = tally(&read("perft.json.gz")).expect("agreement");
    assert_eq!(tally.positions, 15);
}

#[test]
fn recorded_tables_agree() {
    let tally = tally(&read("tables.json.gz")).expect("agreement");
    assert_eq!(tally.positions, 96 + 2 * 18 * 96);
}

#[test]
fn recorded_edge_cases_agree() {
    let tally = tally(&read("edge-cases.json.gz")).expect("agreement");
    assert_eq!(tally.positions, 8);
}

/// Changes one place of a record and expects that the change is noticed there.
fn damage(record: &Value, pointer: &str, value: Value, what: &str) {
    let mut damaged = record.clone();
    let place = damaged.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}"));
    assert_ne!(*place, value, "{pointer} is not changed");
    *place = value;
    match tally(&Document::Json(damaged)) {
        Err(VerifyError::Disagreement(found)) => assert_eq!(found.what, what, "{pointer}: {found}"),
        other => panic!("{pointer}: {other:?}"),
    }
}

#[test]
fn a_damaged_game_is_noticed() {
    let games = read("traces.jsonl.gz");
    let game = &games.records()[0];
    let state = game["plies"][1]["s"].clone();
    damage(game, "/plies/0/s", state, "position");
    damage(game, "/plies/3/l", json!("BA2-BA3"), "legal moves");
    damage(game, "/plies/3/m", json!("BA2-BA5"), "move");
    damage(game, "/plies/3/m", json!("BA2-BB3"), "move");
    damage(game, "/plies/3/f", json!("seam"), "flags of the move");
    damage(game, "/end/s", json!("no position"), "last position");
    damage(game, "/end/reason", json!("time"), "reason");
    damage(game, "/end/winner", json!("B"), "winner");
    damage(game, "/end/loser", json!("B"), "loser");
    damage(game, "/end/result", json!([0, 0, 0]), "results");
    damage(game, "/end/score", json!([79, 34, 125]), "scores");

    let timed = |reason: &str| {
        let found = games
            .records()
            .iter()
            .find(|game| game["timed"] == json!(true) && game["end"]["reason"] == json!(reason));
        found.expect("a timed game")
    };
    damage(timed("king"), "/end/time_left", json!([0, 0, 0]), "time left");
    damage(timed("king"), "/plies/0/ms", json!(100_000), "flags of the move");
    damage(timed("time"), "/clock_ms", json!(100_000), "flags of the move");
}

#[test]
fn a_damaged_count_is_noticed() {
    let positions = read("perft.json.gz");
    let Document::Json(record) = &positions else {
        panic!("not one value");
    };
    damage(record, "/positions/0/legal", json!(21), "number of legal moves");
    damage(record, "/positions/0/moves", json!("BA2-BA3"), "legal moves");
    damage(record, "/positions/0/perft/2", json!(8001), "perft 3");
    damage(record, "/positions/0/state", json!("x B - - - 0"), "position");
}

#[test]
fn a_damaged_table_is_noticed() {
    let Document::Json(record) = &read("tables.json.gz") else {
        panic!("not one value");
    };
    damage(record, "/neighbour/BA4/F", json!("GH3"), "F");
    damage(record, "/neighbour/BA1/B", json!("BA2"), "B");
    damage(record, "/empty_board_moves/Q/BD4/0", json!("BA2"), "squares");
    damage(record, "/full_board_captures/1/BD4/0", json!("BA2"), "squares");
}

#[test]
fn a_damaged_edge_case_is_noticed() {
    let Document::Json(record) = &read("edge-cases.json.gz") else {
        panic!("not one value");
    };
    damage(record, "/referee/0/result", json!([1, 1, -2]), "results");
    damage(record, "/referee/4/result", json!([-1, 0, 1]), "results");
    damage(record, "/referee/4/time_left", json!([0, 1000, 1000]), "time left");
    damage(record, "/board/0/over", json!(false), "over");
    damage(record, "/board/0/turn_after", json!("B"), "turn_after");
    damage(record, "/board/0/score", json!([89, 0, 40]), "score");
    damage(record, "/board/0/legal_moves_left_for_turn", json!(1), "legal_moves_left_for_turn");
    damage(record, "/board/1/winner", json!("G"), "winner");
    damage(record, "/board/1/executed", json!(true), "executed");
    damage(record, "/board/2/after_first/time_left_blue", json!(1), "time_left_blue");
    damage(record, "/board/2/after_second/plies", json!(2), "plies");
    damage(record, "/board/3/king_moves", json!("BE1-BC1"), "king_moves");
    damage(record, "/board/3/after_BE1-BC1", json!("........"), "after_BE1-BC1");
    damage(record, "/board/6/pawn_moves", json!("BA1-BA2"), "pawn_moves");
    damage(record, "/board/7/legal_count", json!(3), "legal_count");
}

#[test]
fn what_is_no_record_is_not_recognised() {
    for text in [
        "",
        "hello",
        "{}",
        "[1, 2]",
        r#"{"plies": 3}"#,
        r#"{"plies": [], "timed": false}"#,
        r#"{"plies": [{}], "timed": false, "clock_ms": 0}"#,
        r#"{"plies": [], "timed": 1, "clock_ms": 0}"#,
        r#"{"positions": [{"state": 1}]}"#,
        r#"{"neighbour": {"XX1": {}}}"#,
        r#"{"empty_board_moves": {"x": {}}}"#,
        r#"{"empty_board_moves": {"P": {"BA1": 3}}}"#,
        r#"{"board": [{}]}"#,
        r#"{"board": [{"moves": [[]], "from": "clock 100 ms"}]}"#,
        r#"{"referee": [{"case": "", "result": [0, 0, 0]}]}"#,
        r#"{"referee": [{"case": "Blue needs time", "result": [0, 0, 0]}]}"#,
    ] {
        let found = tally(&Document::parse(text.to_owned()));
        assert!(matches!(found, Err(VerifyError::Unrecognised { .. })), "{text}: {found:?}");
    }
}
