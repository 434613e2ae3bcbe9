//! Giving a node its children.

use ludarium_game::{Evaluation, Gain, Game, Listing, Seat};

use super::block::{At, Block, Chooser, Seedling};
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
    ) -> Option<&'s Block<G::Move>> {
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
        let block = Block::new(chooser, complete, &worker.seedlings, self.tree.layout);
        self.tree.grow(at, block)
    }

    /// Writes the moves in `worker.buffer` to `worker.seedlings`; returns whether none was left out.
    pub(super) fn sow_moves(&self, seat: Seat, position: &G, worker: &mut Worker<'_, G>) -> bool {
        // A random order breaks ties without favour and makes the first visits a fair sample.
        worker.rng.shuffle(&mut worker.buffer);
        let gains_only = self.parameters.expansion == Expansion::GainsOnly;
        let temperature = match self.parameters.selection {
            Selection::Puct { temperature, .. } => Some(temperature),
            _ => None,
        };
        let weighs = gains_only || temperature.is_some() || self.parameters.bias != 0.0;
        let remembers =
            self.history.is_some() || self.mast.is_some() || self.parameters.rave.is_some();
        let even = 1.0 / worker.buffer.len() as f32;
        let seedlings = &mut worker.seedlings;
        seedlings.clear();
        seedlings.extend(worker.buffer.iter().map(|&mv| Seedling {
            mv,
            prior: even,
            gain: if weighs {
                self.gain.gain(position, mv)
            } else {
                0.0
            },
            slot: if remembers {
                History::slot(seat, mv)
            } else {
                0
            },
        }));
        let all = seedlings.len();
        if gains_only && seedlings.iter().any(|seedling| seedling.gain > 0.0) {
            seedlings.retain(|seedling| seedling.gain > 0.0);
            seedlings.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        }
        if let Some(temperature) = temperature {
            softmax(seedlings, temperature);
        }
        seedlings.len() == all
    }

    /// Writes all outcomes to `worker.seedlings`, or one outcome of an event that is widened; returns
    /// whether the list is complete.
    fn sow_outcomes(&self, position: &G, worker: &mut Worker<'_, G>) -> bool {
        let listing = position.chances(&mut worker.outcomes);
        let seedlings = &mut worker.seedlings;
        seedlings.clear();
        if listing == Listing::TooMany || self.parameters.chance == ChanceNodes::Widening {
            let mv = position.roll(&mut worker.rng);
            seedlings.push(Seedling::outcome(mv, weight_of(mv, &worker.outcomes)));
            return false;
        }
        seedlings.extend(
            worker
                .outcomes
                .iter()
                .map(|&(mv, probability)| Seedling::outcome(mv, probability as f32)),
        );
        if self.parameters.chance == ChanceNodes::Expecti {
            // Unvisited outcomes are taken in order: a random one keeps small samples fair.
            worker.rng.shuffle(seedlings);
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
fn softmax<M>(seedlings: &mut [Seedling<M>], temperature: f64) {
    let highest = seedlings
        .iter()
        .map(|seedling| seedling.gain)
        .fold(f32::NEG_INFINITY, f32::max);
    // A temperature of 0 means the same as a very small one.
    let temperature = temperature.max(1e-9);
    let mut sum = 0.0;
    for seedling in seedlings.iter_mut() {
        seedling.prior = (f64::from(seedling.gain - highest) / temperature).exp() as f32;
        sum += seedling.prior;
    }
    for seedling in seedlings {
        seedling.prior /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priors_are_the_softmax_of_gains() {
        let priors = |gains: &[f32], temperature| -> Vec<f32> {
            let mut seedlings: Vec<_> = gains
                .iter()
                .map(|&gain| Seedling {
                    mv: (),
                    prior: 0.0,
                    gain,
                    slot: 0,
                })
                .collect();
            softmax(&mut seedlings, temperature);
            seedlings.iter().map(|seedling| seedling.prior).collect()
        };
        let gentle = priors(&[0.0, 3.0 * 2f32.ln(), -1000.0], 3.0);
        for (prior, expected) in gentle.iter().zip([1.0 / 3.0, 2.0 / 3.0, 0.0]) {
            assert!((prior - expected).abs() < 1e-6, "{gentle:?}");
        }
        assert_eq!(priors(&[1.0, 2.0, 2.0], 0.0), [0.0, 0.5, 0.5]);
        assert_eq!(priors(&[5.0], 1.0), [1.0]);
    }
}
