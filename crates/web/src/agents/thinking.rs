//! Where agents think: as many threads as the machine has cores, and one queue.
//!
//! A table or an analysis has at most one piece of work in the queue at a time, so first come, first served
//! is fair between them. ThinkingWork that takes too long is asked to stop; if it does not listen, its thread is given
//! up and another takes its place, a few times at most.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::lock::locked;

/// Work that does not stop within this time after being asked loses its thread.
const GRACE: Duration = Duration::from_secs(20);
/// Threads that may be given up in all.
const MOST_LOST: usize = 16;
/// How often deadlines are looked at.
const TICK: Duration = Duration::from_millis(50);

/// ThinkingWork for a thinking thread. It must end soon after its flag is set.
struct ThinkingWork {
    stop: Arc<AtomicBool>,
    run: Box<dyn FnOnce() + Send>,
}

/// The threads on which agents think.
#[derive(Clone)]
pub struct Thinkers {
    queue: Sender<ThinkingWork>,
}

/// What the threads share.
struct ThinkerPool {
    queue: Mutex<Receiver<ThinkingWork>>,
    /// What each thread is doing.
    workers: Mutex<Vec<ThinkerThread>>,
    /// The longest that one decision may take.
    longest: Duration,
}

/// What one thread is doing.
#[derive(Clone, Default)]
struct ThinkerThread {
    since: Option<(Instant, Arc<AtomicBool>)>,
    lost: bool,
}

impl Thinkers {
    /// Starts a number of threads; no decision may take longer than `longest`.
    pub fn new(threads: usize, longest: Duration) -> Thinkers {
        let (queue, work) = channel();
        let shared = Arc::new(ThinkerPool {
            queue: Mutex::new(work),
            workers: Mutex::new(Vec::new()),
            longest,
        });
        for _ in 0..threads.max(1) {
            start_worker(&shared);
        }
        let watched = Arc::downgrade(&shared);
        // The watcher ends with the last thread that works.
        std::thread::spawn(move || {
            while let Some(shared) = watched.upgrade() {
                watch(&shared);
                drop(shared);
                std::thread::sleep(TICK);
            }
        });
        Thinkers { queue }
    }

    /// Puts work into the queue; setting `stop` ends it early.
    pub fn think(&self, stop: Arc<AtomicBool>, run: impl FnOnce() + Send + 'static) {
        let run = Box::new(run);
        // Without threads no agent can think; each waiting caller has its own deadline.
        let _ = self.queue.send(ThinkingWork { stop, run });
    }
}

/// Starts one more thread.
fn start_worker(shared: &Arc<ThinkerPool>) {
    let place = {
        let mut workers = locked(&shared.workers);
        workers.push(ThinkerThread::default());
        workers.len() - 1
    };
    let shared = shared.clone();
    std::thread::spawn(move || {
        loop {
            let work = locked(&shared.queue).recv();
            let Ok(work) = work else { return };
            locked(&shared.workers)[place].since = Some((Instant::now(), work.stop));
            (work.run)();
            let mut workers = locked(&shared.workers);
            workers[place].since = None;
            if workers[place].lost {
                return;
            }
        }
    });
}

/// Stops what takes too long, and replaces threads that do not come back.
fn watch(shared: &Arc<ThinkerPool>) {
    let mut replace = 0;
    {
        let mut workers = locked(&shared.workers);
        let lost = workers.iter().filter(|worker| worker.lost).count();
        for worker in workers.iter_mut().filter(|worker| !worker.lost) {
            let Some((since, stop)) = &worker.since else {
                continue;
            };
            if since.elapsed() > shared.longest {
                stop.store(true, Ordering::Relaxed);
            }
            if since.elapsed() > shared.longest + GRACE && lost + replace < MOST_LOST {
                worker.lost = true;
                replace += 1;
            }
        }
    }
    for _ in 0..replace {
        start_worker(shared);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_in_the_order_in_which_it_came() {
        let thinkers = Thinkers::new(1, Duration::from_secs(60));
        let (done, results) = channel();
        for number in 0..20 {
            let done = done.clone();
            thinkers.think(Arc::default(), move || {
                let _ = done.send(number);
            });
        }
        let order: Vec<u32> = results.iter().take(20).collect();
        assert_eq!(order, (0..20).collect::<Vec<u32>>());
    }
}
