//! The experiments that come with the games can all be read and planned.

use ludarium::bundle;
use ludarium::lab::experiment::{Catalogue, Entry, Experiment, Measure, Mode};
use ludarium::lab::plan;

/// Reading builds every agent of every point, so a misspelt one is found here.
#[test]
fn every_experiment_is_right_and_can_be_planned() {
    let bundles = [
        ludarium_dice_chess::bundle(),
        ludarium_three_chess::bundle(),
        ludarium_tuc_chess::bundle(),
        ludarium_dicewars::bundle(),
        ludarium_chexers::bundle(),
    ];
    let entries = bundles.iter().flat_map(|bundle| bundle.experiments);
    let entries = entries.map(|&(name, text)| Entry { name, text });
    let catalogue = Catalogue::new(bundle::games(&bundles), entries);
    let mut faults = Vec::new();
    for entry in catalogue.entries() {
        match Experiment::parse(catalogue.games(), entry.name, entry.text) {
            Err(error) => faults.push(error.to_string()),
            Ok(experiment) => plan_all(&catalogue, &experiment),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    for bundle in &bundles {
        let name = bundle.game.info.name;
        assert!(!bundle.experiments.is_empty(), "{name} has none");
    }
}

fn plan_all(catalogue: &Catalogue, experiment: &Experiment) {
    if experiment.measure != Measure::Games {
        return;
    }
    for reading in 0..experiment.readings.len() {
        let planned =
            |mode| plan::contests(catalogue.games(), experiment, reading, mode, 1).unwrap();
        let (quick, full) = (planned(Mode::Quick), planned(Mode::Full));
        assert_eq!(quick.len(), full.len());
        for (quick, full) in quick.iter().zip(&full) {
            assert_eq!(quick.contest, full.contest, "{}", experiment.name);
            assert!(quick.blocks <= full.blocks, "{}", experiment.name);
        }
    }
}
