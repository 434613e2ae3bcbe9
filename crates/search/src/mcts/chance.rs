//! Chance: which outcome of a chance node is followed.

use std::sync::atomic::Ordering::Relaxed;

use ludarium_game::{Evaluation, Gain, Game, Rng};

use super::block::{At, Chooser, NewChild, Siblings};
use super::expansion::weight_of;
use super::parameters::ChanceNodes;
use super::reward::Reward;
use super::search::{Search, Worker};

/// A widened chance node has at most this many outcomes, times its visits to the power below.
const WIDENING_FACTOR: f64 = 1.5;
const WIDENING_POWER: f64 = 0.5;

impl<'s, G, E, A, R> Search<'s, G, E, A, R>
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    /// The outcome to follow at a chance node with `before` visits before this one.
    pub(super) fn outcome(
        &self,
        outcomes: &'s Siblings<G::Move>,
        before: u32,
        position: &G,
        worker: &mut Worker<'_, G>,
    ) -> At<'s, G::Move> {
        if !outcomes.complete {
            return self.widen(outcomes, before, position, worker);
        }
        #[cfg(test)]
        if self.parameters.fault == super::tests::PlantedFault::EvenLuck {
            return uniform(outcomes, &mut worker.rng);
        }
        match self.parameters.chance {
            ChanceNodes::Sampled => sampled(outcomes, &mut worker.rng),
            ChanceNodes::Expecti => outcomes
                .iter()
                .find(|at| at.visits() == 0)
                .unwrap_or_else(|| uniform(outcomes, &mut worker.rng)),
            // Widened nodes are never complete.
            ChanceNodes::Quota | ChanceNodes::Widening => quota(outcomes),
        }
    }

    /// Draws a new outcome while the node may grow; otherwise follows the one that lags furthest
    /// behind its probability, or behind the number of times it was drawn where that is unknown.
    fn widen(
        &self,
        first: &'s Siblings<G::Move>,
        before: u32,
        position: &G,
        worker: &mut Worker<'_, G>,
    ) -> At<'s, G::Move> {
        let children: usize = first.chain().map(Siblings::len).sum();
        let most = WIDENING_FACTOR * f64::from(before).powf(WIDENING_POWER);
        if children as f64 > most || self.tree.full() {
            return quota(first);
        }
        let mv = position.roll(&mut worker.rng);
        let known = first.chain().flat_map(Siblings::iter).find(|at| at.mv() == mv);
        if let Some(at) = known {
            self.tree.offer(at);
            return at;
        }
        let _ = position.chances(&mut worker.outcomes);
        let new_child = NewChild::outcome(mv, weight_of(mv, &worker.outcomes));
        let block = Siblings::new(Chooser::Chance, false, &[new_child], self.tree.layout);
        // If another thread was faster its outcome is as good a sample as ours.
        self.tree.append(first, block).map_or_else(|| quota(first), Siblings::first)
    }
}

/// An outcome drawn by its probability.
fn sampled<'t, M: Copy>(outcomes: &'t Siblings<M>, rng: &mut Rng) -> At<'t, M> {
    let mut left = rng.unit();
    let mut last = outcomes.first();
    for at in outcomes.iter() {
        last = at;
        left -= f64::from(at.node().prior);
        if left < 0.0 {
            break;
        }
    }
    last
}

/// Any outcome, each equally likely.
fn uniform<'t, M: Copy>(outcomes: &'t Siblings<M>, rng: &mut Rng) -> At<'t, M> {
    let index = rng.below(outcomes.len() as u32) as usize;
    outcomes.iter().nth(index).unwrap_or(outcomes.first())
}

/// The outcome with the largest weight for its visits; the first of several.
fn quota<M: Copy>(first: &Siblings<M>) -> At<'_, M> {
    let mut best = first.first();
    let mut highest = 0.0;
    for at in first.chain().flat_map(Siblings::iter) {
        let share = weight(at, first.complete) / (f64::from(at.visits()) + 1.0);
        if share > highest {
            (best, highest) = (at, share);
        }
    }
    best
}

/// How much of a chance node an outcome stands for. Listed outcomes have their probability; of others
/// we only know how often they were drawn again.
pub(super) fn weight<M: Copy>(at: At<'_, M>, complete: bool) -> f64 {
    let prior = f64::from(at.node().prior);
    if complete || prior < 1.0 { prior } else { f64::from(at.node().offered.load(Relaxed)) + 1.0 }
}
