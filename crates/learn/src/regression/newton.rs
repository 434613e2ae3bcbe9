//! Newton's method with damping, which all fits to outcomes use.

use crate::algebra::{Matrix, add_scaled};

/// What a fit gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The weights.
    pub weights: Vec<f64>,
    /// The loss at the first weights.
    pub first_loss: f64,
    /// The loss at the weights that were found.
    pub loss: f64,
    /// How many steps were made.
    pub steps: u32,
    /// Whether no further step makes the loss smaller. If not, the best weights may be infinite: use a stronger pull.
    pub converged: bool,
}

/// The loss at some weights with its gradient and curvature.
pub(super) struct Expansion {
    pub loss: f64,
    pub slopes: Vec<f64>,
    pub curvature: Matrix,
}

impl Expansion {
    pub fn zero(width: usize) -> Expansion {
        Expansion { loss: 0.0, slopes: vec![0.0; width], curvature: Matrix::zero(width) }
    }

    /// Adds the term of one example whose loss depends on one weighted sum of features.
    pub fn add(&mut self, loss: f64, features: &[f32], slope: f64, curvature: f64) {
        self.loss += loss;
        add_scaled(&mut self.slopes, slope, features);
        self.curvature.add_outer(features, curvature);
    }

    /// Adds half of `strength` times the squared distance from `centre`.
    pub fn pull(&mut self, strength: f64, weights: &[f64], centre: &[f64]) {
        for (place, (weight, centre)) in weights.iter().zip(centre).enumerate() {
            let distance = weight - centre;
            self.loss += 0.5 * strength * distance * distance;
            self.slopes[place] += strength * distance;
            self.curvature.add(place, place, strength);
        }
    }
}

const MOST_STEPS: u32 = 100;

/// Minimises a loss. Steps that would make it larger are shortened until they do not.
pub(super) fn minimise(start: &[f64], expansion: impl Fn(&[f64]) -> Expansion) -> Fit {
    let mut weights = start.to_vec();
    let mut here = expansion(&weights);
    let first_loss = here.loss;
    let mut damping = 1e-9;
    let mut steps = 0;
    let mut converged = false;
    while steps < MOST_STEPS && !converged {
        let mut curvature = here.curvature.clone();
        let trace: f64 = (0..weights.len()).map(|place| curvature.at(place, place)).sum();
        // Features that never occur have no curvature; a share of the mean keeps them where they are.
        let least = 1e-12 * trace / weights.len() as f64 + f64::MIN_POSITIVE.sqrt();
        for place in 0..weights.len() {
            let own = curvature.at(place, place);
            curvature.add(place, place, damping * own + least);
        }
        let step = curvature.solve(&here.slopes).unwrap_or_default();
        let next: Vec<f64> =
            weights.iter().zip(&step).map(|(weight, step)| weight - step).collect();
        let there = (next.len() == weights.len()).then(|| expansion(&next));
        match there {
            Some(there) if there.loss.is_finite() && there.loss < here.loss => {
                converged = here.loss - there.loss <= 1e-14 * here.loss.abs();
                (weights, here) = (next, there);
                damping = (damping * 0.1).max(1e-9);
                steps += 1;
            }
            _ if damping > 1e6 => converged = true,
            _ => damping *= 10.0,
        }
    }
    Fit { weights, first_loss, loss: here.loss, steps, converged }
}
