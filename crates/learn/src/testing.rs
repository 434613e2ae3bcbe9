//! Whether a gradient is the slope of its loss: the test that every hand-written backward pass must pass.

/// How far a gradient is from numerical slopes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GradientError {
    /// The largest difference, as a share of the slope, or of a hundredth of the largest slope where that is more.
    pub worst: f64,
    /// The parameter where it was found.
    pub parameter: usize,
}

/// Compares a gradient with central differences of `loss` around `point`.
///
/// `loss` works in f64, so it is a second, plain form of what the gradient was derived from. A right gradient of f32
/// is off by 1e-4 or so; one that is off by 1 % in a single layer is seen at once. `None` if there are no parameters.
pub fn check_gradient(
    mut loss: impl FnMut(&[f64]) -> f64,
    point: &[f32],
    gradient: &[f32],
) -> Option<GradientError> {
    assert_eq!(point.len(), gradient.len(), "one slope for each parameter");
    let mut place: Vec<f64> = point.iter().map(|x| f64::from(*x)).collect();
    let slopes: Vec<f64> = (0..place.len())
        .map(|index| {
            // Small enough to cross few corners of relus, large enough for f64.
            let step = 1e-6 * place[index].abs().max(1.0);
            let middle = place[index];
            place[index] = middle + step;
            let above = loss(&place);
            place[index] = middle - step;
            let below = loss(&place);
            place[index] = middle;
            (above - below) / (2.0 * step)
        })
        .collect();
    let largest = slopes.iter().fold(0.0f64, |most, slope| most.max(slope.abs()));
    let errors = slopes.iter().zip(gradient).enumerate();
    errors
        .map(|(parameter, (slope, given))| {
            let scale = slope.abs().max(0.01 * largest).max(f64::MIN_POSITIVE);
            let worst = (slope - f64::from(*given)).abs() / scale;
            // NaN counts as infinitely wrong.
            let worst = if worst.is_nan() { f64::INFINITY } else { worst };
            GradientError { worst, parameter }
        })
        .max_by(|a, b| a.worst.total_cmp(&b.worst))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A function whose slopes are known: x²y + 3y.
    fn known(point: &[f64]) -> f64 {
        point[0] * point[0] * point[1] + 3.0 * point[1]
    }

    #[test]
    fn a_right_gradient_passes_and_wrong_ones_do_not() {
        let point = [1.5f32, -0.5];
        let right = [2.0 * 1.5 * -0.5, 1.5 * 1.5 + 3.0];
        assert!(check_gradient(known, &point, &right).unwrap().worst < 1e-6);
        for wrong in [[right[0] * 1.01, right[1]], [right[0], -right[1]], [0.0, right[1]]] {
            assert!(check_gradient(known, &point, &wrong).unwrap().worst > 5e-3);
        }
        assert_eq!(check_gradient(|_| 0.0, &[], &[]), None);
    }

    #[test]
    fn a_gradient_that_is_not_a_number_fails() {
        let error = check_gradient(known, &[1.5, -0.5], &[f32::NAN, 5.25]).unwrap();
        assert_eq!((error.parameter, error.worst), (0, f64::INFINITY));
    }
}
