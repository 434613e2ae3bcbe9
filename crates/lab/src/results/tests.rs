use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use ludarium_arena::Interrupt;
use ludarium_arena::testing::games;

use super::*;
use crate::bench::{Bench, Conditions};
use crate::experiment::tests::SMALL;
use crate::experiment::{Catalogue, ExperimentText, Mode, Unit};
use crate::measure::{Figure, MeasuredReading};

const NAME: &str = "001/small";

fn experiment(text: &str) -> Experiment {
    Experiment::parse(&games(), NAME, text).unwrap()
}

/// A finding in which every figure is the same share.
fn finding(share: f64) -> Finding {
    let experiment = experiment(SMALL);
    let figure = Figure {
        value: share,
        interval: Some((share - 0.03, share + 0.03)),
        count: 1000,
        unit: Unit::Share,
    };
    let figures: BTreeMap<_, _> = experiment.places().map(|place| (place, figure)).collect();
    let measured = MeasuredReading {
        figures,
        done: 4000,
        planned: 4000,
        notes: vec!["a \"note\"".to_owned()],
        ..MeasuredReading::default()
    };
    Finding { readings: vec![measured; 2], experiment }
}

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let name = format!("ludarium-results-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What files had for each of the two readings before they knew their agents.
fn no_agents() -> Vec<Agents> {
    vec![Agents::new(); 2]
}

/// Whether a folder has the result of the small experiment.
fn there(folder: &Path, seed: u64) -> bool {
    let conditions = Conditions {
        mode: Mode::Full,
        folder: folder.to_owned(),
        threads: 1,
        seed,
        bots: None,
        elsewhere: None,
    };
    let bench = Bench {
        games: &games(),
        conditions: &conditions,
        interrupt: &Interrupt::new(),
        results: Some(folder),
        counted_alone: false,
    };
    bench.is_known(folder, &experiment(SMALL))
}

fn catalogue(text: &'static str) -> Catalogue {
    Catalogue::new(games(), [ExperimentText { name: NAME, text }])
}

#[test]
fn a_result_reads_back_what_was_found() {
    let finding = finding(0.25);
    let text = json(&finding, no_agents(), 7, Some("a fast machine"));
    let record: ResultFile = serde_json::from_str(&text).unwrap();
    assert_eq!(record.seed, 7);
    for (reading, measured) in finding.readings.iter().enumerate() {
        let (again, agents) = record.measured(&finding.experiment, reading).unwrap();
        assert_eq!(again.machine.as_deref(), Some("a fast machine"));
        assert_eq!(again.same_players.len(), 4);
        let again = MeasuredReading {
            machine: None,
            same_players: Vec::new(),
            other_work: Vec::new(),
            ..again
        };
        assert_eq!((&again, agents.len()), (measured, 0));
    }
    assert_eq!(record.json(), text);
    let line = r#"{"at":"rollout random, n 5","metric":"won","value":0.25,"#;
    assert!(text.lines().any(|known| known.trim().starts_with(line)), "{text}");
}

#[test]
fn a_result_is_current_until_the_plan_changes() {
    let text = json(&finding(0.5), no_agents(), 1, None);
    let record: ResultFile = serde_json::from_str(&text).unwrap();
    let current = |from: &str, to: &str| {
        assert!(SMALL.contains(from));
        let changed = experiment(&SMALL.replace(from, to));
        [0, 1].map(|reading| record.measured(&changed, reading).is_some())
    };
    let (both, neither) = ([true; 2], [false; 2]);
    assert_eq!(current("won = 0.5", "won = 0.6"), both, "what was printed");
    assert_eq!(current("Nothing much.", "More."), both, "texts");
    assert_eq!(current("As it stands.", "Literally."), both, "texts");
    assert_eq!(current("rounds = 2", "rounds = 3"), neither, "how much");
    let (from, to) = ("rollout={rollout}\"", "rollout={rollout},c=2\"");
    assert_eq!(current(from, to), [false, true], "who plays in one reading");
}

#[test]
fn the_page_names_every_experiment() {
    let folder = folder("page");
    let finding = finding(0.25);
    let empty = page(&catalogue(SMALL), &folder).unwrap();
    assert!(
        empty.contains("## Not run in full yet") && empty.contains("- `001/small`: A small one"),
        "{empty}"
    );
    let path = path(&folder, &finding.experiment);
    let found = json(&finding, no_agents(), 1, None);
    fs::write(&path, found).unwrap();
    assert!(!there(&folder, 1), "nobody knows what its agents were");
    let now = agents(&games(), None, &finding.experiment, 1).unwrap();
    let found = json(&finding, now, 1, Some("sixteen cores"));
    fs::write(&path, found).unwrap();
    let full = page(&catalogue(SMALL), &folder).unwrap();
    for part in [
        "## Disagree with the report: a figure differs or a claim does not hold (1)",
        "### 001/small\n\n**A small one** (",
        "; 8\u{202f}000 games; ",
        "sixteen cores",
        "| random | 5 | 50.0 %: 25.0 % (22.0 to 28.0) ✗ |",
        "1\u{202f}000 games each, 100 in the report.",
        "needs learning",
        "- It is good. 25.0 % (22.0 to 28.0) ✗",
    ] {
        assert!(full.contains(part), "{part}\n{full}");
    }
    assert!(!full.contains("Not run in full yet"));
    fs::write(&path, "{}").unwrap();
    let error = page(&catalogue(SMALL), &folder).unwrap_err().to_string();
    assert!(error.contains("001-small.json"), "{error}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_result_of_other_agents_is_noticed() {
    let folder = folder("agents");
    let finding = finding(0.25);
    let path = path(&folder, &finding.experiment);
    let now = agents(&games(), None, &finding.experiment, 1).unwrap();
    assert_eq!(now.len(), 2, "one for each reading");
    let (text, is) = now[0].first_key_value().unwrap();
    assert!(is.starts_with("behaviour "), "{is}");
    let known = json(&finding, now.clone(), 1, None);
    fs::write(&path, &known).unwrap();
    assert!(there(&folder, 1));
    assert!(!there(&folder, 2), "another seed");
    let full = page(&catalogue(SMALL), &folder).unwrap();
    assert!(full.contains("### 001/small\n"), "{full}");

    let other = known.replace(is.as_str(), "behaviour 0123456789ab");
    assert_ne!(known, other);
    fs::write(&path, other).unwrap();
    assert!(!there(&folder, 1));
    let stale = page(&catalogue(SMALL), &folder).unwrap();
    assert!(!stale.contains("### 001/small"), "{stale}");
    let said = format!("A small one (`{text}`");
    assert!(stale.contains(&said), "{said}\n{stale}");
    fs::remove_dir_all(&folder).unwrap();
}
