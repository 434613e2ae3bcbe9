//! What the checker found out.

use ludarium_arena::protocol::AfterReply;
use serde::Serialize;

/// What the checker found out about a bot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckReport {
    /// The name that the bot gave.
    pub name: Option<String>,
    /// The games that it was tried with.
    pub games: Vec<String>,
    /// How well it was confined while it was tried.
    pub sandbox: String,
    /// Whether the same seed gave the same moves; `None` if that could not be tried.
    pub deterministic: Option<bool>,
    /// How the bot used `after`.
    pub after: AheadUse,
    /// The steps, in order.
    pub steps: Vec<CheckStep>,
}

/// How a bot used `after`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AheadUse {
    /// How often it asked.
    pub asked: u64,
    /// How many of these requests could not be followed.
    pub wrong: u64,
    /// What was wrong with the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
}

impl AheadUse {
    /// Counts a request that was answered like this.
    pub(in crate::bot) fn note(&mut self, answer: &AfterReply) {
        let wrong = answer.error.as_ref().zip(answer.at);
        let wrong = wrong.map(|(error, at)| format!("move {at} of its line: {error}"));
        self.asked += 1;
        self.wrong += u64::from(wrong.is_some());
        self.first = self.first.take().or(wrong);
    }

    /// Adds what another process did.
    pub(super) fn add(&mut self, other: AheadUse) {
        self.asked += other.asked;
        self.wrong += other.wrong;
        self.first = self.first.take().or(other.first);
    }
}

impl CheckReport {
    /// Whether every step that was tried passed, and none was left out.
    pub fn passed(&self) -> bool {
        self.steps.iter().all(|step| step.result == CheckVerdict::Passed)
    }
}

/// One step of the check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckStep {
    /// Its number, counted from 1.
    pub number: usize,
    /// What the bot is to do.
    pub title: &'static str,
    /// Whether it did.
    #[serde(flatten)]
    pub result: CheckVerdict,
    /// The lines of a step that failed, oldest first; the middle of a long exchange is left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exchange: Vec<SpokenLine>,
    /// The end of what the bot wrote to standard error, for a step that failed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

/// Whether a step passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "verdict", content = "reason")]
pub enum CheckVerdict {
    /// It did what is asked for.
    Passed,
    /// It did not, and why.
    Failed(String),
    /// It could not be tried, because an earlier step failed.
    LeftOut,
}

/// A line that was sent or came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpokenLine {
    /// Who said it.
    pub from: Speaker,
    /// The line, shortened.
    pub text: String,
}

/// Who said a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    /// The laboratory.
    Lab,
    /// The bot.
    Bot,
}
