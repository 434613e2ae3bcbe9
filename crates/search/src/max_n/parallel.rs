//! Several threads on one position: they share the moves of the root.
//!
//! max^n has no table through which threads could help each other. But it looks at all moves of the root, so each thread
//! takes the next one that nobody has. A move is searched with the best of the finished moves before it as a bound, as one
//! thread would; so the choice is that of one thread, whoever is faster.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use ludarium_game::{Budget, Candidate, Evaluation, Game, Scores, Seat, Seed, Stopwatch, TimeKind};

use super::{MaxN, Search};
use crate::Meter;
use crate::meter::share;

/// A pass to fewer plies is over before other threads have begun.
const WORTH_SHARING: u32 = 3;

/// The threads of one decision and what they have spent.
pub(super) struct Crew<'a, E> {
    options: &'a MaxN<E>,
    budget: &'a Budget,
    searcher: Seat,
    seed: Seed,
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

impl<'a, E> Crew<'a, E> {
    pub(super) fn new(
        options: &'a MaxN<E>,
        budget: &'a Budget,
        searcher: Seat,
        seed: Seed,
    ) -> Crew<'a, E> {
        Crew {
            options,
            budget,
            searcher,
            seed,
            started: Stopwatch::start(budget.time_kind),
            nodes: 0,
            processor: Duration::ZERO,
        }
    }

    /// Time spent so far.
    pub(super) fn time(&self) -> Duration {
        match self.budget.time_kind {
            TimeKind::Wall => self.started.elapsed(),
            TimeKind::Processor => self.processor,
        }
    }

    /// Root moves with their values: all of them, or those before the first one that was not finished; and whether the
    /// pass was completed.
    pub(super) fn root<G: Game>(
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
            _ => self.options.threads.min(moves.len()),
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
        let work = |index: usize, position: &G| {
            let budget = share(&left, index as u64, threads as u64);
            let mut search = Search {
                options: self.options,
                meter: Meter::new(&budget),
                frames: Vec::new(),
                path: Vec::new(),
                searcher: self.searcher,
                seed: self.seed,
            };
            search.meter.end_with(pass.over.clone());
            pass.work(&mut search, position);
            (search.meter.nodes(), search.meter.time())
        };
        let costs = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads)
                .map(|index| {
                    let (position, work) = (position.detach(), &work);
                    scope.spawn(move || work(index, &position))
                })
                .collect();
            let mut costs = vec![work(0, position)];
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
            let best = self.best_before(index, search);
            let last = index + 1 == self.moves.len();
            let mv = self.moves[index];
            let Some(candidate) = search.root_move(position, mv, self.depth, best, last) else {
                self.over.store(true, Ordering::Relaxed);
                return;
            };
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            found[index] = Some(candidate);
        }
    }

    /// The best of the finished moves that come before one.
    fn best_before<G: Game<Move = M>, E: Evaluation<G>>(
        &self,
        index: usize,
        search: &Search<'_, G, E>,
    ) -> Option<Scores> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let finished = found[..index].iter().flatten();
        finished
            .map(|candidate| candidate.scores)
            .reduce(
                |best, new| match search.prefers(search.searcher, &new, &best) {
                    true => new,
                    false => best,
                },
            )
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::Rng;

    use super::*;
    use crate::testing::{RandomTree, TreeShape, estimate};

    /// A bound from a later move could make an earlier one of the same worth look equal when it is worse.
    #[test]
    fn a_move_is_bounded_by_those_before_it_alone() {
        let options = MaxN::new(estimate as fn(&RandomTree) -> Scores);
        let mut search = Search {
            options: &options,
            meter: Meter::new(&Budget::default()),
            frames: Vec::new(),
            path: Vec::new(),
            searcher: Seat(0),
            seed: Seed(Rng::new(Seed(1)).bits()),
        };
        let tree = RandomTree::new(
            TreeShape {
                branching: 9,
                ..TreeShape::DUEL
            },
            4,
        );
        let mut candidate = |mv| search.root_move(&tree, mv, 1, None, false);
        let found: Vec<_> = [0, 1, 2].map(&mut candidate).into();
        let own = |index: usize| found[index].as_ref().map(|one| one.scores.of(Seat(0)).0);
        let pass = Pass {
            moves: &[0u8, 1, 2, 3],
            depth: 1,
            next: AtomicUsize::new(0),
            found: Mutex::new([None, found[1].clone(), found[2].clone(), None].into()),
            over: Arc::default(),
        };
        let best = |index| {
            let best = pass.best_before(index, &search);
            best.map(|scores| scores.of(Seat(0)).0)
        };
        assert_eq!((best(0), best(1), best(2)), (None, None, own(1)));
        assert_eq!(best(3), if own(1) > own(2) { own(1) } else { own(2) });
        assert_ne!(own(1), own(2));
    }
}
