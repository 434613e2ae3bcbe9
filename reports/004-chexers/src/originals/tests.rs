//! The shipped records agree, and damaged ones do not.

use std::path::Path;

use serde_json::{Value, json};

use super::replay;
use ludarium_bundle::originals::{Document, ReplayTally, VerifyError, verify};

fn read(file: &str) -> Document {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"));
    Document::read(&folder.join(file)).unwrap()
}

fn agree(document: &Document) -> ReplayTally {
    verify("chexers", replay, document).unwrap_or_else(|failure| panic!("{failure}"))
}

fn fail(document: Document) -> VerifyError {
    verify("chexers", replay, &document).expect_err("the record is damaged")
}

#[test]
fn random_games_agree() {
    let tally = agree(&read("traces.jsonl.gz"));
    assert_eq!((tally.games, tally.plies, tally.positions), (40, 10_380, 10_380));
}

#[test]
fn agents_games_agree() {
    let tally = agree(&read("agents.jsonl.gz"));
    assert_eq!((tally.games, tally.plies), (12, 2546));
}

/// The checks that agree when no player is known.
fn checks_without_names(file: &str) -> u64 {
    let mut checks = 0;
    for record in read(file).records() {
        let mut record = record.clone();
        record["seats"] = json!(["a", "b", "c"]);
        if !record["result"].as_str().unwrap().starts_with("draw") {
            let winner = record["score"].as_array().unwrap().iter();
            let winner = winner.enumerate().find(|(_, exits)| **exits == 4).unwrap();
            record["result"] = record["seats"][winner.0].clone();
        }
        checks += agree(&Document::Json(record)).checks;
    }
    checks
}

#[test]
fn all_decisions_of_the_original_agents_are_ours() {
    let tally = agree(&read("agents.jsonl.gz"));
    let (max_n, greedy_mode, greedy_player) = (1014, 116, 542);
    let modes = max_n + greedy_mode;
    assert_eq!(
        tally.checks - checks_without_names("agents.jsonl.gz"),
        modes + max_n + greedy_mode + greedy_player
    );
}

#[test]
fn damaged_decisions_are_found() {
    let agents = |record, change: fn(&mut Value)| damaged("agents.jsonl.gz", record, change);
    // Red is beta_come in game 4 and the greedy player in game 1.
    found_as("decision", agents(4, |game| game["plies"][0]["m"] = "-3,1>-2,1".into()));
    found_as("decision", agents(1, |game| game["plies"][0]["m"] = "-3,1>-2,1".into()));
    found_as("mode", agents(4, |game| game["plies"][0]["mode"] = "maxn".into()));
    // Its first search.
    found_as("decision", agents(4, |game| game["plies"][3]["m"] = "-3,1>-2,0".into()));
}

#[test]
fn peers_games_agree() {
    assert_eq!(agree(&read("peer-games.jsonl.gz")).games, 18);
}

#[test]
fn edge_cases_agree() {
    let tally = agree(&read("edge-cases.json.gz"));
    assert_eq!(tally.plies, 64);
}

#[test]
fn perft_counts_agree() {
    agree(&read("perft.json.gz"));
}

/// The first record of a file with one change, as a document of its own.
fn damaged(file: &str, record: usize, change: impl FnOnce(&mut Value)) -> Document {
    let mut record = read(file).records()[record].clone();
    change(&mut record);
    Document::Json(record)
}

/// Each change must be found, at the right thing.
fn found_as(what: &str, document: Document) {
    match fail(document) {
        VerifyError::Disagreement(found) => assert_eq!(found.what, what, "{found}"),
        other => panic!("expected a disagreement on {what}: {other}"),
    }
}

#[test]
fn damaged_games_are_found() {
    let trace = |change: fn(&mut Value)| damaged("traces.jsonl.gz", 0, change);
    found_as("state", trace(|game| game["plies"][9]["s"] = "x".into()));
    found_as("position", trace(|game| game["plies"][0]["s"] = "x".into()));
    found_as("occurrences", trace(|game| game["plies"][9]["n"] = 2.into()));
    found_as("legal moves", trace(|game| game["plies"][9]["l"][0] = "pass".into()));
    found_as("legal move", trace(|game| game["plies"][9]["m"] = "pass".into()));
    found_as("final state", trace(|game| game["final"] = "x".into()));
    found_as("exits", trace(|game| game["score"][1] = 0.into()));
    found_as("referee's words", trace(|game| game["referee_text"] = "winner: Red".into()));
    found_as("reason of the draw", trace(|game| game["result"]["reason"] = "repetition".into()));
    found_as("winner", trace(|game| game["result"] = json!({"kind": "win", "winner": "red"})));
    let won = |change: fn(&mut Value)| damaged("traces.jsonl.gz", 1, change);
    found_as("winner", won(|game| game["result"]["winner"] = "red".into()));
    let drawn = json!({"kind": "draw", "reason": "turn_limit"});
    let drawn = damaged("traces.jsonl.gz", 1, |game| game["result"] = drawn);
    found_as("end without a winner", drawn);
}

#[test]
fn damaged_agents_games_are_found() {
    let agents = |change: fn(&mut Value)| damaged("agents.jsonl.gz", 0, change);
    found_as("state", agents(|game| game["plies"][9]["s"] = "x".into()));
    found_as("legal move", agents(|game| game["plies"][9]["m"] = "pass".into()));
    found_as("exits", agents(|game| game["score"][1] = 0.into()));
    found_as("winner", agents(|game| game["result"] = "random".into()));
    found_as("reason of the draw", agents(|game| game["result"] = "draw:repetition".into()));
    let peers = |change: fn(&mut Value)| damaged("peer-games.jsonl.gz", 0, change);
    found_as("legal move", peers(|game| game["moves"][9] = "pass".into()));
    found_as("exits", peers(|game| game["exits"][0] = 4.into()));
    found_as("winner", peers(|game| game["result"] = "synth".into()));
    found_as("game over", peers(|game| game["result"] = "none: crashed".into()));
    found_as("number of plies", peers(|game| game["plies"] = 1.into()));
    let shorter = peers(|game| {
        game["moves"].as_array_mut().unwrap().pop();
        game["plies"] = 68.into();
        game["exits"][2] = 3.into();
    });
    found_as("game over", shorter);
}

#[test]
fn damaged_positions_are_found() {
    let perft = |change: fn(&mut Value)| damaged("perft.json.gz", 0, change);
    found_as("perft(3)", perft(|case| case["perft"][2] = 511.into()));
    found_as("number of legal moves", perft(|case| case["nlegal"] = 9.into()));
    found_as("legal moves", perft(|case| case["legal"][0] = "pass".into()));
    let deeper = perft(|case| {
        case["perft"].as_array_mut().unwrap().truncate(3);
        case["deeper_by_independent_program"] = json!([6784, 89753]);
    });
    found_as("perft(5)", deeper);
    let edge = |change: fn(&mut Value)| damaged("edge-cases.json.gz", 0, change);
    found_as("legal moves", edge(|case| case["legal"][0] = "pass".into()));
    found_as("legality of the move", edge(|case| case["play"][0]["legal"] = false.into()));
    found_as("state", edge(|case| case["play"][0]["after"] = "x".into()));
    found_as("game over", edge(|case| case["play"][0]["over"] = false.into()));
    found_as("draw", edge(|case| case["play"][0]["drawmsg"] = "".into()));
    found_as("final state", edge(|case| case["final"] = "x".into()));
    found_as("game over", edge(|case| case["over"] = false.into()));
    found_as("referee's words", edge(|case| case["referee_text"] = "winner: Blue".into()));
    found_as("legal moves", edge(|case| case["legal_after"] = json!(["pass"])));
}

#[test]
fn other_content_is_not_recognised() {
    let documents = [
        "[]",
        "{}",
        "[3]",
        "plain words",
        r#"{"plies":[]}"#,
        r#"{"plies":[7]}"#,
        r#"{"moves":[1,2],"exits":[0,0,0],"result":"none"}"#,
        r#"{"moves":[],"exits":[0,0,0]}"#,
        r#"{"moves":[],"exits":"none","result":"none"}"#,
        r#"{"perft":[8]}"#,
        r#"{"play":[],"state":5}"#,
    ];
    for text in documents {
        let failure = fail(Document::parse(text.to_owned()));
        assert!(matches!(failure, VerifyError::Unrecognised { .. }), "{text}: {failure}");
    }
}
