//! Bots at the command line: our own engine as a foreign program, in every command that takes an agent.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const LUDARIUM: &str = env!("CARGO_BIN_EXE_ludarium");

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bots-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn ludarium(folder: &Path, args: &[&str]) -> Output {
    Command::new(LUDARIUM)
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// What a command that succeeds prints.
fn printed(folder: &Path, args: &[&str]) -> String {
    let output = ludarium(folder, args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn bot(game: &str, spec: &str) -> String {
    format!("bot:{LUDARIUM} engine {game} {spec}")
}

/// An agent without chance plays the same games through the protocol as without it.
#[test]
fn a_bot_plays_what_its_agent_plays() {
    let folder = folder("same");
    for game in ["chexers", "tuc-chess", "dice-chess", "three-chess"] {
        let play = |agent: &str, run: &str| {
            let args = [
                "match",
                game,
                agent,
                "random",
                "--games",
                "2",
                "--seed",
                "5",
                "--longest",
                "40",
                "--run",
                run,
            ];
            printed(&folder, &args);
            json_lines(&printed(&folder, &["export", run, "--jsonl", "--no-times"]))
        };
        let direct = play("one-ply", &format!("{game}-direct"));
        let through = play(&bot(game, "one-ply"), &format!("{game}-through"));
        assert_eq!(direct.len(), through.len());
        for (direct, through) in direct.iter().zip(&through) {
            assert_eq!(direct["moves"], through["moves"], "{game}");
            assert_eq!(direct["scores"], through["scores"], "{game}");
        }
    }
}

/// An agent that draws lots gets the same seed again.
#[test]
fn a_bot_that_draws_lots_plays_the_same_game_again() {
    let folder = folder("again");
    let greedy = bot("dicewars", "greedy");
    let args = [
        "match",
        "dicewars",
        &greedy,
        "random",
        "--games",
        "2",
        "--longest",
        "40",
        "--run",
        "lots",
    ];
    printed(&folder, &args);
    let again = printed(&folder, &["rerun", "lots", "1"]);
    assert!(again.contains("identical"), "{again}");
}

#[test]
fn every_command_that_takes_an_agent_takes_a_bot() {
    let folder = folder("commands");
    let one_ply = bot("chexers", "one-ply");
    let watched = json_lines(&printed(
        &folder,
        &[
            "watch", "chexers", &one_ply, "random", "random", "--fast", "--json", "--moves", "9",
        ],
    ));
    assert_eq!(watched[0]["event"], "bot");
    assert!(watched[0]["name"].as_str().unwrap().contains("one-ply"));
    let thought = watched.iter().find(|event| event["turn"] == 0).unwrap();
    assert_eq!(
        thought["thought"]["candidates"][0]["move"], thought["move"],
        "{thought}"
    );
    let analysed = json_lines(&printed(
        &folder,
        &["analyse", "chexers", "--agent", &one_ply, "--json"],
    ));
    assert!(
        analysed[0]["decision"]["nodes"].as_u64() > Some(0),
        "{}",
        analysed[0]
    );

    let file = format!(
        "game = \"chexers\"\nagents = ['{one_ply}', \"random\", \"greedy\"]\nrounds = 1\nlongest = 30\n"
    );
    std::fs::write(folder.join("cup.toml"), file).unwrap();
    let table = printed(&folder, &["tournament", "cup.toml", "--sandbox", "try"]);
    assert!(table.contains("sandbox: "), "{table}");
    let again = printed(&folder, &["rerun", "cup", "0"]);
    assert!(again.contains("identical"), "{again}");
    let replayed = printed(&folder, &["replay", "cup", "0", "--fast"]);
    assert!(replayed.contains("engine chexers one-ply"), "{replayed}");
}

#[test]
fn a_bot_that_cannot_play_ends_the_command_with_its_last_words() {
    let folder = folder("refused");
    let script = folder.join("broken.sh");
    std::fs::write(&script, "echo my last words >&2\nexit 5\n").unwrap();
    let output = ludarium(&folder, &["match", "chexers", "bot:sh broken.sh", "random"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(
        error.contains("exited with code 5") && error.contains("my last words"),
        "{error}"
    );
    for text in ["bot:no-such-program-here", "bot[dir=nowhere]:sh", "bot:"] {
        let output = ludarium(&folder, &["watch", "chexers", text, "--fast"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && error.contains("cannot play"),
            "{text}: {error}"
        );
    }
}

/// The bots of a process that still live.
fn bots_of(pid: u32) -> usize {
    let mark = format!("LUDARIUM_BOT={pid}-");
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let environments = entries.filter_map(|entry| std::fs::read(entry.path().join("environ")).ok());
    let marked = |bytes: &Vec<u8>| {
        let mut variables = bytes.split(|&byte| byte == 0);
        variables.any(|variable| variable.starts_with(mark.as_bytes()))
    };
    environments.filter(marked).count()
}

fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let until = Instant::now() + Duration::from_secs(60);
    while !condition() {
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn bots_do_not_outlive_a_killed_laboratory() {
    let folder = folder("killed");
    let slow = bot("chexers", "mcts:iterations=1000000000");
    let mut laboratory = Command::new(LUDARIUM)
        .args(["match", "chexers", &slow, &slow, "random", "--threads", "1"])
        .current_dir(&folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let pid = laboratory.id();
    wait_until("the bots do not begin", || bots_of(pid) == 2);
    laboratory.kill().unwrap();
    laboratory.wait().unwrap();
    wait_until("a bot lives on", || bots_of(pid) == 0);
}
