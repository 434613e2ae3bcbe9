//! The bot that asks GNU Backgammon's library, with a library that answers from a script.
#![cfg(feature = "laboratory")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use ludarium_backgammon::rules::{BAR, Backgammon, Men};
use ludarium_game::{MoveList, Seat, Spec, Tabletop};
use serde_json::{Value, json};

/// Refuses another board than the expected one, and another depth. Its pubeval counts places from 0 in one list.
const LIBRARY: &str = r#"
import json
SCRIPT = json.load(open("script.json"))
def best_move(board, one, other, n=0):
    entry = SCRIPT.pop(0)
    assert [board, [one, other], n] == entry["asked"], (board, one, other, n)
    return tuple(tuple(step) for step in entry["steps"])
def pub_best_move(board, one, other):
    return [place - 1 for step in best_move(board, one, other, 2) for place in step]
"#;

/// A position, the steps that the library makes, and what the bot should say.
const CASES: [(&str, &[[u8; 2]], &str); 5] = [
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", &[[6, 5], [8, 5]], "8/5,6/5"),
    (
        "XGID=-b----E-C---eE---c-e----B-:0:0:-1:66:0:0:0:0:10",
        &[[24, 18], [13, 7], [24, 18], [13, 7]],
        "24/18(2),13/7(2)",
    ),
    ("XGID=a----A-a-----A------------:0:0:1:62:0:0:0:0:10", &[[13, 7], [7, 5]], "13/7*/5"),
    ("XGID=a----A-a-----A------------:0:0:1:62:0:0:0:0:10", &[[13, 11], [11, 5]], "13/5"),
    ("XGID=-A-----------------bbbbbbA:0:0:1:41:0:0:0:0:10", &[], "pass"),
];

fn points(men: Men) -> Vec<u8> {
    (1..=BAR).map(|slot| men.on(slot)).collect()
}

#[test]
fn the_library_is_asked_and_its_steps_are_found_among_the_plays() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("backgammon-starter");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let rules = Backgammon::rules(&Spec::named("money")).unwrap();
    let (mut script, mut lines) = (Vec::new(), vec![json!({"type": "hello", "id": 1})]);
    for (id, (text, steps, _)) in (2..).zip(CASES) {
        let position = Backgammon::parse(&rules, text).unwrap();
        let mover = position.mover();
        let men = [Seat(1 - mover.0), mover].map(|seat| position.men(seat));
        script.push(json!({"asked": [men.map(points), position.dice(), 2], "steps": steps}));
        let mut moves = MoveList::new();
        ludarium_game::Game::moves(&position, &mut moves);
        let legal: Vec<String> = moves.iter().map(|&mv| position.describe_move(mv)).collect();
        let each = |fact: fn(Men) -> Value| [0, 1].map(|seat| fact(position.men(Seat(seat))));
        let facts = json!({
            "roll": position.dice(),
            "checkers": each(|men| json!(points(men)[..24])),
            "bar": each(|men| json!(men.on(BAR))),
        });
        let seat = mover.0;
        lines.push(json!({"type": "turn", "id": id, "seat": seat, "facts": facts, "legal": legal}));
    }
    lines.push(json!({"type": "quit"}));
    std::fs::write(folder.join("gnubg_nn.py"), LIBRARY).unwrap();
    std::fs::write(folder.join("script.json"), json!(script).to_string()).unwrap();
    let bundle = ludarium_backgammon::bundle();
    let files = bundle.starters[0].files;
    for (file, text) in files {
        std::fs::write(folder.join(file), text).unwrap();
    }
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    for (level, name) in [("2", "GNU Backgammon 2-ply"), ("pubeval", "pubeval")] {
        let mut bot = Command::new("python3");
        bot.args([files[0].0, level])
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let Ok(mut bot) = bot.spawn() else {
            // Without Python there is no bot.
            return;
        };
        bot.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = bot.wait_with_output().unwrap();
        let answers = String::from_utf8(output.stdout).unwrap();
        let answers: Vec<Value> =
            answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answers[0]["name"], name);
        let played: Vec<&str> =
            answers[1..].iter().filter_map(|answer| answer["move"].as_str()).collect();
        assert_eq!(played, CASES.map(|(_, _, play)| play));
    }
}
