//! Oracles: who judges leaves in place of roll-outs, many at a time.
//!
//! A network answers a batch nearly as fast as a single question. So a search with an oracle walks down several times
//! before it asks: a visit that has not been backed up yet counts as one with reward 0 (virtual loss), which sends the
//! next walk elsewhere. A walk that still ends at a leaf which waits already shares its answer, and ends the batch.

use ludarium_game::{Evaluation, Gain, Game, Meter, Scores, Seat, Turn};

use super::block::{At, Chooser, NewChild, Siblings};
use super::history::History;
use super::lease::Lease;
use super::reward::Reward;
use super::rollout::checked;
use super::search::{PathNode, Search, Worker};

/// Judges positions and the moves in them, many positions at a time.
pub trait Oracle<G: Game>: Send + Sync {
    /// An opinion about each leaf, in their order. The same leaves get the same opinions.
    fn judge(&self, leaves: &[Leaf<G>]) -> Vec<Opinion>;
}

/// A position that an oracle is asked about. A seat is to move in it.
#[derive(Clone, Debug)]
pub struct Leaf<G: Game> {
    /// The position.
    pub position: G,
    /// Its legal moves.
    pub moves: Vec<G::Move>,
}

/// What an oracle says of a leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// What each seat may expect, in [0, 1].
    pub scores: Scores,
    /// How much of the search each move deserves, in the order of the moves; they sum to 1.
    pub priors: Vec<f32>,
}

/// A walk that waits for an opinion.
struct WaitingLeaf<'s, M> {
    path: Vec<PathNode<'s, M>>,
    /// The place of its leaf among those of the batch.
    leaf: usize,
    /// The node that gets children, unless the position lies beyond the tree.
    grows: Option<At<'s, M>>,
}

/// Walks that wait for the answer to one question.
pub(super) struct Batch<'s, G: Game> {
    leaves: Vec<Leaf<G>>,
    waiting: Vec<WaitingLeaf<'s, G::Move>>,
}

impl<'s, G, E, A, R> Search<'s, G, E, A, R>
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    /// Spends a budget with the help of an oracle; the number of simulations.
    pub(super) fn consult(
        &self,
        oracle: &dyn Oracle<G>,
        meter: &mut Meter,
        worker: &mut Worker<'s, G>,
    ) -> u64 {
        let root = self.tree.root();
        let mut batch = Batch { leaves: Vec::new(), waiting: Vec::new() };
        if root.children().is_none() {
            // Even a spent budget needs moves to choose from.
            self.wait(Some(root), self.position.clone(), worker, &mut batch);
            self.settle(oracle, &mut batch, &mut worker.lease);
        }
        let mut iterations = 0;
        while !self.is_solved() && !meter.spent() {
            let before = worker.nodes;
            iterations += self.collect(meter, worker, &mut batch);
            self.settle(oracle, &mut batch, &mut worker.lease);
            meter.add(worker.nodes - before);
            meter.look();
        }
        iterations
    }

    /// Walks down until a batch is full, a leaf is met twice or the budget is spent; the number of walks. A walk that
    /// needs no opinion is backed up at once.
    fn collect(
        &self,
        meter: &mut Meter,
        worker: &mut Worker<'s, G>,
        batch: &mut Batch<'s, G>,
    ) -> u64 {
        let most = self.parameters.batch.max(1) as usize;
        let mut walks = 0;
        while walks < most as u64 && !self.is_solved() && meter.iteration() {
            walks += 1;
            let mut position = self.position.clone();
            match self.descend(&mut position, worker) {
                Some(reward) => self.back_up(&worker.path, reward, &mut worker.lease),
                None if !self.join(worker, position, batch) => break,
                None => {}
            }
        }
        walks
    }

    /// Adds the walk that has just ended to a batch; false if its leaf was there already.
    fn join(&self, worker: &mut Worker<'s, G>, mut position: G, batch: &mut Batch<'s, G>) -> bool {
        let at = worker.path.last().map(|step| step.at);
        let known = batch
            .waiting
            .iter()
            .find(|other| other.grows.zip(at).is_some_and(|(a, b)| a.is(b)))
            .map(|other| other.leaf);
        if let Some(leaf) = known {
            batch.waiting.push(WaitingLeaf {
                path: std::mem::take(&mut worker.path),
                leaf,
                grows: None,
            });
            return false;
        }
        let inside = matches!(position.turn(), Turn::Seat(_)) && !self.tree.full();
        // Where the tree cannot grow, chance is played beyond it.
        self.draw_luck(&mut position, worker);
        if position.turn() == Turn::Over {
            let reward = self.finished(&position);
            self.back_up(&worker.path, reward, &mut worker.lease);
            return true;
        }
        let grows = at.filter(|at| inside && at.children().is_none());
        self.wait(grows, position, worker, batch);
        true
    }

    fn wait(
        &self,
        grows: Option<At<'s, G::Move>>,
        position: G,
        worker: &mut Worker<'s, G>,
        batch: &mut Batch<'s, G>,
    ) {
        position.moves(&mut worker.buffer);
        // A random order breaks ties fairly.
        worker.rng.shuffle(&mut worker.buffer);
        batch.waiting.push(WaitingLeaf {
            path: std::mem::take(&mut worker.path),
            leaf: batch.leaves.len(),
            grows,
        });
        batch.leaves.push(Leaf { position, moves: worker.buffer.to_vec() });
    }

    /// Asks about all leaves of a batch, gives them their children and backs their scores up.
    fn settle(
        &self,
        oracle: &dyn Oracle<G>,
        batch: &mut Batch<'s, G>,
        lease: &mut Lease<'s, G::Move>,
    ) {
        if batch.leaves.is_empty() {
            return;
        }
        let opinions = oracle.judge(&batch.leaves);
        for waiting in batch.waiting.drain(..) {
            let (leaf, opinion) = (&batch.leaves[waiting.leaf], &opinions[waiting.leaf]);
            if let (Some(at), Turn::Seat(seat)) = (waiting.grows, leaf.position.turn()) {
                self.grow(at, seat, leaf, &opinion.priors);
            }
            let seats = leaf.position.seats();
            let reward = checked::<G, R>(opinion.scores, seats);
            self.back_up(&waiting.path, reward, lease);
        }
        batch.leaves.clear();
    }

    fn grow(&self, at: At<'s, G::Move>, seat: Seat, leaf: &Leaf<G>, priors: &[f32]) {
        let remembers = self.history.is_some();
        let new_children: Vec<NewChild<G::Move>> = leaf
            .moves
            .iter()
            .zip(priors)
            .map(|(&mv, &prior)| NewChild {
                mv,
                prior,
                gain: 0.0,
                slot: if remembers { History::slot(seat, mv) } else { 0 },
            })
            .collect();
        let layout = self.tree.layout;
        let block = Siblings::new(Chooser::Seat(seat), true, &new_children, layout);
        self.tree.grow(at, block);
    }
}
