//! A bot for tests of the page, as a role of a test program.

use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use serde_json::{Value, json};

/// A bot. It plays its first move, says so, and does what its mode says.
pub fn play(mode: &str) -> ExitCode {
    let mut turns = 0;
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let ask: Value = serde_json::from_str(&line).unwrap_or_default();
        let mut reply = match ask["type"].as_str().unwrap_or_default() {
            "hello" if mode == "other-game" => json!({"type": "hello", "games": ["go"]}),
            "hello" => json!({"type": "hello", "name": "somebody else"}),
            "new_game" => json!({"type": "ready"}),
            "turn" => {
                turns += 1;
                if mode == "crashes" && turns == 2 {
                    eprintln!("out of ideas");
                    return ExitCode::from(3);
                }
                if mode == "slow" && turns == 1 {
                    std::thread::sleep(Duration::from_secs(3600));
                }
                eprintln!("<b>turn {turns}</b>");
                // Standard error and output are different ways.
                std::thread::sleep(Duration::from_millis(150));
                let own = std::env::var("TMPDIR").unwrap_or_default();
                json!({"type": "move", "move": 0, "comment": format!("<i>in {own}</i>")})
            }
            "ping" => json!({"type": "pong"}),
            "quit" => return ExitCode::SUCCESS,
            _ => continue,
        };
        reply["id"] = ask["id"].clone();
        println!("{reply}");
        let _ = std::io::stdout().flush();
    }
    ExitCode::SUCCESS
}
