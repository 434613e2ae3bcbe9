//! What was said between the laboratory and a bot, as the normal dialogue lets somebody listen.

use std::collections::VecDeque;

use super::report::{AheadUse, Speaker, SpokenLine};

/// How many lines of an exchange are kept: some of its beginning, and more of its end.
const KEPT_FIRST: usize = 6;
const KEPT_LAST: usize = 14;

/// A line is kept up to this length, in characters.
const LONGEST: usize = 400;

/// What was said since the current step began.
#[derive(Debug, Default)]
pub(in crate::bot) struct Transcript {
    first: Vec<SpokenLine>,
    last: VecDeque<SpokenLine>,
    /// What the bot asked by `after`.
    pub ahead: AheadUse,
}

impl Transcript {
    /// A new step begins: what was said before is of no interest any more.
    pub fn turn_the_page(&mut self) {
        self.first.clear();
        self.last.clear();
    }

    /// The lines of this step.
    pub fn lines(&self) -> Vec<SpokenLine> {
        self.first.iter().chain(&self.last).cloned().collect()
    }

    /// Keeps a line.
    pub fn note(&mut self, from: Speaker, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end();
        let mut kept: String = text.chars().take(LONGEST).collect();
        if kept.len() < text.len() {
            kept.push('…');
        }
        let line = SpokenLine { from, text: kept };
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
