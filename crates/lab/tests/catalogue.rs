//! The experiments that come with Ludarium can all be read and planned.

use ludarium_lab::experiment::{Catalogue, CatalogueError, Experiment, Measure, Mode};
use ludarium_lab::plan;

/// Reading builds every agent of every point, so a misspelt one is found here.
#[test]
fn every_experiment_is_right_and_can_be_planned() {
    let mut faults = Vec::new();
    for entry in Catalogue.entries() {
        match Experiment::parse(entry.name, entry.text) {
            Err(error) => faults.push(error.to_string()),
            Ok(experiment) => plan_all(&experiment),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(Catalogue.entries().count() > 0);
}

fn plan_all(experiment: &Experiment) {
    for reading in 0..experiment.readings.len() {
        if experiment.measure != Measure::Games {
            continue;
        }
        let quick = plan::contests(experiment, reading, Mode::Quick, 1).unwrap();
        let full = plan::contests(experiment, reading, Mode::Full, 1).unwrap();
        assert_eq!(quick.len(), full.len());
        for (quick, full) in quick.iter().zip(&full) {
            assert_eq!(quick.contest, full.contest, "{}", experiment.name);
            assert!(quick.blocks <= full.blocks, "{}", experiment.name);
        }
    }
}

#[test]
fn names_choose_one_a_report_or_all() {
    let names = |wanted: &[&str]| -> Vec<String> {
        let wanted: Vec<String> = wanted.iter().map(|name| (*name).to_owned()).collect();
        let chosen = Catalogue.select(&wanted).unwrap();
        chosen
            .into_iter()
            .map(|experiment| experiment.name)
            .collect()
    };
    assert_eq!(names(&["001/table-2"]), ["001/table-2"]);
    assert_eq!(names(&["001/table-2", "001/table-2"]).len(), 1);
    assert!(names(&["001"]).len() > 1);
    assert!(names(&["001"]).iter().all(|name| name.starts_with("001/")));
    assert_eq!(names(&[]).len(), Catalogue.entries().count());
}

#[test]
fn misspelt_names_get_a_suggestion() {
    let error = Catalogue.select(&["001/tabel-2".to_owned()]).unwrap_err();
    assert!(matches!(error, CatalogueError::Unknown(_)), "{error}");
    assert!(
        error.to_string().contains("did you mean `001/table-2`?"),
        "{error}"
    );
    let error = Catalogue.select(&["nowhere.toml".to_owned()]).unwrap_err();
    assert!(
        error.to_string().starts_with("cannot read nowhere.toml"),
        "{error}"
    );
}
