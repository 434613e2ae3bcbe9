//! Several threads on one position: they share the moves of the root.
//!
//! A search for many seats looks at all moves of the root, so each thread takes the next one that nobody has. A move is
//! searched with the best of the finished moves before it as a bound, as one thread would.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ludarium_game::{Budget, Candidate, Game, Scores, Stopwatch, TimeKind};

use crate::Meter;
use crate::meter::share;

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
    fn meter(&mut self) -> &mut Meter;
}

/// The threads of one decision and what they have spent.
pub(crate) struct Crew<'a> {
    budget: &'a Budget,
    started: Stopwatch,
    pub nodes: u64,
    /// Processor time of all threads in finished passes.
    processor: Duration,
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

impl<'a> Crew<'a> {
    pub fn new(budget: &'a Budget) -> Crew<'a> {
        Crew {
            budget,
            started: Stopwatch::start(budget.time_kind),
            nodes: 0,
            processor: Duration::ZERO,
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
    /// pass was completed. Each thread has one of the `tools`, with which it makes its search.
    pub fn root<'t, G: Game, S: RootSearch<G>, T: Send>(
        &mut self,
        position: &G,
        (moves, depth): (&[G::Move], u32),
        tools: &'t mut [T],
        search: impl Fn(Meter, &'t mut T) -> S + Sync,
    ) -> (Vec<Candidate<G::Move>>, bool) {
        let threads = match depth {
            ..WORTH_SHARING => 1,
            _ => tools.len().min(moves.len()),
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
        // Each thread makes its own meter, because the processor's time is counted by thread.
        let work = |index: usize, tool: &'t mut T, position: &G| {
            let mut meter = Meter::new(&share(&left, index as u64, threads as u64));
            meter.end_with(pass.over.clone());
            let mut search = search(meter, tool);
            pass.work(&mut search, position);
            let meter = search.meter();
            (meter.nodes(), meter.time())
        };
        let mut tools = tools.iter_mut().take(threads).enumerate();
        let own = tools.next();
        let costs = std::thread::scope(|scope| {
            let helpers: Vec<_> = tools
                .map(|(index, tool)| {
                    let (position, work) = (position.detach(), &work);
                    scope.spawn(move || work(index, tool, &position))
                })
                .collect();
            let mut costs: Vec<_> = own
                .into_iter()
                .map(|(index, tool)| work(index, tool, position))
                .collect();
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
                self.over.store(true, Ordering::Relaxed);
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
            .reduce(|best, new| match search.likes_better(&new, &best) {
                true => new,
                false => best,
            })
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

        fn meter(&mut self) -> &mut Meter {
            &mut self.0
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
            over: Arc::default(),
        };
        let search = Given(Meter::new(&Budget::default()));
        let best = |place| {
            let best = pass.best_before(place, &search);
            best.map(|scores| scores.of(Seat(0)))
        };
        assert_eq!((best(0), best(1)), (None, None));
        assert_eq!(best(2), Some(Value(0.3)));
        assert_eq!(best(3), Some(Value(0.6)));
    }
}
