//! What every plan of a value network must satisfy.

use ludarium_arena::Limits;
use ludarium_report::sheet::Cell;

use super::*;
use crate::battery::{TestTraining, check_reproduction};

/// A game's plan plays, makes rows, learns from them, lets two generations meet, and comes out the same again.
pub fn check_plan<G: Taught>() {
    let mut plan = Plan::parse::<G>("the plan", G::PLAN).expect("a plan that can be followed");
    // A search that asks a network which knows nothing may look at very much.
    let little = Limits {
        iterations: Some(20),
        nodes: Some(300),
        depth: None,
    };
    for generation in &mut plan.generations {
        generation.limits = little;
    }
    if let Some(gate) = &mut plan.gate {
        gate.limits = little;
    }
    let amounts = Amounts {
        games: Some(10),
        share: 1,
        generations: 2,
        gate_games: 2,
        epochs: Some(1),
        test_games: Some(1),
    };
    let (test, trained) =
        check_reproduction(|options, tell| train_with::<G>(&plan, &amounts, options, tell));
    let file = QuantisedFile::read(&trained.files[0]).expect("a model file");
    assert!(file.card.examples > 0);
    assert!(ValueNetwork::<G>::read(&trained.files[0]).is_ok());
    assert!(trained.sheets[0].rows.len() >= 3);
    assert_eq!(trained.sheets[1].rows.len(), plan.generations.len().min(2));
    check_rest(&test, &plan);
}

/// What stays in the folder of a finished training is small: no games but those that are still learnt from.
fn check_rest(test: &TestTraining, plan: &Plan) {
    let entries = std::fs::read_dir(&test.options.folder).expect("a folder");
    let mut data: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".data") || name.ends_with(".checkpoint"))
        .collect();
    data.sort();
    let kept = format!("generation-{}-kept.data", plan.generations.len().min(2));
    match plan.learning.kept == 0.0 {
        true => assert!(data.is_empty(), "{data:?}"),
        false => assert_eq!(data, [kept]),
    }
}

/// The same seed gives the same bytes, and from some sixty games a little is learnt. Only for games whose first
/// positions already tell something.
pub fn check_learning<G: Taught>() {
    let plan = Plan::parse::<G>("the plan", G::PLAN).expect("a plan that can be followed");
    let amounts = Amounts {
        games: Some(60),
        share: 1,
        generations: 1,
        gate_games: 0,
        epochs: Some(40),
        test_games: Some(30),
    };
    let (_desk, trained) =
        check_reproduction(|options, tell| train_with::<G>(&plan, &amounts, options, tell));
    let log_loss = |name: &str| {
        let mut rows = trained.sheets[0].rows.iter();
        let row = rows.find(|row| row[0] == Cell::text(name));
        match row.map(|row| &row[1]) {
            Some(Cell::Number(number)) => number.value,
            other => panic!("{other:?} for {name}"),
        }
    };
    let (network, blind) = (log_loss("value"), log_loss("equal shares"));
    assert!(network < blind - 0.005, "{network} and {blind}");
}
