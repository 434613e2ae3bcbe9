//! What is said about the bots of a command.

use ludarium_bridge::bot::Bots;
use serde_json::json;

use crate::error::CliError;
use crate::screen::{FAINT, Screen, clean};

/// Says who was let in, and how well each is confined.
pub fn report(bots: &Bots, as_json: bool, screen: &mut Screen) -> Result<(), CliError> {
    for bot in bots.admitted() {
        if as_json {
            screen.json(&json!({
                "event": "bot", "agent": bot.text, "name": bot.name, "sandbox": bot.sandbox.to_string(),
            }))?;
        } else {
            screen.line(format!("{FAINT}{}{FAINT:#}", clean(&bot.sentence())))?;
        }
    }
    screen.finish()
}

/// Says the same on standard error, for commands whose result is all that they print.
pub fn remark(bots: &Bots) {
    for bot in bots.admitted() {
        Screen::remark(&clean(&bot.sentence()));
    }
}

/// The remarks of a bot as lines below its move; empty if it was silent.
pub fn remarks(comment: &str, stderr: &str) -> String {
    let mut text = String::new();
    if !comment.is_empty() {
        text.push_str(&format!("\n{FAINT}says: {}{FAINT:#}", clean(comment)));
    }
    for line in stderr.lines() {
        text.push_str(&format!("\n{FAINT}err> {}{FAINT:#}", clean(line)));
    }
    text
}
