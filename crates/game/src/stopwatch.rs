//! `Stopwatch`: how much time has passed: wall-clock time, or processor time of this thread.

use std::time::{Duration, Instant};

/// Which time is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeKind {
    /// Time as people see it.
    #[default]
    Wall,
    /// Time that the processor worked for this thread: the fairer one on a busy machine. Where the system does not
    /// measure it (Unix does), time as people see it.
    Processor,
}

/// Counts time from its start on. One that counts the processor's time must be read by the thread that started it.
#[derive(Clone, Copy, Debug)]
pub enum Stopwatch {
    /// Counts time as people see it.
    Wall(Instant),
    /// Counts the time of this thread, which had used so much at the start.
    Processor(Duration),
}

impl Stopwatch {
    /// A stopwatch that starts now.
    #[inline]
    pub fn start(kind: TimeKind) -> Stopwatch {
        match kind {
            TimeKind::Wall => Stopwatch::Wall(Instant::now()),
            TimeKind::Processor => {
                thread_time().map_or_else(|| Stopwatch::start(TimeKind::Wall), Stopwatch::Processor)
            }
        }
    }

    /// The time since the start.
    #[inline]
    pub fn elapsed(&self) -> Duration {
        match self {
            Stopwatch::Wall(start) => start.elapsed(),
            Stopwatch::Processor(start) => thread_time().unwrap_or_default().saturating_sub(*start),
        }
    }
}

#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(used).ok()
}

#[cfg(not(unix))]
fn thread_time() -> Option<Duration> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn sleep_uses_no_processor_time() {
        let (wall, processor) =
            (Stopwatch::start(TimeKind::Wall), Stopwatch::start(TimeKind::Processor));
        std::thread::sleep(Duration::from_millis(60));
        assert!(wall.elapsed() >= Duration::from_millis(60));
        assert!(processor.elapsed() < Duration::from_millis(30));
        while processor.elapsed() < Duration::from_millis(40) {
            std::hint::spin_loop();
        }
        assert!(wall.elapsed() >= Duration::from_millis(100));
    }
}
