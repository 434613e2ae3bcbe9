//! `WaitLimit`: what happens when somebody waits too long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Something that happens after a time, unless this is dropped before.
pub(super) struct WaitLimit {
    _over: Sender<()>,
}

impl WaitLimit {
    /// Does `then` after a time.
    pub fn new(time: Duration, then: impl FnOnce() + Send + 'static) -> WaitLimit {
        let (over, waiting) = channel();
        std::thread::spawn(move || {
            if waiting.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                then();
            }
        });
        WaitLimit { _over: over }
    }

    /// Sets a flag after a time, for agents that look at nothing else.
    pub fn flag(time: Duration) -> (WaitLimit, Arc<AtomicBool>) {
        let flag = Arc::new(AtomicBool::new(false));
        let set = flag.clone();
        (WaitLimit::new(time, move || set.store(true, Ordering::Relaxed)), flag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_comes_unless_it_is_dropped() {
        let (sender, heard) = channel();
        let say = |word: &'static str| {
            let sender = sender.clone();
            move || sender.send(word).expect("somebody who hears")
        };
        drop(WaitLimit::new(Duration::from_secs(3600), say("late")));
        let kept = WaitLimit::new(Duration::ZERO, say("now"));
        drop(sender);
        // Both ends are gone when both threads have ended.
        assert_eq!(heard.iter().collect::<Vec<_>>(), ["now"]);
        drop(kept);
    }
}
