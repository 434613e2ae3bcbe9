//! `ludarium serve` as a process: killed in mid-game it comes back with the game, asked to stop it stops.

#[path = "../../crates/web/tests/common/steady.rs"]
mod steady;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use steady::Steady;

use crate::program::empty_folder;

const PATIENCE: Duration = Duration::from_secs(60);

/// A running `ludarium serve`; ends with its owner.
struct Process {
    child: Child,
    host: String,
}

impl Process {
    fn start(store: &Path) -> Process {
        Process::start_with(store, &[])
    }

    fn start_with(store: &Path, arguments: &[&str]) -> Process {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args(["serve", "--port", "0", "--json", "--store"])
            .arg(store)
            .arg("--runs")
            .arg(store.join("runs"))
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let told: Value = serde_json::from_str(&line).unwrap();
        let url = told["url"].as_str().unwrap();
        let host = url.trim_start_matches("http://").trim_end_matches('/');
        Process { host: host.to_owned(), child }
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Value {
        let mut stream = Steady::connect(&self.host, PATIENCE);
        let (host, length) = (&self.host, body.len());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\nconnection: close\r\n"
        );
        write!(stream, "{head}content-length: {length}\r\n\r\n{body}").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{text}");
        serde_json::from_str(body).unwrap()
    }

    fn sit(&self, id: &str, key: &str) -> WebSocket<Steady> {
        let stream = Steady::connect(&self.host, PATIENCE);
        let url = format!("ws://{}/api/tables/{id}/live?key={key}", self.host);
        tungstenite::client(url, stream).unwrap().0
    }

    /// Asks the process to end, as Ctrl-C does.
    #[cfg(unix)]
    fn interrupt(&self) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        assert!(sent.unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The next view in which the player may move.
fn my_turn(line: &mut WebSocket<Steady>) -> Value {
    loop {
        let Message::Text(text) = line.read().unwrap() else {
            continue;
        };
        let message: Value = serde_json::from_str(&text).unwrap();
        if message["view"]["legal"].is_array() {
            return message["view"].clone();
        }
    }
}

fn play(line: &mut WebSocket<Steady>, view: &Value) {
    let mv = &view["legal"][0]["text"];
    let command = json!({"type": "play", "move": mv, "count": view["count"]});
    line.send(Message::text(command.to_string())).unwrap();
}

/// The owner of the machine offers a bot; a visitor chooses it by its name.
#[test]
fn a_bot_that_is_offered_plays() {
    let store = empty_folder("serve-bot");
    let engine = format!("Ada='{}' engine dice-chess greedy", env!("CARGO_BIN_EXE_ludarium"));
    let process = Process::start_with(&store, &["--bot", &engine]);
    let agents = process.ask("GET", "/api/games/dice-chess/agents", "");
    assert_eq!(agents["bots"], json!([{"name": "Ada", "agent": "bot:Ada"}]));
    let made = process.ask("POST", "/api/tables", &ORDER.replace("one-ply", "bot:Ada"));
    let (id, key) = (&made["id"], &made["keys"][0]);
    let mut line = process.sit(id.as_str().unwrap(), key.as_str().unwrap());
    for _ in 0..3 {
        let view = my_turn(&mut line);
        play(&mut line, &view);
    }
    let seen = process.ask("GET", &format!("/api/tables/{}", id.as_str().unwrap()), "");
    assert_eq!(seen["seats"][1]["player"], "Ada");
    for (text, reason) in [
        ("Ada", "NAME=COMMAND"),
        ("=true", "1 to 40 letters"),
        ("Ada=no-such-program-here", "no-such-program-here"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
            .args(["serve", "--port", "0", "--no-open", "--bot", text, "--store"])
            .arg(&store)
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}: {error}");
        assert!(error.contains(reason), "{text}: {error}");
    }
}

const ORDER: &str = r#"{"game":"dice-chess","seed":4,"seats":[{"kind":"human"},{"kind":"agent","agent":"one-ply"}]}"#;

#[test]
fn a_killed_server_comes_back_with_the_game() {
    let store = empty_folder("serve-killed");
    let mut process = Process::start(&store);
    let made = process.ask("POST", "/api/tables", ORDER);
    let (id, key) = (made["id"].as_str().unwrap(), made["keys"][0].as_str().unwrap());
    let path = format!("/api/tables/{id}?key={key}");
    for _ in 0..3 {
        let mut line = process.sit(id, key);
        for _ in 0..2 {
            let view = my_turn(&mut line);
            play(&mut line, &view);
        }
        let seen = my_turn(&mut line);
        let before = process.ask("GET", &path, "");
        assert_eq!(before["count"], seen["count"]);
        // SIGKILL: no goodbye, no last write.
        process.child.kill().unwrap();
        process.child.wait().unwrap();
        process = Process::start(&store);
        let after = process.ask("GET", &path, "");
        for part in ["version", "count", "log", "view", "you", "result"] {
            assert_eq!(after[part], before[part], "{part}");
        }
    }
}

/// The columns that a report asked for, of a game with a person on the page.
#[test]
fn a_game_on_the_page_is_exported_like_any_other() {
    let store = empty_folder("serve-export");
    let process = Process::start(&store);
    let made = process.ask("POST", "/api/tables", ORDER);
    let (id, key) = (made["id"].as_str().unwrap(), made["keys"][0].as_str().unwrap());
    let mut line = process.sit(id, key);
    for _ in 0..2 {
        let view = my_turn(&mut line);
        play(&mut line, &view);
    }
    my_turn(&mut line);
    let resign = json!({"type": "resign"}).to_string();
    line.send(Message::text(resign)).unwrap();
    while !matches!(line.read().unwrap(), Message::Text(text) if text.contains("\"over\"")) {}
    let runs = process.ask("GET", "/api/runs", "");
    let run = runs[0]["name"].as_str().unwrap();
    assert!(run.starts_with("page-dice-chess-"), "{runs}");
    let export = |rows: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludarium"));
        command.args(["export", run, "--runs"]).arg(store.join("runs"));
        let output = command.args(rows).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let games = export(&["--csv", "games"]);
    let columns = games.lines().next().unwrap();
    for column in ["winner", "turns", "mean_ms_white", "evaluation_white", "piece_array"] {
        assert!(columns.split(',').any(|name| name == column), "{columns}");
    }
    let row = games.lines().nth(1).unwrap();
    assert!(row.contains(",person,one-ply,one-ply,Black,resigned,4,"), "{row}");
    let moves = export(&["--csv", "moves"]);
    let (columns, count) = (moves.lines().next().unwrap(), moves.lines().count());
    assert!(columns.contains("roll") && columns.contains("time_ms"), "{columns}");
    assert_eq!(count, 1 + 4, "{moves}");
    assert_eq!(export(&["--jsonl"]).lines().count(), 1);
}

#[cfg(unix)]
#[test]
fn a_server_that_is_asked_to_stop_does_so_in_time() {
    let store = empty_folder("serve-stopped");
    let mut process = Process::start(&store);
    let made = process.ask("POST", "/api/tables", ORDER);
    let (id, key) = (made["id"].as_str().unwrap(), made["keys"][0].as_str().unwrap());
    let mut line = process.sit(id, key);
    my_turn(&mut line);
    let began = Instant::now();
    process.interrupt();
    assert!(process.child.wait().unwrap().success());
    assert!(began.elapsed() < PATIENCE, "open connections do not hold it");
}

#[test]
fn other_machines_are_let_in_with_a_token_only() {
    let serve = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludarium"));
        let output = command.arg("serve").args(args).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        text
    };
    assert!(serve(&["--listen", "0.0.0.0:0"]).contains("--token"));
    let short = serve(&["--listen", "0.0.0.0:0", "--token", "abc"]);
    assert!(short.contains("at least 8"), "{short}");
    let nowhere = serve(&["--listen", "no address:x", "--token", "long-enough"]);
    assert!(nowhere.contains("0.0.0.0:8080"), "{nowhere}");
}
