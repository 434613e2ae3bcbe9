//! What is said about the bots of a command.

use ludarium_bridge::bot::Bots;
use serde_json::json;

use crate::error::CliError;
use crate::screen::{FAINT, Screen};

/// Says who was let in, and how well each is confined.
pub fn report(bots: &Bots, as_json: bool, screen: &mut Screen) -> Result<(), CliError> {
    for bot in bots.admitted() {
        if as_json {
            screen.json(&json!({
                "event": "bot", "agent": bot.text, "name": bot.name, "sandbox": bot.sandbox.to_string(),
            }))?;
        } else {
            screen.line(format!("{FAINT}{}{FAINT:#}", bot.sentence()))?;
        }
    }
    screen.finish()
}

/// Says the same beside the result, for commands whose result is all that they print.
pub fn remark(bots: &Bots) {
    for bot in bots.admitted() {
        Screen::remark(&bot.sentence());
    }
}
