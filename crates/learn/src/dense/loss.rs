//! The loss: what training minimises.

use serde::{Deserialize, Serialize};

use super::Activation;
use crate::{LearnError, Result};

/// What training minimises, for one example; the loss of a batch is the mean of its examples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// The mean over the outputs of the squared difference.
    MeanSquare,
    /// The mean over the outputs of −t ln p − (1−t) ln (1−p), for sigmoid outputs.
    BinaryCrossEntropy,
    /// The sum over the outputs of −t ln p, for softmax outputs.
    CrossEntropy,
}

impl Loss {
    /// Refuses an output layer that does not fit this loss.
    pub(crate) fn check(self, output: Activation) -> Result<()> {
        let (wanted, name) = match self {
            Loss::MeanSquare => return Ok(()),
            Loss::BinaryCrossEntropy => (Activation::Sigmoid, "binary cross-entropy"),
            Loss::CrossEntropy => (Activation::Softmax, "cross-entropy"),
        };
        if output == wanted {
            return Ok(());
        }
        Err(LearnError::Network(format!(
            "{name} needs {wanted:?} outputs, the last layer has {output:?}"
        )))
    }

    /// The loss of one example. Both cross-entropies use the sums before the last activation, where nothing is
    /// rounded to 0 or 1 yet.
    pub(crate) fn value(self, sums: &[f32], outputs: &[f32], targets: &[f32]) -> f64 {
        let cells = || sums.iter().zip(targets);
        match self {
            Loss::MeanSquare => {
                let squares = outputs.iter().zip(targets).map(|(output, target)| {
                    let difference = f64::from(*output) - f64::from(*target);
                    difference * difference
                });
                squares.sum::<f64>() / outputs.len() as f64
            }
            Loss::BinaryCrossEntropy => {
                let terms = cells().map(|(sum, target)| {
                    let (sum, target) = (f64::from(*sum), f64::from(*target));
                    sum.max(0.0) - sum * target + libm::log1p(libm::exp(-sum.abs()))
                });
                terms.sum::<f64>() / sums.len() as f64
            }
            Loss::CrossEntropy => {
                let highest = sums.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let highest = f64::from(highest);
                let total: f64 = sums.iter().map(|sum| libm::exp(f64::from(*sum) - highest)).sum();
                let log_total = highest + libm::log(total);
                cells()
                    .map(|(sum, target)| f64::from(*target) * (log_total - f64::from(*sum)))
                    .sum()
            }
        }
    }

    /// The gradient of the loss of one example with respect to the sums of the last layer.
    pub(crate) fn slopes(
        self,
        output: Activation,
        outputs: &[f32],
        targets: &[f32],
        slopes: &mut [f32],
    ) {
        let share = 1.0 / outputs.len() as f32;
        let cells = slopes.iter_mut().zip(outputs.iter().zip(targets));
        match self {
            Loss::MeanSquare => {
                for (slope, (value, target)) in cells {
                    *slope = 2.0 * share * (value - target);
                }
                output.pull_back(outputs, slopes);
            }
            Loss::BinaryCrossEntropy => {
                for (slope, (value, target)) in cells {
                    *slope = share * (value - target);
                }
            }
            Loss::CrossEntropy => {
                let total: f32 = targets.iter().sum();
                for (slope, (value, target)) in cells {
                    *slope = value * total - target;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cross_entropies_of_extreme_sums_are_exact() {
        let entropy = |sum, target| Loss::BinaryCrossEntropy.value(&[sum], &[], &[target]);
        assert_eq!(entropy(1000.0, 1.0), 0.0);
        assert_eq!(entropy(1000.0, 0.0), 1000.0);
        assert_eq!(entropy(-1000.0, 1.0), 1000.0);
        assert!((entropy(0.0, 0.25) - std::f64::consts::LN_2).abs() < 1e-12);
        let shares = Loss::CrossEntropy.value(&[500.0, -500.0, 0.0], &[], &[0.0, 1.0, 0.0]);
        assert_eq!(shares, 1000.0);
    }

    #[test]
    fn a_loss_refuses_outputs_that_do_not_fit() {
        let error = Loss::BinaryCrossEntropy.check(Activation::Linear);
        assert_eq!(
            error.unwrap_err().to_string(),
            "impossible network: binary cross-entropy needs Sigmoid outputs, the last layer has Linear"
        );
        assert!(Loss::CrossEntropy.check(Activation::Softmax).is_ok());
        assert!(Loss::MeanSquare.check(Activation::Linear).is_ok());
    }
}
