//! The experiments that come with the games can all be read and planned; experiments of your own, leagues and tuning work
//! as a user meets them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use ludarium::bundle;
use ludarium::lab::answers::{AnswersText, ReportAnswers, answer_files, published};
use ludarium::lab::experiment::{Catalogue, Experiment, ExperimentText, Measure, Mode};
use ludarium::lab::{League, plan, results};

use crate::games::bundles;
use crate::program::{empty_folder, printed};

pub fn catalogue() -> Catalogue {
    let bundles = bundles();
    let entries = bundles.iter().flat_map(|bundle| &bundle.experiments);
    let entries = entries.map(|&(name, text)| ExperimentText { name, text });
    let answers = bundles.iter().flat_map(|bundle| &bundle.answers);
    let answers = answers.map(|it| AnswersText {
        report: it.report,
        text: it.sentences,
        published: it.published,
    });
    Catalogue::new(bundle::games(&bundles), entries).with_answers(answers)
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
                let played = plan_all(&catalogue, &experiment);
                assert_eq!(played, experiment.readings.len(), "{}", experiment.name);
                faults.extend(without_lines(&experiment));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    for report in ["000/", "001/", "002/", "003/", "004/", "literature/"] {
        let found = catalogue.entries().any(|entry| entry.name.starts_with(report));
        assert!(found, "{report} has none");
    }
}

/// The printed figures and claims that do not say where they stand in the report. Files of users may leave it out.
fn without_lines(experiment: &Experiment) -> Vec<String> {
    let printed = experiment.printed.iter().map(|row| ("printed", &row.lines));
    let claims = experiment.claims.iter().map(|claim| ("claim", &claim.lines));
    let all = printed.chain(claims).filter(|(_, lines)| lines.is_empty());
    all.map(|(what, _)| format!("{}: a {what} has no `lines`", experiment.name)).collect()
}

/// Plans every reading; says how many have something to play.
fn plan_all(catalogue: &Catalogue, experiment: &Experiment) -> usize {
    if experiment.measure != Measure::Games {
        return experiment.readings.len();
    }
    let mut played = 0;
    for reading in 0..experiment.readings.len() {
        let planned =
            |mode| plan::contests(catalogue.games(), experiment, reading, mode, 1).unwrap();
        let (quick, full) = (planned(Mode::Quick), planned(Mode::Full));
        played += usize::from(!full.is_empty());
        // Dear cells may be left out of a quick run.
        for quick in &quick {
            // Where a quick run goes on point by point, a full one has its points in one contest.
            let has = |full: &&plan::PlannedContest, point: usize| {
                full.points.iter().any(|here| here.point == point)
            };
            let full = full.iter().find(|full| quick.points.iter().all(|it| has(full, it.point)));
            let full = full.unwrap_or_else(|| panic!("{}: not in a full run", experiment.name));
            let rounds =
                |plan: &plan::PlannedContest| plan.blocks / plan.contest.lineups.len() as u64;
            assert!(rounds(quick) <= rounds(full), "{}", experiment.name);
            let alone = experiment.looks(Mode::Quick) > 1;
            assert!(alone || full.contest == quick.contest, "{}", experiment.name);
        }
    }
    played
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
    let known: BTreeSet<PathBuf> =
        experiments.iter().map(|experiment| results::path(&folder, experiment)).collect();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let is_result = path.extension().is_some_and(|ending| ending == "json");
        assert!(!is_result || known.contains(&path), "{}", path.display());
    }
}

/// The answers of the reports are what the command writes, and the program has read them.
#[test]
fn the_answers_are_written_by_the_command() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let catalogue = catalogue();
    let written = answer_files(&catalogue, &root.join("docs/results")).unwrap();
    assert_eq!(written.len(), 6);
    let folders: Vec<PathBuf> =
        std::fs::read_dir(root.join("reports")).unwrap().map(|it| it.unwrap().path()).collect();
    for report in written {
        let is_its = |folder: &&PathBuf| {
            folder
                .file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with(&report.report))
        };
        let folder = folders.iter().find(is_its).unwrap();
        for (name, text) in report.files {
            let path = folder.join(name);
            assert!(
                std::fs::read_to_string(&path).unwrap() == text,
                "{}: write it anew: ludarium reproduce --results docs/results --answers reports",
                path.display()
            );
        }
    }
    for text in catalogue.answers() {
        let answers = ReportAnswers::parse(&catalogue, text).unwrap();
        assert_eq!(published(text).len(), answers.sentences.len(), "{}", text.report);
    }
}

/// The first block of a language in a page of the book.
fn block(page: &str, language: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = std::fs::read_to_string(file).unwrap();
    let (_, rest) = text.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

/// The file that docs/experiments.md shows runs as it is, and leaves what the page says.
#[test]
fn the_experiment_of_the_book_gives_tables_and_plots() {
    let folder = empty_folder("experiments-own-experiment");
    std::fs::write(folder.join("my.toml"), block("docs/experiments.md", "toml")).unwrap();
    let run = |args: &[&str]| printed(&folder, args);
    let text = run(&["experiment", "my.toml", "--markdown", "--threads", "2"]);
    assert!(text.contains("Simulations and strength"), "{text}");
    assert!(text.contains("| Chexers | 20 | Elo |"), "{text}");
    assert!(text.contains("Twenty simulations beat chance."), "{text}");
    let out = folder.join("runs/experiment/my");
    let there = [
        "report.html",
        "csv/figures.csv",
        "csv/claims.csv",
        "plots/elo.svg",
        "plots/elo.pdf",
        "plots/chexers-elo.pdf",
        "plots/dice-chess-ms-per-move.svg",
    ];
    for file in there {
        let found = std::fs::metadata(out.join(file));
        assert!(found.is_ok_and(|file| file.len() > 100), "{file}");
    }
    // Everything is stored, so the same figures come again; only times were ever measured once.
    let json = run(&["experiment", "my.toml", "--json", "--threads", "1"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["complete"], true);
    assert_eq!(json["plots"][0], "elo");
    let markdown = run(&["experiment", "my.toml", "--markdown"]);
    assert_eq!(markdown, text);
}

#[test]
fn a_wrong_file_says_what_would_be_right() {
    let folder = empty_folder("experiments-wrong-experiment");
    let file = folder.join("wrong.toml");
    let text = block("docs/experiments.md", "toml").replace("\"elo\"", "\"ello\"");
    std::fs::write(&file, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(["experiment", file.to_str().unwrap()])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("did you mean `elo`"), "{error}");
}

/// The larger files of the book are right in every game that they name.
#[test]
fn the_files_beside_the_book_can_be_planned() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/experiments");
    let catalogue = catalogue();
    let mut found = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let read = Experiment::parse_own(catalogue.games(), "own", &text);
        let read = read.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let all = text.contains("games = \"all\"");
        assert!(read.len() == if all { bundles().len() } else { 1 }, "{}", path.display());
        for experiment in &read {
            // A reading may be of some games only.
            assert_ne!(plan_all(&catalogue, experiment), 0, "{}", experiment.name);
        }
        found += 1;
    }
    assert!(found > 0);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/leagues/champions.toml");
    let text = std::fs::read_to_string(file).unwrap();
    let league = League::parse(catalogue.games(), "champions", &text);
    let league = league.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(league.games.len(), bundles().len());
}

/// The league that docs/leagues.md shows runs as it is; what is there is not played again.
#[test]
fn the_league_of_the_book_has_leaders_and_ratings() {
    let folder = empty_folder("experiments-league");
    let file = folder.join("my-league.toml");
    std::fs::write(&file, block("docs/leagues.md", "toml")).unwrap();
    let run = |args: &[&str]| printed(&folder, &[&["league", "my-league.toml"], args].concat());
    let text = run(&["--markdown", "--threads", "2"]);
    assert!(text.contains("**Who leads**"), "{text}");
    assert!(text.contains("| Chexers | nodes=50 | "), "{text}");
    assert!(text.contains("**Dice Chess: ratings**"), "{text}");
    assert!(text.contains("Elo for each doubling"), "{text}");
    assert_eq!(run(&["--markdown", "--show"]), text);
    assert_eq!(run(&["--markdown", "--threads", "1"]), text);
    let json: serde_json::Value = serde_json::from_str(&run(&["--json"])).unwrap();
    assert_eq!((&json["complete"], &json["left"]), (&true.into(), &0.into()));
    let out = folder.join("runs/league/my-league");
    assert_eq!(std::fs::read_to_string(out.join("tables.md")).unwrap(), text);
    assert!(out.join("plots/chexers.pdf").exists());
    // The games are runs like any others.
    let budget = std::fs::read_dir(out.join("chexers/nodes-50")).unwrap();
    let mut runs = budget.map(|entry| entry.unwrap().path());
    let db = runs.find(|path| path.extension().is_some_and(|ending| ending == "db"));
    let report = printed(&folder, &["report", db.unwrap().to_str().unwrap()]);
    assert!(report.contains("nodes") || report.contains("points"), "{report}");
}

/// Misspelt agents among the players with habits are found here.
#[test]
fn every_game_with_styles_has_a_map_of_them() {
    let folder = empty_folder("experiments-styles");
    let bundles = bundles();
    let with_styles = bundles.iter().filter(|bundle| !bundle.styles.is_empty());
    let mut games = 0;
    for bundle in with_styles {
        let name = bundle.game.info.name;
        let text = printed(&folder, &["league", "--styles", name, "--show", "--markdown"]);
        assert!(text.contains("| 1 | best | best |"), "{text}");
        let last = format!("| {} | ", bundle.styles.len());
        assert!(text.contains(&last), "{name}: {last}");
        games += 1;
    }
    assert!(games >= 5, "{games}");
    // The file that it wrote can be changed.
    let file = folder.join("runs/league/chexers-styles/league.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    let few = text.split_inclusive('\n').filter(|line| {
        let agent = line.starts_with("    \"");
        !agent
            || ["best =", "sitter =", "racer ="]
                .iter()
                .any(|one| line.contains(&format!("\"{one}")))
    });
    let few: String = few.collect();
    let few = few
        .replace("[\"10ms,cpu\", \"100ms,cpu\"]", "[\"nodes=30\"]")
        .replace("map = 60", "map = 6\nlongest = 60");
    std::fs::write(&file, few).unwrap();
    let run =
        |args: &[&str]| printed(&folder, &[&["league", "--styles", "chexers"], args].concat());
    let text = run(&["--markdown", "--threads", "2"]);
    assert!(text.contains("best does worst against"), "{text}");
    assert_eq!(run(&["--markdown", "--show"]), text);
    assert!(folder.join("runs/league/chexers-styles/plots/chexers-map-nodes-30.svg").exists());
}

/// The same seed gives the same bytes, in one piece or in two.
#[test]
fn tuning_goes_on_and_ends_with_an_agent_to_use() {
    let folder = empty_folder("experiments-tune");
    let tune = |steps: &str, out: &str| {
        let words = "tune chexers mcts:iterations=4,plies=2 --vary iterations=2..16 --rounds 1 --random-plies 2 --longest 12";
        let mut args: Vec<&str> = words.split(' ').collect();
        args.extend(["--test-games", "6", "--steps", steps, "--out", out]);
        let text = printed(&folder, &args);
        (text, std::fs::read(folder.join(out).join("state.json")).unwrap())
    };
    let (text, whole) = tune("3", "one");
    tune("1", "two");
    let (again, parts) = tune("3", "two");
    assert_eq!(whole, parts);
    assert_eq!(text.replace("one/", "two/"), again);
    assert!(text.contains("mcts:iterations="), "{text}");
    assert!(text.contains("iterations  ") && text.contains("2 to 16"), "{text}");
    assert!(folder.join("one/plots/iterations.pdf").exists());
    let error = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(["tune", "chexers", "mcts", "--vary", "rollot"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert_eq!(error.status.code(), Some(2));
}
