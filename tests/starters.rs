//! What `ludarium bot` writes and checks: every kit is run where its language is installed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const LUDARIUM: &str = env!("CARGO_BIN_EXE_ludarium");

/// Runs our program in a folder.
fn ludarium(folder: &Path, args: &[&str]) -> Output {
    let command = Command::new(LUDARIUM)
        .args(args)
        .current_dir(folder)
        .output();
    command.expect("the binary runs")
}

fn stdout(folder: &Path, args: &[&str]) -> String {
    let output = ludarium(folder, args);
    let (out, err) = (&output.stdout, &output.stderr);
    let both = [String::from_utf8_lossy(out), String::from_utf8_lossy(err)].join("\n");
    assert!(output.status.success(), "{args:?}: {both}");
    String::from_utf8_lossy(out).into_owned()
}

fn failure(folder: &Path, args: &[&str], code: i32) -> String {
    let output = ludarium(folder, args);
    assert_eq!(output.status.code(), Some(code), "{args:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// An empty folder.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("kits")
        .join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a scratch folder");
    folder
}

/// Whether a program is installed; says so where it is not.
fn installed(program: &str) -> bool {
    let version = Command::new(program).arg("--version").output();
    let found = version.is_ok_and(|output| output.status.success());
    if !found {
        println!("{program} is not installed: what needs it is left out");
    }
    found
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path.as_ref())
        .unwrap_or_else(|error| panic!("{:?}: {error}", path.as_ref()))
}

struct Language {
    kit: &'static str,
    bot: &'static str,
    /// What must be installed.
    needs: &'static str,
    setup: Option<&'static str>,
    run: &'static str,
}

const LANGUAGES: [Language; 5] = [
    Language {
        kit: "python",
        bot: "bot.py",
        needs: "python3",
        setup: None,
        run: "python3 bot.py",
    },
    Language {
        kit: "javascript",
        bot: "bot.js",
        needs: "node",
        setup: None,
        run: "node bot.js",
    },
    Language {
        kit: "c",
        bot: "bot.c",
        needs: "cc",
        setup: Some("cc -O2 -Wall -Wextra -Werror -o bot bot.c"),
        run: "./bot",
    },
    Language {
        kit: "java",
        bot: "Bot.java",
        needs: "javac",
        setup: Some("javac Bot.java"),
        run: "java Bot",
    },
    Language {
        kit: "rust",
        bot: "src/main.rs",
        needs: "cargo",
        setup: Some("cargo build --release --quiet"),
        run: "target/release/bot",
    },
];

#[test]
fn every_starter_kit_is_short_and_explains_itself() {
    let folder = scratch("texts");
    for language in &LANGUAGES {
        let out = stdout(&folder, &["bot", "new", language.kit, language.kit]);
        let home = folder.join(language.kit);
        let bot = read(home.join(language.bot));
        assert!(bot.lines().count() <= 30, "{}", language.kit);
        assert!(bot.contains("Your thinking goes here"), "{}", language.kit);
        assert!(
            bot.contains(&format!("my-{}-bot", language.kit)),
            "{}",
            language.kit
        );
        let readme = read(home.join("README.md"));
        for text in [&out, &readme] {
            assert!(
                text.contains("ludarium bot check ") && text.contains(language.run),
                "{text}"
            );
            assert!(text.contains("ludarium match chexers "), "{text}");
        }
        assert!(out.contains(&format!("cd {}", language.kit)), "{out}");
    }
}

#[test]
fn every_starter_kit_passes_the_check_and_plays_a_match() {
    let folder = scratch("runs");
    let mut played = 0;
    for language in LANGUAGES
        .iter()
        .filter(|language| installed(language.needs))
    {
        stdout(&folder, &["bot", "new", language.kit, language.kit]);
        let home = folder.join(language.kit);
        if let Some(setup) = language.setup {
            let mut words = setup.split(' ');
            let mut command = Command::new(words.next().unwrap_or_default());
            // The kit is built as its owner would, not into our own target folder.
            command
                .args(words)
                .current_dir(&home)
                .env_remove("CARGO_TARGET_DIR");
            assert!(
                command.status().is_ok_and(|status| status.success()),
                "{setup}"
            );
        }
        let check = stdout(
            &home,
            &["bot", "check", language.run, "--game", "chexers", "--json"],
        );
        let check: serde_json::Value = serde_json::from_str(&check).expect("JSON");
        assert_eq!(check["passed"], true, "{}: {check}", language.kit);
        assert_eq!(check["deterministic"], true, "{}: {check}", language.kit);
        assert_eq!(check["name"], format!("my-{}-bot", language.kit));
        let bot = format!("bot:{}", language.run);
        let table = stdout(
            &home,
            &[
                "match", "dicewars", &bot, "random", "--games", "2", "--fresh",
            ],
        );
        assert!(!table.contains("Faults"), "{table}");
        played += 1;
    }
    assert!(played > 0, "no language is installed");
}

/// The search of the Python kit knows no rules: it asks what follows from moves, in every game.
#[test]
fn the_python_search_looks_ahead() {
    if !installed("python3") {
        return;
    }
    let folder = scratch("search");
    stdout(&folder, &["bot", "new", "python", "python"]);
    let home = folder.join("python");
    let run = "python3 search.py";
    let check = stdout(&home, &["bot", "check", run, "--game", "chexers", "--json"]);
    let check: serde_json::Value = serde_json::from_str(&check).expect("JSON");
    assert_eq!(check["passed"], true, "{check}");
    assert!(check["after"]["asked"].as_u64() > Some(500), "{check}");
    assert_eq!(check["after"]["wrong"], 0, "{check}");
    let games = [
        "chexers",
        "dice-chess",
        "dicewars",
        "three-chess",
        "tuc-chess",
    ];
    for game in games {
        let bot = "bot:python3 search.py";
        let mut args = vec!["match", game, bot, "random", "--games", "2", "--fresh"];
        args.extend(["--longest", "10", "--clock", "move=2s"]);
        let table = stdout(&home, &args);
        assert!(!table.contains("Faults"), "{game}: {table}");
        assert!(table.contains("my-python-search"), "{game}: {table}");
    }
}

#[test]
fn nothing_is_ever_overwritten() {
    let folder = scratch("twice");
    stdout(&folder, &["bot", "new", "python", "mine"]);
    std::fs::remove_file(folder.join("mine/README.md")).expect("a file");
    std::fs::write(folder.join("mine/bot.py"), "my work").expect("a file");
    let error = failure(&folder, &["bot", "new", "python", "mine"], 2);
    assert!(
        error.contains("bot.py") && !error.contains("README.md"),
        "{error}"
    );
    assert_eq!(read(folder.join("mine/bot.py")), "my work");
    assert!(!folder.join("mine/README.md").exists());
}

#[test]
fn wrong_words_are_answered() {
    let folder = scratch("words");
    let error = failure(&folder, &["bot", "new", "pyhton", "x"], 2);
    assert!(error.contains("did you mean `python`?"), "{error}");
    let error = failure(
        &folder,
        &["bot", "new", "chexers-referee", "x", "--agent", "gredy"],
        2,
    );
    assert!(error.contains("did you mean `greedy`?"), "{error}");
    assert!(!folder.join("x").exists());
    let list = stdout(&folder, &["bot", "new"]);
    assert!(
        list.contains("three-chess-agent") && list.contains("chexers-player"),
        "{list}"
    );
}

#[test]
fn the_check_has_exit_codes_and_shows_what_went_wrong() {
    let folder = scratch("check");
    let engine = format!("'{LUDARIUM}' engine chexers random");
    let passed = stdout(&folder, &["bot", "check", &engine, "--game", "chexers"]);
    assert!(
        passed.contains(" 13  pass") && passed.contains("deterministic yes"),
        "{passed}"
    );
    let output = ludarium(&folder, &["bot", "check", "false"]);
    assert_eq!(output.status.code(), Some(1));
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(
        shown.contains("  1  FAIL  says hello in time") && shown.contains("exited with code 1"),
        "{shown}"
    );
    assert!(shown.contains("lab> {\"type\":\"hello\""), "{shown}");
    let error = failure(&folder, &["bot", "check", "x", "--game", "chess"], 2);
    assert!(error.contains("unknown game `chess`"), "{error}");
}

#[test]
fn the_schema_in_the_documentation_is_that_of_the_program() {
    let printed = stdout(&scratch("schema"), &["bot", "schema"]);
    assert_eq!(
        read(format!("{ROOT}/docs/bot-protocol.schema.json")),
        printed
    );
    let schema: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
    assert!(schema["$defs"]["ToBot"].is_object() && schema["$defs"]["FromBot"].is_object());
}

#[test]
fn the_bot_in_six_lines_plays_a_tournament() {
    let [snippet, repeated] = ["README.md", "docs/bots.md"].map(|page| {
        let page = read(format!("{ROOT}/{page}"));
        let code = page.split("```python\n").nth(1);
        let code = code.and_then(|rest| rest.split("```").next());
        code.expect("a snippet in Python").to_owned()
    });
    assert_eq!(snippet.lines().count(), 6, "{snippet}");
    assert_eq!(snippet, repeated);
    if !installed("python3") {
        return;
    }
    let folder = scratch("six-lines");
    std::fs::write(folder.join("bot.py"), snippet).expect("a file");
    let bot = "bot:python3 bot.py";
    let table = stdout(
        &folder,
        &[
            "tournament",
            "chexers",
            bot,
            "greedy",
            "random",
            "--games",
            "6",
            "--run",
            "six",
        ],
    );
    assert!(table.contains(bot) && !table.contains("Faults"), "{table}");
    stdout(
        &folder,
        &["bot", "check", "python3 bot.py", "--game", "tuc-chess"],
    );
}

/// Our table, the worker, the package of the referee, and our engine behind it: both Chexers adapters at once.
#[test]
fn the_chexers_adapters_play_through_each_other() {
    let folder = scratch("chexers");
    stdout(
        &folder,
        &[
            "bot",
            "new",
            "chexers-referee",
            "ours",
            "--agent",
            "greedy",
            "--seconds",
            "20",
        ],
    );
    stdout(&folder, &["bot", "new", "chexers-player", "theirs"]);
    let player = read(folder.join("ours/player.py"));
    assert!(
        player.contains("AGENT = \"greedy\"") && player.contains("SECONDS = 20"),
        "{player}"
    );
    if !installed("python3") {
        return;
    }
    // The referee is of 2019, and so may be its Python.
    for file in ["ours/player.py", "theirs/worker.py"] {
        let program =
            format!("import ast; ast.parse(open('{file}').read(), feature_version=(3, 6))");
        let parsed = Command::new("python3")
            .args(["-c", &program])
            .current_dir(&folder)
            .status();
        assert!(parsed.is_ok_and(|status| status.success()), "{file}");
    }
    // A player that remembers in its module that it has played: every game must find it as it was written.
    let keeper = "from ours import Player as Ours\n\
                  games = []\n\
                  class Player(Ours):\n    \
                      def __init__(self, colour):\n        \
                          assert not games\n        \
                          games.append(colour)\n        \
                          super().__init__(colour)\n";
    std::fs::write(folder.join("keeper.py"), keeper).expect("a file");
    let bot = "bot:python3 theirs/worker.py keeper";
    // Our own program is not among what a bot may read in the sandbox.
    let table = stdout(
        &folder,
        &[
            "match",
            "chexers",
            bot,
            "random",
            "--games",
            "6",
            "--sandbox",
            "off",
            "--fresh",
        ],
    );
    assert!(!table.contains("Faults"), "{table}");
    let missing = ludarium(
        &folder,
        &[
            "bot",
            "check",
            "python3 theirs/worker.py nobody",
            "--game",
            "chexers",
        ],
    );
    let shown = String::from_utf8_lossy(&missing.stdout);
    assert!(shown.contains("ModuleNotFoundError"), "{shown}");
}

#[test]
fn the_three_chess_adapters_are_filled_in() {
    let folder = scratch("three-chess");
    stdout(
        &folder,
        &[
            "bot",
            "new",
            "three-chess-agent",
            "src",
            "--agent",
            "mcts:iterations=50",
        ],
    );
    let agent = read(folder.join("src/threeChess/agents/LudariumAgent.java"));
    assert!(
        agent.contains("AGENT = \"mcts:iterations=50\"") && !agent.contains('@'),
        "{agent}"
    );
    assert!(read(folder.join("src/LudariumAgent.md")).contains("mcts:iterations=50"));
    stdout(&folder, &["bot", "new", "three-chess-bot", "bot"]);
    assert!(read(folder.join("bot/ThreeChessBot.java")).contains("class ThreeChessBot"));
}
