//! `Outside`: an evaluation and an oracle that ask a network which another program has trained.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use ludarium_game::tensors::{Array, Tensors};
use ludarium_game::{Evaluation, Listing, MoveList, Rng, Scores, Seat, Seed, Turn, Value};
use ludarium_learn::LearnError;
use ludarium_learn::outside::{Fit, OutsideNetwork};
use ludarium_search::mcts::{Leaf, Opinion, Oracle};

use crate::Playable;

#[cfg(test)]
mod tests;

/// Outcomes that are drawn where a chance event cannot be listed.
const DRAWN: u32 = 8;

/// A network from outside with what it sees of a game.
///
/// It is asked where a seat is to move, with the eyes of that seat. Where chance is next, its judgement is the mean over
/// the outcomes: over all that can be listed, or over a few that the key of the position draws.
pub struct Outside<G: Playable> {
    network: Arc<OutsideNetwork>,
    /// What the game looks like, since the first position that was seen.
    view: Arc<OnceLock<TensorView<G>>>,
}

/// What a game looks like under the rules of one variant.
struct TensorView<G> {
    tensors: Arc<dyn Tensors<G>>,
    fit: Fit,
    width: usize,
    seats: usize,
}

impl<G: Playable> Clone for Outside<G> {
    fn clone(&self) -> Self {
        Outside { network: self.network.clone(), view: self.view.clone() }
    }
}

impl<G: Playable> Outside<G> {
    /// Reads a file: the network, and the bytes of the file.
    pub fn read(path: &Path) -> Result<(Outside<G>, Vec<u8>), LearnError> {
        let (network, bytes) = OutsideNetwork::read(path)?;
        Ok((Outside::new(network), bytes))
    }

    /// Asks this network.
    pub fn new(network: Arc<OutsideNetwork>) -> Outside<G> {
        Outside { network, view: Arc::default() }
    }

    /// Whether the network fits the game of a position; what is wrong where it does not.
    pub fn check(&self, position: &G) -> Result<(), String> {
        self.look(position).map(|_| ())
    }

    fn look(&self, position: &G) -> Result<TensorView<G>, String> {
        let tensors = G::tensors(position);
        let (arrays, actions) = (tensors.arrays(), tensors.actions());
        let seats = position.seats();
        Ok(TensorView {
            fit: self.network.fit(G::NAME, &arrays, actions, seats)?,
            width: arrays.iter().map(Array::size).sum(),
            tensors,
            seats,
        })
    }

    /// # Panics
    /// If the network does not fit the position, which a check before the game would have shown.
    fn view(&self, position: &G) -> &TensorView<G> {
        let view = self.view.get_or_init(|| {
            let view = self.look(position);
            view.unwrap_or_else(|reason| panic!("the network does not fit: {reason}"))
        });
        assert_eq!(view.seats, position.seats(), "the number of seats changed");
        view
    }

    /// What the network says of some positions in which a seat is to move: their scores, and the numbers of all actions.
    fn ask<'p>(&self, positions: impl Iterator<Item = &'p G> + Clone) -> (Vec<Scores>, Vec<f32>) {
        let Some(first) = positions.clone().next() else {
            return Default::default();
        };
        let view = self.view(first);
        let mut numbers = vec![0.0; view.width * positions.clone().count()];
        for (position, row) in positions.clone().zip(numbers.chunks_exact_mut(view.width)) {
            view.tensors.observe(position, mover(position), row);
        }
        let answers = self.network.evaluate(&view.fit, &numbers);
        let values = answers.values.len() / positions.clone().count();
        let rows = answers.values.chunks_exact(values);
        let scores = positions.zip(rows).map(|(position, row)| {
            let (mut scores, seats) = (Scores::ZERO, view.seats);
            let mover = mover(position).index();
            for turn in 0..seats {
                // The mover's number alone says the rest where there are two.
                let value = row.get(turn).copied().unwrap_or(1.0 - row[0]);
                let seat = Seat(((mover + turn) % seats) as u8);
                scores.set(seat, Value(value));
            }
            scores
        });
        (scores.collect(), answers.policy)
    }

    /// The positions that a chance event may lead to, with their probabilities.
    fn outcomes(position: &G) -> Vec<(G, f64)> {
        let mut rng = Rng::new(Seed(position.key()));
        let mut listed = Vec::new();
        let listed = match position.chances(&mut listed) {
            Listing::Complete => listed,
            Listing::TooMany => {
                let share = 1.0 / f64::from(DRAWN);
                (0..DRAWN).map(|_| (position.roll(&mut rng), share)).collect()
            }
        };
        let after = |(outcome, probability)| {
            let mut next = position.clone();
            next.play(outcome);
            while next.turn() == Turn::Chance {
                next.play(next.roll(&mut rng));
            }
            (next, probability)
        };
        listed.into_iter().map(after).collect()
    }
}

/// The seat to move, where one is.
fn mover<G: Playable>(position: &G) -> Seat {
    match position.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance | Turn::Over => Seat(0),
    }
}

impl<G: Playable> Evaluation<G> for Outside<G> {
    fn evaluate(&self, position: &G) -> Scores {
        if position.turn() != Turn::Chance {
            let (scores, _) = self.ask(std::iter::once(position));
            return scores[0];
        }
        let outcomes = Outside::outcomes(position);
        let open = outcomes.iter().filter(|(next, _)| next.turn() != Turn::Over);
        let (judged, _) = self.ask(open.map(|(next, _)| next));
        let mut judged = judged.into_iter();
        let mut mean = Scores::ZERO;
        for (next, probability) in &outcomes {
            let scores = match next.turn() {
                Turn::Over => Some(next.scores()),
                _ => judged.next(),
            };
            mean += scores.unwrap_or(Scores::ZERO) * *probability as f32;
        }
        // Probabilities are rounded, and the mean must stay a score.
        for seat in Seat::all(position.seats()) {
            mean.set(seat, Value(mean.of(seat).0.clamp(0.0, 1.0)));
        }
        mean
    }
}

impl<G: Playable> Oracle<G> for Outside<G> {
    fn judge(&self, leaves: &[Leaf<G>]) -> Vec<Opinion> {
        let (scores, policy) = self.ask(leaves.iter().map(|leaf| &leaf.position));
        let width = policy.len() / leaves.len().max(1);
        let mut actions = Vec::new();
        let opinions = leaves.iter().zip(scores).enumerate();
        let opinions = opinions.map(|(place, (leaf, scores))| {
            let row = &policy[place * width..][..width];
            let priors = if row.is_empty() {
                vec![1.0 / leaf.moves.len() as f32; leaf.moves.len()]
            } else {
                let tensors = &self.view(&leaf.position).tensors;
                number_in_order(&**tensors, leaf, &mut actions);
                softmax(&actions, row)
            };
            Opinion { scores, priors }
        });
        opinions.collect()
    }
}

/// The actions of a leaf's moves, in their order. Some games number all legal moves at once and in the order of the rules.
fn number_in_order<G: Playable>(
    tensors: &dyn Tensors<G>,
    leaf: &Leaf<G>,
    out: &mut Vec<Option<u32>>,
) {
    let mut legal = MoveList::new();
    leaf.position.moves(&mut legal);
    let mut numbered = Vec::new();
    tensors.number(&leaf.position, &legal, &mut numbered);
    let action = |mv| {
        let place = legal.iter().position(|known| known == mv)?;
        numbered[place]
    };
    out.clear();
    out.extend(leaf.moves.iter().map(action));
}

/// Priors from the numbers of actions. A move without an action counts as much as others do in the mean.
fn softmax(actions: &[Option<u32>], row: &[f32]) -> Vec<f32> {
    let number = |action: &Option<u32>| {
        let number = action.and_then(|action| row.get(action as usize).copied());
        number.filter(|number| number.is_finite())
    };
    let known: Vec<f32> = actions.iter().filter_map(number).collect();
    let highest = known.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<Option<f32>> = actions
        .iter()
        .map(|action| number(action).map(|number| (number - highest).exp()))
        .collect();
    let sum: f32 = weights.iter().flatten().sum();
    let mean = if known.is_empty() { 1.0 } else { sum / known.len() as f32 };
    let all = sum + mean * (actions.len() - known.len()) as f32;
    weights.iter().map(|weight| weight.unwrap_or(mean) / all).collect()
}
