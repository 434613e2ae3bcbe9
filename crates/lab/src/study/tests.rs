//! Files of your own: games, seats, sequential tests, tables and plots.

use std::path::PathBuf;

use ludarium_arena::Interrupt;
use ludarium_arena::testing::two_games;

use super::*;
use crate::measure::MeasuredReading;
use crate::plan;
use ludarium_arena::FileErrors;

const OWN: &str = r#"
title = "Budgets"
games = "all"
variants = { relay = "strict:players=3" }
metrics = ["elo", "points"]

[sweep]
n = [5, 20]

[[reading]]
name = "plain"
seats = ["mcts:iterations={n}"]
others = "{game}"
replace.game.sprint = "random"
replace.game.relay = "greedy"

[quick]
rounds = 3
"#;

fn parse(text: &str) -> Result<Vec<Experiment>, FileErrors> {
    Experiment::parse_own(&two_games(), "own", text)
}

/// The complaints after a change.
fn errors(from: &str, to: &str) -> String {
    assert!(OWN.contains(from), "{from}");
    parse(&OWN.replace(from, to)).unwrap_err().to_string()
}

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ludarium-study-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(folder: &Path, text: &str, threads: usize) -> Study {
    let file = folder.join("my own.toml");
    std::fs::write(&file, text).unwrap();
    let conditions = Conditions {
        mode: Mode::Quick,
        folder: folder.join("out"),
        threads,
        seed: 1,
        bots: None,
        elsewhere: None,
    };
    study(&two_games(), &file, &conditions, &Interrupt::new(), &mut |_| {}).unwrap()
}

#[test]
fn every_game_fills_its_own_seats() {
    let found = parse(OWN).unwrap();
    let names: Vec<&str> = found.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["own/sprint", "own/relay"]);
    let seats = |game: usize| {
        let setup = found[game].readings[0].setups[1].as_ref();
        setup.unwrap().agents.clone()
    };
    assert_eq!(seats(0), ["mcts:iterations=20", "random"]);
    assert_eq!(seats(1), ["mcts:iterations=20", "greedy", "greedy"]);
    assert_eq!((found[0].quick, found[0].report.as_str()), (found[0].full, ""));
    let one = parse(&OWN.replace("\"all\"", "[\"relay\"]")).unwrap();
    assert_eq!((one.len(), one[0].name.as_str()), (1, "own"));
}

#[test]
fn a_reading_may_be_of_some_games_only() {
    let only = OWN.replace("others =", "only = { game = [\"relay\"] }\nothers =");
    let found = parse(&only).unwrap();
    assert_eq!(found[0].readings[0].setups, [None, None]);
    assert!(found[1].readings[0].setups.iter().all(Option::is_some));
}

#[test]
fn mistakes_in_a_file_of_ones_own_are_explained() {
    for (from, to, hint) in [
        ("games = \"all\"", "", "give either `game` or `games`"),
        ("\"all\"", "\"every\"", "neither `all` nor a list"),
        ("\"all\"", "[\"sprnt\"]", "did you mean `sprint`"),
        ("\"all\"", "[\"sprint\", \"sprint\"]", "there twice"),
        ("relay = \"s", "rely = \"s", "did you mean `relay`"),
        ("\"elo\"", "\"ello\"", "did you mean `elo`"),
        ("replace.game.relay", "replace.game.rely", "did you mean `relay`"),
        ("n = [5, 20]", "n = [5, 20]\ngame = [1]", "another name"),
        ("\"random\"", "\"randon\"", "sprint: reading `plain`: agent `randon`"),
        ("[quick]\nrounds = 3", "", "`rounds` is missing"),
        ("title =", "sprt = [20, 0]\ntitle =", "second Elo difference"),
        ("title =", "measure = \"random-games\"\nsprt = [0, 20]\ntitle =", "is of games"),
        ("n = [5, 20]", "n = [5, 20]\nm = [1]\nx = 3", "invalid type"),
    ] {
        let error = errors(from, to);
        assert!(error.contains(hint), "{to}: {error}");
    }
}

/// What a file of your own may leave out, a file about a report may not.
#[test]
fn a_report_has_its_report() {
    let one = OWN.replace("\"all\"", "[\"relay\"]");
    let error = Experiment::parse(&two_games(), "x", &one).unwrap_err();
    let error = error.to_string();
    for word in ["report: is missing", "source", "`ludarium experiment`", "game: is missing"] {
        assert!(error.contains(word), "{word}: {error}");
    }
}

#[test]
fn tables_and_plots_are_written_and_the_same_on_any_number_of_threads() {
    let folder = scratch("files");
    let first = run(&folder, OWN, 2);
    assert!(first.is_complete());
    let figures = first.figures();
    let titles: Vec<&str> = figures.columns.iter().map(|c| c.title.as_str()).collect();
    assert_eq!(titles, ["game", "n", "figure", "value", "games"]);
    // Two games, two budgets, two metrics.
    assert_eq!(figures.rows.len(), 8);
    let out = folder.join("out");
    let names: Vec<String> = first.plots().into_iter().map(|plot| plot.name).collect();
    let expected = ["elo", "sprint-elo", "relay-elo", "points", "sprint-points", "relay-points"];
    assert_eq!(names, expected);
    for name in expected {
        let svg = std::fs::read_to_string(out.join(format!("plots/{name}.svg"))).unwrap();
        roxmltree::Document::parse(&svg).unwrap();
        assert!(!svg.contains("var("), "a file has colours of its own");
        let pdf = std::fs::read(out.join(format!("plots/{name}.pdf"))).unwrap();
        assert!(pdf.starts_with(b"%PDF"));
    }
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(&page, options).unwrap();
    assert!(page.contains("plots/elo.pdf") && page.contains("Budgets"));
    let csv = std::fs::read_to_string(out.join("csv/figures.csv")).unwrap();
    assert_eq!(csv, figures.csv());
    let other = scratch("again");
    assert_eq!(run(&other, OWN, 1).figures(), figures);
    // What is stored is not played again.
    assert_eq!(run(&folder, OWN, 2).figures(), figures);
    let _ = std::fs::remove_dir_all(folder);
    let _ = std::fs::remove_dir_all(other);
}

/// A test that is decided ends its games, and the figures are those of the games up to the decision.
#[test]
fn a_sequential_test_ends_its_point() {
    let text = OWN
        .replace("games = \"all\"", "game = \"sprint\"")
        .replace("variants = { relay = \"strict:players=3\" }\n", "sprt = [0, 200]\n")
        .replace("seats = [\"mcts:iterations={n}\"]", "seats = [\"one-ply\"]")
        .replace("n = [5, 20]", "n = [5]")
        .replace("rounds = 3", "rounds = 4000");
    let folder = scratch("sprt");
    let found = run(&folder, &text, 2);
    let MeasuredReading { tests, planned, done, .. } = &found.findings[0].readings[0];
    let test = &tests[&0];
    let blocks = test.decided().expect("one ply against chance is decided soon");
    assert!(blocks < 4000 && *done == 2 * blocks && done == planned, "{blocks} {done}");
    assert!(found.is_complete());
    let sheet = found.tests().unwrap();
    assert!(sheet.csv().contains("stronger"), "{}", sheet.csv());
    let again = run(&folder, &text, 1);
    assert_eq!(again.figures(), found.figures());
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn points_with_tests_have_contests_of_their_own() {
    let text = OWN.replace("title =", "sprt = [0, 20]\ntitle =");
    let found = parse(&text).unwrap();
    let planned =
        |e: &Experiment| plan::contests(&two_games(), e, 0, Mode::Quick, 1).unwrap().len();
    assert_eq!(planned(&found[0]), 2);
    assert_eq!(planned(&parse(OWN).unwrap()[0]), 1);
}
