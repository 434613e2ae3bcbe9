//! Linear least squares.

use super::check;
use crate::algebra::{Matrix, add_scaled, dot};
use crate::{LearnError, Result};

/// The weights that make the sum of squared differences between weighted features and targets smallest, plus
/// `ridge` times the sum of squared weights.
///
/// Without a ridge, features that depend on each other have no single answer, which is an error.
pub fn least_squares(cells: &[f32], width: usize, targets: &[f64], ridge: f64) -> Result<Vec<f64>> {
    check(cells, width, targets)?;
    if !(ridge >= 0.0 && ridge.is_finite()) {
        return Err(LearnError::Fit(format!("the ridge is {ridge}, expected 0 or more")));
    }
    let mut matrix = Matrix::zero(width);
    for row in cells.chunks_exact(width) {
        matrix.add_outer(row, 1.0);
    }
    (0..width).for_each(|place| matrix.add(place, place, ridge));
    let mut weights = vec![0.0; width];
    // A second pass on the remainder recovers the digits that normal equations lose.
    for _ in 0..2 {
        let mut right: Vec<f64> = weights.iter().map(|weight| -ridge * weight).collect();
        for (row, target) in cells.chunks_exact(width).zip(targets) {
            let left_over = target - dot(&weights, row);
            add_scaled(&mut right, left_over, row);
        }
        let step = matrix.solve(&right).map_err(|feature| {
            LearnError::Fit(format!(
                "feature {feature} follows from those before it: leave it out, or use a ridge above 0"
            ))
        })?;
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Purpose, Seed};

    use super::*;

    #[test]
    fn a_line_through_three_points() {
        // The points (0, 1), (1, 3), (2, 4): slope 1.5, height 7/6.
        let weights =
            least_squares(&[0.0, 1.0, 1.0, 1.0, 2.0, 1.0], 2, &[1.0, 3.0, 4.0], 0.0).unwrap();
        assert!((weights[0] - 1.5).abs() < 1e-12 && (weights[1] - 7.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn known_weights_are_found_again() {
        let mut rng = Seed(1).stream(Purpose::Test, 0);
        let truth = [3.0, -0.5, 0.0, 1000.0];
        let cells: Vec<f32> = (0..400).map(|_| rng.unit() as f32).collect();
        let targets: Vec<f64> = cells.chunks(4).map(|row| dot(&truth, row)).collect();
        let weights = least_squares(&cells, 4, &targets, 0.0).unwrap();
        for (found, wanted) in weights.iter().zip(truth) {
            assert!((found - wanted).abs() < 1e-9, "{weights:?}");
        }
    }

    #[test]
    fn dependent_features_need_a_ridge() {
        let (cells, targets) = ([1.0, 2.0, 2.0, 4.0, 3.0, 6.0], [1.0, 2.0, 3.0]);
        let error = least_squares(&cells, 2, &targets, 0.0).unwrap_err().to_string();
        assert_eq!(
            error,
            "cannot fit: feature 1 follows from those before it: leave it out, or use a ridge above 0"
        );
        // The shortest of all answers: (1, 2) / 5.
        let weights = least_squares(&cells, 2, &targets, 1e-6).unwrap();
        assert!((weights[0] - 0.2).abs() < 1e-5 && (weights[1] - 0.4).abs() < 1e-5);
        assert!(least_squares(&[], 0, &[], 1.0).is_err());
        assert!(least_squares(&cells, 3, &targets, 1.0).is_err());
        assert!(least_squares(&cells, 2, &[f64::NAN, 0.0, 0.0], 1.0).is_err());
        assert_eq!(least_squares(&[], 2, &[], 1.0).unwrap(), [0.0, 0.0]);
    }
}
