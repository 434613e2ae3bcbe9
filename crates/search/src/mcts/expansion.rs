//! Giving a node its children.

use ludarium_game::{Evaluation, Gain, Game, Listing, Seat, sort_by};

use super::block::{At, Chooser, NewChild, Siblings};
use super::history::History;
use super::parameters::{ChanceNodes, Expansion, Selection};
use super::reward::Reward;
use super::search::{Search, Worker};

impl<'s, G, E, A, R> Search<'s, G, E, A, R>
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    /// The new children of a node, where a seat chooses or chance; `None` when the memory is used up.
    pub(super) fn expand(
        &self,
        at: At<'s, G::Move>,
        chooser: Option<Seat>,
        position: &G,
        worker: &mut Worker<'_, G>,
    ) -> Option<&'s Siblings<G::Move>> {
        if self.tree.full() && worker.path.len() > 1 {
            return None;
        }
        let (chooser, complete) = match chooser {
            Some(seat) => {
                position.moves(&mut worker.buffer);
                (Chooser::Seat(seat), self.sow_moves(seat, position, worker))
            }
            None => (Chooser::Chance, self.sow_outcomes(position, worker)),
        };
        let block = Siblings::new(chooser, complete, &worker.new_children, self.tree.layout);
        self.tree.grow(at, block)
    }

    /// Writes the moves in `worker.buffer` to `worker.new_children`; returns whether none was left out.
    fn sow_moves(&self, seat: Seat, position: &G, worker: &mut Worker<'_, G>) -> bool {
        // A random order breaks ties fairly and makes the first visits a fair sample.
        worker.rng.shuffle(&mut worker.buffer);
        let gains_only = self.parameters.expansion == Expansion::GainsOnly;
        let temperature = match self.parameters.selection {
            Selection::Puct { temperature, .. } => Some(temperature),
            _ => None,
        };
        let weighs = gains_only || temperature.is_some();
        let remembers = self.history.is_some();
        let even = 1.0 / worker.buffer.len() as f32;
        let new_children = &mut worker.new_children;
        new_children.clear();
        new_children.extend(worker.buffer.iter().map(|&mv| NewChild {
            mv,
            prior: even,
            gain: if weighs { self.gain.gain(position, mv) } else { 0.0 },
            slot: if remembers { History::slot(seat, mv) } else { 0 },
        }));
        let all = new_children.len();
        if gains_only && new_children.iter().any(|new_child| new_child.gain > 0.0) {
            new_children.retain(|new_child| new_child.gain > 0.0);
            sort_by(new_children, |a, b| b.gain.total_cmp(&a.gain));
        }
        if let Some(temperature) = temperature {
            softmax(new_children, temperature);
        }
        new_children.len() == all
    }

    /// Writes all outcomes to `worker.new_children`, or one outcome of an event that is widened; returns
    /// whether the list is complete.
    fn sow_outcomes(&self, position: &G, worker: &mut Worker<'_, G>) -> bool {
        let listing = position.chances(&mut worker.outcomes);
        let new_children = &mut worker.new_children;
        new_children.clear();
        if listing == Listing::TooMany || self.parameters.chance == ChanceNodes::Widening {
            let mv = position.roll(&mut worker.rng);
            new_children.push(NewChild::outcome(mv, weight_of(mv, &worker.outcomes)));
            return false;
        }
        new_children.extend(
            worker
                .outcomes
                .iter()
                .map(|&(mv, probability)| NewChild::outcome(mv, probability as f32)),
        );
        if self.parameters.chance == ChanceNodes::Expecti {
            // Unvisited outcomes are taken in order: a random one keeps small samples fair.
            worker.rng.shuffle(new_children);
        }
        true
    }
}

/// The probability of a drawn outcome, or 1 where outcomes are not listed.
pub(super) fn weight_of<M: Eq>(drawn: M, outcomes: &[(M, f64)]) -> f32 {
    outcomes
        .iter()
        .find(|(outcome, _)| *outcome == drawn)
        .map_or(1.0, |&(_, probability)| probability as f32)
}

/// Turns gains into priors that sum to 1.
fn softmax<M>(new_children: &mut [NewChild<M>], temperature: f64) {
    let highest =
        new_children.iter().map(|new_child| new_child.gain).fold(f32::NEG_INFINITY, f32::max);
    // A temperature of 0 means the same as a very small one.
    let temperature = temperature.max(1e-9);
    let mut sum = 0.0;
    for new_child in new_children.iter_mut() {
        new_child.prior = (f64::from(new_child.gain - highest) / temperature).exp() as f32;
        sum += new_child.prior;
    }
    for new_child in new_children {
        new_child.prior /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priors_are_the_softmax_of_gains() {
        let priors = |gains: &[f32], temperature| -> Vec<f32> {
            let mut new_children: Vec<_> =
                gains.iter().map(|&gain| NewChild { mv: (), prior: 0.0, gain, slot: 0 }).collect();
            softmax(&mut new_children, temperature);
            new_children.iter().map(|new_child| new_child.prior).collect()
        };
        let gentle = priors(&[0.0, 3.0 * 2f32.ln(), -1000.0], 3.0);
        for (prior, expected) in gentle.iter().zip([1.0 / 3.0, 2.0 / 3.0, 0.0]) {
            assert!((prior - expected).abs() < 1e-6, "{gentle:?}");
        }
        assert_eq!(priors(&[1.0, 2.0, 2.0], 0.0), [0.0, 0.5, 0.5]);
        assert_eq!(priors(&[5.0], 1.0), [1.0]);
    }
}
