//! Bots at the command line: our own engine as a foreign program, in every command that takes an agent.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{LUDARIUM, empty_folder, ludarium, printed};

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn bot(game: &str, spec: &str) -> String {
    format!("bot:{LUDARIUM} engine {game} {spec}")
}

/// An agent without chance plays the same games through the protocol as without it.
#[test]
fn a_bot_plays_what_its_agent_plays() {
    let folder = empty_folder("bots-same");
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
    let folder = empty_folder("bots-again");
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
    let folder = empty_folder("bots-commands");
    let one_ply = bot("chexers", "one-ply");
    let watched = json_lines(&printed(
        &folder,
        &["watch", "chexers", &one_ply, "random", "random", "--fast", "--json", "--moves", "9"],
    ));
    assert_eq!(watched[0]["event"], "bot");
    assert!(watched[0]["name"].as_str().unwrap().contains("one-ply"));
    let thought = watched.iter().find(|event| event["turn"] == 0).unwrap();
    assert_eq!(thought["thought"]["candidates"][0]["move"], thought["move"], "{thought}");
    let analysed =
        json_lines(&printed(&folder, &["analyse", "chexers", "--agent", &one_ply, "--json"]));
    assert!(analysed[0]["decision"]["nodes"].as_u64() > Some(0), "{}", analysed[0]);

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

/// A bot has a name in tables, and its command line stands once below them.
#[test]
fn bots_are_called_by_their_names() {
    let folder = empty_folder("bots-names");
    let engine = |game: &str, spec: &str| format!("{LUDARIUM} engine {game} {spec}");
    let ada = format!("bot[name=Ada]:{}", engine("chexers", "greedy"));
    let own = format!("bot:{}", engine("chexers", "random"));
    let ludarium = |more: &[&str]| {
        let mut args = vec!["tournament", "chexers", &ada, &own, &ada, "random"];
        args.extend(["--games", "4", "--longest", "9", "--run", "cup"]);
        args.extend(more);
        printed(&folder, &args)
    };
    let table = ludarium(&[]);
    let lines =
        |text: &str, wanted: &str| text.lines().filter(|line| line.contains(wanted)).count();
    assert!(table.contains("Ada") && table.contains("Ada #2"), "{table}");
    assert!(table.contains("ludarium random"), "as it says in its hello: {table}");
    assert!(!table.to_lowercase().contains("than bot:"), "{table}");
    assert_eq!(lines(&table, "Ada: `bot[name=Ada]:"), 1, "{table}");
    assert_eq!(lines(&table, "Ada #2: `bot[name=Ada]:"), 1, "{table}");
    // The names stand in the run: nobody is started for a report, a replay or an export.
    let report = printed(&folder, &["report", "cup", "--json"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    let names: Vec<&Value> = (0..4).map(|place| &report["agents"][place]["name"]).collect();
    assert_eq!(names, ["Ada", "ludarium random", "Ada #2", "random"]);
    assert_eq!(report["agents"][0]["text"], ada);
    printed(&folder, &["merge", "joined", "cup"]);
    let joined = printed(&folder, &["report", "joined"]);
    assert!(joined.contains("Ada #2"), "{joined}");
    let games = printed(&folder, &["export", "joined", "--csv", "games"]);
    assert!(games.contains(",Ada,") && !games.contains("bot["), "{games}");
    let replayed = printed(&folder, &["replay", "cup", "0", "--fast"]);
    assert!(replayed.contains("(Ada) plays"), "{replayed}");
    let watched = printed(&folder, &["watch", "chexers", &ada, "random", "--fast", "--moves", "3"]);
    assert!(watched.contains("(Ada) plays"), "{watched}");
}

/// A bot in the language of the shell, which says much.
const TALKER: &str = r#"
while read -r line; do
  id=$(printf '%s' "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
  case "$line" in
    *'"type":"hello"'*) echo "{\"type\":\"hello\",\"id\":$id}" ;;
    *'"type":"new_game"'*) echo "{\"type\":\"ready\",\"id\":$id}" ;;
    *'"type":"turn"'*)
      printf 'thinking \033[31mhard\n' >&2
      sleep 0.2
      echo "{\"type\":\"move\",\"id\":$id,\"move\":0,\"comment\":\"a fine \\u001b[31mmove\"}" ;;
    *'"type":"ping"'*) echo "{\"type\":\"pong\",\"id\":$id}" ;;
    *'"type":"quit"'*) exit ;;
  esac
done
"#;

#[test]
#[cfg(unix)]
fn what_a_bot_says_is_shown_on_request() {
    let folder = empty_folder("bots-says");
    std::fs::write(folder.join("talk.sh"), TALKER).unwrap();
    let watch = |more: &[&str]| {
        let mut args = vec!["watch", "chexers", "bot:sh talk.sh", "random", "random"];
        args.extend(["--fast", "--moves", "4"]);
        args.extend(more);
        printed(&folder, &args)
    };
    let silent = watch(&[]);
    assert!(!silent.contains("a fine") && silent.contains("(talk.sh) plays"), "{silent}");
    let shown = watch(&["--comments"]);
    assert!(shown.contains("says: a fine [31mmove"), "{shown}");
    assert!(shown.contains("err> thinking \u{fffd}[31mhard"), "{shown}");
    let told = json_lines(&watch(&["--json"]));
    let own = told.iter().find(|event| event["turn"] == 0).unwrap();
    assert_eq!(own["comment"], "a fine [31mmove");
    let mut args = vec!["match", "chexers", "bot:sh talk.sh", "random"];
    args.extend(["--games", "1", "--longest", "4", "--run", "talk"]);
    printed(&folder, &args);
    let replay = |more: &[&str]| {
        let mut args = vec!["replay", "talk", "0", "--fast"];
        args.extend(more);
        printed(&folder, &args)
    };
    assert!(!replay(&[]).contains("a fine"));
    assert!(replay(&["--comments"]).contains("says: a fine [31mmove"));
    assert!(replay(&["--json"]).contains(r#""comment":"a fine [31mmove""#));
}

/// An experiment of your own measures a bot as it measures the bot's agent.
#[test]
fn an_experiment_takes_a_bot() {
    let folder = empty_folder("bots-experiment");
    let figures = |place: &str, agent: &str| {
        let folder = folder.join(place);
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("own.toml"), experiment(agent)).unwrap();
        let args = ["reproduce", "own.toml", "--out", "out", "--threads", "1", "--json"];
        let outcome: Value = serde_json::from_str(&printed(&folder, &args)).unwrap();
        assert_eq!(outcome["complete"], true);
        // The first sheet is the summary, which has times in it.
        outcome["sheets"][1].clone()
    };
    let direct = figures("direct", "one-ply");
    let through = figures("through", &bot("chexers", "one-ply"));
    assert_eq!(direct, through);
    // Only one who looks ahead has nodes, so it was no random player that was measured.
    let nodes = &through["rows"][1]["literal: ours"]["value"];
    assert!(nodes.as_f64() > Some(0.0), "{through}");
}

fn experiment(agent: &str) -> String {
    format!(
        r#"
        report = "004"
        source = "a test"
        title = "One against random"
        text = "Short games."
        game = "chexers"
        measure = "games"
        metrics = ["points", "nodes-per-move"]

        [[reading]]
        name = "literal"
        text = "As it stands."
        seats = ['{agent}', "random", "random"]
        longest = 30

        [quick]
        rounds = 1
        [full]
        rounds = 2

        [[printed]]
        games = 100
        values = {{ points = 0.9 }}
        "#
    )
}

/// What is said of a bot's sandbox is what was asked for.
#[test]
fn without_a_sandbox_the_level_is_none() {
    let folder = empty_folder("bots-sandbox");
    let bot = bot("chexers", "random");
    let watch = |how: &str| {
        let mut args = vec!["watch", "chexers", &bot, "random", "random"];
        args.extend(["--fast", "--json", "--moves", "1", "--sandbox", how]);
        ludarium(&folder, &args)
    };
    let off = watch("off");
    assert!(off.status.success(), "{off:?}");
    let told = json_lines(&String::from_utf8(off.stdout).unwrap());
    assert_eq!(told[0]["sandbox"], "none");
    let output = watch("always");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("require, try or off"), "{error}");
}

#[test]
fn a_bot_that_cannot_play_ends_the_command_with_its_last_words() {
    let folder = empty_folder("bots-refused");
    let script = folder.join("broken.sh");
    std::fs::write(&script, "echo my last words >&2\nexit 5\n").unwrap();
    let output = ludarium(&folder, &["match", "chexers", "bot:sh broken.sh", "random"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("exited with code 5") && error.contains("my last words"), "{error}");
    for text in ["bot:no-such-program-here", "bot[dir=nowhere]:sh", "bot:"] {
        let output = ludarium(&folder, &["watch", "chexers", text, "--fast"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && error.contains("cannot play"), "{text}: {error}");
    }
}

/// Where the result is all that is printed, the sandbox is told apart from it.
#[test]
fn the_level_of_the_sandbox_is_told_beside_results() {
    let folder = empty_folder("bots-beside");
    let agent = bot("chexers", "random");
    let args =
        ["match", "chexers", &agent, "random", "--games", "1", "--longest", "9", "--run", "r"];
    printed(&folder, &args);
    let commands: [&[&str]; 2] =
        [&["analyse", "chexers", "--agent", &agent, "--json"], &["rerun", "r", "0", "--json"]];
    for args in commands {
        let output = ludarium(&folder, args);
        let beside = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {beside}");
        assert!(beside.contains("is ludarium random, sandbox: "), "{args:?}: {beside}");
        assert_eq!(json_lines(&String::from_utf8_lossy(&output.stdout)).len(), 1);
    }
}

/// `engine` takes every agent, so also a bot: it is started in its sandbox and answers by itself.
#[test]
fn an_engine_may_be_a_bot() {
    let folder = empty_folder("bots-engine-bot");
    let inner = bot("chexers", "one-ply");
    let outer = bot("chexers", &format!("'{inner}'"));
    let args = ["match", "chexers", &outer, "random", "--games", "1", "--longest", "20"];
    let table = printed(&folder, &args);
    assert!(table.contains("is ludarium one-ply, sandbox: "), "{table}");
    assert!(!table.contains("Faults"), "{table}");
    let output = ludarium(&folder, &["engine", "chexers", "bot:./nobody"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && error.contains("cannot start"), "{error}");
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
    let folder = empty_folder("bots-killed");
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
