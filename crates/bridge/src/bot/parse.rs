//! From a line of bytes to a message, or to what is wrong with it.

use ludarium_arena::is_invisible;
use ludarium_arena::protocol::FromBot;
use serde_json::Value;

/// What a line of a bot is.
#[derive(Clone, Debug, PartialEq)]
pub enum HeardLine {
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
pub fn hear(line: &[u8]) -> HeardLine {
    let line = without_mark(line);
    let problem = match serde_json::from_slice::<FromBot>(line) {
        Ok(message) => return HeardLine::Message(message),
        Err(problem) => problem,
    };
    let id = match serde_json::from_slice::<Value>(line) {
        Ok(value) => value.get("id").and_then(Value::as_u64),
        Err(_) => claimed_id(line),
    };
    match id {
        Some(id) => HeardLine::Broken { id, reason: without_place(&problem.to_string()) },
        None => HeardLine::Stray,
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

/// Why a line does not answer a request, for the author of a bot that waits in vain.
pub(super) fn no_answer(line: &[u8], id: u64) -> String {
    let why = match serde_json::from_slice::<Value>(without_mark(line)) {
        Err(problem) if problem.is_eof() => {
            "a message is one whole JSON object on one line".to_owned()
        }
        Err(problem) => format!("that is not JSON: {}", without_place(&problem.to_string())),
        Ok(Value::Object(fields)) if fields.get("type").is_some_and(|kind| kind == "after") => {
            "`after` is answered while a turn is open, and with the `id` of that turn".to_owned()
        }
        Ok(Value::Object(fields)) => match fields.get("id") {
            None => format!("`\"id\": {id}` is missing there"),
            Some(Value::Number(_)) => format!("the `id` of the request is {id}"),
            Some(_) => format!("its `id` should be the number {id}"),
        },
        Ok(_) => "that is no JSON object".to_owned(),
    };
    format!("it wrote {}, but {why}", excerpt(line))
}

/// Some languages begin their output with the mark of UTF-8.
fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}

/// Every message is one line: only the column is of use.
fn without_place(problem: &str) -> String {
    problem.replace(" at line 1 column ", " at column ")
}

/// The start of a line, safe to print.
pub fn excerpt(line: &[u8]) -> String {
    const LONGEST: usize = 120;
    let start = String::from_utf8_lossy(&line[..line.len().min(4 * LONGEST)]);
    let clean = |c: char| if c.is_control() || is_invisible(c) { '\u{fffd}' } else { c };
    let mut text: String = start.chars().take(LONGEST).map(clean).collect();
    if start.chars().count() > LONGEST || line.len() > 4 * LONGEST {
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_of_utf_8_is_no_part_of_a_message() {
        let marked = b"\xef\xbb\xbf{\"type\":\"pong\",\"id\":7}";
        assert_eq!(hear(marked), HeardLine::Message(FromBot::Pong { id: 7 }));
    }

    #[test]
    fn no_sign_turns_a_text_around() {
        assert_eq!(excerpt("a\u{202e}b\u{7}".as_bytes()), "a\u{fffd}b\u{fffd}");
    }

    #[test]
    fn who_waits_in_vain_hears_what_would_be_an_answer() {
        let lines = [
            ("{'type': 'pong', 'id': 7}", "that is not JSON: key must be a string at column 2"),
            ("{", "a message is one whole JSON object on one line"),
            ("", "a message is one whole JSON object on one line"),
            ("[1]", "that is no JSON object"),
            (r#"{"type":"pong"}"#, r#"`"id": 7` is missing there"#),
            (r#"{"type":"pong","id":"7"}"#, "its `id` should be the number 7"),
            (r#"{"type":"pong","id":6}"#, "the `id` of the request is 7"),
            (
                r#"{"type":"after","id":6}"#,
                "`after` is answered while a turn is open, and with the `id` of that turn",
            ),
        ];
        for (line, why) in lines {
            let said = no_answer(line.as_bytes(), 7);
            assert_eq!(said, format!("it wrote {line}, but {why}"));
        }
    }
}
