//! From a line of bytes to a message, or to what is wrong with it.

use serde_json::Value;

use super::message::FromBot;

/// What a line of a bot is.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// A message.
    Message(FromBot),
    /// Something that claims to answer a request but is no message.
    Broken {
        /// The request.
        id: u64,
        /// What is wrong.
        reason: String,
    },
    /// Something else, such as a stray print.
    Stray,
}

/// Reads a line. Any bytes have an answer.
pub fn hear(line: &[u8]) -> Heard {
    let problem = match serde_json::from_slice::<FromBot>(line) {
        Ok(message) => return Heard::Message(message),
        Err(problem) => problem,
    };
    let id = match serde_json::from_slice::<Value>(line) {
        Ok(value) => value.get("id").and_then(Value::as_u64),
        Err(_) => claimed_id(line),
    };
    match id {
        Some(id) => Heard::Broken {
            id,
            reason: without_place(&problem.to_string()),
        },
        None => Heard::Stray,
    }
}

/// The number after `"id":` in something that is not JSON, `NaN` being the usual reason.
fn claimed_id(line: &[u8]) -> Option<u64> {
    let text = line.trim_ascii_start().strip_prefix(b"{")?;
    let key = b"\"id\"";
    let place = text.windows(key.len()).position(|window| window == key)?;
    let after = text[place + key.len()..].trim_ascii_start();
    let number = after.strip_prefix(b":")?.trim_ascii_start();
    let end = number.iter().position(|byte| !byte.is_ascii_digit());
    let digits = &number[..end.unwrap_or(number.len())];
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Every message is one line: only the column is of use.
fn without_place(problem: &str) -> String {
    problem.replace(" at line 1 column ", " at column ")
}

/// The start of a line, safe to print.
pub fn excerpt(line: &[u8]) -> String {
    const LONGEST: usize = 120;
    let start = String::from_utf8_lossy(&line[..line.len().min(4 * LONGEST)]);
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut text: String = start.chars().take(LONGEST).map(clean).collect();
    if start.chars().count() > LONGEST || line.len() > 4 * LONGEST {
        text.push('…');
    }
    text
}
