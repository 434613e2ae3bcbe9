//! The experiments that come with the games can all be read and planned.

mod five_games;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ludarium::bundle;
use ludarium::lab::experiment::{Catalogue, Entry, Experiment, Measure, Mode};
use ludarium::lab::{plan, results};

use five_games::bundles;

fn catalogue() -> Catalogue {
    let bundles = bundles();
    let entries = bundles.iter().flat_map(|bundle| bundle.experiments);
    let entries = entries.map(|&(name, text)| Entry { name, text });
    Catalogue::new(bundle::games(&bundles), entries)
}

/// Reading builds every agent of every point, so a misspelt one is found here.
#[test]
fn every_experiment_is_right_and_can_be_planned() {
    let catalogue = catalogue();
    let mut faults = Vec::new();
    for entry in catalogue.entries() {
        match Experiment::parse(catalogue.games(), entry.name, entry.text) {
            Err(error) => faults.push(error.to_string()),
            Ok(experiment) => {
                plan_all(&catalogue, &experiment);
                faults.extend(without_lines(&experiment));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    for bundle in &bundles() {
        let name = bundle.game.info.name;
        assert!(!bundle.experiments.is_empty(), "{name} has none");
    }
}

/// The printed figures and claims that do not say where they stand in the report. Files of users may leave it out.
fn without_lines(experiment: &Experiment) -> Vec<String> {
    let printed = experiment.printed.iter().map(|row| ("printed", &row.lines));
    let claims = experiment
        .claims
        .iter()
        .map(|claim| ("claim", &claim.lines));
    let all = printed.chain(claims).filter(|(_, lines)| lines.is_empty());
    all.map(|(what, _)| format!("{}: a {what} has no `lines`", experiment.name))
        .collect()
}

fn plan_all(catalogue: &Catalogue, experiment: &Experiment) {
    if experiment.measure != Measure::Games {
        return;
    }
    for reading in 0..experiment.readings.len() {
        let planned =
            |mode| plan::contests(catalogue.games(), experiment, reading, mode, 1).unwrap();
        let (quick, full) = (planned(Mode::Quick), planned(Mode::Full));
        assert!(!quick.is_empty(), "{}", experiment.name);
        // Dear cells may be left out of a quick run.
        for quick in &quick {
            let full = full.iter().find(|full| full.contest == quick.contest);
            let full = full.unwrap_or_else(|| panic!("{}: not in a full run", experiment.name));
            assert!(quick.blocks <= full.blocks, "{}", experiment.name);
        }
    }
}

/// The page of full results is what the command prints, and every result belongs to an experiment.
#[test]
fn the_page_of_results_is_written_by_the_command() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results");
    let catalogue = catalogue();
    let page = std::fs::read_to_string(folder.with_extension("md")).unwrap();
    assert!(
        page == results::page(&catalogue, &folder).unwrap(),
        "write it anew: ludarium reproduce --results docs/results > docs/results.md"
    );
    let experiments = catalogue.select(&[]).unwrap();
    let known: BTreeSet<PathBuf> = experiments
        .iter()
        .map(|experiment| results::path(&folder, experiment))
        .collect();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let is_result = path.extension().is_some_and(|ending| ending == "json");
        assert!(!is_result || known.contains(&path), "{}", path.display());
    }
}
