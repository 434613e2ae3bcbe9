use std::path::Path;

use serde_json::{Value, json};

use super::replay;
use ludarium_bundle::originals::{Document, ReplayTally, VerifyError, verify};

fn stored(name: &str) -> Document {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"));
    Document::read(&folder.join(name)).unwrap()
}

fn outcome(document: &Document) -> Result<ReplayTally, VerifyError> {
    verify("tuc-chess", replay, document)
}

/// What the checker says to a damaged document.
fn disagreement(document: &Document) -> String {
    match outcome(document) {
        Err(VerifyError::Disagreement(found)) => found.what.clone(),
        other => panic!("{other:?}"),
    }
}

/// The record of a stored file for which `wanted` holds, and where it stands.
fn record(name: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let document = stored(name);
    let found = document.records().iter().find(|record| wanted(record));
    found.cloned().unwrap()
}

fn damaged(record: &Value, pointer: &str, value: Value) -> Document {
    let mut record = record.clone();
    let field = record.pointer_mut(pointer);
    *field.unwrap_or_else(|| panic!("no {pointer}")) = value;
    Document::Json(record)
}

#[test]
fn games_of_the_server_agree() {
    let tally = outcome(&stored("traces.jsonl.gz")).unwrap();
    assert_eq!((tally.games, tally.positions), (40, 4815));
    // Each move is followed by a chance outcome, except the 24 that end the game.
    assert_eq!(tally.plies, 2 * 4815 - 24);
}

#[test]
fn perft_counts_agree() {
    let tally = outcome(&stored("perft.json.gz")).unwrap();
    assert_eq!(tally.positions, 18 * 3);
}

#[test]
fn the_captured_exchange_agrees() {
    let tally = outcome(&stored("exchange.txt.gz")).unwrap();
    assert_eq!(tally.games, 1);
}

#[test]
fn every_damaged_field_of_a_game_is_found() {
    let game = record("traces.jsonl.gz", |_| true);
    for (pointer, value, what) in [
        ("/plies/0/s", json!("prkrp w 0 0 20"), "first state"),
        ("/plies/3/s", json!("prkrp/ppppp/...../*****/...../PPPPP/PRKRP w 0 0 20"), "state"),
        ("/plies/5/l/2", json!("1212"), "legal moves"),
        ("/plies/5/m", json!("6050"), "move"),
        ("/plies/2/g", json!(0), "datagram"),
        ("/plies/2/g", Value::Null, "chance outcome"),
        ("/plies/3/g", json!(1), "chance outcome"),
        ("/plies/4/b", json!("23"), "chance outcome"),
        ("/plies/4/b", json!("21"), "datagram"),
        ("/plies/4/b", Value::Null, "end after the move"),
        ("/plies/71/b", json!("99"), "end after the move"),
        ("/plies/71/g", json!(1), "value of a present"),
        ("/plies/6/w", json!("T15242990201"), "datagram"),
        ("/plies/4/e/0", json!("capR"), "events"),
        ("/end/plies", json!(71), "number of plies"),
        ("/end/reason", json!("two-kings"), "reason of the end"),
        ("/end/state", json!("p...k/...../..R*./p..P./P..../P..../.r... w 15 18 8"), "final state"),
        ("/end/score", json!([15, 17]), "final score"),
        ("/end/leader", json!("white"), "leader"),
        ("/end/wire", Value::Null, "last datagram"),
        ("/end/written_score/0", json!(14), "final score as written"),
    ] {
        assert_eq!(disagreement(&damaged(&game, pointer, value)), what, "{pointer}");
    }
}

#[test]
fn damaged_records_of_server_deviations_are_found() {
    let extra = |ply: &Value| ply.get("x").is_some();
    let game =
        record("traces.jsonl.gz", |game| game["plies"].as_array().unwrap().iter().any(extra));
    let ply = game["plies"].as_array().unwrap().iter().position(extra).unwrap();
    let document = damaged(&game, &format!("/plies/{ply}/x"), json!(["5064"]));
    assert_eq!(disagreement(&document), "moves that only the server allows");

    let undone = |game: &Value| game["end"]["score"] != game["end"]["written_score"];
    let game = record("traces.jsonl.gz", undone);
    let document = damaged(&game, "/end/written_score", game["end"]["score"].clone());
    assert_eq!(disagreement(&document), "final score as written");
}

#[test]
fn every_damaged_count_is_found() {
    let position = record("perft.json.gz", |record| record["id"] == "black-teleport");
    for (pointer, value, what) in [
        ("/state", json!("nothing"), "state"),
        ("/written/over", json!(true), "whether the game is over"),
        ("/server/n", json!(14), "number of moves"),
        ("/server/moves/3", json!("5064"), "legal moves"),
        ("/server/perft/2", json!(555), "perft 3"),
        ("/template/perft/7", json!(57655), "perft 8"),
        ("/template/moves", json!([]), "legal moves"),
        ("/written/detail/3/2", json!(1), "details of perft 4"),
    ] {
        assert_eq!(disagreement(&damaged(&position, pointer, value)), what, "{pointer}");
    }
}

#[test]
fn every_damaged_line_of_an_exchange_is_found() {
    let Document::Text(text) = stored("exchange.txt.gz") else {
        panic!("not a text");
    };
    for (old, new, what) in [
        ("client8", "client9", "text of the bytes"),
        ("   7 636c69656e7438", "   8 636c69656e7438", "length"),
        ("   0.910 B->S", "   9.910 B->S", "order of time"),
        ("5057 PW", "5042 PB", "datagram"),
        ("4742 GB", "4743 GC", "datagram"),
        ("35333433 5343", "35333434 5344", "move"),
        (
            "S->B  12 543135333433393930303030 T15343990000",
            "S->B  12 543135333433393930303031 T15343990001",
            "datagram",
        ),
        ("474530373134 GE0714", "474530373135 GE0715", "datagram"),
    ] {
        let text = text.replacen(old, new, 1);
        assert_eq!(disagreement(&Document::Text(text)), what, "{new}");
    }
    let (head, _) = text.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(disagreement(&Document::Text(head.to_owned())), "GE0714");
    let longer = format!("{text}   5.400 W->S   4 35333433 5343\n");
    assert_eq!(disagreement(&Document::Text(longer)), "end of the exchange");
}

#[test]
fn what_is_no_record_is_not_recognised() {
    for text in [
        "",
        "hello",
        "# only a remark\n",
        "[]",
        "{}",
        "{\"plies\":[]}",
        "{\"plies\":7}",
        "{\"plies\":[{\"s\":7}]}",
        "{\"state\":\"...../...../..k../..K../...../P...p/..... w 0 0 4\"}",
        "{\"state\":\"...../...../..k../..K../...../P...p/..... w 0 0 4\",\"written\":3}",
        "0.1 W->S 2 5057",
        "0.1 X->S 2 5057 PW",
    ] {
        let result = outcome(&Document::parse(text.to_owned()));
        assert!(matches!(result, Err(VerifyError::Unrecognised { .. })), "{text}: {result:?}");
    }
}
