//! Running simulations until the budget is spent, on one thread or several.

use ludarium_game::{Budget, Evaluation, Gain, Game, Purpose, Rng, Seed};

use super::reward::Reward;
use super::search::{Search, Worker};
use crate::share::share;

/// What a run has cost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SearchCost {
    pub(super) iterations: u64,
    pub(super) nodes: u64,
    pub(super) depth: u32,
}

/// Spends a budget on a tree. One thread alone draws from `rng` directly; several get streams of their own.
pub(super) fn run<G, E, A, R>(
    search: &Search<'_, G, E, A, R>,
    threads: usize,
    budget: &Budget,
    rng: &mut Rng,
) -> SearchCost
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    if threads <= 1 {
        return work(search, budget, rng);
    }
    let seed = Seed(rng.bits());
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|index| {
                let budget = share(budget, index as u64, threads as u64);
                let mut rng = seed.stream(Purpose::Search, index as u64);
                scope.spawn(move || {
                    // Copies of one position have counters in common, for which threads would wait.
                    let position = &search.position.detach();
                    let search = Search { position, ..*search };
                    work(&search, &budget, &mut rng)
                })
            })
            .collect();
        let mut total = SearchCost::default();
        for handle in handles {
            match handle.join() {
                Ok(cost) => {
                    total.iterations += cost.iterations;
                    total.nodes += cost.nodes;
                    total.depth = total.depth.max(cost.depth);
                }
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        total
    })
}

/// One worker: simulations until its budget is spent or the root is solved.
fn work<G, E, A, R>(search: &Search<'_, G, E, A, R>, budget: &Budget, rng: &mut Rng) -> SearchCost
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    let mut meter = budget.meter();
    let mut worker = Worker::new(rng.clone());
    if let Some(oracle) = search.oracle {
        let iterations = search.consult(oracle, &mut meter, &mut worker);
        *rng = worker.rng;
        return SearchCost { iterations, nodes: worker.nodes, depth: worker.depth };
    }
    let root = search.tree.root();
    if root.children().is_none() {
        // Even a spent budget needs moves to choose from.
        search.expand(root, Some(search.mover), search.position, &mut worker);
    }
    let mut iterations = 0;
    while !search.is_solved() && meter.iteration() {
        let before = worker.nodes;
        search.simulate(&mut worker);
        iterations += 1;
        meter.add(worker.nodes - before);
    }
    worker.lease.end(search.tree);
    *rng = worker.rng;
    SearchCost { iterations, nodes: worker.nodes, depth: worker.depth }
}
