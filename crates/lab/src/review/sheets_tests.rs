//! The sheets of games made by hand, with known answers.

use ludarium_game::ShareUnit;
use ludarium_report::sheet::Sheet;
use serde_json::{Value, json};

use super::reviewed_game::{LookCount, ReviewedGame, ReviewedSeat};
use super::run_review::RunReview;

/// A game of agents 0 and 1, in which every second of the 4 decisions of each was judged.
fn game(number: u64, costs: [f64; 2]) -> ReviewedGame {
    let seat = |agent: usize| ReviewedSeat {
        agent,
        score: agent as f64,
        decisions: 4,
        judged: 2,
        same: 1,
        cost: costs[agent],
        luck: 0.02,
    };
    ReviewedGame {
        number,
        block: number / 2,
        decisions: LookCount { all: 8, asked: 4, judged: 4 },
        rolls: LookCount { all: 8, asked: 1, judged: 1 },
        seats: vec![seat(0), seat(1)],
    }
}

fn told(found: Vec<ReviewedGame>) -> Vec<Value> {
    let review = RunReview {
        judge: "judge".to_owned(),
        labels: ["a", "b", "c"].map(str::to_owned).to_vec(),
        planned: found.len() as u64,
        found,
        sampled: true,
        unit: ShareUnit::PERCENT,
    };
    review.sheets().iter().map(Sheet::json).collect()
}

fn close(value: &Value, expected: f64) -> bool {
    value.as_f64().is_some_and(|value| (value - expected).abs() < 1e-6)
}

#[test]
fn what_was_judged_stands_for_all() {
    // Costs of games: 0.02 · 2 and 0.06 · 2 in the first block, none in the second; the other agent costs nothing.
    let costs = [[0.02, 0.0], [0.06, 0.0], [0.0, 0.0], [0.0, 0.0]];
    let found = costs.into_iter().zip(0..).map(|(costs, number)| game(number, costs));
    let told = told(found.collect());
    let rows = told[0]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2, "the third agent did not play");
    let row = &rows[0];
    assert_eq!(
        (&row["games"], &row["decisions"], &row["judged"]),
        (&json!(4.0), &json!(16.0), &json!(8.0))
    );
    assert!(close(&row["same move"], 0.5), "{row}");
    assert!(close(&row["cost a game"]["value"], 0.16 / 4.0), "{row}");
    assert!(close(&row["cost a decision"]["value"], 0.16 / 16.0), "{row}");
    // Two blocks with means 0.08 and 0: the error of the mean is 0.04, and two blocks are hardly sure of it.
    let half = 12.706 * 0.04;
    assert!(close(&row["cost a game"]["low"], 0.04 - half), "{row}");
    assert!(close(&row["cost a game"]["high"], 0.04 + half), "{row}");
    // Each game has 8 rolls as the one that was judged: √(8 · 0.02).
    assert!(close(&row["luck a game"], 0.4), "{row}");
    assert!(close(&row["result a game"], 0.0), "{row}");
    assert_eq!(
        rows[1]["cost a game"],
        json!(0.0),
        "blocks that are all the same say nothing of how sure that is"
    );
    let difference = &told[1]["rows"][0];
    assert_eq!((&difference["agent"], &difference["beside"]), (&json!("a"), &json!("b")));
    assert!(close(&difference["costs more a game"]["value"], 0.04), "{difference}");
}

#[test]
fn what_could_not_be_judged_is_left_out_and_told() {
    let mut unjudged = game(0, [0.5, 0.5]);
    unjudged.decisions.judged = 0;
    let mut half = game(1, [0.02, 0.0]);
    half.decisions.judged = 2;
    let told = told(vec![unjudged, half]);
    let row = &told[0]["rows"][0];
    assert_eq!(row["games"], json!(1.0));
    // Each of the two that were judged stands for four; a single block has no interval.
    assert!(close(&row["cost a game"], 0.08), "{row}");
    let notes = told[0]["notes"].to_string();
    assert!(notes.contains("6 decisions are left out"), "{notes}");
}
