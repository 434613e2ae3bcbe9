//! RAVE: a simulation counts for a move at whatever time in it the move was made.

use std::sync::atomic::Ordering::Relaxed;

use ludarium_game::{Evaluation, Gain, Game, Scores};

use super::block::{Chooser, Siblings, to_units};
use super::history::SLOTS;
use super::reward::Reward;
use super::search::{Search, Worker};

/// The moves of one simulation, by history slot; slots include the seat.
#[derive(Default)]
pub(super) struct Amaf {
    /// The simulation in which each slot was last noted; empty until the first one.
    last: Vec<u32>,
    simulation: u32,
}

impl Amaf {
    /// Begins a simulation in which nothing has been played.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.simulation = self.simulation.wrapping_add(1);
        if self.last.is_empty() || self.simulation == 0 {
            self.last = vec![0; SLOTS];
            self.simulation = 1;
        }
    }

    /// Notes a move.
    #[inline]
    pub(super) fn note(&mut self, slot: u32) {
        self.last[slot as usize] = self.simulation;
    }

    #[inline]
    fn contains(&self, slot: u32) -> bool {
        self.last[slot as usize] == self.simulation
    }
}

impl<G, E, A, R> Search<'_, G, E, A, R>
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    /// Adds a reward to every child on the way whose move its seat made there or later. The moves of
    /// the roll-out are noted already; those of the tree join them from the leaf upwards.
    pub(super) fn back_up_amaf(&self, worker: &mut Worker<'_, G>, reward: Scores) {
        let layout = self.tree.layout;
        let units = to_units(reward, layout.seats);
        for pair in worker.path.windows(2).rev() {
            let (parent, child) = (&pair[0], &pair[1]);
            if child.chooser.is_some() {
                worker.amaf.note(child.at.node().slot);
            }
            let Some(children) = parent.at.children() else {
                continue;
            };
            let Chooser::Seat(seat) = children.chooser else {
                continue;
            };
            for sibling in children.chain().flat_map(Siblings::iter) {
                if worker.amaf.contains(sibling.node().slot)
                    && let Some((sum, count)) = sibling.amaf_numbers(layout)
                {
                    sum.fetch_add(units[seat.index()], Relaxed);
                    count.fetch_add(1, Relaxed);
                }
            }
        }
    }
}

/// The mean of n visits mixed with that of all simulations with the move.
pub(super) fn mix(mean: f64, n: f64, (amaf, m): (f64, f64), bias: f64) -> f64 {
    if m == 0.0 {
        return mean;
    }
    let weight = m / (n + m + 4.0 * bias * bias * n * m);
    (1.0 - weight) * mean + weight * amaf
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weight_fades_with_visits() {
        assert_eq!(mix(0.2, 10.0, (0.0, 0.0), 0.1), 0.2);
        assert_eq!(mix(0.0, 1.0, (1.0, 1.0), 0.5), 1.0 / 3.0);
        let weights = [1.0, 10.0, 100.0, 1000.0].map(|n| mix(0.0, n, (1.0, 2.0 * n), 0.1));
        assert!(
            weights.is_sorted_by(|a, b| a > b) && weights[3] < 0.03,
            "{weights:?}"
        );
    }

    #[test]
    fn a_simulation_begins_without_moves() {
        let mut amaf = Amaf::default();
        amaf.begin();
        amaf.note(7);
        assert!(amaf.contains(7) && !amaf.contains(8));
        amaf.begin();
        assert!(!amaf.contains(7));
    }
}
