//! `KeptThreads`: the threads of a vector. They stay from step to step.

use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ludarium_game::tensors::{NewThreads, StepTask, StepThreads};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon_core::{ThreadPool, ThreadPoolBuilder};

/// So long a thread that has nothing to do looks for the next step before it sleeps: to wake it takes about as long as to
/// step some hundred games.
const AWAKE: Duration = Duration::from_micros(200);

/// More threads than any machine has for one program of this kind.
const MOST_THREADS: usize = 1024;

/// A number of threads that somebody asked for.
pub fn check_threads(threads: usize) -> PyResult<usize> {
    match threads {
        1..=MOST_THREADS => Ok(threads),
        _ => Err(PyValueError::new_err(format!("{threads} threads: expected 1 to {MOST_THREADS}"))),
    }
}

/// The thread that asks, and others that help it; see [`StepThreads`].
#[derive(Default)]
pub struct KeptThreads {
    /// The helpers, and the process that they live in: a fork has none of them.
    pool: Mutex<Option<(u32, Arc<ThreadPool>)>>,
    /// How many steps were asked for; who waits sees it change.
    asked: Arc<AtomicUsize>,
}

impl KeptThreads {
    /// The helpers of this process; none if the system has no threads to give.
    fn helpers(&self, count: usize) -> Option<Arc<ThreadPool>> {
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        let here = process::id();
        if pool.as_ref().is_none_or(|(process, _)| *process != here) {
            let made = ThreadPoolBuilder::new().num_threads(count).build();
            leave(pool.take());
            *pool = made.ok().map(|made| (here, Arc::new(made)));
        }
        pool.as_ref().map(|(_, pool)| pool.clone())
    }

    /// Lets the helpers wait for the next step with open eyes.
    fn stay_awake(&self, pool: &ThreadPool) {
        let now = self.asked.load(Ordering::Relaxed);
        for _ in 0..pool.current_num_threads() {
            let asked = self.asked.clone();
            pool.spawn(move || wait(|| asked.load(Ordering::Relaxed) != now));
        }
    }
}

impl Drop for KeptThreads {
    fn drop(&mut self) {
        let pool = self.pool.get_mut().unwrap_or_else(PoisonError::into_inner);
        leave(pool.take());
    }
}

/// Ends helpers, unless a fork has left them behind: then there is nobody to be told.
fn leave(pool: Option<(u32, Arc<ThreadPool>)>) {
    if pool.as_ref().is_some_and(|(home, _)| *home != process::id()) {
        std::mem::forget(pool);
    }
}

/// Waits with open eyes until something is done, but not for long.
fn wait(done: impl Fn() -> bool) {
    let until = Instant::now() + AWAKE;
    while !done() && Instant::now() < until {
        std::hint::spin_loop();
    }
}

impl StepThreads for KeptThreads {
    fn work(&self, mut tasks: Vec<StepTask<'_>>) {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if tasks.len() < 2 {
            return tasks.into_iter().for_each(|task| task());
        }
        let Some(pool) = self.helpers(tasks.len() - 1) else {
            return NewThreads.work(tasks);
        };
        let own = tasks.pop();
        let left = AtomicUsize::new(tasks.len());
        pool.in_place_scope(|scope| {
            for task in tasks {
                let left = &left;
                scope.spawn(move |_| {
                    task();
                    left.fetch_sub(1, Ordering::Relaxed);
                });
            }
            own.into_iter().for_each(|task| task());
            // The end of the scope would put this thread to sleep.
            wait(|| left.load(Ordering::Relaxed) == 0);
        });
        self.stay_awake(&pool);
    }
}
