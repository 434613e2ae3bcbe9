//! Language models: the server for assistants, and the bot that asks a model for its moves.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use crate::program::{command, empty_folder, printed};

/// A conversation in lines; the protocol's own client has its tests in `python/tests/test_mcp.py`.
#[test]
fn the_server_for_assistants_plays_over_lines() {
    let folder = empty_folder("assistants-server");
    let calls = [
        json!({"name": "start", "arguments": {"game": "dicewars", "seats": 5, "players": ["you", "greedy", "greedy", "greedy", "random"]}}),
        json!({"name": "move", "arguments": {"move": "nowhere"}}),
        json!({"name": "move", "arguments": {"move": "E"}}),
        json!({"name": "analyse", "arguments": {"game": "chexers", "agent": "greedy"}}),
    ];
    let mut child = command(&folder, "mcp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("its input");
    let hello =
        json!({"id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}});
    writeln!(input, "{hello}").expect("a reader");
    for (id, call) in (1..).zip(calls) {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": call});
        writeln!(input, "{request}").expect("a reader");
    }
    drop(input);
    let output = child.wait_with_output().expect("its answers");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let answers: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), 5, "{text:.2000}");
    assert_eq!(answers[0]["result"]["serverInfo"]["name"], "ludarium");
    let said = |answer: usize| answers[answer]["result"]["content"][0]["text"].as_str().unwrap();
    assert!(said(1).starts_with("Game 1: dicewars flat:players=5"), "{}", said(1));
    assert_eq!(answers[1]["result"]["content"][1]["mimeType"], "image/png");
    assert_eq!(answers[2]["result"]["isError"], true);
    assert!(said(2).contains("`nowhere`") && said(2).contains("\nLegal moves ("), "{}", said(2));
    // The agents have moved, and it is the turn of the assistant again.
    assert!(said(3).contains(", greedy): ") && said(3).contains(", random): "), "{}", said(3));
    assert!(said(3).contains("Now: seat 0 ("), "{}", said(3));
    assert!(said(4).contains("It would play "), "{}", said(4));
}

/// A server that answers as models do: every third answer is no legal move, all others end with the last legal one.
struct FakeModel {
    port: u16,
    wrong: Arc<AtomicUsize>,
}

impl FakeModel {
    fn start() -> FakeModel {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("its address").port();
        let wrong = Arc::new(AtomicUsize::new(0));
        let count = wrong.clone();
        std::thread::spawn(move || {
            let asked = AtomicUsize::new(0);
            for stream in listener.incoming().map_while(Result::ok) {
                answer(stream, &asked, &count);
            }
        });
        FakeModel { port, wrong }
    }
}

/// Answers one request.
fn answer(mut stream: TcpStream, asked: &AtomicUsize, wrong: &AtomicUsize) {
    let mut reader = BufReader::new(stream.try_clone().expect("the same stream"));
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a header");
        if let Some(("content-length", value)) = line.to_lowercase().trim().split_once(": ") {
            length = value.parse().expect("a number");
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("the body");
    let request: Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!(request["model"], "parrot");
    let messages = request["messages"].as_array().expect("messages");
    assert!(messages[0]["content"].as_str().expect("rules").contains("**Moves**"), "{request}");
    let prompt = messages[1]["content"].as_str().expect("a prompt");
    let legal = prompt.split("Legal moves: ").nth(1).expect("moves").lines().next();
    let last = legal.and_then(|line| line.split(' ').next_back()).expect("a move");
    let content = if asked.fetch_add(1, Ordering::Relaxed) % 3 == 2 {
        wrong.fetch_add(1, Ordering::Relaxed);
        "Castle!".to_owned()
    } else {
        format!("I think **{last}**.")
    };
    let reply =
        json!({"choices": [{"message": {"role": "assistant", "content": content}}]}).to_string();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{reply}",
        reply.len()
    )
    .expect("a reader");
}

#[test]
fn a_language_model_plays_and_its_illegal_answers_are_counted() {
    let folder = empty_folder("assistants-model");
    printed(&folder, &["bot", "new", "llm", "llm"]);
    let home = folder.join("llm");
    let bot = std::fs::read_to_string(home.join("bot.py")).expect("the bot");
    assert!(bot.lines().count() <= 60);
    let rules = std::fs::read_to_string(home.join("rules/tuc-chess.md")).expect("rules");
    assert!(rules.contains("There is no check") && rules.contains("**Moves**"), "{rules}");
    let python = std::process::Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|output| output.status.success()) {
        println!("python3 is not installed: the bot is not run");
        return;
    }
    let model = FakeModel::start();
    let text = format!(
        "bot[env=LLM_MODEL=parrot,env=LLM_SERVER=http://127.0.0.1:{}/v1]:python3 bot.py",
        model.port
    );
    let table = printed(
        &home,
        &[
            "match",
            "tuc-chess",
            &text,
            "random",
            "--games",
            "2",
            "--sandbox",
            "off",
            "--run",
            "llm",
            "--longest",
            "24",
        ],
    );
    let wrong = model.wrong.load(Ordering::Relaxed);
    let headline = format!("`llm parrot` corrected {wrong} illegal answers of its own");
    assert!(wrong > 3 && table.contains(&headline), "{table}");
    let report = printed(&home, &["report", "llm", "--json"]);
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let sheets = report["sheets"].as_array().expect("sheets");
    let faults = sheets.iter().find(|sheet| sheet["title"] == "Faults").expect("the answers");
    let row = &faults["rows"][0];
    assert_eq!(
        (&row["fault"], &row["reason there"]),
        (&json!("corrected"), &json!("Castle!")),
        "{row}"
    );
    assert_eq!(row["times"].as_f64(), Some(wrong as f64), "{row}");
    // Where no server can be reached, the fault says what to do: without a server, and in a sandbox.
    for (server, sandbox) in [("http://127.0.0.1:1/v1", "off"), ("http://127.0.0.1:2/v1", "try")] {
        let text = format!("bot[env=LLM_SERVER={server}]:python3 bot.py");
        let words = ["match", "tuc-chess", &text, "random", "--games", "2", "--sandbox", sandbox];
        let output = crate::program::ludarium(&home, &words);
        let table = String::from_utf8_lossy(&output.stdout);
        let reason = format!("no answer from {server} ");
        assert!(table.contains(&reason) && table.contains("needs --sandbox off"), "{table}");
    }
    let replay = printed(&home, &["replay", "llm", "0", "--comments"]);
    assert!(
        replay.contains("ANSWER: I think **") && replay.contains("PROMPT: You are seat "),
        "{replay:.3000}"
    );
}
