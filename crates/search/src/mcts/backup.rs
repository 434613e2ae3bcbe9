//! Backup: adds a reward to every node of the path, and updates implicit minimax values and proofs.

use ludarium_game::{Evaluation, Gain, Game, Scores};

use super::block::{At, Chooser, to_units};
use super::chance::weight;
use super::lease::Lease;
use super::reward::Reward;
use super::search::{PathNode, Search};

impl<G, E, A, R> Search<'_, G, E, A, R>
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    /// Adds a reward to every node of a path; visits were counted on the way down.
    pub(super) fn back_up(
        &self,
        path: &[PathNode<'_, G::Move>],
        reward: Scores,
        lease: &mut Lease<'_, G::Move>,
    ) {
        let units = to_units(reward, self.tree.layout.seats);
        // The root and a leased child are told later.
        let told_later = 2 * usize::from(lease.add(self.tree, &units));
        for step in path.iter().skip(told_later) {
            self.tree.add(step.at, &units);
        }
        if let Some(history) = self.history {
            for step in path {
                if let Some(seat) = step.chooser {
                    history.add(step.at.node().slot, units[seat.index()]);
                }
            }
        }
        let above_leaf = || path.iter().rev().skip(1).map(|step| step.at);
        if self.tree.layout.has_implicit() {
            let mut changed = true;
            for at in above_leaf() {
                // Where a value stays, those above it stay, too, but a mean over draws moves with every draw. A thread that
                // misses what another has just changed is put right by the next change below.
                if changed || is_drawn(at) {
                    changed = self.update_implicit(at);
                }
            }
        }
        if self.solver
            && let Some(leaf) = path.last()
            && leaf.at.exact(self.tree.layout).is_some()
        {
            // Also for proofs that are not new: two threads may each have missed the other's.
            above_leaf().all(|at| self.try_to_prove(at));
        }
    }

    /// The minimax value of an inner node: that of the best child for the seat to move, or the mean
    /// over outcomes, among the children that have one. Returns whether it has changed.
    fn update_implicit(&self, at: At<'_, G::Move>) -> bool {
        let layout = self.tree.layout;
        let Some(first) = at.children() else {
            return false;
        };
        let children = first.chain().flat_map(|block| block.iter());
        let value = match first.chooser {
            Chooser::Seat(seat) => {
                let mut best = None;
                for child in children {
                    if let Some(own) = child.implicit_of(layout, seat)
                        && best.is_none_or(|(_, most)| own > most)
                    {
                        best = Some((child, own));
                    }
                }
                best.and_then(|(child, _)| child.implicit(layout))
            }
            Chooser::Chance => {
                let mut sum = Scores::ZERO;
                let mut total = 0.0;
                for (child, value) in children.filter_map(|at| Some((at, at.implicit(layout)?))) {
                    let share = weight(child, first.complete) as f32;
                    sum += value * share;
                    total += share;
                }
                (total > 0.0).then(|| sum * (1.0 / total))
            }
        };
        value.is_some_and(|value| at.set_implicit(layout, value))
    }
}

/// Whether a node's outcomes are drawn and count by how often they were.
fn is_drawn<M: Copy>(at: At<'_, M>) -> bool {
    at.children().is_some_and(|children| children.chooser == Chooser::Chance && !children.complete)
}
