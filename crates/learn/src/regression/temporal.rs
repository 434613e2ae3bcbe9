//! TD(λ) and TD-Leaf(λ): each position's value moves towards the values that came after it.

use super::{dot, sigmoid};

/// How a weighted sum becomes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Squash {
    /// It is the value.
    Linear,
    /// The logistic function: values from 0 to 1.
    Sigmoid,
    /// The hyperbolic tangent: values from −1 to 1.
    Tanh,
}

impl Squash {
    /// The value of a position, and how it changes with the weighted sum.
    pub(super) fn value(self, weights: &[f64], features: &[f32]) -> (f64, f64) {
        let sum = dot(weights, features);
        match self {
            Squash::Linear => (sum, 1.0),
            Squash::Sigmoid => {
                let value = sigmoid(sum);
                (value, value * (1.0 - value))
            }
            Squash::Tanh => {
                let value = libm::tanh(sum);
                (value, 1.0 - value * value)
            }
        }
    }
}

/// One position of a game, as TD-Leaf sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visit<'a> {
    /// The features of the last position of its principal variation, for the seat that learns.
    pub leaf: &'a [f32],
    /// Whether the opponents then answered as that variation expected. A gain after an answer that was not
    /// foreseen is the opponent's mistake, and nothing to learn from.
    pub foreseen: bool,
}

/// The direction in which TD(λ) moves the weights after a game: the sum over all positions t of ∇V(t) · Δ(t), where Δ(t)
/// sums λ^(j−t) · (V(j+1) − V(j)) over all j ≥ t, and the value after the last position is the `result`. All
/// positions are seen from the seat that learns.
pub fn td_lambda(
    weights: &[f64],
    squash: Squash,
    positions: &[&[f32]],
    result: f64,
    lambda: f64,
) -> Vec<f64> {
    let visits: Vec<Visit<'_>> = positions
        .iter()
        .map(|leaf| Visit {
            leaf,
            foreseen: true,
        })
        .collect();
    td_leaf(weights, squash, &visits, result, lambda)
}

/// The direction in which TD-Leaf(λ) moves the weights after a game: as [`td_lambda`], with the ends of principal
/// variations in place of the positions.
pub fn td_leaf(
    weights: &[f64],
    squash: Squash,
    visits: &[Visit<'_>],
    result: f64,
    lambda: f64,
) -> Vec<f64> {
    let mut direction = vec![0.0; weights.len()];
    let mut next = result;
    let mut later = 0.0;
    for (place, visit) in visits.iter().enumerate().rev() {
        let (value, slope) = squash.value(weights, visit.leaf);
        let difference = next - value;
        // The result itself is a fact, whoever foresaw it.
        let lucky = difference > 0.0 && !visit.foreseen && place + 1 < visits.len();
        let difference = if lucky { 0.0 } else { difference };
        later = difference + lambda * later;
        add(&mut direction, later * slope, visit.leaf);
        next = value;
    }
    direction
}

pub(super) fn add(direction: &mut [f64], factor: f64, features: &[f32]) {
    for (sum, feature) in direction.iter_mut().zip(features) {
        *sum += factor * f64::from(*feature);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: [&[f32]; 4] = [
        &[1.0, 0.0, 2.0],
        &[0.5, 1.0, -1.0],
        &[0.0, -1.0, 1.0],
        &[2.0, 1.0, 0.0],
    ];
    const WEIGHTS: [f64; 3] = [0.3, -0.2, 0.1];

    /// The textbook form with a trace that fades, one step after the other.
    fn with_traces(squash: Squash, lambda: f64, result: f64) -> Vec<f64> {
        let mut trace = [0.0; 3];
        let mut direction = vec![0.0; 3];
        for (place, position) in GAME.iter().enumerate() {
            let (value, slope) = squash.value(&WEIGHTS, position);
            let after = GAME.get(place + 1);
            let next = after.map_or(result, |position| squash.value(&WEIGHTS, position).0);
            for index in 0..3 {
                trace[index] = lambda * trace[index] + slope * f64::from(position[index]);
                direction[index] += (next - value) * trace[index];
            }
        }
        direction
    }

    #[test]
    fn looking_ahead_equals_fading_traces() {
        for squash in [Squash::Linear, Squash::Sigmoid, Squash::Tanh] {
            for lambda in [0.0, 0.5, 0.9, 1.0] {
                let found = td_lambda(&WEIGHTS, squash, &GAME, 1.0, lambda);
                let wanted = with_traces(squash, lambda, 1.0);
                for (a, b) in found.iter().zip(wanted) {
                    assert!((a - b).abs() < 1e-12, "{squash:?} {lambda}");
                }
            }
        }
    }

    /// With λ = 1 every position moves towards the result itself.
    #[test]
    fn full_lambda_is_regression_on_the_result() {
        let found = td_lambda(&WEIGHTS, Squash::Sigmoid, &GAME, 1.0, 1.0);
        let mut wanted = vec![0.0; 3];
        for position in GAME {
            let (value, slope) = Squash::Sigmoid.value(&WEIGHTS, position);
            add(&mut wanted, (1.0 - value) * slope, position);
        }
        for (a, b) in found.iter().zip(wanted) {
            assert!((a - b).abs() < 1e-12);
        }
    }

    #[test]
    fn gains_from_answers_that_were_not_foreseen_teach_nothing() {
        let leaf: [&[f32]; 2] = [&[0.0, 1.0, 0.0], &[1.0, 0.0, 0.0]];
        let visit = |place: usize, foreseen| Visit {
            leaf: leaf[place],
            foreseen,
        };
        let gain = [visit(0, false), visit(1, true)];
        let direction = td_leaf(&WEIGHTS, Squash::Linear, &gain, 0.3, 0.0);
        assert_eq!(direction, [0.0, 0.0, 0.0]);
        // A loss is learnt from all the same, and so is the result.
        let loss = [visit(1, false), visit(0, false)];
        let direction = td_leaf(&WEIGHTS, Squash::Linear, &loss, 1.0, 0.0);
        assert!((direction[0] + 0.5).abs() < 1e-12 && (direction[1] - 1.2).abs() < 1e-12);
        assert_eq!(td_leaf(&WEIGHTS, Squash::Linear, &[], 1.0, 0.5), [0.0; 3]);
    }

    #[test]
    fn repeated_steps_reach_the_results() {
        let mut weights = vec![0.0; 2];
        let games: [([&[f32]; 2], f64); 2] = [
            ([&[1.0, 0.0], &[1.0, 0.0]], 1.0),
            ([&[0.0, 1.0], &[0.0, 1.0]], 0.25),
        ];
        for _ in 0..400 {
            for (positions, result) in &games {
                let direction = td_lambda(&weights, Squash::Linear, positions, *result, 0.7);
                add(
                    &mut weights,
                    0.1,
                    &direction.iter().map(|x| *x as f32).collect::<Vec<_>>(),
                );
            }
        }
        assert!((weights[0] - 1.0).abs() < 1e-4 && (weights[1] - 0.25).abs() < 1e-4);
    }
}
