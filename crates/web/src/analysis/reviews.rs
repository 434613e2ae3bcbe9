//! Reviews under way and reviews that are kept.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ludarium_arena::{Ruleset, best_agent, read_text};
use ludarium_lab::review::{JudgingAgent, Review, Reviewer};
use serde::Serialize;

use crate::access::{Buckets, Visitor};
use crate::agents::players::bounded;
use crate::agents::thinking::Thinkers;
use crate::error::{Result, WebError};
use crate::limits::Limits;
use crate::lock::locked;

/// Reviews that may be under way at a time.
const MOST_RUNNING: usize = 8;
/// A review that nobody has asked about for so long is not wanted any more.
const FORGOTTEN: Duration = Duration::from_secs(60);

/// The judge of the games of a page: people wait for it, and it takes no more of the machine than a stranger's agent.
pub fn judge(rules: Arc<dyn Ruleset>) -> Result<JudgingAgent> {
    let name = best_agent(&*rules);
    let text = bounded(&*rules, name, &Limits::PUBLIC);
    Ok(JudgingAgent::new(rules, &text)?.called(name).hurried())
}

/// Where a review stands.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ReviewState {
    /// Nobody has asked for it.
    None,
    /// How many decisions were looked at.
    Running {
        /// Looked at.
        done: usize,
        /// All.
        total: usize,
    },
    /// It is there.
    Done {
        /// What was found out.
        review: Box<Review>,
    },
}

/// How far a review is, and when somebody asked for it last.
struct RunningReview {
    progress: (usize, usize),
    asked: Instant,
}

type RunningReviews = Arc<Mutex<HashMap<String, RunningReview>>>;

/// The reviews of this server: one file a game.
pub struct Reviews {
    folder: PathBuf,
    running: RunningReviews,
    thinkers: Thinkers,
    /// What each visitor may still spend.
    allowance: Buckets,
}

impl Reviews {
    /// Reviews that are kept in a folder, which is made with the first of them.
    pub fn new(folder: PathBuf, thinkers: Thinkers, allowance: Buckets) -> Reviews {
        Reviews { folder, running: RunningReviews::default(), thinkers, allowance }
    }

    /// Where the review of a game stands. `name` has letters, digits and `-` only.
    pub fn state(&self, name: &str) -> ReviewState {
        if let Some(running) = locked(&self.running).get_mut(name) {
            running.asked = Instant::now();
            let (done, total) = running.progress;
            return ReviewState::Running { done, total };
        }
        let kept = read_text(&self.file(name)).ok();
        match kept.and_then(|text| serde_json::from_str(&text).ok()) {
            Some(review) => ReviewState::Done { review },
            None => ReviewState::None,
        }
    }

    /// Begins a review in the background; what it costs is charged to the visitor.
    pub fn begin(&self, name: &str, reviewer: Reviewer, visitor: Visitor) -> Result<()> {
        let mut running = locked(&self.running);
        if running.contains_key(name) {
            return Ok(());
        }
        if running.len() >= MOST_RUNNING {
            let message = "too many games are being reviewed";
            return Err(WebError::too_many(message).hint("try again in a minute"));
        }
        let begun = RunningReview { progress: reviewer.progress(), asked: Instant::now() };
        running.insert(name.to_owned(), begun);
        let work = ReviewWork {
            name: name.to_owned(),
            file: self.file(name),
            running: self.running.clone(),
            thinkers: self.thinkers.clone(),
            allowance: self.allowance.clone(),
            visitor,
            reviewer,
        };
        work.go_on();
        Ok(())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.json"))
    }
}

/// A review under way.
struct ReviewWork {
    name: String,
    file: PathBuf,
    running: RunningReviews,
    thinkers: Thinkers,
    allowance: Buckets,
    visitor: Visitor,
    reviewer: Reviewer,
}

impl ReviewWork {
    /// Looks at one decision and goes to the end of the queue again, so that others come in between.
    fn go_on(mut self) {
        let thinkers = self.thinkers.clone();
        thinkers.study(Arc::new(AtomicBool::new(false)), move || {
            let began = Instant::now();
            let more = self.reviewer.step();
            let spent = began.elapsed().as_secs_f64();
            self.allowance.charge(self.visitor.0, spent);
            if more {
                let mut running = locked(&self.running);
                if let Some(review) = running.get_mut(&self.name) {
                    review.progress = self.reviewer.progress();
                    if review.asked.elapsed() > FORGOTTEN {
                        running.remove(&self.name);
                        return;
                    }
                }
                drop(running);
                return self.go_on();
            }
            let review = self.reviewer.finish();
            // A disk that refuses leaves the game without a review: it can be asked for again.
            let folder = self.file.parent().map(std::fs::create_dir_all);
            if matches!(folder, Some(Ok(()))) {
                let text = serde_json::to_string(&review).unwrap_or_default();
                let _ = std::fs::write(&self.file, text);
            }
            locked(&self.running).remove(&self.name);
        });
    }
}
