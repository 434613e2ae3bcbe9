//! What a request costs a bot: time on the wall, or time of the processor.

use std::time::{Duration, Instant};

use ludarium_game::{Stopwatch, TimeKind};

use super::process::BotProcess;

/// How long processor time is left alone: somebody may work with several threads, and so faster than the wall.
const LONGEST_LOOK: Duration = Duration::from_millis(50);
/// And how long at least: looking costs time, too.
const SHORTEST_LOOK: Duration = Duration::from_millis(1);

/// Measures one request.
pub(super) struct RequestMeter {
    asked: Instant,
    /// Processor time before the request; `None` where the time on the wall counts.
    before: Option<Duration>,
    /// Processor time that we worked in the bot's place.
    ours: Duration,
}

impl RequestMeter {
    /// Begins to measure. Where the system does not tell the processor time of a bot, time on the wall counts.
    pub fn start(kind: TimeKind, process: &BotProcess) -> RequestMeter {
        let before = match kind {
            TimeKind::Wall => None,
            TimeKind::Processor => process.processor_time(),
        };
        RequestMeter { asked: Instant::now(), before, ours: Duration::ZERO }
    }

    /// When the request was put.
    pub fn asked(&self) -> Instant {
        self.asked
    }

    /// Whether the processor's time counts.
    pub fn counts_processor(&self) -> bool {
        self.before.is_some()
    }

    /// What was used up to now, or up to a moment just before it.
    pub fn used(&self, now: Instant, process: &BotProcess) -> Duration {
        let wall = now.saturating_duration_since(self.asked);
        match self.before {
            None => wall,
            // Of a bot that is gone nobody knows better.
            Some(before) => process
                .processor_time()
                .map_or(wall, |after| after.saturating_sub(before) + self.ours),
        }
    }

    /// When it should be looked whether `limit` is used up.
    pub fn look(&self, limit: Duration, process: &BotProcess) -> Instant {
        if self.before.is_none() {
            return self.asked + limit;
        }
        let now = Instant::now();
        let left = limit.saturating_sub(self.used(now, process));
        now + left.clamp(SHORTEST_LOOK, LONGEST_LOOK)
    }

    /// Does something in the bot's place: what the processor needs for it counts as the bot's.
    pub fn work<T>(&mut self, work: impl FnOnce() -> T) -> T {
        if self.before.is_none() {
            return work();
        }
        let watch = Stopwatch::start(TimeKind::Processor);
        let done = work();
        self.ours += watch.elapsed();
        done
    }
}
