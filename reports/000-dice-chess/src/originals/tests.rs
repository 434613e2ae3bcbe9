//! The recorded files agree, and damaged copies of them do not.

use std::path::Path;

use serde_json::{Value as Json, json};

use super::replay;
use ludarium_bundle::originals::{Document, ReplayTally, VerifyError, verify};

fn read(name: &str) -> Document {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"));
    Document::read(&folder.join(name)).expect("a readable file")
}

fn tally(document: &Document) -> Result<ReplayTally, VerifyError> {
    verify("dice-chess", replay, document)
}

#[test]
fn one_die_games_agree() {
    let tally = tally(&read("traces.jsonl.gz")).unwrap_or_else(|failure| panic!("{failure}"));
    let counts = (tally.games, tally.plies, tally.positions);
    assert_eq!(counts, (40, 2 * 4996, 4996));
}

#[test]
fn one_die_counts_agree() {
    let tally = tally(&read("perft.json.gz")).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(tally.positions, 27);
}

#[test]
fn three_dice_games_agree() {
    let tally = tally(&read("three-dice-traces.jsonl.gz"));
    let tally = tally.unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!((tally.games, tally.positions), (40, 5059));
}

#[test]
fn three_dice_counts_agree() {
    let tally = tally(&read("three-dice-perft.json.gz"));
    let tally = tally.unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(tally.positions, 20 * 56 + 60);
}

#[test]
fn decisions_agree() {
    let tally = tally(&read("agent-decisions.jsonl.gz"));
    let tally = tally.unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(tally.positions, 5553);
}

/// What the checker says about a record in which one value was changed.
fn failure_text(record: &Json, path: &str, value: Json) -> String {
    let mut damaged = record.clone();
    let place = damaged.pointer_mut(path);
    *place.unwrap_or_else(|| panic!("no {path}")) = value;
    match tally(&Document::Lines(vec![damaged])) {
        Ok(_) => format!("{path} is not checked"),
        Err(VerifyError::Disagreement(disagreement)) => disagreement.what,
        Err(failure) => failure.to_string(),
    }
}

fn record(file: &str, suits: impl Fn(&Json) -> bool) -> Json {
    let document = read(file);
    let mut records = document.records().iter();
    records.find(|record| suits(record)).expect("such a record").clone()
}

#[test]
fn a_changed_one_die_game_disagrees() {
    let record = record("traces.jsonl.gz", |record| record["game"] == 0);
    let other = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2";
    for (path, value, what) in [
        ("/plies/0/s", json!(other), "position"),
        ("/plies/3/s", json!(other), "position"),
        ("/plies/2/m/4", json!("a1b1 h1g1"), "moves by roll"),
        ("/plies/2/m", json!({}), "moves by roll"),
        ("/plies/0/r", json!(6), "roll"),
        ("/plies/0/u", json!("a2a3"), "move"),
        ("/final", json!(other), "final position"),
        ("/result", json!("0-1"), "result"),
        ("/reason", json!("bare king"), "ending"),
        ("/reason", json!("ply cap"), "ending"),
    ] {
        assert_eq!(failure_text(&record, path, value), what, "{path}");
    }
}

#[test]
fn changed_one_die_counts_disagree() {
    let record = record("perft.json.gz", |record| record["id"] == "king-next-to-king");
    for (path, value, what) in [
        ("/moves_by_roll/6", json!(7), "number of moves by roll"),
        ("/perft/2", json!(433), "lines of 3 plies"),
        ("/game_over_at_ply/1", json!(3), "lines that end the game at ply 2"),
        ("/p_white_wins_within/0", json!(0.125001), "probability that White wins within 1 plies"),
        ("/p_black_wins_within/3", json!(0.5), "probability that Black wins within 4 plies"),
        ("/rules/bare", json!(1), "number of moves by roll"),
    ] {
        assert_eq!(failure_text(&record, path, value), what, "{path}");
    }
}

#[test]
fn changed_decisions_disagree() {
    let decision = |agent: &str, set: &str| {
        let suits = |record: &Json| record["agent"] == agent && record["set"] == set;
        record("agent-decisions.jsonl.gz", suits)
    };
    let minimax = decision("minimax", "game");
    let last = format!("/history/{}", minimax["history"].as_array().map_or(0, Vec::len) - 1);
    let one = |key: &Json| key.as_object().and_then(|map| map.keys().next()).cloned().unwrap();
    let value = format!("/values/{}", one(&minimax["values"]));
    let later = format!("{}0", minimax["fen"].as_str().unwrap());
    for (path, value, what) in [
        ("/move", json!("a1a1"), "answer"),
        ("/legal/0", json!("a1a1"), "moves"),
        ("/value", json!(-12_345), "value"),
        (value.as_str(), json!(-12_345), "values"),
        (last.as_str(), json!("1:a1a1"), "move"),
        ("/fen", json!(later), "position after the game"),
    ] {
        assert_eq!(failure_text(&minimax, path, value), what, "{path}");
    }
    let expectimax = decision("expectiminimax", "random");
    let kind = format!("/kind_values/{}", one(&expectimax["kind_values"]));
    for (path, value, what) in [
        ("/move", json!("a1a1"), "answer"),
        ("/kind", json!(7), "kind moved"),
        (
            "/agrees",
            json!(!expectimax["agrees"].as_bool().unwrap()),
            "whether it is the kind rolled",
        ),
        (kind.as_str(), json!(-12_345), "sums of the kinds"),
    ] {
        assert_eq!(failure_text(&expectimax, path, value), what, "{path}");
    }
    for agent in ["basic", "qtable"] {
        let answer = failure_text(&decision(agent, "random"), "/move", json!("a1a1"));
        assert_eq!(answer, "answer", "{agent}");
    }
}

#[test]
fn changed_answers_of_agents_with_luck_disagree() {
    for (agent, set, found) in [
        ("ql", "random", "mean_values"),
        ("mcts", "random", "mean_visits"),
        ("hybrid", "small", ""),
    ] {
        let suits = |record: &Json| record["agent"] == agent && record["set"] == set;
        let record = record("agent-decisions.jsonl.gz", suits);
        let always = json!({ "a1a1": record["repetitions"] });
        if agent != "hybrid" {
            let text = failure_text(&record, "/counts", always.clone());
            assert_eq!(text, "how often it answers a1a1", "{agent}");
            let map = record[found].as_object().unwrap();
            let (mv, mean) = map.iter().next().unwrap();
            let path = format!("/{found}/{mv}");
            let text = failure_text(&record, &path, json!(2.0 * mean.as_f64().unwrap() + 10.0));
            let what = if agent == "ql" { "mean value" } else { "mean visits" };
            assert_eq!(text, format!("{what} of {mv}"), "{agent}");
        } else {
            let text = failure_text(&record, "/counts", always);
            assert_eq!(text, "answers of the kind rolled");
        }
        let text = failure_text(&record, "/repetitions", json!(1));
        assert_eq!(text, "repetitions", "{agent}");
    }
}

#[test]
fn a_changed_three_dice_game_disagrees() {
    let record = record("three-dice-traces.jsonl.gz", |record| record["result"] == "1-0");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    for (path, value, what) in [
        ("/turns/0/dice", json!([1, 1, 1]), "position after the roll"),
        ("/turns/1/dfen", json!(start), "position after the roll"),
        ("/turns/0/n_turns", json!(1), "number of turns"),
        ("/turns/0/n_king_capture", json!(1), "turns that capture the king"),
        ("/turns/0/fnv1a64", json!("0"), "hash of all turns"),
        ("/turns/0/first/0", json!("a2a5"), "first moves of all turns"),
        ("/turns/0/chosen", json!("a2a5"), "chosen move"),
        ("/turns/0/after", json!(start), "position after the turn"),
        ("/result", json!("0-1"), "result"),
    ] {
        assert_eq!(failure_text(&record, path, value), what, "{path}");
    }
}

#[test]
fn changed_three_dice_counts_disagree() {
    let whole = record("three-dice-perft.json.gz", |_| true);
    let position = json!({ "positions": [whole["positions"][0]] });
    for (path, value, what) in [
        ("/positions/0/rolls/PPP/0", json!(1), "counts"),
        ("/positions/0/rolls/PNR/2", json!(83), "counts"),
        ("/positions/0/turns_all_rolls", json!(1), "turns of all rolls"),
        ("/positions/0/turns_weighted_216", json!(1), "turns of all throws"),
        ("/positions/0/king_capture_216", json!(1), "throws that can capture the king"),
    ] {
        assert_eq!(failure_text(&position, path, value), what, "{path}");
    }
    let listed = whole["microstates"].as_array().into_iter().flatten();
    let listed = listed.clone().find(|state| state["n_turns"] == 1).expect("one turn");
    let state = json!({ "microstates": [listed] });
    for (path, value, what) in [
        ("/microstates/0/turns/0", json!("a1a2"), "turns"),
        ("/microstates/0/first_of_turns/0", json!("a1a2"), "first moves of all turns"),
        ("/microstates/0/first_by_filter", json!([]), "first moves by the browser's filter"),
    ] {
        assert_eq!(failure_text(&state, path, value), what, "{path}");
    }
}

#[test]
fn other_records_are_not_recognised() {
    for text in [
        "",
        "[]",
        "{}",
        "{\"positions\":[]}",
        "{\"turns\":[],\"result\":\"*\"}",
        "{\"plies\":7,\"final\":1,\"rules\":{\"promo\":\"queen\",\"bare\":1}}",
        "{\"plies\":[{}],\"final\":\"x\",\"rules\":{\"promo\":\"queen\",\"bare\":1}}",
        "{\"state\":\"x\",\"perft\":[1],\"rules\":{\"promo\":\"king\",\"bare\":1}}",
        // Found by fuzzing: a short file that asked for a search of years.
        "{\"state\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\",\"perft\":[20],\"rules\":{\"promo\":\"queen\",\"bare\":0},\"p_white_wins_within\":[0,0,0,0,0,0,0,0,0,0,0,0]}",
    ] {
        let failure = tally(&Document::parse(text.into())).expect_err(text);
        assert!(matches!(failure, VerifyError::Unrecognised { .. }), "{text}: {failure}");
    }
}
