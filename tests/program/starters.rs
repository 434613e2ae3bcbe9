//! What `ludarium bot` writes and checks: every starter is run where its language is installed.

use std::path::{Path, PathBuf};
use std::process::Command;

use ludarium::{Rng, Seed};
use serde_json::{Value, json};

use crate::games;
use crate::program::{LUDARIUM, empty_folder, ludarium, printed, refusal};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

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
    starter: &'static str,
    bot: &'static str,
    /// What must be installed.
    needs: &'static str,
    setup: Option<&'static str>,
    run: &'static str,
}

const LANGUAGES: [Language; 6] = [
    Language {
        starter: "python",
        bot: "bot.py",
        needs: "python3",
        setup: None,
        run: "python3 bot.py",
    },
    Language {
        starter: "javascript",
        bot: "bot.js",
        needs: "node",
        setup: None,
        run: "node bot.js",
    },
    Language {
        starter: "c",
        bot: "bot.c",
        needs: "cc",
        setup: Some("cc -O2 -Wall -Wextra -Werror -o bot bot.c"),
        run: "./bot",
    },
    Language {
        starter: "cpp",
        bot: "bot.cpp",
        needs: "c++",
        setup: Some("c++ -O2 -std=c++11 -Wall -Wextra -Wpedantic -Werror -o bot bot.cpp"),
        run: "./bot",
    },
    Language {
        starter: "java",
        bot: "Bot.java",
        needs: "javac",
        setup: Some("javac Bot.java"),
        run: "java Bot",
    },
    Language {
        starter: "rust",
        bot: "src/main.rs",
        needs: "cargo",
        setup: Some("cargo build --release --quiet"),
        run: "target/release/bot",
    },
];

#[test]
fn every_starter_kit_is_short_and_explains_itself() {
    let folder = empty_folder("starters-texts");
    for language in &LANGUAGES {
        let out = printed(&folder, &["bot", "new", language.starter, language.starter]);
        let home = folder.join(language.starter);
        let bot = read(home.join(language.bot));
        assert!(bot.lines().count() <= 30, "{}", language.starter);
        assert!(bot.contains("Your thinking goes here"), "{}", language.starter);
        assert!(bot.contains("games") && bot.contains("tuc-chess"), "{}", language.starter);
        assert!(bot.contains(&format!("my-{}-bot", language.starter)), "{}", language.starter);
        let readme = read(home.join("README.md"));
        for text in [&out, &readme] {
            assert!(text.contains("ludarium bot check ") && text.contains(language.run), "{text}");
            assert!(text.contains("ludarium match tuc-chess "), "{text}");
        }
        assert!(out.contains(&format!("cd {}", language.starter)), "{out}");
    }
}

#[test]
fn every_starter_kit_passes_the_check_and_plays_a_match() {
    let folder = empty_folder("starters-runs");
    let mut played = 0;
    for language in LANGUAGES.iter().filter(|language| installed(language.needs)) {
        printed(&folder, &["bot", "new", language.starter, language.starter]);
        let home = folder.join(language.starter);
        if let Some(setup) = language.setup {
            let mut words = setup.split(' ');
            let mut command = Command::new(words.next().unwrap_or_default());
            // The starter is built as its owner would, not into our own target folder.
            command.args(words).current_dir(&home).env_remove("CARGO_TARGET_DIR");
            assert!(command.status().is_ok_and(|status| status.success()), "{setup}");
        }
        let check = printed(&home, &["bot", "check", language.run, "--game", "chexers", "--json"]);
        let check: Value = serde_json::from_str(&check).expect("JSON");
        assert_eq!(check["passed"], true, "{}: {check}", language.starter);
        assert_eq!(check["deterministic"], true, "{}: {check}", language.starter);
        assert_eq!(check["name"], format!("my-{}-bot", language.starter));
        let bot = format!("bot:{}", language.run);
        let table =
            printed(&home, &["match", "dicewars", &bot, "random", "--games", "2", "--fresh"]);
        assert!(!table.contains("Faults"), "{table}");
        played += 1;
    }
    assert!(played > 0, "no language is installed");
}

/// Lines with what is hard in JSON; those that are JSON come first.
const GOOD: &[&str] = &[
    r#""""#,
    r#"  [ 1 , {"a" : [ ] , "b":{ } } , null ]  "#,
    r#""\"\\\/\b\f\n\r\t\u0041\u00e9\u20ac\ud83d\ude00\u0000""#,
    "\"é€😀 \u{feff} \u{7f} \u{2028}\"",
    "[0, -0, -0.5, 1e2, 1E+2, 1e-2, 0.125, 123456789012345678, 1234567890123456789012, 9007199254740993]",
    "[-1.7976931348623157e308, 5e-324, 1e-999, 0e999]",
    "[true, false, null]",
    r#"{"a": 1, "b": 2, "a": 3, "": 4, "\u0061b": 5}"#,
    r#"{"id":7,"legal":["a]b","c\"d","e,f"],"type":"turn"}"#,
];

/// Lines that are not JSON.
#[rustfmt::skip]
const BAD: &[&str] = &[
    "", " ", "[", "]", "{", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{}}", "[]]", "{1:2}", r#"{"a"}"#, r#"{"a":}"#,
    r#"{"a":1,}"#, r#"{"a" 1}"#, "{a:1}", r#"{"a":1 "b":2}"#, "tru", "True", "nul", "nulll", "NaN", "-Infinity", "01",
    "-01", "1.", ".5", "-", "+1", "1e", "1e+", "0x10", "1_000", "1e999", "-1e999", "[1e400]", "'a'", r#""a"#, r#""\""#,
    r#""\x""#, r#""\u12""#, r#""\u12g4""#, r#""\ud800""#, r#""\udc00""#, r#""\ud800\ud800""#, r#""\ud800x""#,
    r#""\ud800\n""#, "\"a\tb\"", "\u{feff}1", "1 //", "/* */ 1", "\u{a0}1", r#""\u００４１""#, "١",
];

/// The valid lines, changed in small ways by a generator of our own.
fn changed_lines() -> Vec<String> {
    let mut state = 1_u64;
    let mut below = move |n: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % n
    };
    let signs: Vec<char> = "[]{},:\"\\u0123456789abcdefDd+-.eE tn😀é\t".chars().collect();
    let mut lines = Vec::new();
    for _ in 0..4000 {
        let mut line: Vec<char> = GOOD[below(GOOD.len())].chars().collect();
        for _ in 0..=below(3) {
            let place = below(line.len() + 1);
            match below(3) {
                0 => line.insert(place, signs[below(signs.len())]),
                1 if place < line.len() => line[place] = signs[below(signs.len())],
                _ if place < line.len() => drop(line.remove(place)),
                _ => {}
            }
        }
        lines.push(line.into_iter().collect());
    }
    lines
}

/// A value as the programs in `tests/starters` write it: texts as hexadecimal digits.
fn shown(value: &Value) -> Value {
    let hexadecimal = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect();
    match value {
        Value::String(text) => Value::String(hexadecimal(text)),
        Value::Array(items) => items.iter().map(shown).collect(),
        Value::Object(fields) => {
            let fields = fields.iter();
            fields.map(|(name, field)| (name.clone(), shown(field))).collect()
        }
        other => other.clone(),
    }
}

/// Whether two values are the same. The last digit of a number may differ: `serde_json` does not promise it.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            let [a, b] = [a, b].map(|number| number.as_f64().unwrap_or(f64::NAN));
            (a - b).abs() <= 1e-14 * a.abs() + f64::MIN_POSITIVE
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let in_b = |(name, field): (&String, &Value)| {
                b.get(name).is_some_and(|other| same(field, other))
            };
            a.len() == b.len() && a.iter().all(in_b)
        }
        _ => a == b,
    }
}

/// What a program in a starter's folder answers to lines.
fn answers(home: &Path, command: &str, lines: impl AsRef<[u8]>) -> Vec<String> {
    let mut words = command.split(' ');
    let (input, output) = (home.join("lines.txt"), home.join("answers.txt"));
    std::fs::write(&input, lines).expect("a file");
    let status = Command::new(words.next().unwrap_or_default())
        .args(words)
        .current_dir(home)
        .stdin(std::fs::File::open(&input).expect("the lines"))
        .stdout(std::fs::File::create(&output).expect("a file"))
        .status();
    assert!(status.is_ok_and(|status| status.success()), "{command}");
    read(&output).lines().map(str::to_owned).collect()
}

/// Writes a starter, puts a program of `tests/starters` beside it and builds that.
fn with_program(name: &str, starter: &str, program: &str, setup: Option<&str>) -> PathBuf {
    let folder = empty_folder(&format!("starters-{name}"));
    printed(&folder, &["bot", "new", starter, starter]);
    let home = folder.join(starter);
    std::fs::copy(format!("{ROOT}/tests/starters/{program}"), home.join(program))
        .expect("a program");
    if let Some(setup) = setup {
        let mut words = setup.split(' ');
        let mut command = Command::new(words.next().unwrap_or_default());
        let status = command.args(words).current_dir(&home).status();
        assert!(status.is_ok_and(|status| status.success()), "{setup}");
    }
    home
}

const BUILD_C: &str = "cc -g -O1 -fsanitize=undefined -fno-sanitize-recover=all -Wall -Wextra -Werror -o check check.c";
const BUILD_CPP: &str = "c++ -x c++ -std=c++11 -g -O1 -fsanitize=undefined -fno-sanitize-recover=all -Wall -Wextra -Werror -o check check.c";
const BUILD_JAVA: &str = "javac -Xlint:all -Werror -encoding UTF-8 Check.java";

#[test]
fn the_parsers_of_the_kits_read_all_of_json_and_nothing_else() {
    let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let own = GOOD.iter().chain(BAD).map(|line| (*line).to_owned());
    let mut lines: Vec<String> = own.chain(changed_lines()).collect();
    lines.push(deep(127));
    let expected: Vec<Option<Value>> = lines
        .iter()
        .map(|line| serde_json::from_str(line).ok().map(|value| shown(&value)))
        .collect();
    let (good, others) = expected.split_at(GOOD.len());
    assert!(good.iter().all(Option::is_some) && others[..BAD.len()].iter().all(Option::is_none));
    let accepted = expected.iter().flatten().count();
    assert!((500..3500).contains(&accepted), "{accepted}");
    // Deep enough to break a stack that is not watched.
    lines.push(deep(100_000));
    lines.push("{\"a\":".repeat(100_000));
    for (starter, program, needs, setup, run) in [
        ("c", "check.c", "cc", BUILD_C, "./check"),
        ("cpp", "check.c", "c++", BUILD_CPP, "./check"),
        ("java", "Check.java", "javac", BUILD_JAVA, "java Check"),
    ] {
        if !installed(needs) {
            continue;
        }
        let home = with_program(&format!("json-{starter}"), starter, program, Some(setup));
        let answers = answers(&home, run, lines.join("\n") + "\n");
        assert_eq!(answers.len(), lines.len(), "{starter}");
        for ((line, expected), answer) in lines.iter().zip(&expected).zip(&answers) {
            let right = match expected {
                None => answer.starts_with("refused: "),
                Some(value) => serde_json::from_str(answer).is_ok_and(|read| same(&read, value)),
            };
            assert!(right, "{starter} read `{line}` and said {answer}");
        }
        for answer in &answers[expected.len()..] {
            assert!(answer.contains("too many lists and objects"), "{starter}: {answer}");
        }
    }
}

/// Bytes that are no UTF-8: too short, too long, half a character, behind the last one. Java has them replaced before
/// its parser sees them.
#[test]
fn the_parser_of_the_c_kit_refuses_what_is_not_utf_8() {
    if !installed("cc") {
        return;
    }
    let texts: &[&[u8]] = &[
        b"\xff",
        b"\x80",
        b"\xc3",
        b"\xc0\x80",
        b"\xc1\xbf",
        b"\xe2\x82",
        b"\xe2\x28\xa1",
        b"\xe0\x80\x80",
        b"\xed\xa0\x80",
        b"\xf0\x9f\x98",
        b"\xf0\x80\x80\x80",
        b"\xf4\x90\x80\x80",
        b"\xf5\x80\x80\x80",
    ];
    let lines: Vec<u8> = texts.iter().flat_map(|text| [b"\"", *text, b"\"\n"].concat()).collect();
    let home = with_program("json-bytes", "c", "check.c", Some(BUILD_C));
    let said = answers(&home, "./check", lines);
    assert_eq!(said, vec!["refused: not UTF-8"; texts.len()]);
}

#[test]
fn the_board_helpers_take_moves_apart_and_know_the_map() {
    let turn = json!({
        "type": "turn", "id": 1, "seat": 1,
        "board": [
            {"cell": "e2", "piece": "pawn", "seat": 1}, {"cell": "e4", "piece": "pawn", "seat": 0},
            {"cell": "40", "piece": "present"}, {"cell": "-2,0", "piece": "disc", "seat": 1},
        ],
        "facts": {"ply": 17, "areas": [
            {"area": 1, "seat": 0, "dice": 3, "neighbours": [2]},
            {"area": 2, "seat": 1, "dice": 8, "neighbours": [1, 3]},
        ]},
        "legal": ["e2e4", "e7e8q", "-3,0>-2,0", "1,-3^-1,-1", "-3,0!", "BE2-BE4", "5040", "6>12", "E", "pass", "-"],
    });
    let expected = "seat 1; e2e4=e2|e4| takes; e7e8q=e7|e8|q; -3,0>-2,0=-3,0|-2,0|>; 1,-3^-1,-1=1,-3|-1,-1|^; \
                    -3,0!=-3,0||!; BE2-BE4=BE2|BE4|; 5040=50|40|; 6>12=6|12|>; E=||; pass=||; -=||; \
                    area 1: 0 3 ~2; area 2: 1 8 ~1 ~3; ply 17";
    for (starter, program, needs, setup, run) in [
        ("python", "check.py", "python3", None, "python3 check.py"),
        ("javascript", "check.js", "node", None, "node check.js"),
        ("c", "check.c", "cc", Some(BUILD_C), "./check"),
        ("cpp", "check.c", "c++", Some(BUILD_CPP), "./check"),
        ("java", "Check.java", "javac", Some(BUILD_JAVA), "java Check"),
    ] {
        if installed(needs) {
            let home = with_program(&format!("board-{starter}"), starter, program, setup);
            let said = answers(&home, run, format!("turn {turn}\n"));
            assert_eq!(said, [expected], "{starter}");
        }
    }
}

#[test]
fn the_board_helper_is_right_in_real_games() {
    if !installed("python3") {
        return;
    }
    let home = with_program("real", "python", "real.py", None);
    for (game, variant) in [
        ("chexers", None),
        ("dice-chess", None),
        ("dice-chess", Some("three-dice")),
        ("dicewars", None),
        ("three-chess", None),
        ("tuc-chess", None),
    ] {
        let bot = "bot:python3 real.py";
        let mut args = vec!["match", game, bot, "random", "--games", "2", "--fresh"];
        args.extend(["--longest", "300"]);
        args.extend(variant.iter().flat_map(|variant| ["--variant", variant]));
        let table = printed(&home, &args);
        assert!(!table.contains("Faults"), "{game}: {table}");
    }
}

/// The README of a starter says how each game is written, and which facts there are.
#[test]
fn the_notation_of_every_game_is_in_the_readme() {
    let folder = empty_folder("starters-notation");
    printed(&folder, &["bot", "new", "java", "java"]);
    let readme = read(folder.join("java/README.md"));
    for bundle in games::bundles() {
        let title = bundle.game.info.title;
        let section = readme.split(&format!("## {title}\n")).nth(1).expect(title);
        let section = section.split("\n## ").next().unwrap_or_default();
        for variant in bundle.game.variants() {
            let rules = bundle.game.rules(Some(variant.name)).expect("a variant");
            let position = rules.start(&mut Rng::new(Seed(1)));
            for (fact, _) in position.facts() {
                let named = section.contains(&format!("`{fact}`"));
                assert!(named, "{title} has the fact {fact}: {section}");
            }
        }
    }
}

/// The searches of the starters know no rules: they ask what follows from moves, in every game.
#[test]
fn the_searches_look_ahead() {
    for (starter, needs, run) in
        [("python", "python3", "python3 search.py"), ("javascript", "node", "node search.js")]
    {
        if !installed(needs) {
            continue;
        }
        let folder = empty_folder(&format!("starters-search-{starter}"));
        printed(&folder, &["bot", "new", starter, starter]);
        let home = folder.join(starter);
        let check = printed(&home, &["bot", "check", run, "--game", "chexers", "--json"]);
        let check: serde_json::Value = serde_json::from_str(&check).expect("JSON");
        assert_eq!(check["passed"], true, "{check}");
        assert!(check["after"]["asked"].as_u64() > Some(500), "{check}");
        assert_eq!(check["after"]["wrong"], 0, "{check}");
        let bot = format!("bot:{run}");
        for game in ["chexers", "dice-chess", "dicewars", "three-chess", "tuc-chess"] {
            let mut args = vec!["match", game, &bot, "random", "--games", "2", "--fresh"];
            args.extend(["--longest", "10", "--clock", "move=2s"]);
            let table = printed(&home, &args);
            assert!(!table.contains("Faults"), "{game}: {table}");
            assert!(table.contains(&format!("my-{starter}-search")), "{game}: {table}");
        }
    }
}

#[test]
fn a_forgotten_bot_is_recognised() {
    let folder = empty_folder("starters-forgotten");
    let error = refusal(&folder, &["match", "chexers", "python3 v1/bot.py", "greedy"], 2);
    assert!(error.contains("did you mean `bot:python3 v1/bot.py`?"), "{error}");
}

#[test]
fn nothing_is_ever_overwritten() {
    let folder = empty_folder("starters-twice");
    printed(&folder, &["bot", "new", "python", "mine"]);
    std::fs::remove_file(folder.join("mine/README.md")).expect("a file");
    std::fs::write(folder.join("mine/bot.py"), "my work").expect("a file");
    let error = refusal(&folder, &["bot", "new", "python", "mine"], 2);
    assert!(error.contains("bot.py") && !error.contains("README.md"), "{error}");
    assert_eq!(read(folder.join("mine/bot.py")), "my work");
    assert!(!folder.join("mine/README.md").exists());
}

#[test]
fn wrong_words_are_answered() {
    let folder = empty_folder("starters-words");
    let error = refusal(&folder, &["bot", "new", "pyhton", "x"], 2);
    assert!(error.contains("did you mean `python`?"), "{error}");
    let error = refusal(&folder, &["bot", "new", "chexers-referee", "x", "--agent", "gredy"], 2);
    assert!(error.contains("did you mean `greedy`?"), "{error}");
    assert!(!folder.join("x").exists());
    let list = printed(&folder, &["bot", "new"]);
    assert!(list.contains("three-chess-agent") && list.contains("chexers-player"), "{list}");
}

#[test]
fn the_check_has_exit_codes_and_shows_what_went_wrong() {
    let folder = empty_folder("starters-check");
    let engine = format!("'{LUDARIUM}' engine chexers random");
    let passed = printed(&folder, &["bot", "check", &engine, "--game", "chexers"]);
    assert!(passed.contains(" 14  pass") && passed.contains("deterministic yes"), "{passed}");
    let output = ludarium(&folder, &["bot", "check", "false"]);
    assert_eq!(output.status.code(), Some(1));
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(
        shown.contains("  1  FAIL  says hello in time") && shown.contains("exited with code 1"),
        "{shown}"
    );
    assert!(shown.contains("lab> {\"type\":\"hello\""), "{shown}");
    let error = refusal(&folder, &["bot", "check", "x", "--game", "chess"], 2);
    assert!(error.contains("unknown game `chess`"), "{error}");
}

#[test]
fn the_schema_in_the_documentation_is_that_of_the_program() {
    let printed = printed(&empty_folder("starters-schema"), &["bot", "schema"]);
    assert_eq!(read(format!("{ROOT}/docs/bot-protocol.schema.json")), printed);
    let schema: Value = serde_json::from_str(&printed).expect("JSON");
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
    let folder = empty_folder("starters-six-lines");
    std::fs::write(folder.join("bot.py"), snippet).expect("a file");
    let bot = "bot:python3 bot.py";
    let table = printed(
        &folder,
        &["tournament", "chexers", bot, "greedy", "random", "--games", "6", "--run", "six"],
    );
    assert!(table.contains(bot) && !table.contains("Faults"), "{table}");
    printed(&folder, &["bot", "check", "python3 bot.py", "--game", "tuc-chess"]);
}

/// Our table, the worker, the package of the referee, and our engine behind it: both Chexers adapters at once.
#[test]
fn the_chexers_adapters_play_through_each_other() {
    let folder = empty_folder("starters-chexers");
    printed(
        &folder,
        &["bot", "new", "chexers-referee", "ours", "--agent", "greedy", "--seconds", "20"],
    );
    printed(&folder, &["bot", "new", "chexers-player", "theirs"]);
    let player = read(folder.join("ours/player.py"));
    assert!(player.contains("AGENT = \"greedy\"") && player.contains("SECONDS = 20"), "{player}");
    if !installed("python3") {
        return;
    }
    // The referee is of 2019, and so may be its Python.
    for file in ["ours/player.py", "theirs/worker.py"] {
        let program =
            format!("import ast; ast.parse(open('{file}').read(), feature_version=(3, 6))");
        let parsed = Command::new("python3").args(["-c", &program]).current_dir(&folder).status();
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
    let table = printed(
        &folder,
        &["match", "chexers", bot, "random", "--games", "6", "--sandbox", "off", "--fresh"],
    );
    assert!(!table.contains("Faults"), "{table}");
    let missing = ludarium(
        &folder,
        &["bot", "check", "python3 theirs/worker.py nobody", "--game", "chexers"],
    );
    let shown = String::from_utf8_lossy(&missing.stdout);
    assert!(shown.contains("ModuleNotFoundError"), "{shown}");
}

#[test]
fn the_three_chess_adapters_are_filled_in() {
    let folder = empty_folder("starters-three-chess");
    printed(&folder, &["bot", "new", "three-chess-agent", "src", "--agent", "mcts:iterations=50"]);
    let agent = read(folder.join("src/threeChess/agents/LudariumAgent.java"));
    assert!(agent.contains("AGENT = \"mcts:iterations=50\"") && !agent.contains('@'), "{agent}");
    assert!(read(folder.join("src/LudariumAgent.md")).contains("mcts:iterations=50"));
    printed(&folder, &["bot", "new", "three-chess-bot", "bot"]);
    assert!(read(folder.join("bot/ThreeChessBot.java")).contains("class ThreeChessBot"));
}

/// An engine that dies, plays what is illegal, refuses, or says nothing.
const ROGUE: &str = "while read -r line; do case $line in ubgi) echo ubgiok;; isready) echo readyok;; go*) case $1 in \
                     dies) exit 3;; illegal) echo bestmove 24/1;; refuses) echo error bad_state tired;; esac;; esac; done\n";

#[test]
fn engines_of_the_backgammon_protocol_take_seats() {
    if !installed("python3") {
        return;
    }
    let folder = empty_folder("starters-ubgi");
    printed(&folder, "bot new backgammon-ubgi .");
    let engine = format!("python3 ubgi.py {LUDARIUM} engine backgammon one-ply --protocol ubgi");
    let check = printed(&folder, &["bot", "check", &engine, "--game", "backgammon", "--json"]);
    let check: Value = serde_json::from_str(&check).expect("JSON");
    assert_eq!((&check["passed"], &check["name"]), (&json!(true), &json!("Ludarium one-ply")));
    let seats = [format!("bot[set=engine.seed=7]:{engine}"), "random".to_owned()];
    let table = printed(&folder, &["match", "backgammon", &seats[0], &seats[1], "--games", "4"]);
    assert!(!table.contains("faults") && table.contains("Ludarium one-ply"), "{table}");
    std::fs::write(folder.join("rogue.sh"), ROGUE).unwrap();
    for (rogue, fault) in [
        ("dies", "exited with code 1"),
        ("illegal", "illegal move `24/1`"),
        ("refuses", "with `error bad_state tired`"),
        ("silent", "gave no answer to `turn`"),
    ] {
        let bot = format!("bot:python3 ubgi.py sh rogue.sh {rogue}");
        let words = ["match", "backgammon", &bot, "random", "--games", "2"];
        let output = ludarium(&folder, &[&words[..], &["--clock", "move=500ms"]].concat());
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("lost 2 of 2 games by faults") && said.contains(fault), "{said}");
        assert!(!output.status.success());
    }
}
