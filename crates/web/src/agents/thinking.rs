//! Where agents think: as many threads as the machine has cores, and one queue, for games; and the same again, with less
//! right to the processor, for analyses and reviews. So a game waits for games only.
//!
//! A table or an analysis has at most one piece of work in a queue at a time, so first come, first served
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
    games: Sender<ThinkingWork>,
    background: Sender<ThinkingWork>,
}

/// What the threads of one queue share.
struct ThinkerPool {
    queue: Mutex<Receiver<ThinkingWork>>,
    /// Whether they leave the processor to others.
    yields: bool,
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
    /// Starts a number of threads for each queue; no decision may take longer than `longest`.
    pub fn new(threads: usize, longest: Duration) -> Thinkers {
        let [games, background] = [false, true].map(|yields| start_pool(threads, longest, yields));
        Thinkers { games, background }
    }

    /// Puts work of a game into its queue; setting `stop` ends it early.
    pub fn play(&self, stop: Arc<AtomicBool>, run: impl FnOnce() + Send + 'static) {
        // Without threads no agent can think; each waiting caller has its own deadline.
        let _ = self.games.send(ThinkingWork { stop, run: Box::new(run) });
    }

    /// The same for work that games do not wait for.
    pub fn study(&self, stop: Arc<AtomicBool>, run: impl FnOnce() + Send + 'static) {
        let _ = self.background.send(ThinkingWork { stop, run: Box::new(run) });
    }
}

/// Starts the threads of a queue.
fn start_pool(threads: usize, longest: Duration, yields: bool) -> Sender<ThinkingWork> {
    let (queue, work) = channel();
    let queue_end = Mutex::new(work);
    let workers = Mutex::new(Vec::new());
    let shared = Arc::new(ThinkerPool { queue: queue_end, yields, workers, longest });
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
    queue
}

/// Leaves the processor to threads that did not ask this. Elsewhere than on Linux it would count for the whole program.
fn step_back() {
    #[cfg(target_os = "linux")]
    // Where the system refuses, both kinds share the processor.
    let _ = rustix::process::setpriority_process(None, 10);
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
        if shared.yields {
            step_back();
        }
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
            thinkers.play(Arc::default(), move || {
                let _ = done.send(number);
            });
        }
        let order: Vec<u32> = results.iter().take(20).collect();
        assert_eq!(order, (0..20).collect::<Vec<u32>>());
    }

    #[test]
    fn a_game_waits_for_no_analysis() {
        let thinkers = Thinkers::new(1, Duration::from_secs(60));
        let (end, ended) = channel::<()>();
        let ended = Arc::new(Mutex::new(ended));
        for _ in 0..100 {
            let ended = ended.clone();
            // Ends when the test does.
            thinkers.study(Arc::default(), move || {
                let _ = locked(&ended).recv();
            });
        }
        let (done, answer) = channel();
        thinkers.play(Arc::default(), move || {
            let _ = done.send(());
        });
        let answered = answer.recv_timeout(Duration::from_secs(60));
        drop(end);
        assert_eq!(answered, Ok(()));
    }
}
