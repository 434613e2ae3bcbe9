//! A bot under examination: requests as raw JSON, and everything that was said.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use ludarium_arena::Lookahead;
use serde_json::{Value, json};

use super::report::{AheadUse, Line, Speaker};
use crate::bot::after::after;
use crate::bot::attendant::{Departure, Farewell};
use crate::bot::parse::{Heard, hear, no_answer};
use crate::bot::process::Process;
use crate::bot::{BotCommand, FromBot, Launch, ToBot, Trouble};

/// So many lines of an exchange are kept: some of its beginning, and more of its end.
const KEPT_FIRST: usize = 6;
const KEPT_LAST: usize = 14;

/// A line is kept up to this length, in characters.
const LONGEST: usize = 400;

/// A bot that runs, and what was said since the current step began.
pub(super) struct Witness {
    process: Process,
    first: Vec<Line>,
    last: VecDeque<Line>,
    /// The first line that it wrote instead of the answer that is waited for, and why that is none.
    stray: Option<String>,
    /// What it asked by `after`.
    pub ahead: AheadUse,
    /// The end of standard error when its input was closed: what comes after that is our doing.
    stderr: Option<String>,
}

impl Witness {
    /// Starts the bot.
    pub fn start(command: &BotCommand, launch: &Launch) -> Result<Witness, Trouble> {
        Ok(Witness {
            process: Process::start(command, launch)?,
            first: Vec::new(),
            last: VecDeque::new(),
            stray: None,
            ahead: AheadUse::default(),
            stderr: None,
        })
    }

    /// A new step begins: what was said before is of no interest any more.
    pub fn turn_the_page(&mut self) {
        self.first.clear();
        self.last.clear();
    }

    /// What was said in this step.
    pub fn exchange(&self) -> Vec<Line> {
        let mut lines = self.first.clone();
        lines.extend(self.last.iter().cloned());
        lines
    }

    /// Sends a message.
    pub fn tell(&mut self, message: &Value) -> Result<(), Trouble> {
        let text = message.to_string();
        self.note(Speaker::Lab, &text);
        let until = Instant::now() + self.process.limits().ping;
        self.process.send(format!("{text}\n").as_bytes(), until)
    }

    /// Sends a request and waits for the answer that has its id.
    pub fn ask(&mut self, request: &Value, limit: Duration) -> Result<(FromBot, Duration), String> {
        self.ask_ahead(request, limit, None)
    }

    /// The same in a turn: the bot may ask meanwhile what follows from moves.
    pub fn ask_ahead(
        &mut self,
        request: &Value,
        limit: Duration,
        ahead: Option<Lookahead<'_>>,
    ) -> Result<(FromBot, Duration), String> {
        let id = request["id"].as_u64().unwrap_or_default();
        let asked = Instant::now();
        self.tell(request).map_err(|trouble| trouble.to_string())?;
        self.answer(id, asked + limit, ahead)
            .map(|message| (message, asked.elapsed()))
            .map_err(|trouble| match trouble {
                Trouble::Silent => {
                    let kind = request["type"].as_str().unwrap_or_default();
                    let time = limit.as_millis();
                    let instead = self.instead();
                    format!("no answer to `{kind}` with id {id} came within {time} ms{instead}")
                }
                other => other.to_string(),
            })
    }

    /// Waits for the answer to a request.
    pub fn answer(
        &mut self,
        id: u64,
        until: Instant,
        ahead: Option<Lookahead<'_>>,
    ) -> Result<FromBot, Trouble> {
        self.stray = None;
        loop {
            let line = self.process.line(until, None)?;
            self.note(Speaker::Bot, &String::from_utf8_lossy(&line));
            match hear(&line) {
                Heard::Message(FromBot::Info { .. }) => {}
                Heard::Message(FromBot::Error { id: about, message })
                    if about.is_none_or(|about| about == id) =>
                {
                    return Err(Trouble::Refused(message));
                }
                Heard::Message(FromBot::After {
                    id: about,
                    moves,
                    board,
                }) if about == id && ahead.is_some() => {
                    self.process.forgive(&line);
                    if let Some(ahead) = ahead {
                        self.tell_ahead(&after(id, ahead, &moves, board))?;
                    }
                    if Instant::now() >= until {
                        return Err(Trouble::Silent);
                    }
                }
                Heard::Message(message)
                    if message.id() == Some(id) && !matches!(message, FromBot::After { .. }) =>
                {
                    return Ok(message);
                }
                Heard::Broken { id: about, reason } if about == id => {
                    return Err(Trouble::Unfit(format!(
                        "the answer cannot be read: {reason}"
                    )));
                }
                Heard::Message(_) | Heard::Broken { .. } | Heard::Stray => {
                    self.stray.get_or_insert_with(|| no_answer(&line, id));
                }
            }
        }
    }

    fn tell_ahead(&mut self, answer: &ToBot) -> Result<(), Trouble> {
        let error = match answer {
            ToBot::After { error, at, .. } => error.as_ref().zip(*at),
            _ => None,
        };
        self.ahead
            .note(error.map(|(error, at)| format!("move {at} of its line: {error}")));
        self.tell(&json!(answer))
    }

    /// What the bot wrote instead of the last answer, as the end of a sentence.
    pub fn instead(&self) -> String {
        match &self.stray {
            Some(stray) => format!("; {stray}"),
            None => String::new(),
        }
    }

    /// Closes the bot's standard input.
    pub fn hang_up(&mut self) {
        self.stderr = Some(self.process.stderr());
        self.process.close_input();
    }

    /// How well the bot is confined.
    pub fn sandbox(&self) -> String {
        self.process.level().to_string()
    }

    /// The end of standard error so far.
    pub fn stderr(&self) -> String {
        self.stderr.clone().unwrap_or_else(|| self.process.stderr())
    }

    /// Asks the bot to go.
    pub fn quit(mut self) -> Departure {
        // A bot that does not listen is noticed by how it leaves.
        let _ = self.tell(&json!(ToBot::Quit));
        self.process.end(Farewell::Kind)
    }

    fn note(&mut self, from: Speaker, text: &str) {
        let mut kept: String = text.trim_end().chars().take(LONGEST).collect();
        if kept.len() < text.trim_end().len() {
            kept.push('…');
        }
        let line = Line { from, text: kept };
        if self.first.len() < KEPT_FIRST {
            self.first.push(line);
            return;
        }
        if self.last.len() == KEPT_LAST {
            self.last.pop_front();
        }
        self.last.push_back(line);
    }
}
