//! What a layer does to its sums.

use serde::{Deserialize, Serialize};

/// What a layer does to its sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activation {
    /// Nothing.
    Linear,
    /// Negative sums become 0.
    Relu,
    /// Sums are kept between 0 and 1: what whole numbers of eight bits can hold.
    ClippedRelu,
    /// The logistic function, from 0 to 1.
    Sigmoid,
    /// Shares of 1, in the proportion of the exponentials of the sums.
    Softmax,
}

impl Activation {
    /// Replaces the sums of one layer for one example by its outputs.
    pub(crate) fn apply(self, cells: &mut [f32]) {
        match self {
            Activation::Linear => {}
            Activation::Relu => cells.iter_mut().for_each(|cell| *cell = cell.max(0.0)),
            Activation::ClippedRelu => {
                cells.iter_mut().for_each(|cell| *cell = cell.clamp(0.0, 1.0))
            }
            Activation::Sigmoid => cells.iter_mut().for_each(|cell| *cell = sigmoid(*cell)),
            Activation::Softmax => softmax(cells),
        }
    }

    /// Turns the gradient with respect to the outputs into that with respect to the sums, for one example.
    pub(crate) fn pull_back(self, outputs: &[f32], slopes: &mut [f32]) {
        let pairs = slopes.iter_mut().zip(outputs);
        match self {
            Activation::Linear => {}
            Activation::Relu => pairs.for_each(|(slope, output)| {
                *slope = if *output > 0.0 { *slope } else { 0.0 };
            }),
            Activation::ClippedRelu => pairs.for_each(|(slope, output)| {
                let inside = *output > 0.0 && *output < 1.0;
                *slope = if inside { *slope } else { 0.0 };
            }),
            Activation::Sigmoid => {
                pairs.for_each(|(slope, output)| *slope *= output * (1.0 - output));
            }
            Activation::Softmax => {
                let common: f32 = slopes.iter().zip(outputs).map(|(s, o)| s * o).sum();
                for (slope, output) in slopes.iter_mut().zip(outputs) {
                    *slope = output * (*slope - common);
                }
            }
        }
    }

    /// Whether each output depends on its own sum alone.
    pub(crate) fn is_by_cell(self) -> bool {
        self != Activation::Softmax
    }
}

/// The logistic function. Its exponential is not the system's, so that all systems agree on it.
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

fn softmax(cells: &mut [f32]) {
    let highest = cells.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for cell in cells.iter_mut() {
        // The exponential of 0 is 1 and need not be asked for.
        *cell = if *cell == highest { 1.0 } else { libm::expf(*cell - highest) };
        sum += *cell;
    }
    cells.iter_mut().for_each(|cell| *cell /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extreme_sums_stay_finite() {
        for activation in [Activation::Sigmoid, Activation::Softmax] {
            let mut cells = [1e30, -1e30, 0.0, 88.0, -120.0];
            activation.apply(&mut cells);
            assert!(cells.iter().all(|cell| (0.0..=1.0).contains(cell)), "{cells:?}");
        }
    }

    #[test]
    fn softmax_shares_one_and_ignores_a_common_shift() {
        let mut plain = [0.5, -1.0, 2.0];
        let mut shifted = plain.map(|cell| cell + 64.0);
        Activation::Softmax.apply(&mut plain);
        Activation::Softmax.apply(&mut shifted);
        assert!((plain.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        for (a, b) in plain.iter().zip(shifted) {
            assert!((a - b).abs() < 1e-6);
        }
    }
}
