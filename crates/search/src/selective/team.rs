//! The threads of one decision: they share the moves of the root, and each has a table of its own.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ludarium_game::{Budget, Candidate, Evaluation, Game, Seat, Seed, Stopwatch, TimeKind};

use super::findings::Findings;
use super::{Search, SelectiveMaxN};
use crate::Meter;
use crate::meter::share;

/// A pass to fewer plies is over before other threads have begun.
const WORTH_SHARING: u32 = 3;

/// The threads of one decision and what they have spent.
pub(super) struct Team<'a, E> {
    agent: &'a SelectiveMaxN<E>,
    budget: &'a Budget,
    pub searcher: Seat,
    seed: Seed,
    started: Stopwatch,
    pub nodes: u64,
    /// Processor time of all threads in finished passes.
    processor: Duration,
    /// One for each thread.
    pub tables: Vec<Findings>,
}

/// The moves of one pass.
struct Pass<'a, M> {
    moves: &'a [M],
    depth: u32,
    next: AtomicUsize,
    found: Mutex<Vec<Option<Candidate<M>>>>,
    /// Somebody's budget is used up.
    over: Arc<AtomicBool>,
}

impl<'a, E> Team<'a, E> {
    pub fn new(
        agent: &'a SelectiveMaxN<E>,
        budget: &'a Budget,
        (searcher, seed): (Seat, Seed),
        mut tables: Vec<Findings>,
    ) -> Team<'a, E> {
        tables.resize_with(agent.options.threads.max(1), Findings::default);
        tables.iter_mut().for_each(Findings::start);
        Team {
            agent,
            budget,
            searcher,
            seed,
            started: Stopwatch::start(budget.time_kind),
            nodes: 0,
            processor: Duration::ZERO,
            tables,
        }
    }

    /// Time spent so far.
    pub fn time(&self) -> Duration {
        match self.budget.time_kind {
            TimeKind::Wall => self.started.elapsed(),
            TimeKind::Processor => self.processor,
        }
    }

    /// Root moves with their values: all of them, or those before the first one that was not finished; and whether the
    /// pass was completed.
    pub fn root<G: Game>(
        &mut self,
        position: &G,
        moves: &[G::Move],
        depth: u32,
    ) -> (Vec<Candidate<G::Move>>, bool)
    where
        E: Evaluation<G>,
    {
        let threads = match depth {
            ..WORTH_SHARING => 1,
            _ => self.tables.len().min(moves.len()),
        };
        let left = Budget {
            nodes: self
                .budget
                .nodes
                .map(|most| most.saturating_sub(self.nodes)),
            time: self
                .budget
                .time
                .map(|most| most.saturating_sub(self.time())),
            ..self.budget.clone()
        };
        let pass = Pass {
            moves,
            depth,
            next: AtomicUsize::new(0),
            found: Mutex::new(vec![None; moves.len()]),
            over: Arc::default(),
        };
        let (agent, searcher, seed) = (self.agent, self.searcher, self.seed);
        // Each thread makes its own meter, because the processor's time is counted by thread.
        let work = |index: usize, table: &mut Findings, position: &G| {
            let budget = share(&left, index as u64, threads as u64);
            let mut search = Search {
                agent,
                meter: Meter::new(&budget),
                frames: Vec::new(),
                table,
                searcher,
                seed,
            };
            search.meter.end_with(pass.over.clone());
            pass.work(&mut search, position);
            (search.meter.nodes(), search.meter.time())
        };
        let costs = std::thread::scope(|scope| {
            let (own, others) = self.tables.split_at_mut(1);
            let helpers: Vec<_> = (1..threads)
                .zip(others)
                .map(|(index, table)| {
                    let (position, work) = (position.detach(), &work);
                    scope.spawn(move || work(index, table, &position))
                })
                .collect();
            let mut costs = vec![work(0, &mut own[0], position)];
            for helper in helpers {
                match helper.join() {
                    Ok(cost) => costs.push(cost),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            costs
        });
        for (nodes, time) in costs {
            self.nodes += nodes;
            self.processor += time;
        }
        let found = pass
            .found
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let complete = found.iter().all(Option::is_some);
        (found.into_iter().map_while(|one| one).collect(), complete)
    }
}

impl<M: Copy> Pass<'_, M> {
    /// Searches moves that nobody has taken until none is left or the budget is used up.
    fn work<G: Game<Move = M>, E: Evaluation<G>>(
        &self,
        search: &mut Search<'_, G, E>,
        position: &G,
    ) {
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.moves.len() {
                return;
            }
            let best = self.best_before(index, search.searcher);
            let place = (index, self.moves[index]);
            let Some(candidate) = search.root_move(position, place, self.depth, best) else {
                self.over.store(true, Ordering::Relaxed);
                return;
            };
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            found[index] = Some(candidate);
        }
    }

    /// The best of the finished moves that come before one.
    fn best_before(&self, index: usize, searcher: Seat) -> f32 {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let finished = found[..index].iter().flatten();
        finished
            .map(|candidate| candidate.scores.of(searcher).0)
            .fold(f32::NEG_INFINITY, f32::max)
    }
}
