//! What is printed can be trusted: stale results, foreign files, deleted runs, and the one-line verdict.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::{LUDARIUM, empty_folder, ludarium};

/// Two games that are soon over.
const SHORT_MATCH: [&str; 8] =
    ["match", "chexers", "random", "greedy", "--games", "2", "--longest", "9"];

/// What a command prints, what it complains about, and how it ends.
fn said(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = ludarium(folder, arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

/// The fault that started it all: the same command after the bot's file has changed.
#[cfg(unix)]
#[test]
fn a_bot_that_changed_does_not_get_the_table_of_before() {
    let folder = empty_folder("trust-stale");
    let script = |agent: &str| {
        let text = format!("exec \"$1\" engine tuc-chess {agent}\n");
        std::fs::write(folder.join("bot.sh"), text).unwrap();
    };
    // What the command line names, the sandbox lets the bot read.
    let bot = format!("bot:sh bot.sh {LUDARIUM}");
    let play = |games: &str, more: &[&str]| {
        let mut arguments = vec!["match", "tuc-chess", &bot, "random", "--games", games];
        arguments.extend(["--longest", "20", "--run", "mine"]);
        arguments.extend(more);
        said(&folder, &arguments)
    };
    script("greedy");
    assert_eq!(play("2", &[]).2, Some(0));
    let before = said(&folder, &["export", "mine", "--jsonl"]).0;
    assert_eq!(play("2", &[]).2, Some(0), "the same bot goes on");
    script("random");
    for games in ["2", "6"] {
        let (table, error, code) = play(games, &[]);
        assert_eq!(code, Some(2), "{error}");
        assert!(error.contains(": bot.sh was "), "{error}");
        assert!(error.contains("--fresh"), "{error}");
        assert_eq!(table, "", "nothing is announced that is not done");
    }
    assert_eq!(said(&folder, &["export", "mine", "--jsonl"]).0, before);
    let (report, ..) = said(&folder, &["report", "mine"]);
    assert!(report.contains("Who played") && report.contains("bot.sh "), "{report}");
    // How well the bot was confined is known afterwards, too.
    assert!(report.contains("SANDBOX"), "{report}");
    let (events, ..) = play("2", &["--json", "--fresh"]);
    let first: Value = serde_json::from_str(events.lines().next().unwrap()).unwrap();
    let level = first["sandbox"].as_str().unwrap();
    let (report, ..) = said(&folder, &["report", "mine", "--json"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    let sheets = report["sheets"].as_array().unwrap();
    let who = sheets.iter().find(|sheet| sheet["title"] == "Who played");
    assert!(who.unwrap().to_string().contains(level), "{level}: {who:?}");
    assert_eq!(play("2", &["--fresh"]).2, Some(0));
}

/// The same for a file that the bot's script imports, and nobody lists.
#[cfg(unix)]
#[test]
fn a_module_that_changed_is_a_bot_that_changed() {
    let folder = empty_folder("trust-module");
    std::fs::write(folder.join("bot.py"), "import brain\n").unwrap();
    std::fs::write(folder.join("brain.py"), "depth = 1\n").unwrap();
    // No interpreter is needed: what counts is what the text of the bot names.
    let bot = format!("bot[env=SCRIPT=bot.py]:{LUDARIUM} engine tuc-chess greedy");
    let play = || {
        let arguments = ["match", "tuc-chess", &bot, "random", "--games", "2"];
        let more = ["--longest", "20", "--run", "mine"];
        said(&folder, &[&arguments[..], &more].concat())
    };
    let (_, error, code) = play();
    assert_eq!(code, Some(0), "{error}");
    std::fs::write(folder.join("brain.py"), "depth = 2\n").unwrap();
    let (_, error, code) = play();
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains(": brain.py was "), "{error}");
}

#[test]
fn fresh_deletes_runs_of_ours_and_nothing_else() {
    let folder = empty_folder("trust-fresh");
    std::fs::create_dir(folder.join("runs")).unwrap();
    let file = folder.join("runs/thesis.db");
    std::fs::write(&file, "three years of work").unwrap();
    let play = |run: &str| {
        let more = ["--fresh", "--run", run];
        said(&folder, &[&SHORT_MATCH[..], &more].concat())
    };
    let (_, error, code) = play("thesis");
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("is not a Ludarium run"), "{error}");
    assert_eq!(std::fs::read(&file).unwrap(), b"three years of work");
    assert_eq!(play("ours").2, Some(0));
    assert_eq!(play("ours").2, Some(0));
    for name in ["", "../ours", "a/b", "a\nb", ".."] {
        let (_, error, code) = play(name);
        assert_eq!(code, Some(2), "{name:?}: {error}");
        assert!(error.contains("cannot be the name of a run"), "{error}");
    }
    let runs: Vec<_> = std::fs::read_dir(folder.join("runs")).unwrap().flatten().collect();
    assert_eq!(runs.len(), 3, "the thesis, one run and its lock: {runs:?}");
}

#[cfg(unix)]
#[test]
fn a_run_that_is_deleted_while_it_goes_on_is_an_error() {
    let folder = empty_folder("trust-deleted");
    let mut child = Command::new(LUDARIUM)
        .args(["match", "chexers", "random", "greedy", "--games", "100000", "--json"])
        .args(["--run", "gone"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let played = lines.any(|line| line.is_ok_and(|line| line.contains("\"event\":\"game\"")));
    assert!(played);
    std::fs::remove_file(folder.join("runs/gone.db")).unwrap();
    let finished = lines.any(|line| line.is_ok_and(|line| line.contains("\"event\":\"finished\"")));
    assert!(!finished, "games that are lost are not reported");
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("was deleted or replaced"), "{error}");
}

#[test]
fn a_verdict_comes_before_the_tables() {
    let folder = empty_folder("trust-verdict");
    let arguments = ["match", "tuc-chess", "random", "one-ply", "--games", "40", "--longest", "80"];
    let (table, error, code) = said(&folder, &[&arguments[..], &["--run", "a"]].concat());
    assert_eq!(code, Some(0), "{error}");
    let verdict = table.lines().position(|line| line.contains("likelihood")).unwrap();
    let tables = table.lines().position(|line| line.contains("Standings")).unwrap();
    assert!(verdict < tables, "{table}");
    let line = table.lines().nth(verdict).unwrap();
    assert!(line.contains("40 games in 20 blocks") && line.contains(" Elo"), "{line}");
    let (events, ..) = said(&folder, &[&arguments[..], &["--run", "b", "--json"]].concat());
    let last: Value = serde_json::from_str(events.lines().last().unwrap()).unwrap();
    assert_eq!(last["verdict"]["sentence"], line.trim());
    assert_eq!(last["verdict"]["games"], 40);
}

/// The shapes that docs/arena.md promises: the keys of each object, in order.
#[test]
fn json_has_the_documented_shapes() {
    let folder = empty_folder("trust-shapes");
    let documented = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/arena.md"));
    let documented = documented.unwrap();
    let keys = |line: &str| -> Vec<String> {
        let value: Value = serde_json::from_str(line).unwrap();
        value.as_object().unwrap().keys().cloned().collect()
    };
    let check = |name: &str, line: &str| {
        let row = format!("| {name} | `{}` |", keys(line).join("`, `"));
        assert!(documented.contains(&row), "docs/arena.md should say: {row}");
    };
    for part in ["1/2", "2/2"] {
        let more = ["--run", "part", "--shard", part, "--json"];
        let (events, error, _) = said(&folder, &[&SHORT_MATCH[..], &more].concat());
        for line in events.lines() {
            let event: Value = serde_json::from_str(line).unwrap();
            let event = event["event"].as_str().unwrap_or_else(|| panic!("{line} {error}"));
            check(&format!("`match`, `tournament`: event `{event}`"), line);
        }
    }
    let league = "games = [\"chexers\"]\nagents = [\"random\", \"greedy\"]\nbudgets = [\"depth=1\"]\nmost-games = 2\nlongest = 5\n";
    std::fs::write(folder.join("league.toml"), league).unwrap();
    let study = "title = \"x\"\ngame = \"chexers\"\nmetrics = [\"points\"]\n[[reading]]\nname = \"r\"\n\
                 seats = [\"random\"]\nothers = \"greedy\"\nlongest = 5\n[quick]\nrounds = 1\n[full]\nrounds = 1\n";
    std::fs::write(folder.join("study.toml"), study).unwrap();
    let tune = "tune chexers generic-mcts:iterations=2 --vary iterations=1..4 --steps 1 --rounds 1 --test-games 0 \
                --longest 4 --json";
    let tune: Vec<&str> = tune.split_whitespace().collect();
    for (name, arguments) in [
        ("`league`", &["league", "league.toml", "--json"][..]),
        ("`experiment`", &["experiment", "study.toml", "--json"]),
        ("`tune`", &tune),
        ("`review RUN NUMBER`", &["review", "part-1of2", "0", "--json"]),
        ("`review RUN`", &["review", "part-1of2", "--by", "generic-mcts@iterations=5", "--json"]),
        ("`merge`", &["merge", "whole", "part-1of2", "part-2of2", "--json"]),
        ("`report RUN`", &["report", "whole", "--json"]),
        ("`report`", &["report", "--json"]),
        ("`rerun`", &["rerun", "whole", "0", "--json"]),
    ] {
        let (line, error, code) = said(&folder, arguments);
        assert_eq!(code, Some(0), "{name}: {error}");
        check(name, line.trim());
    }
}
