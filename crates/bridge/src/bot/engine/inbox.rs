//! Reading while the agent thinks: `stop` and `ping` are heard at once, the rest waits its turn.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

use ludarium_arena::protocol::{FromBot, ToBot};
use serde_json::Value;

use super::Voice;
use crate::bot::lines::LineStream;

/// A message, and the flag that ends its search early.
pub(super) struct Letter {
    pub message: ToBot,
    pub stop: Arc<AtomicBool>,
}

/// Reads until the manager quits or goes, and sorts what comes.
pub(super) fn sort<W: Write>(mut input: impl Read, voice: &Voice<W>, letters: &SyncSender<Letter>) {
    let mut lines = LineStream::default();
    let mut buffer = vec![0; 64 << 10];
    // The turn that was read last: whatever else waits, `stop` can only mean this one.
    let mut open: Option<(u64, Arc<AtomicBool>)> = None;
    loop {
        let count = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        lines.push(&buffer[..count]);
        while let Some(line) = lines.next_line() {
            let message = match line {
                Ok(line) => read(line),
                Err(_) => Err(Some((None, "a line is longer than 1 MiB".to_owned()))),
            };
            let message = match message {
                Ok(message) => message,
                Err(None) => continue,
                Err(Some((id, problem))) => {
                    if voice.complain(id, &problem).is_err() {
                        return;
                    }
                    continue;
                }
            };
            match &message {
                ToBot::Stop { id } => {
                    if let Some((_, stop)) = open.as_ref().filter(|(turn, _)| turn == id) {
                        stop.store(true, Ordering::Relaxed);
                    }
                    continue;
                }
                ToBot::Ping { id } => {
                    if voice.say(&FromBot::Pong { id: *id }).is_err() {
                        return;
                    }
                    continue;
                }
                ToBot::Quit => {
                    end(&open);
                    // If nobody listens, the engine has ended already.
                    let _ = letters.send(Letter { message, stop: Arc::default() });
                    return;
                }
                _ => {}
            }
            let stop = Arc::new(AtomicBool::new(false));
            if let ToBot::Turn(turn) = &message {
                open = Some((turn.id, stop.clone()));
            }
            if letters.send(Letter { message, stop }).is_err() {
                return;
            }
        }
    }
    end(&open);
}

/// Nobody waits for an answer any more.
fn end(open: &Option<(u64, Arc<AtomicBool>)>) {
    if let Some((_, stop)) = open {
        stop.store(true, Ordering::Relaxed);
    }
}

/// What is wrong with a line, and which request it was; `None` for a message of a later version.
type Problem = Option<(Option<u64>, String)>;

/// Reads a line of the manager.
fn read(line: &[u8]) -> Result<ToBot, Problem> {
    if line.trim_ascii().is_empty() {
        return Err(None);
    }
    let value: Value = serde_json::from_slice(line)
        .map_err(|error| Some((None, format!("a line is not JSON: {error}"))))?;
    let id = value.get("id").and_then(Value::as_u64);
    let kind = value.get("type").and_then(Value::as_str);
    let Some(kind) = kind.map(str::to_owned) else {
        return Err(Some((id, "a message has no `type`".to_owned())));
    };
    const KNOWN: &[&str] =
        &["hello", "set", "new_game", "turn", "stop", "observe", "game_over", "ping", "quit"];
    if !KNOWN.contains(&&*kind) {
        return Err(None);
    }
    serde_json::from_value(value).map_err(|error| Some((id, format!("a bad `{kind}`: {error}"))))
}
