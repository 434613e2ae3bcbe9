//! Training and model files as a user meets them: the real binary, its output, its files, and a kill in the middle.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::program::{command, empty_folder, failure, json, stdout};

#[test]
fn train_lists_what_can_be_trained() {
    let text = stdout(&["train"]);
    for name in ["dice-chess-network", "chexers-weights", "dicewars-value"] {
        assert!(text.contains(name), "{name} in\n{text}");
    }
    let entries = json(&["train", "--json"]);
    let names: Vec<&str> = entries
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|entry| entry["name"].as_str())
        .collect();
    assert!(names.contains(&"chexers-weights"), "{names:?}");
    let error = failure(&["train", "chexers-wieghts"], 2);
    assert!(error.contains("did you mean `chexers-weights`?"), "{error}");
}

#[test]
fn train_writes_models_and_curves_that_model_describes() {
    let folder = empty_folder("train-train");
    let out = folder.to_str().expect("UTF-8");
    let quick = ["train", "chexers-weights", "--quick", "--seed", "4", "--out", out];
    let trained = json(&[&quick[..], &["--json"]].concat());
    assert_eq!(trained["seed"], 4);
    assert_eq!(trained["models"].as_array().map(Vec::len), Some(3));
    for curve in trained["curves"].as_array().expect("curves") {
        let svg = std::fs::read_to_string(curve.as_str().expect("a path")).expect("a file");
        assert!(svg.starts_with("<svg") && svg.contains("others missing"));
    }
    let text = stdout(&quick);
    for word in ["initial × 0.61", "regression", "logistic", "In play"] {
        assert!(text.contains(word), "{word} in\n{text}");
    }
    let model = folder.join("chexers-as-found.safetensors");
    let model = model.to_str().expect("UTF-8");
    assert!(stdout(&["model", model]).contains("linear evaluation"));
    assert_eq!(json(&["model", model, "--json"])["seed"], 4);
}

#[test]
fn train_learns_from_as_many_games_as_it_is_told() {
    let folder = empty_folder("train-games");
    let out = folder.to_str().expect("UTF-8");
    let order = ["train", "chexers-described", "--quick", "--out", out];
    json(&[&order[..], &["--games", "7", "--json"]].concat());
    let list = std::fs::read_to_string(folder.join("weights-described.csv")).expect("a list");
    // A heading, the weights before the first game, and those after each.
    assert_eq!(list.lines().count(), 1 + 1 + 7, "{list}");
    let error = failure(&order, 2);
    assert!(error.contains("chexers-described, quick, seed 1, 7 games"), "{error}");
}

/// Everything in a folder: names and contents.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut files: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(folder).expect("inside").to_owned();
            (name, std::fs::read(path).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

/// Killed twice without a chance to say goodbye, once among its games and once among its epochs, a training goes on and
/// leaves what an undisturbed one leaves.
#[test]
fn a_killed_training_goes_on_to_the_same_files() {
    let (whole, killed) = (empty_folder("train-whole"), empty_folder("train-killed"));
    let train = |folder: &Path, threads: &'static str| {
        let out = folder.to_str().expect("UTF-8").to_owned();
        let mut command =
            command(Path::new("."), &["train", "wpp", "--quick", "--threads", threads, "--out"]);
        command.arg(out);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let undisturbed = train(&whole, "2").output().expect("the binary runs");
    assert!(undisturbed.status.success());
    for first_of in ["players-70.data", "dicewars-wpp.checkpoint"] {
        let mut child = train(&killed, "1").spawn().expect("the binary runs");
        // On a busy machine it may be done before it is killed; then there is only less to see.
        while !killed.join(first_of).exists() && child.try_wait().expect("a child").is_none() {
            sleep(Duration::from_millis(2));
        }
        let _ = child.kill();
        child.wait().expect("a dead child");
        assert!(killed.join(first_of).exists(), "{first_of}");
    }
    let last = train(&killed, "2").output().expect("the binary runs");
    assert!(last.status.success());
    for ((name, found), (wanted_name, wanted)) in contents(&killed).iter().zip(&contents(&whole)) {
        assert_eq!(name, wanted_name);
        assert_eq!(found, wanted, "{}", name.display());
    }
    assert_eq!(contents(&killed).len(), contents(&whole).len());

    let out = whole.to_str().expect("UTF-8");
    let error = failure(&["train", "wpp", "--out", out], 2);
    assert!(error.contains("holds the training `wpp, quick, seed 1`"), "{error}");
}

/// A plan of two tiny generations.
const PLAN: &str = r#"
game = "tuc-chess"
variants = ["2021:plies=60"]
network = { width = 8, hidden = 4 }
learning = { epochs = 1, kept = 0.5, symmetries = true }

[gate]
agent = "alphabeta-full:depth=1,eval=value:{network}"
games = 4

[[generation]]
agents = ["alphabeta-full:depth=1"]
games = 10

[[generation]]
agents = ["alphabeta-full:depth=1,eval=value:{network}", "generic-mcts:iterations=20,plies=0,eval=value:{network}"]
games = 10
"#;

#[test]
fn a_plan_in_a_file_is_followed_and_its_network_plays() {
    let folder = empty_folder("train-plan");
    let (plan, out) = (folder.join("tiny.toml"), folder.join("out"));
    std::fs::write(&plan, PLAN).expect("a file");
    let (plan, out) = (plan.to_str().expect("UTF-8"), out.to_str().expect("UTF-8").to_owned());
    let trained = json(&["train", plan, "--out", &out, "--json"]);
    assert_eq!(trained["trainer"], "tiny");
    let generations = &trained["sheets"][1];
    assert_eq!(generations["title"], "Generations");
    assert_eq!(generations["rows"].as_array().map(Vec::len), Some(2));
    let model = trained["models"][0].as_str().expect("a path");
    let described = json(&["model", model, "--json"]);
    assert_eq!(described["features"], "tuc-chess 1");
    // A trained network plays at once.
    let agent = format!("alphabeta-full:depth=1,eval=value:{model}");
    let played =
        ["match", "tuc-chess", &agent, "random", "--games", "2", "--longest", "60", "--runs", &out];
    let table = stdout(&played);
    assert!(table.contains("Standings"), "{table}");

    // A finished generation is not mixed with one of another network.
    std::fs::write(plan, PLAN.replace("width = 8", "width = 16")).expect("a file");
    let error = failure(&["train", plan, "--out", &out], 2);
    assert!(error.contains("network 16-4"), "{error}");

    std::fs::write(plan, PLAN.replace("epochs = 1", "epochs = 0")).expect("a file");
    let error = failure(&["train", plan], 2);
    assert!(error.contains("tiny.toml, line 5: epochs is 0"), "{error}");
    let rolls = PLAN.replace("width = 8, hidden = 4 }", "width = 8 }\npositions.all-rolls = true");
    std::fs::write(plan, rolls).expect("a file");
    let error = failure(&["train", plan], 2);
    assert!(error.contains("tuc-chess has no rolls"), "{error}");
    assert!(failure(&["train", "none.toml"], 2).contains("none.toml"));
    let shown = stdout(&["train", "tuc-chess-value", "--show"]);
    assert!(shown.contains("[[generation]]"), "{shown}");
    assert!(failure(&["train", "wpp", "--show"], 2).contains("follows no plan"));
}

#[test]
fn model_files_that_are_missing_foreign_or_damaged_are_named() {
    let folder = empty_folder("train-models");
    let missing = folder.join("none.safetensors");
    assert!(failure(&["model", missing.to_str().expect("UTF-8")], 2).contains("none.safetensors"));
    let foreign = folder.join("notes.txt");
    std::fs::write(&foreign, "nothing of ours").expect("a file");
    assert!(failure(&["model", foreign.to_str().expect("UTF-8")], 1).contains("is not"));
    let shipped = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/reports/004-chexers/models/chexers-logistic.safetensors"
    );
    assert!(stdout(&["model", shipped]).contains("chexers"));
    let mut bytes = std::fs::read(shipped).expect("a shipped model");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    let damaged = folder.join("damaged.safetensors");
    std::fs::write(&damaged, bytes).expect("a file");
    assert!(failure(&["model", damaged.to_str().expect("UTF-8")], 1).contains("damaged"));
}
