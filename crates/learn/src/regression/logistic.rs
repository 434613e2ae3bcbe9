//! Logistic regression.

use super::newton::{Bend, Fit, minimise};
use super::{check, dot, sigmoid};
use crate::{LearnError, Result};

/// The weights under which the logistic function of the weighted features makes the targets, from 0 to 1, most
/// likely; `l2` is the strength with which weights are pulled to 0. The loss is summed over the examples.
pub fn logistic(cells: &[f32], width: usize, targets: &[f64], l2: f64) -> Result<Fit> {
    check(cells, width, targets)?;
    check_shares(targets, l2)?;
    let home = vec![0.0; width];
    Ok(minimise(&home, |weights| {
        let mut bend = Bend::zero(width);
        for (row, target) in cells.chunks_exact(width).zip(targets) {
            let sum = dot(weights, row);
            let share = sigmoid(sum);
            let loss = sum.max(0.0) - sum * target + libm::log1p(libm::exp(-sum.abs()));
            bend.add(loss, row, share - target, share * (1.0 - share));
        }
        bend.pull(l2, weights, &home);
        bend
    }))
}

pub(super) fn check_shares(targets: &[f64], pull: f64) -> Result<()> {
    if let Some(target) = targets.iter().find(|target| !(0.0..=1.0).contains(*target)) {
        return Err(LearnError::Fit(format!(
            "an outcome is {target}, expected 0 to 1"
        )));
    }
    if !(pull >= 0.0 && pull.is_finite()) {
        return Err(LearnError::Fit(format!(
            "the pull is {pull}, expected 0 or more"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Purpose, Seed};

    use super::*;

    /// With a constant alone, the answer is the logarithm of the odds.
    #[test]
    fn a_constant_learns_the_odds() {
        let fit = logistic(&[1.0; 8], 1, &[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0], 0.0).unwrap();
        assert!(
            fit.converged && (fit.weights[0] - 3f64.ln()).abs() < 1e-9,
            "{fit:?}"
        );
    }

    #[test]
    fn slopes_vanish_at_the_answer() {
        let mut rng = Seed(2).stream(Purpose::Test, 0);
        let cells: Vec<f32> = (0..3000).map(|_| 4.0 * rng.unit() as f32 - 2.0).collect();
        let truth = [1.5, -0.7, 0.2];
        let outcome = |row: &[f32]| f64::from(u8::from(rng.unit() < sigmoid(dot(&truth, row))));
        let targets: Vec<f64> = cells.chunks(3).map(outcome).collect();
        let fit = logistic(&cells, 3, &targets, 0.5).unwrap();
        assert!(fit.converged && fit.steps < 20 && fit.loss < fit.first_loss);
        for (found, wanted) in fit.weights.iter().zip(truth) {
            assert!((found - wanted).abs() < 0.3, "{fit:?}");
        }
        for place in 0..3 {
            let rows = cells.chunks(3).zip(&targets);
            let slope: f64 = rows
                .map(|(row, target)| {
                    (sigmoid(dot(&fit.weights, row)) - target) * f64::from(row[place])
                })
                .sum();
            assert!((slope + 0.5 * fit.weights[place]).abs() < 1e-4, "{slope}");
        }
    }

    #[test]
    fn separable_and_one_sided_data_stay_finite() {
        let cells = [-1.0, 1.0, -2.0, 2.0];
        for (targets, l2) in [
            ([0.0, 1.0, 0.0, 1.0], 0.0),
            ([1.0; 4], 0.0),
            ([0.0, 1.0, 0.0, 1.0], 1.0),
        ] {
            let fit = logistic(&cells, 1, &targets, l2).unwrap();
            assert!(fit.weights[0].is_finite() && fit.loss.is_finite());
        }
        assert_eq!(logistic(&[], 2, &[], 0.0).unwrap().weights, [0.0, 0.0]);
        assert!(logistic(&[1.0], 1, &[2.0], 0.0).is_err());
    }
}
