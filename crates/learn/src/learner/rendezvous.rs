//! Where the workers of a training wait for each other.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

/// So often a worker looks whether the others have come before it goes to sleep: some tens of microseconds. To wake up would
/// take longer than most waits last, but on a busy machine those who wait must leave their processor to those who work.
const LOOKS: u32 = 2000;

/// A place where a fixed number of workers wait for each other, again and again.
pub(super) struct Rendezvous {
    workers: usize,
    arrived: AtomicUsize,
    /// How often all have come.
    round: AtomicUsize,
    /// Whether a worker is gone for good.
    broken: AtomicBool,
    /// Where those sleep who have waited for long.
    sleep: Mutex<()>,
    wake: Condvar,
}

impl Rendezvous {
    pub fn new(workers: usize) -> Rendezvous {
        Rendezvous {
            workers,
            arrived: AtomicUsize::new(0),
            round: AtomicUsize::new(0),
            broken: AtomicBool::new(false),
            sleep: Mutex::new(()),
            wake: Condvar::new(),
        }
    }

    /// A worker that takes part. Its panic becomes a panic of all, who would wait for it forever.
    pub fn join(&self) -> Participant<'_> {
        Participant(self)
    }

    /// Wakes all who sleep, after a change that ends their wait.
    fn wake_all(&self) {
        // A worker that has seen the state before the change and is about to sleep holds the lock until then.
        drop(self.sleep.lock().unwrap_or_else(PoisonError::into_inner));
        self.wake.notify_all();
    }
}

/// One of the workers that wait for each other.
pub(super) struct Participant<'a>(&'a Rendezvous);

impl Participant<'_> {
    /// Returns when all workers have called it. What they did before is then visible to all.
    ///
    /// # Panics
    /// If another worker has panicked.
    pub fn wait(&self) {
        let Rendezvous { workers, arrived, round, broken, sleep, wake } = self.0;
        let now = round.load(Ordering::Acquire);
        if arrived.fetch_add(1, Ordering::AcqRel) + 1 == *workers {
            arrived.store(0, Ordering::Relaxed);
            round.store(now.wrapping_add(1), Ordering::Release);
            if *workers > 1 {
                self.0.wake_all();
            }
            return;
        }
        let waits = || round.load(Ordering::Acquire) == now && !broken.load(Ordering::Acquire);
        for _ in 0..LOOKS {
            if !waits() {
                break;
            }
            spin_loop();
        }
        if waits() {
            let mut asleep = sleep.lock().unwrap_or_else(PoisonError::into_inner);
            while waits() {
                asleep = wake.wait(asleep).unwrap_or_else(PoisonError::into_inner);
            }
        }
        assert!(round.load(Ordering::Acquire) != now, "another worker of this training has failed");
    }
}

impl Drop for Participant<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.broken.store(true, Ordering::Release);
            self.0.wake_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_goes_on_before_all_have_come() {
        let meeting = Rendezvous::new(3);
        let come = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let worker = meeting.join();
                    for round in 1..=2000 {
                        come.fetch_add(1, Ordering::Relaxed);
                        worker.wait();
                        assert_eq!(come.load(Ordering::Relaxed), 3 * round);
                        worker.wait();
                    }
                });
            }
        });
    }

    #[test]
    fn a_panic_of_one_ends_the_wait_of_the_others() {
        let meeting = Rendezvous::new(2);
        let ends = thread::scope(|scope| {
            let waits = scope.spawn(|| meeting.join().wait());
            let fails = scope.spawn(|| {
                let _worker = meeting.join();
                panic!("as planned");
            });
            [waits.join().is_err(), fails.join().is_err()]
        });
        assert_eq!(ends, [true, true]);
    }
}
