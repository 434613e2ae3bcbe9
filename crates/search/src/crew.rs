//! Several threads on one position: they share the moves of the root, or whatever else can be done one by one.
//!
//! A search for many seats looks at all moves of the root, so each thread takes the next one that nobody has. A move is
//! searched with the best of the finished moves before it as a bound, as one thread would.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ludarium_game::{Budget, Candidate, Game, Meter, Scores, Stopwatch, TimeKind};

use crate::share::share;

/// A pass to fewer plies is over before other threads have begun.
const WORTH_SHARING: u32 = 3;

/// A move of the root, and where it stands among the others of a pass.
#[derive(Clone, Copy)]
pub(crate) struct RootMove<M> {
    pub mv: M,
    pub place: usize,
    pub last: bool,
    pub depth: u32,
}

/// A search that values the moves of the root one by one.
pub(crate) trait RootSearch<G: Game> {
    /// A root move with its value, where the best of the moves before it has `best`; `None` when the budget is used up.
    fn root_move(
        &mut self,
        position: &G,
        root_move: RootMove<G::Move>,
        best: Option<Scores>,
    ) -> Option<Candidate<G::Move>>;

    /// Whether the searching seat likes new scores better than old ones.
    fn likes_better(&self, new: &Scores, old: &Scores) -> bool;

    /// What the search has spent.
    fn into_meter(self) -> Meter;
}

/// The threads of one decision and what they have spent.
pub struct Crew<'a> {
    budget: &'a Budget,
    started: Stopwatch,
    nodes: u64,
    /// Processor time of the other threads in finished passes.
    helpers: Duration,
}

/// The moves of one pass.
struct Pass<'a, M> {
    moves: &'a [M],
    depth: u32,
    next: AtomicUsize,
    found: Mutex<Vec<Option<Candidate<M>>>>,
}

impl<'a> Crew<'a> {
    /// A crew that has spent nothing yet.
    pub fn new(budget: &'a Budget) -> Crew<'a> {
        Crew {
            budget,
            started: Stopwatch::start(budget.time_kind),
            nodes: 0,
            helpers: Duration::ZERO,
        }
    }

    /// Positions that all threads have looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time spent so far.
    pub fn time(&self) -> Duration {
        match self.budget.time_kind {
            TimeKind::Wall => self.started.elapsed(),
            TimeKind::Processor => self.started.elapsed() + self.helpers,
        }
    }

    /// Whether the time of the budget is over.
    pub fn late(&self) -> bool {
        self.budget.time.is_some_and(|most| self.time() >= most)
    }

    fn left(&self) -> Budget {
        let (nodes, time) = (self.budget.nodes, self.budget.time);
        Budget {
            nodes: nodes.map(|most| most.saturating_sub(self.nodes)),
            time: time.map(|most| most.saturating_sub(self.time())),
            ..self.budget.clone()
        }
    }

    /// Does this many tasks, numbered from 0. Each thread has one of the `tools` and takes the next task that nobody has. When
    /// the part of the budget of one thread is used up, none takes another. Returns what came of the tasks in their order, up
    /// to the first that was not begun; those that were going on when the budget ended are among them.
    pub fn each<T: Send, R: Send>(
        &mut self,
        tasks: usize,
        tools: &mut [T],
        work: impl Fn(usize, &mut T, &mut Meter) -> R + Sync,
    ) -> Vec<R> {
        let next = AtomicUsize::new(0);
        let threads = tools.len().min(tasks);
        let done = self.work(&mut tools[..threads], |_, tool, mut meter| {
            let mut done = Vec::new();
            while !meter.spent() {
                let task = next.fetch_add(1, Ordering::Relaxed);
                if task >= tasks {
                    break;
                }
                done.push((task, work(task, tool, &mut meter)));
            }
            (done, meter)
        });
        let mut ordered: Vec<Option<R>> = (0..tasks).map(|_| None).collect();
        for (task, result) in done.into_iter().flatten() {
            ordered[task] = Some(result);
        }
        ordered.into_iter().map_while(|result| result).collect()
    }

    /// Lets a thread work with each of the tools, under its part of what is left of the budget; the first is this thread.
    /// When the part of one is used up, all end. Each gives back its meter.
    fn work<'t, T: Send, R: Send>(
        &mut self,
        tools: &'t mut [T],
        work: impl Fn(usize, &'t mut T, Meter) -> (R, Meter) + Sync,
    ) -> Vec<R> {
        let (left, threads) = (self.left(), tools.len() as u64);
        let over: Arc<AtomicBool> = Arc::default();
        // Each thread makes its own meter, because the processor's time is counted by thread.
        let work = |index: usize, tool: &'t mut T| {
            let mut meter = share(&left, index as u64, threads).meter();
            meter.end_with(over.clone());
            let (result, meter) = work(index, tool, meter);
            if meter.spent() {
                over.store(true, Ordering::Relaxed);
            }
            (result, meter.nodes(), meter.time())
        };
        let mut tools = tools.iter_mut().enumerate();
        let own = tools.next();
        std::thread::scope(|scope| {
            let helpers: Vec<_> = tools
                .map(|(index, tool)| {
                    let work = &work;
                    scope.spawn(move || work(index, tool))
                })
                .collect();
            let mut results = Vec::with_capacity(helpers.len() + 1);
            if let Some((index, tool)) = own {
                let (result, nodes, _) = work(index, tool);
                self.nodes += nodes;
                results.push(result);
            }
            for helper in helpers {
                match helper.join() {
                    Ok((result, nodes, time)) => {
                        self.nodes += nodes;
                        self.helpers += time;
                        results.push(result);
                    }
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            results
        })
    }

    /// Root moves with their values: all of them, or those before the first one that was not finished; and whether the
    /// pass was completed. Each thread has one of the `tools`, with which it makes its search.
    pub(crate) fn root<'t, G: Game, S: RootSearch<G>, T: Send>(
        &mut self,
        position: &G,
        (moves, depth): (&[G::Move], u32),
        tools: &'t mut [T],
        search: impl Fn(Meter, &'t mut T) -> S + Sync,
    ) -> (Vec<Candidate<G::Move>>, bool) {
        let threads = threads_worth(depth, tools.len()).min(moves.len());
        let pass = Pass {
            moves,
            depth,
            next: AtomicUsize::new(0),
            found: Mutex::new(vec![None; moves.len()]),
        };
        self.work(&mut tools[..threads], |index, tool, meter| {
            let mut search = search(meter, tool);
            match index {
                0 => pass.work(&mut search, position),
                _ => pass.work(&mut search, &position.detach()),
            }
            ((), search.into_meter())
        });
        let found = pass.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let complete = found.iter().all(Option::is_some);
        (found.into_iter().map_while(|one| one).collect(), complete)
    }
}

/// How many of these threads are worth starting for a search to this depth.
pub(crate) fn threads_worth(depth: u32, threads: usize) -> usize {
    match depth {
        ..WORTH_SHARING => threads.min(1),
        _ => threads,
    }
}

impl<M: Copy> Pass<'_, M> {
    /// Searches moves that nobody has taken until none is left or the budget is used up.
    fn work<G: Game<Move = M>>(&self, search: &mut impl RootSearch<G>, position: &G) {
        loop {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            if place >= self.moves.len() {
                return;
            }
            let best = self.best_before(place, search);
            let root_move = RootMove {
                mv: self.moves[place],
                place,
                last: place + 1 == self.moves.len(),
                depth: self.depth,
            };
            let Some(candidate) = search.root_move(position, root_move, best) else {
                return;
            };
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            found[place] = Some(candidate);
        }
    }

    /// The best of the finished moves that come before one. A bound from a later move could make an earlier one of the
    /// same worth look equal when it is worse.
    fn best_before<G: Game<Move = M>>(
        &self,
        place: usize,
        search: &impl RootSearch<G>,
    ) -> Option<Scores> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let finished = found[..place].iter().flatten();
        finished
            .map(|candidate| candidate.scores)
            .reduce(|best, new| if search.likes_better(&new, &best) { new } else { best })
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Bound, Seat, Value};

    use super::*;
    use crate::testing::RandomTree;

    /// A search whose scores are given.
    struct Given(Meter);

    impl RootSearch<RandomTree> for Given {
        fn root_move(
            &mut self,
            _: &RandomTree,
            _: RootMove<u8>,
            _: Option<Scores>,
        ) -> Option<Candidate<u8>> {
            None
        }

        fn likes_better(&self, new: &Scores, old: &Scores) -> bool {
            new.of(Seat(0)) > old.of(Seat(0))
        }

        fn into_meter(self) -> Meter {
            self.0
        }
    }

    #[test]
    fn a_move_is_bounded_by_those_before_it_alone() {
        let found = |value: f32| {
            Some(Candidate {
                mv: 0u8,
                scores: Scores::new(&[value, 0.0]),
                visits: 0,
                bound: Bound::Exact,
                line: Vec::new(),
            })
        };
        let pass = Pass {
            moves: &[0u8, 1, 2, 3],
            depth: 1,
            next: AtomicUsize::new(0),
            found: Mutex::new(vec![None, found(0.3), found(0.6), found(0.9)]),
        };
        let search = Given(Budget::default().meter());
        let best = |place| {
            let best = pass.best_before(place, &search);
            best.map(|scores| scores.of(Seat(0)))
        };
        assert_eq!((best(0), best(1)), (None, None));
        assert_eq!(best(2), Some(Value(0.3)));
        assert_eq!(best(3), Some(Value(0.6)));
    }

    fn count(tasks: usize, nodes: u64, threads: usize) -> (Vec<usize>, u64) {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let mut crew = Crew::new(&budget);
        let mut tools = vec![(); threads];
        let done = crew.each(tasks, &mut tools, |task, (), meter| {
            (0..10).for_each(|_| {
                meter.node();
            });
            task
        });
        (done, crew.nodes())
    }

    #[test]
    fn every_task_is_done_once_and_results_are_in_order() {
        for threads in [1, 2, 3] {
            let (done, nodes) = count(100, 10_000, threads);
            assert_eq!(done, (0..100).collect::<Vec<_>>());
            assert_eq!(nodes, 1000);
        }
    }

    #[test]
    fn no_task_is_begun_when_the_budget_is_used_up() {
        // The fourth task is begun with five nodes left.
        assert_eq!(count(100, 35, 1), ((0..4).collect(), 35));
        let (done, nodes) = count(100, 35, 2);
        assert!(done.len() <= 5 && nodes <= 35, "{done:?}, {nodes}");
        assert!(count(0, 35, 2).0.is_empty());
    }
}
