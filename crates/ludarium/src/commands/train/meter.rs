//! How far a training is, and how long it still takes: a bar in a terminal, lines anywhere else.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ludarium_report::duration_text;
use ludarium_train::Progress;

use crate::screen::Screen;

/// Where there is no terminal, a line is written this often.
const BETWEEN_LINES: Duration = Duration::from_secs(30);

/// Shows how far a training is.
pub struct Meter {
    bar: ProgressBar,
    generation: String,
    part: &'static str,
    loss: String,
    pace: Option<Pace>,
    /// When the last line was written; `None` where the next one comes at once.
    last_line: Option<Instant>,
}

/// How fast a part goes.
struct Pace {
    began: Instant,
    /// What was done before says nothing about the speed now.
    done_before: u64,
}

impl Pace {
    /// How long the rest takes if it goes on like this; `None` before anything is done.
    fn left(&self, done: u64, total: u64) -> Option<Duration> {
        let now = done.checked_sub(self.done_before).filter(|&now| now > 0)?;
        let each = self.began.elapsed().as_secs_f64() / now as f64;
        let left = total.saturating_sub(done) as f64 * each;
        Duration::try_from_secs_f64(left).ok()
    }
}

impl Meter {
    /// Nothing is done yet.
    pub fn new(screen: &Screen) -> Meter {
        let bar = screen.progress(1, "");
        if let Ok(style) = ProgressStyle::with_template("{prefix}  {bar:30} {pos}/{len}  {msg}") {
            bar.set_style(style);
        }
        Meter {
            bar,
            generation: String::new(),
            part: "",
            loss: String::new(),
            pace: None,
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
            Progress::Epoch {
                done,
                total,
                training,
                validation,
            } => {
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
        self.pace = None;
        self.bar.set_prefix(format!("{}{part}", self.generation));
        self.bar.set_message("");
        self.bar.set_length(1);
        self.bar.set_position(0);
        self.last_line = None;
    }

    fn advance(&mut self, done: u64, total: u64) {
        let pace = self.pace.get_or_insert_with(|| Pace {
            began: Instant::now(),
            done_before: done,
        });
        let left = pace.left(done, total).map(duration_text);
        let left = left.map(|left| format!("about {left} left"));
        let facts = [Some(self.loss.clone()), left];
        let facts: Vec<String> = facts
            .into_iter()
            .flatten()
            .filter(|fact| !fact.is_empty())
            .collect();
        let facts = facts.join(", ");
        if self.bar.is_hidden() {
            let last = self.last_line;
            if last.is_none_or(|last| last.elapsed() >= BETWEEN_LINES) {
                self.last_line = Some(Instant::now());
                eprintln!(
                    "{}{}: {done} of {total}  {facts}",
                    self.generation, self.part
                );
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_before_says_nothing_about_the_speed() {
        let pace = Pace {
            began: Instant::now() - Duration::from_secs(10),
            done_before: 90,
        };
        assert_eq!(pace.left(90, 100), None);
        let left = pace.left(95, 100).expect("five are done");
        assert!((9.0..12.0).contains(&left.as_secs_f64()), "{left:?}");
    }
}
