//! Where the workers of a training wait for each other.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// So often a worker looks whether the others have come before it lets others have its processor: some ten microseconds.
/// A sleeping thread would need longer to wake up than most waits last.
const LOOKS: u32 = 1000;

/// A place where a fixed number of workers wait for each other, again and again.
pub(super) struct Rendezvous {
    workers: usize,
    arrived: AtomicUsize,
    /// How often all have come.
    round: AtomicUsize,
    /// Whether a worker is gone for good.
    broken: AtomicBool,
}

impl Rendezvous {
    pub fn new(workers: usize) -> Rendezvous {
        Rendezvous {
            workers,
            arrived: AtomicUsize::new(0),
            round: AtomicUsize::new(0),
            broken: AtomicBool::new(false),
        }
    }

    /// A worker that takes part. Its panic becomes a panic of all, who would wait for it forever.
    pub fn join(&self) -> Participant<'_> {
        Participant(self)
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
        let Rendezvous {
            workers,
            arrived,
            round,
            broken,
        } = self.0;
        let now = round.load(Ordering::Acquire);
        if arrived.fetch_add(1, Ordering::AcqRel) + 1 == *workers {
            arrived.store(0, Ordering::Relaxed);
            round.store(now.wrapping_add(1), Ordering::Release);
            return;
        }
        let mut looks = 0;
        while round.load(Ordering::Acquire) == now {
            assert!(
                !broken.load(Ordering::Relaxed),
                "another worker of this training has failed"
            );
            if looks < LOOKS {
                looks += 1;
                spin_loop();
            } else {
                thread::yield_now();
            }
        }
    }
}

impl Drop for Participant<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.broken.store(true, Ordering::Relaxed);
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
