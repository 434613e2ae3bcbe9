//! Backup: adds a reward to every node of the path, and updates implicit minimax values and proofs.

use ludarium_game::{Evaluation, Gain, Game, Scores};

use super::block::{At, Chooser, to_units};
use super::chance::weight;
use super::reward::Reward;
use super::search::{Search, Step};

impl<G, E, A, R> Search<'_, G, E, A, R>
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    /// Adds a reward to every node of a path; visits were counted on the way down.
    pub(super) fn back_up(&self, path: &[Step<'_, G::Move>], reward: Scores) {
        let units = to_units(reward, self.tree.layout.seats);
        for step in path {
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
            above_leaf().for_each(|at| self.update_implicit(at));
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
    /// over outcomes, among the children that have one.
    fn update_implicit(&self, at: At<'_, G::Move>) {
        let layout = self.tree.layout;
        let Some(first) = at.children() else { return };
        let known = first
            .chain()
            .flat_map(|block| block.iter())
            .filter_map(|child| Some((child, child.implicit(layout)?)));
        let value = match first.chooser {
            Chooser::Seat(seat) => {
                let mut best: Option<Scores> = None;
                for (_, value) in known {
                    if best.is_none_or(|best| value.of(seat).0 > best.of(seat).0) {
                        best = Some(value);
                    }
                }
                best
            }
            Chooser::Chance => {
                let mut sum = Scores::ZERO;
                let mut total = 0.0;
                for (child, value) in known {
                    let share = weight(child, first.complete) as f32;
                    sum += value * share;
                    total += share;
                }
                (total > 0.0).then(|| sum * (1.0 / total))
            }
        };
        if let Some(value) = value {
            at.set_implicit(layout, value);
        }
    }
}
