//! Reviews of a whole run: the same whatever the threads, samples that stand for all, blocks, interrupts.

use std::fs;
use std::path::Path;

use ludarium_arena::testing::{games, play};
use ludarium_arena::{Interrupt, Store};
use ludarium_lab::LabError;
use ludarium_lab::review::{JudgingAgent, RunReview, RunReviewOptions, review_run};
use serde_json::Value;

/// A run of a few blocks: somebody who thinks against somebody who does not.
fn played(name: &str, blocks: u64) -> Store {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("review-{name}.db"));
    let _ = fs::remove_file(&file);
    play(&file, ["mcts@iterations=300", "random"], blocks)
}

fn review(store: &Store, by: &str, options: RunReviewOptions) -> Result<RunReview, LabError> {
    let rules = games().rules("sprint", None).unwrap();
    let judge = JudgingAgent::new(rules, by).unwrap();
    let mut last = (0, 1);
    let found = review_run(store, &judge, &options, &Interrupt::new(), &mut |done, total| {
        assert!(done <= total, "{done} of {total}");
        last = (done, total);
    });
    if found.is_ok() {
        assert_eq!(last.0, last.1, "everything is told");
    }
    found
}

fn sheets(review: &RunReview) -> Vec<Value> {
    review.sheets().iter().map(|sheet| sheet.json()).collect()
}

const ALL: RunReviewOptions = RunReviewOptions { games: None, sample: None, threads: 1 };

#[test]
fn whoever_thinks_costs_itself_less_on_any_number_of_threads() {
    let store = played("costs", 12);
    let found = review(&store, "mcts@iterations=400", ALL).unwrap();
    assert_eq!((found.games(), found.blocks(), found.planned()), (24, 12, 24));
    let told = sheets(&found);
    let (mcts, random) = (&told[0]["rows"][0], &told[0]["rows"][1]);
    assert_eq!((&mcts["agent"], &mcts["games"]), (&"mcts@iterations=300".into(), &24.0.into()));
    let number = |value: &Value| value.as_f64().unwrap();
    assert!(number(&mcts["same move"]) > number(&random["same move"]), "{told:?}");
    let cost = |row: &Value| row["cost a game"]["value"].as_f64().unwrap();
    assert!(cost(mcts) < cost(random) && cost(random) > 0.03, "{told:?}");
    let each = random["cost a decision"]["value"].as_f64().unwrap();
    let decisions = number(&random["decisions"]);
    assert!((each * decisions - cost(random) * 24.0).abs() < 1e-9, "{told:?}");
    // The dice decide much of a race, and not more than all of it.
    let luck = number(&mcts["luck a game"]);
    assert!((0.2..=0.5).contains(&luck), "{told:?}");
    // Judging all, each of them stands for itself.
    assert_eq!(mcts["judged"], mcts["decisions"]);
    let difference = &told[1]["rows"][0]["costs more a game"];
    let expected = cost(mcts) - cost(random);
    assert!((difference["value"].as_f64().unwrap() - expected).abs() < 1e-9);
    assert!(difference["high"].as_f64().unwrap() < 0.0, "{told:?}");
    let threads = RunReviewOptions { threads: 4, ..ALL };
    let again = review(&store, "mcts@iterations=400", threads).unwrap();
    assert_eq!(sheets(&again), told);
}

#[test]
fn a_sample_stands_for_all() {
    let store = played("sample", 30);
    let whole = review(&store, "mcts@iterations=60", ALL).unwrap();
    let sample = Some(4);
    let part = review(&store, "mcts@iterations=60", RunReviewOptions { sample, ..ALL }).unwrap();
    let (whole, part) = (&sheets(&whole)[0]["rows"], &sheets(&part)[0]["rows"]);
    let judged: f64 = [0, 1].iter().map(|&row: &usize| part[row]["judged"].as_f64().unwrap()).sum();
    assert_eq!(judged, 4.0 * 60.0);
    for row in [0, 1] {
        assert_eq!(part[row]["decisions"], whole[row]["decisions"]);
        let cost = |rows: &Value, end: &str| rows[row]["cost a game"][end].as_f64().unwrap();
        let half = 0.5 * (cost(part, "high") - cost(part, "low"));
        let off = cost(part, "value") - cost(whole, "value");
        assert!(off.abs() < 2.0 * half, "{part} {whole}");
        let luck = |rows: &Value| rows[row]["luck a game"].as_f64().unwrap();
        assert!(luck(whole) < 0.6, "noise of a hasty judge is no luck: {whole}");
        assert!((luck(part) / luck(whole) - 1.0).abs() < 0.25, "{part} {whole}");
    }
}

#[test]
fn games_come_in_whole_blocks_and_an_interrupt_leaves_what_was_found() {
    let store = played("blocks", 3);
    let options = RunReviewOptions { games: Some(3), sample: Some(1), threads: 2 };
    let found = review(&store, "mcts@iterations=9", options).unwrap();
    assert_eq!((found.games(), found.blocks()), (4, 2));
    let rules = games().rules("sprint", None).unwrap();
    // Slow, so that the interrupt is heard long before all games are done.
    let judge = JudgingAgent::new(rules, "mcts@iterations=200000").unwrap();
    let (interrupt, mut games) = (Interrupt::new(), 0);
    let found = review_run(
        &store,
        &judge,
        &RunReviewOptions { threads: 1, ..options },
        &interrupt,
        &mut |_, _| {
            games += 1;
            interrupt.finish();
        },
    );
    let found = found.unwrap();
    assert_eq!(found.planned(), 4);
    assert!((1..4).contains(&found.games()), "the game under way is finished: {}", found.games());
    let found = review_run(&store, &judge, &options, &interrupt, &mut |_, _| {}).unwrap();
    assert_eq!(found.games(), 0);
    assert_eq!(found.sheets()[0].rows.len(), 0);
}

#[test]
fn an_agent_without_values_cannot_judge() {
    let store = played("values", 1);
    for by in ["random", "walker", "faulty"] {
        let error = review(&store, by, ALL).err().expect("nothing to go by").to_string();
        assert!(error.contains("gives no shares of a win"), "{by}: {error}");
    }
}
