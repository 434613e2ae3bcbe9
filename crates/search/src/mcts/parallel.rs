//! Running simulations until the budget is spent, on one thread or several.

use ludarium_game::{Budget, Evaluation, Gain, Game, Purpose, Rng, Seed, TimeKind};

use super::reward::Reward;
use super::search::{Search, Worker};
use crate::Meter;

/// What a run has cost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    pub(super) iterations: u64,
    pub(super) nodes: u64,
    pub(super) depth: u32,
}

/// Spends a budget on some trees, with `threads` threads in each. One thread alone draws from `rng`
/// directly; several get streams of their own.
pub(super) fn run<G, E, A, R>(
    searches: &[Search<'_, G, E, A, R>],
    threads: usize,
    budget: &Budget,
    rng: &mut Rng,
) -> Cost
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    if let ([search], 1) = (searches, threads) {
        return work(search, budget, rng);
    }
    let seed = Seed(rng.bits());
    let workers = searches.len() * threads;
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers)
            .map(|index| {
                let search = &searches[index / threads];
                let budget = share(budget, index as u64, workers as u64);
                let mut rng = seed.stream(Purpose::Search, index as u64);
                scope.spawn(move || work(search, &budget, &mut rng))
            })
            .collect();
        let mut total = Cost::default();
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

/// The part of a budget for one of several workers; the parts add up exactly. Time as people see it passes for all of
/// them at once; the processor's time is used up by each.
fn share(budget: &Budget, index: u64, workers: u64) -> Budget {
    let part = |whole: u64| whole / workers + u64::from(index < whole % workers);
    Budget {
        iterations: budget.iterations.map(part),
        nodes: budget.nodes.map(part),
        time: match budget.time_kind {
            TimeKind::Wall => budget.time,
            TimeKind::Processor => budget.time.map(|time| time.div_f64(workers as f64)),
        },
        ..budget.clone()
    }
}

/// One worker: simulations until its budget is spent or the root is solved.
fn work<G, E, A, R>(search: &Search<'_, G, E, A, R>, budget: &Budget, rng: &mut Rng) -> Cost
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    let mut meter = Meter::new(budget);
    let mut worker = Worker::new(rng.clone());
    let root = search.tree.root();
    if root.children().is_none() {
        // Even a spent budget needs moves to choose from.
        search.expand(root, Some(search.mover), search.position, &mut worker);
    }
    let mut iterations = 0;
    let is_solved = || search.solver && root.exact(search.tree.layout).is_some();
    while !is_solved() && meter.iteration() {
        let before = worker.nodes;
        search.simulate(&mut worker);
        iterations += 1;
        meter.add(worker.nodes - before);
    }
    *rng = worker.rng;
    Cost {
        iterations,
        nodes: worker.nodes,
        depth: worker.depth,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn workers_share_counts_and_the_processor_but_not_the_wall_clock() {
        let whole = Budget {
            iterations: Some(10),
            time: Some(Duration::from_millis(60)),
            ..Budget::default()
        };
        let parts: Vec<_> = (0..3).map(|index| share(&whole, index, 3)).collect();
        assert_eq!(
            parts.iter().filter_map(|part| part.iterations).sum::<u64>(),
            10
        );
        assert!(parts.iter().all(|part| part.time == whole.time));
        let processor = Budget {
            time_kind: TimeKind::Processor,
            ..whole
        };
        let part = share(&processor, 0, 3);
        assert_eq!(part.time, Some(Duration::from_millis(20)));
    }
}
