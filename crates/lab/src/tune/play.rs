//! Plays the blocks of one step in memory: a step is small, and what it found is stored as a whole.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use ludarium_arena::statistics::{Results, ScoredGame};
use ludarium_arena::{Contest, Games, Interrupt, RunError, Schedule, scatter};

/// How many games may be played at once, by all steps together.
pub struct Permits {
    count: usize,
    free: Mutex<usize>,
    freed: Condvar,
}

/// The right to play a game, given back at the end.
struct Permit<'a>(&'a Permits);

impl Permits {
    /// So many games at once, at least one.
    pub fn new(count: usize) -> Permits {
        let count = count.max(1);
        Permits { count, free: Mutex::new(count), freed: Condvar::new() }
    }

    /// Waits until there is one.
    fn take(&self) -> Permit<'_> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.freed.wait_while(free, |free| *free == 0);
        *waited.unwrap_or_else(PoisonError::into_inner) -= 1;
        Permit(self)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut free = self.0.free.lock().unwrap_or_else(PoisonError::into_inner);
        *free += 1;
        self.0.freed.notify_one();
    }
}

/// The outcomes of the first blocks of a contest, in order; `None` if it was interrupted.
pub fn play(
    games: &Games,
    contest: &Contest,
    blocks: u64,
    permits: &Permits,
    interrupt: &Interrupt,
) -> Result<Option<Vec<ScoredGame>>, RunError> {
    let rules = games.rules(&contest.game, Some(&contest.variant))?;
    let halt = Arc::new(AtomicBool::new(false));
    let ready = rules.contest_games(contest, None, &halt)?;
    let schedule = Schedule::new(contest);
    let all = schedule.games(blocks);
    let worker = || {
        let mut worker = ready.worker(false);
        let schedule = &schedule;
        move |number| {
            let _permit = permits.take();
            if interrupt.is_finishing() {
                return None;
            }
            let (block, place) = schedule.locate(number);
            let played = worker.play(&block, place).transpose()?;
            Some(played.map(|record| (number, ScoredGame::from(&record.summary()))))
        }
    };
    let mut outcomes = Vec::new();
    let failed = scatter(permits.count.min(all as usize), 0..all, worker, |found| {
        if interrupt.is_now() {
            halt.store(true, Ordering::Relaxed);
        }
        for outcome in found {
            match outcome {
                Ok(outcome) => outcomes.push(outcome),
                Err(error) => {
                    halt.store(true, Ordering::Relaxed);
                    return ControlFlow::Break(error);
                }
            }
        }
        ControlFlow::Continue(())
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    if (outcomes.len() as u64) < all {
        return Ok(None);
    }
    outcomes.sort_by_key(|(number, _)| *number);
    Ok(Some(outcomes.into_iter().map(|(_, outcome)| outcome).collect()))
}

/// How much better the first agent was than the second: the difference of their mean points in a seat.
pub fn difference(outcomes: &[ScoredGame]) -> f64 {
    let results = Results::of(outcomes);
    let mean = |agent: usize| {
        let sums = results.points_by_block(agent);
        let points: f64 = sums.iter().map(|sum| sum.sum).sum();
        let seats: u64 = sums.iter().map(|sum| sum.count).sum();
        points / seats.max(1) as f64
    };
    mean(0) - mean(1)
}
