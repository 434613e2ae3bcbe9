//! Texel's method: weights under which an evaluation predicts how games end.

use super::logistic::check_shares;
use super::newton::{Bend, Fit, minimise};
use super::{check, dot, sigmoid};
use crate::{LearnError, Result};

/// The scale k that makes the squared difference between σ(k · evaluation) and the outcome smallest in the mean:
/// it turns the units of an evaluation into chances. It is 1 if nothing can be told.
pub fn fit_scale(evaluations: &[f64], outcomes: &[f64]) -> f64 {
    let size: f64 = evaluations.iter().map(|value| value.abs()).sum();
    let size = size / evaluations.len().max(1) as f64;
    if !(size > 0.0 && size.is_finite()) {
        return 1.0;
    }
    let error = |logarithm: f64| -> f64 {
        let scale = libm::exp(logarithm) / size;
        let pairs = evaluations.iter().zip(outcomes);
        let squares = pairs.map(|(value, outcome)| outcome - sigmoid(scale * value));
        squares.map(|difference| difference * difference).sum()
    };
    // A coarse grid finds the valley, golden sections its bottom.
    let place = |step: i32| f64::from(step) * 0.25;
    let steps = -32..=32;
    let best = steps.min_by(|a, b| error(place(*a)).total_cmp(&error(place(*b))));
    let best = best.unwrap_or(0);
    let (mut low, mut high) = (place(best - 1), place(best + 1));
    let golden = 0.5 * (5f64.sqrt() - 1.0);
    for _ in 0..60 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if error(left) < error(right) {
            high = right;
        } else {
            low = left;
        }
    }
    libm::exp(0.5 * (low + high)) / size
}

/// Texel's method for two seats: from `start` on, weights that make Σ (outcome − σ(scale · weights · features))²
/// small, with the features and the outcome (from 0 to 1) of the same seat. `pull` keeps weights near their start
/// where the games say little; the loss counts half the squares.
pub fn tune(cells: &[f32], outcomes: &[f64], start: &[f64], scale: f64, pull: f64) -> Result<Fit> {
    let width = start.len();
    check(cells, width, outcomes)?;
    check_shares(outcomes, pull)?;
    check_start(start, scale)?;
    Ok(minimise(start, |weights| {
        let mut bend = Bend::zero(width);
        for (row, outcome) in cells.chunks_exact(width).zip(outcomes) {
            let share = sigmoid(scale * dot(weights, row));
            let difference = share - outcome;
            let slope = scale * share * (1.0 - share);
            let loss = 0.5 * difference * difference;
            bend.add(loss, row, difference * slope, slope * slope);
        }
        bend.pull(pull, weights, start);
        bend
    }))
}

/// The same for any number of seats: the chances of the seats are the softmax of `scale` times their evaluations, and
/// the loss is the cross-entropy with the outcome. `cells` holds, for each position, one row of features for each
/// seat; `outcomes` one number for each seat, their sum 1.
pub fn tune_seats(
    cells: &[f32],
    seats: usize,
    outcomes: &[f64],
    start: &[f64],
    scale: f64,
    pull: f64,
) -> Result<Fit> {
    let width = start.len();
    check(cells, width, outcomes)?;
    check_shares(outcomes, pull)?;
    check_start(start, scale)?;
    if seats == 0 || !outcomes.len().is_multiple_of(seats) {
        let found = outcomes.len();
        return Err(LearnError::Fit(format!(
            "{found} outcomes for {seats} seats"
        )));
    }
    Ok(minimise(start, |weights| {
        let mut bend = Bend::zero(width);
        let positions = cells.chunks_exact(seats * width);
        for (rows, outcome) in positions.zip(outcomes.chunks_exact(seats)) {
            add_position(&mut bend, weights, scale, rows, outcome);
        }
        bend.pull(pull, weights, start);
        bend
    }))
}

fn add_position(bend: &mut Bend, weights: &[f64], scale: f64, rows: &[f32], outcome: &[f64]) {
    let width = weights.len();
    let sums: Vec<f64> = rows
        .chunks_exact(width)
        .map(|row| scale * dot(weights, row))
        .collect();
    let highest = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = sums.iter().map(|sum| libm::exp(sum - highest)).sum();
    let shares: Vec<f64> = sums
        .iter()
        .map(|sum| libm::exp(sum - highest) / total)
        .collect();
    let mut middle = vec![0.0f32; width];
    for (row, share) in rows.chunks_exact(width).zip(&shares) {
        for (sum, feature) in middle.iter_mut().zip(row) {
            *sum += (*share * f64::from(*feature)) as f32;
        }
    }
    let seats = rows
        .chunks_exact(width)
        .zip(shares.iter().zip(&sums))
        .zip(outcome);
    let mut around = vec![0.0f32; width];
    for ((row, (share, sum)), outcome) in seats {
        let loss = outcome * (highest + libm::log(total) - sum);
        bend.add(loss, row, scale * (share - outcome), 0.0);
        for ((cell, feature), middle) in around.iter_mut().zip(row).zip(&middle) {
            *cell = feature - middle;
        }
        bend.curvature.add_outer(&around, scale * scale * share);
    }
}

fn check_start(start: &[f64], scale: f64) -> Result<()> {
    let finite = start.iter().all(|weight| weight.is_finite());
    if finite && scale.is_finite() && scale > 0.0 {
        return Ok(());
    }
    Err(LearnError::Fit(format!(
        "the scale is {scale} and the first weights are {start:?}, expected finite numbers and a scale above 0"
    )))
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Purpose, Rng, Seed};

    use super::*;

    fn numbers(rng: &mut Rng, count: usize) -> Vec<f32> {
        (0..count).map(|_| 2.0 * rng.unit() as f32 - 1.0).collect()
    }

    #[test]
    fn the_scale_of_exact_chances_is_found() {
        let evaluations: Vec<f64> = (-300..300).map(f64::from).collect();
        for scale in [0.002, 0.01, 0.05] {
            let outcomes: Vec<f64> = evaluations
                .iter()
                .map(|value| sigmoid(scale * value))
                .collect();
            assert!((fit_scale(&evaluations, &outcomes) / scale - 1.0).abs() < 1e-6);
        }
        assert_eq!(fit_scale(&[], &[]), 1.0);
        assert_eq!(fit_scale(&[0.0, 0.0], &[1.0, 0.0]), 1.0);
    }

    #[test]
    fn tuning_finds_the_weights_behind_exact_chances() {
        let mut rng = Seed(4).stream(Purpose::Test, 0);
        let truth = [100.0, 320.0, -50.0];
        let cells = numbers(&mut rng, 900);
        let outcomes: Vec<f64> = cells
            .chunks(3)
            .map(|row| sigmoid(0.01 * dot(&truth, row)))
            .collect();
        let fit = tune(&cells, &outcomes, &[50.0, 50.0, 50.0], 0.01, 0.0).unwrap();
        assert!(fit.loss < 1e-9 * fit.first_loss);
        for (found, wanted) in fit.weights.iter().zip(truth) {
            assert!((found - wanted).abs() < 1e-3, "{fit:?}");
        }
    }

    #[test]
    fn a_feature_that_never_occurs_keeps_its_weight() {
        let cells = [1.0, 0.0, -1.0, 0.0];
        let fit = tune(&cells, &[0.8, 0.2], &[0.1, 7.0], 1.0, 1e-6).unwrap();
        assert_eq!(fit.weights[1], 7.0);
        assert!((fit.weights[0] - 4f64.ln()).abs() < 1e-3);
    }

    #[test]
    fn three_seats_are_tuned_to_their_chances() {
        let mut rng = Seed(5).stream(Purpose::Test, 0);
        let truth = [2.0, -1.0];
        let cells = numbers(&mut rng, 3 * 2 * 200);
        let outcomes: Vec<f64> = cells
            .chunks(6)
            .flat_map(|rows| {
                let powers: Vec<f64> = rows.chunks(2).map(|row| dot(&truth, row).exp()).collect();
                let total: f64 = powers.iter().sum();
                powers.into_iter().map(move |power| power / total)
            })
            .collect();
        let fit = tune_seats(&cells, 3, &outcomes, &[0.0, 0.0], 1.0, 0.0).unwrap();
        for (found, wanted) in fit.weights.iter().zip(truth) {
            assert!((found - wanted).abs() < 1e-4, "{fit:?}");
        }
        assert!(tune_seats(&cells, 7, &outcomes, &[0.0, 0.0], 1.0, 0.0).is_err());
    }
}
