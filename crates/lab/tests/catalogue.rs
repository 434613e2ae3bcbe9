//! The catalogue: experiments are found by name, read and planned.

use ludarium_arena::testing::games;
use ludarium_lab::experiment::{Catalogue, CatalogueError, ExperimentText, Mode};
use ludarium_lab::plan;

/// A race of two agents, `{n}` rounds long when it is quick.
macro_rules! race {
    ($report:literal, $rounds:literal) => {
        concat!(
            "report = '",
            $report,
            "'\nsource = 's'\ntitle = 't'\ntext = 'x'\ngame = 'sprint'\nmeasure = 'games'\n",
            "metrics = ['won']\n[[reading]]\nname = 'r'\ntext = 'x'\n",
            "seats = ['one-ply', 'random']\n[quick]\nrounds = ",
            $rounds,
            "\n[full]\nrounds = 20\n[[printed]]\nvalues = { won = 0.5 }\n"
        )
    };
}

fn catalogue() -> Catalogue {
    let entry = |name, text| ExperimentText { name, text };
    let entries = [
        entry("002/table-1", race!("002", "3")),
        entry("001/table-2", race!("001", "2")),
        entry("001/figure-1", race!("001", "1")),
    ];
    Catalogue::new(games(), entries)
}

fn select(wanted: &[&str]) -> Result<Vec<String>, CatalogueError> {
    let wanted: Vec<String> = wanted.iter().map(|name| (*name).to_owned()).collect();
    let chosen = catalogue().select(&wanted)?.into_iter();
    Ok(chosen.map(|experiment| experiment.name).collect())
}

#[test]
fn every_experiment_can_be_planned() {
    let experiments = catalogue().select(&[]).unwrap();
    let rounds: Vec<u64> = experiments
        .iter()
        .map(|experiment| {
            let plan = |mode| plan::contests(&games(), experiment, 0, mode, 1).unwrap();
            let (quick, full) = (plan(Mode::Quick), plan(Mode::Full));
            assert_eq!(quick[0].contest, full[0].contest, "{}", experiment.name);
            assert_eq!(full[0].blocks, 20);
            quick[0].blocks
        })
        .collect();
    assert_eq!(rounds, [1, 2, 3], "in order of their names");
}

#[test]
fn names_choose_one_a_report_or_all() {
    assert_eq!(select(&["001/table-2"]).unwrap(), ["001/table-2"]);
    assert_eq!(select(&["001/table-2", "001/table-2"]).unwrap().len(), 1);
    assert_eq!(select(&["001"]).unwrap(), ["001/figure-1", "001/table-2"]);
    assert_eq!(select(&[]).unwrap().len(), 3);
}

#[test]
fn misspelt_names_get_a_suggestion() {
    let error = select(&["001/tabel-2"]).unwrap_err();
    assert!(matches!(error, CatalogueError::Unknown(_)), "{error}");
    assert!(error.to_string().contains("did you mean `001/table-2`?"), "{error}");
    let error = select(&["nowhere.toml"]).unwrap_err().to_string();
    assert!(error.starts_with("cannot read nowhere.toml"), "{error}");
}
