//! Every recorded file agrees, and damage to any kind of record is noticed.

use std::path::Path;

use serde_json::{Value, json};

use super::replay;
use ludarium_bundle::originals::{Document, ReplayTally, VerifyError, verify};

const FILES: [&str; 10] = [
    "ai-decisions.jsonl.gz",
    "ai-games.jsonl.gz",
    "battle_table.json.gz",
    "boards.jsonl.gz",
    "long-games.json.gz",
    "perft.json.gz",
    "reinforce.json.gz",
    "rng.json.gz",
    "setup.jsonl.gz",
    "traces.jsonl.gz",
];

fn read(name: &str) -> Document {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    Document::read(&Path::new(folder).join(name)).expect("a record file")
}

fn run(document: &Document) -> Result<ReplayTally, VerifyError> {
    verify("dicewars", replay, document)
}

/// The first record of a file, out of the list that holds it.
fn first_record(name: &str) -> Value {
    let document = read(name);
    let record = document.records().first().expect("a record");
    match super::inner_list(record) {
        Some((_, inner)) => inner[0].clone(),
        None => record.clone(),
    }
}

#[test]
fn every_file_agrees() {
    let found = FILES.map(|name| {
        let tally = run(&read(name)).unwrap_or_else(|failure| panic!("{name}: {failure}"));
        (name, tally.games, tally.plies, tally.positions)
    });
    assert_eq!(
        found,
        [
            ("ai-decisions.jsonl.gz", 0, 0, 120),
            ("ai-games.jsonl.gz", 24, 9_181, 0),
            ("battle_table.json.gz", 0, 0, 64),
            ("boards.jsonl.gz", 0, 0, 60),
            ("long-games.json.gz", 3, 150_917, 60),
            ("perft.json.gz", 0, 0, 12),
            ("reinforce.json.gz", 0, 0, 8),
            ("rng.json.gz", 0, 0, 5),
            ("setup.jsonl.gz", 0, 0, 10),
            ("traces.jsonl.gz", 40, 18_672, 9_366),
        ]
    );
}

/// Puts `value` at `path` of the first record and expects a disagreement on `what`.
fn damaged(file: &str, path: &str, value: Value, what: &str) {
    let mut record = first_record(file);
    let place = record.pointer_mut(path);
    *place.unwrap_or_else(|| panic!("{file} has no {path}")) = value;
    match run(&Document::Json(record)) {
        Err(VerifyError::Disagreement(found)) => {
            assert!(found.what.contains(what), "{file} {path}: {found}");
        }
        other => panic!("{file} {path}: {other:?}"),
    }
}

#[test]
fn damaged_games_are_noticed() {
    let file = "traces.jsonl.gz";
    damaged(file, "/order", json!([2, 1, 3, 4]), "order of play");
    damaged(file, "/adj/0", json!([5, 4, 2]), "neighbours");
    damaged(file, "/assign/0/0", json!(7), "assignment");
    damaged(file, "/plies/2/s", json!("1"), "state");
    damaged(file, "/plies/2/m/0", json!([1, 2]), "legal attacks");
    damaged(file, "/plies/2/c", json!([1, 2]), "attack");
    damaged(file, "/plies/2/ra/0", json!(6), "attacker's dice");
    damaged(file, "/plies/2/rd/0", json!(6), "defender's dice");
    damaged(file, "/plies/2/w", json!(0), "attacker won");
    damaged(file, "/plies/10/placed/0", json!(1), "received dice");
    damaged(file, "/final", json!("1"), "state");
    damaged(file, "/winner", json!("p1"), "winner");
    damaged(file, "/battles", json!(1), "battles");
    damaged(file, "/elim/0/1", json!(1), "eliminations");
    let file = "ai-games.jsonl.gz";
    damaged(file, "/moves/1", json!("6>2-"), "outcome");
    damaged(file, "/moves/1", json!("1>2+"), "move");
    damaged(file, "/moves/1", json!("E"), "decision of dt.wpm_d");
    damaged(file, "/ais/1", json!("dt.ste"), "decision of dt.ste");
    damaged(file, "/seeds/client", json!(1), "decision of xlogin00");
    damaged(file, "/moves/0", json!("E+"), "move");
    damaged(file, "/winner", json!(null), "winner");
    damaged(file, "/elim/0/0", json!("nobody"), "eliminations");
    damaged(file, "/seeds/fixed", json!(1), "");
    let file = "long-games.json.gz";
    damaged(file, "/checkpoints/3", json!("1"), "state");
    damaged(file, "/checkpoints", json!([]), "number of checkpoints");
    damaged(file, "/steps", json!(1), "decisions");
    damaged(file, "/final", json!("1"), "state");
}

#[test]
fn damaged_tables_are_noticed() {
    damaged("perft.json.gz", "/perft/1", json!(1), "perft(2)");
    damaged("perft.json.gz", "/legal_attacks", json!(1), "legal attacks");
    damaged("perft.json.gz", "/state", json!("1"), "position");
    damaged("battle_table.json.gz", "/wins", json!("16"), "wins");
    damaged("battle_table.json.gz", "/total", json!("37"), "rolls");
    damaged("battle_table.json.gz", "/p", json!(0.4), "probability");
    damaged("boards.jsonl.gz", "/areas/3/hexes/2/0", json!(0), "hexes of area 4");
    damaged("boards.jsonl.gz", "/areas/3/adj", json!([1]), "neighbours");
    damaged("setup.jsonl.gz", "/assignment/3/0", json!(1), "assignment");
    damaged("setup.jsonl.gz", "/orig_dice/3", json!(8), "dice");
    damaged("setup.jsonl.gz", "/shuffled_order", json!([1, 2]), "order");
    damaged("setup.jsonl.gz", "/next_12_dice/11", json!(0), "next dice");
    for list in ["u32", "randint_1_6", "shuffle_0_9", "choice_of_29"] {
        damaged("rng.json.gz", &format!("/{list}/5"), json!(77), "");
    }
    damaged("rng.json.gz", "/randint_0_0_then_u32/1", json!(0), "below 1");
    damaged("reinforce.json.gz", "/leftover", json!(1), "left over");
    damaged("reinforce.json.gz", "/outcomes/0/0/0", json!(8), "distribution");
    damaged("reinforce.json.gz", "/outcomes/0/1", json!("2/243"), "decimal");
    damaged("reinforce.json.gz", "/outcomes/0/2", json!(0.5), "decimal");
    let file = "ai-decisions.jsonl.gz";
    damaged(file, "/owners", json!("1"), "position");
    damaged(file, "/happ_prod/0/1", json!(29), "candidates");
    damaged(file, "/happ/0/2", json!(0.5), "probability");
    damaged(file, "/happ/0/3", json!(0.5), "prediction of area 1");
    damaged(file, "/happ/0/4", json!(0.5), "prediction of area 2");
    damaged(file, "/happ_prod/0/2", json!(0.5), "value of 1>2");
    for feature in 0..6 {
        let path = format!("/happ/0/5/{feature}");
        damaged(file, &path, json!(0.5), "features of area 1");
        let path = format!("/happ/0/6/{feature}");
        damaged(file, &path, json!(0.5), "features of area 2");
        let path = format!("/wpp/0/{}", feature + 1);
        damaged(file, &path, json!(0.5), "features of player 1");
    }
    damaged(file, "/wpp/0/7", json!(0.5), "prediction for player 1");
    damaged(file, "/xk.final8_value/2", json!(0.5), "final8_value");
    damaged(file, "/xk.final8_value", json!(null), "final8_value");
    damaged(file, "/xk.final10_value", json!([0, 0, 0, 0]), "final10_value");
    damaged(file, "/decisions/dt.ste", json!("1>29"), "dt.ste");
    for agent in [
        "dt.sdc",
        "dt.ste",
        "dt.wpm_s",
        "dt.wpm_d",
        "dt.wpm_c",
        "xk.base",
        "xk.happ",
        "xk.final8",
        "xk.final10",
    ] {
        let what = format!("decision of {agent}");
        damaged(file, &format!("/decisions/{agent}"), json!("E"), &what);
    }
    damaged(file, "/decisions/dt.stei", json!("1>2"), "decision of dt.stei");
}

/// What only describes a record, or is not needed to replay it.
const UNUSED: [&str; 7] =
    ["id", "policy", "errors", "rule", "definition", "xk.final8_value", "xk.final10_value"];

#[test]
fn malformed_records_are_refused_without_panic() {
    let values = [
        json!(null),
        json!(-1),
        json!(1e300),
        json!(u64::MAX),
        json!("x"),
        json!([]),
        json!([[]]),
        json!({}),
    ];
    for file in FILES {
        let record = first_record(file);
        let keys = record.as_object().expect("an object").keys();
        for key in keys.filter(|key| !UNUSED.contains(&key.as_str())) {
            for value in &values {
                let mut changed = record.clone();
                if changed[key] == *value {
                    continue;
                }
                changed[key] = value.clone();
                let result = run(&Document::Json(changed));
                assert!(result.is_err(), "{file} with {key} = {value}");
            }
            let mut shorter = record.clone();
            shorter.as_object_mut().expect("an object").remove(key);
            let result = run(&Document::Json(shorter));
            assert!(
                matches!(result, Err(VerifyError::Unrecognised { .. })),
                "{file} without {key}: {result:?}"
            );
        }
    }
}

#[test]
fn foreign_documents_are_refused() {
    for text in ["", "[]", "{}", "[1, 2]", "{\"games\": []}", "some text"] {
        let result = run(&Document::parse(text.into()));
        assert!(matches!(result, Err(VerifyError::Unrecognised { .. })), "{text}: {result:?}");
    }
}
