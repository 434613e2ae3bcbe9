//! How far a training is, and how long it still takes: a bar in a terminal, lines anywhere else.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ludarium_report::{Pace, duration_text};
use ludarium_train::Progress;

use crate::screen::Screen;

/// Where there is no terminal, a line is written this often.
const BETWEEN_LINES: Duration = Duration::from_secs(30);

/// Shows how far a training is.
pub struct TrainingMeter {
    bar: ProgressBar,
    generation: String,
    part: &'static str,
    loss: String,
    pace: Pace,
    /// When the last line was written; `None` where the next one comes at once.
    last_line: Option<Instant>,
}

impl TrainingMeter {
    /// Nothing is done yet.
    pub fn new(screen: &Screen) -> TrainingMeter {
        let bar = screen.progress(1, "");
        if let Ok(style) = ProgressStyle::with_template("{prefix}  {bar:30} {pos}/{len}  {msg}") {
            bar.set_style(style);
        }
        TrainingMeter {
            bar,
            generation: String::new(),
            part: "",
            loss: String::new(),
            pace: Pace::default(),
            last_line: None,
        }
    }

    /// Shows what was told.
    pub fn show(&mut self, progress: &Progress) {
        match progress {
            Progress::Generation { number, total } => {
                self.generation = format!("generation {number} of {total}, ");
                self.begin("");
            }
            Progress::Part(name) => self.begin(name),
            Progress::Games { done, total } => self.advance(*done, *total),
            Progress::Epoch { done, total, training, validation } => {
                self.loss = match validation {
                    Some(validation) => format!("loss {training:.6}, validation {validation:.6}"),
                    None => format!("loss {training:.6}"),
                };
                self.advance(*done, *total);
            }
        }
    }

    fn begin(&mut self, part: &'static str) {
        self.part = part;
        self.loss.clear();
        self.pace = Pace::default();
        self.bar.set_prefix(format!("{}{part}", self.generation));
        self.bar.set_message("");
        self.bar.set_length(1);
        self.bar.set_position(0);
        self.last_line = None;
    }

    fn advance(&mut self, done: u64, total: u64) {
        let left = self.pace.left(done, total).map(duration_text);
        let left = left.map(|left| format!("about {left} left"));
        let facts = [Some(self.loss.clone()), left];
        let facts: Vec<String> =
            facts.into_iter().flatten().filter(|fact| !fact.is_empty()).collect();
        let facts = facts.join(", ");
        if self.bar.is_hidden() {
            let last = self.last_line;
            if last.is_none_or(|last| last.elapsed() >= BETWEEN_LINES) {
                self.last_line = Some(Instant::now());
                eprintln!("{}{}: {done} of {total}  {facts}", self.generation, self.part);
            }
            return;
        }
        self.bar.set_message(facts);
        self.bar.set_length(total);
        self.bar.set_position(done);
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
