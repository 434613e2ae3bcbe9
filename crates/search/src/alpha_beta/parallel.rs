//! Several threads on one position: each deepens on its own, and all share what they find in one table (lazy SMP).
//!
//! The threads meet only in the table. So values are as true as those of one thread, but which answer comes first, and
//! which of two equal moves, depends on who was faster: more than one thread is not reproducible.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use ludarium_game::{Budget, Decision, Evaluation, Gain, Game, Rng, TimeKind};

use super::AlphaBeta;
use super::engine::Engine;
use crate::memory::Memory;
use crate::share::share;
use crate::shared_table::{Access, SharedTable};
use crate::transposition::TableMode;

/// What the threads of one decision tell each other apart from the table.
#[derive(Clone, Debug, Default)]
struct Company {
    /// Somebody has the answer.
    over: Arc<AtomicBool>,
    /// The round that the first thread is in.
    round: Arc<AtomicU32>,
}

/// The place of one thread among those of a decision; the first decides unless another got deeper.
#[derive(Clone, Debug)]
pub(crate) struct Companion {
    /// 0 for the first.
    pub index: u32,
    company: Company,
    /// Rounds by which it is ahead of the first thread.
    ahead: u32,
}

impl Companion {
    /// The first round of this thread.
    pub(super) fn first_round(&self, deepest: u32) -> u32 {
        (1 + self.ahead).min(deepest)
    }

    /// Begins a round.
    pub(super) fn begin(&self, round: u32) {
        if self.index == 0 {
            self.company.round.store(round, Ordering::Relaxed);
        }
    }

    /// The round after one that was finished: a thread that has fallen back leaves out what the first thread has done.
    pub(super) fn next_round(&self, finished: u32, deepest: u32) -> u32 {
        let leading = self.company.round.load(Ordering::Relaxed);
        let next = match self.index {
            0 => finished + 1,
            _ => (finished + 1).max((leading + self.ahead).min(deepest)),
        };
        debug_assert!(next > finished);
        next
    }
}

/// Ends the search of all threads when the first one is done, also by a panic.
struct EndOnDrop<'a>(&'a AtomicBool);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl<E, Q> AlphaBeta<E, Q> {
    /// The shared table, emptied; a new one if the wanted size has changed.
    fn fresh_shared_table(&mut self) -> Option<SharedTable> {
        if self.options.table == TableMode::Off {
            return None;
        }
        let size = self.options.table_mebibytes;
        let mut table = match self.shared.take() {
            Some((old, table)) if old == size => table,
            _ => SharedTable::new(size << 20),
        };
        table.start();
        Some(table)
    }

    /// Decides with several threads.
    pub(super) fn choose_together<G: Game>(
        &mut self,
        position: &G,
        depth: u32,
        budget: &Budget,
        rng: &mut Rng,
    ) -> Decision<G::Move>
    where
        E: Evaluation<G>,
        Q: Gain<G>,
    {
        let table = self.fresh_shared_table();
        let options = self.options;
        let company = Company::default();
        // All draw the same seed, so that all see the same sampled outcomes.
        let draws = rng.clone();
        rng.bits();
        let work = |index: usize, position: &G| {
            let _end = (index == 0).then(|| EndOnDrop(&company.over));
            let budget = Budget {
                iterations: budget.iterations,
                ..share(budget, index as u64, options.threads as u64)
            };
            let mut draws = draws.clone();
            let mut engine =
                Engine::new(&self.evaluation, &self.gain, options, &budget, &mut draws);
            engine.meter.end_with(company.over.clone());
            if let Some(table) = &table {
                engine.memory = Memory::Shared(Access::new(table));
            }
            if options.table == TableMode::Deep {
                engine.judged.start(engine.seed.0);
            }
            // Results of a deeper round count for the round of others only where the table may mix depths.
            let ahead = match options.table {
                TableMode::Deep => index as u32 % 2,
                TableMode::Exact | TableMode::Off => 0,
            };
            engine.companion =
                Some(Companion { index: index as u32, company: company.clone(), ahead });
            let decision = engine.decide(position, depth);
            if !engine.meter.spent() {
                company.over.store(true, Ordering::Relaxed);
            }
            decision
        };
        let decisions = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..options.threads)
                .map(|index| {
                    let (position, work) = (position.detach(), &work);
                    scope.spawn(move || work(index, &position))
                })
                .collect();
            let mut decisions = vec![work(0, position)];
            for helper in helpers {
                match helper.join() {
                    Ok(decision) => decisions.push(decision),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            decisions
        });
        self.shared = table.map(|table| (options.table_mebibytes, table));
        deepest(decisions, budget.time_kind)
    }
}

/// The decision that looked furthest, the earlier thread's among equals, with what all have cost.
fn deepest<M>(decisions: Vec<Decision<M>>, kind: TimeKind) -> Decision<M> {
    let nodes = decisions.iter().map(|decision| decision.nodes).sum();
    let time = match kind {
        TimeKind::Wall => decisions[0].time,
        TimeKind::Processor => decisions.iter().map(|decision| decision.time).sum(),
    };
    let best = decisions
        .into_iter()
        .reduce(|best, other| if other.depth > best.depth { other } else { best })
        .expect("the first thread always decides");
    Decision { nodes, time, ..best }
}
