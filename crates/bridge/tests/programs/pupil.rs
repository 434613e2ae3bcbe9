//! A pupil for the examiner: `bot-pupil MODE` does everything right but for the one thing that its mode says.

use std::io::{self, BufRead, BufWriter, Write};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use ludarium_bridge::sandbox::{HELPER, become_program};
use serde_json::{Value, json};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).peekable();
    if arguments.next_if(|first| first == HELPER).is_some() {
        return become_program(arguments);
    }
    let mode = arguments.next().and_then(|mode| mode.into_string().ok());
    let mut pupil = Pupil {
        mode: mode.unwrap_or_default(),
        game: String::new(),
        dice: 1,
        count: 0,
        answer: None,
    };
    // Nothing is written before the buffer is full or the input ends.
    let mut out = BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(ask) = serde_json::from_str::<Value>(&line) else {
            continue;
        };
        if let Some(reply) = pupil.answer(&ask) {
            let _ = writeln!(out, "{reply}");
        }
        if pupil.mode != "buffered" {
            let _ = out.flush();
        }
    }
    if pupil.mode == "stays" {
        thread::sleep(Duration::from_secs(3600));
    }
    ExitCode::SUCCESS
}

struct Pupil {
    mode: String,
    game: String,
    dice: u64,
    /// Answers so far.
    count: u64,
    /// The move that waits while it looks ahead.
    answer: Option<Value>,
}

/// The fields of `new_game` and `turn`.
const KNOWN: &[&str] = &[
    "type", "id", "game", "variant", "players", "seat", "names", "seed", "clock", "state", "ply",
    "board", "legal", "events",
];

impl Pupil {
    fn is(&self, mode: &str) -> bool {
        self.mode == mode
    }

    fn answer(&mut self, ask: &Value) -> Option<Value> {
        if self.is("strict-fields") && matches!(ask["type"].as_str()?, "new_game" | "turn") {
            let unknown = ask.as_object()?.keys().find(|key| !KNOWN.contains(&key.as_str()));
            if let Some(key) = unknown {
                eprintln!("what is `{key}`?");
                std::process::exit(4);
            }
        }
        let mut reply = match ask["type"].as_str()? {
            "hello" => self.hello()?,
            "new_game" => {
                self.game = ask["game"].as_str()?.to_owned();
                if !self.is("moody") {
                    self.dice = ask["seed"].as_u64()? | 1;
                }
                json!({"type": "ready"})
            }
            "turn" if self.is("looks-ahead") || self.is("looks-wrongly") => {
                self.answer = self.choose(ask);
                let first = if self.is("looks-ahead") {
                    ask["legal"][0].clone()
                } else {
                    json!("no move at all")
                };
                json!({"type": "after", "moves": [first], "board": true})
            }
            "after" => {
                if self.is("looks-ahead") && (ask["error"].is_string() || !ask["board"].is_array())
                {
                    std::process::exit(7);
                }
                json!({"type": "move", "move": self.answer.take()?})
            }
            "turn" => json!({"type": "move", "move": self.choose(ask)?}),
            "ping" => json!({"type": "pong"}),
            "game_over" => {
                if self.is("sore-loser") && ask["reason"].as_str()?.contains("gave up") {
                    std::process::exit(5);
                }
                return None;
            }
            "quit" if self.is("stays") => return None,
            "quit" => std::process::exit(0),
            other if self.is("strict-types") => {
                eprintln!("what is `{other}`?");
                std::process::exit(6);
            }
            _ => return None,
        };
        self.count += 1;
        reply["id"] = match &*self.mode {
            "counts" => self.count.into(),
            "text-ids" => ask["id"].to_string().into(),
            _ => ask["id"].clone(),
        };
        Some(reply)
    }

    fn hello(&self) -> Option<Value> {
        match &*self.mode {
            "silent" => return None,
            "other-version" => return Some(json!({"type": "hello", "protocol": 2})),
            "one-game" => return Some(json!({"type": "hello", "games": ["relay", "go"]})),
            "parent" => {
                let mut child = Command::new("sleep");
                child.arg("600").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
                child.spawn().ok()?;
            }
            _ => {}
        }
        Some(json!({"type": "hello", "name": "pupil"}))
    }

    fn choose(&mut self, ask: &Value) -> Option<Value> {
        if self.is("slow") && ask["clock"]["move_ms"] == 100 {
            thread::sleep(Duration::from_millis(300));
        }
        if self.is("one-trick") && self.game == "relay" {
            eprintln!("no word for `relay`");
            std::process::exit(8);
        }
        if self.is("cheat") && self.game == "relay" && ask["ply"].as_u64()? > 6 {
            return Some(json!("everything"));
        }
        // The numbers of a well-known generator; which ones does not matter.
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let legal = ask["legal"].as_array()?;
        let place = (self.dice >> 33) as usize % legal.len();
        // By its text or by its place: both are right.
        Some(if self.count.is_multiple_of(2) { legal[place].clone() } else { json!(place) })
    }
}
