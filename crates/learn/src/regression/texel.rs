//! Texel's method: weights under which an evaluation predicts how games end.

use super::check;
use super::newton::{Expansion, Fit, minimise};
use crate::algebra::dot;
use crate::{LearnError, Result};

/// Texel's method for any number of seats: from `start` on, weights under which the evaluations of the seats say best
/// who wins.
///
/// The chances of the seats are the softmax of `scale` times their evaluations, which are the products of weights and
/// features; the loss is the cross-entropy with the outcome, summed over the positions. `cells` holds, for each
/// position, one row of features for each seat; `outcomes` one number from 0 to 1 for each seat, their sum 1. `pull` keeps
/// weights near their start where the games say little (L2 regularisation).
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
    check_outcomes(outcomes)?;
    check_start(start, scale, pull)?;
    if seats == 0 || !outcomes.len().is_multiple_of(seats) {
        let found = outcomes.len();
        return Err(LearnError::Fit(format!("{found} outcomes for {seats} seats")));
    }
    Ok(minimise(start, |weights| {
        let mut expansion = Expansion::zero(width);
        let positions = cells.chunks_exact(seats * width);
        for (rows, outcome) in positions.zip(outcomes.chunks_exact(seats)) {
            add_position(&mut expansion, weights, scale, rows, outcome);
        }
        expansion.pull(pull, weights, start);
        expansion
    }))
}

fn add_position(
    expansion: &mut Expansion,
    weights: &[f64],
    scale: f64,
    rows: &[f32],
    outcome: &[f64],
) {
    let width = weights.len();
    let sums: Vec<f64> = rows.chunks_exact(width).map(|row| scale * dot(weights, row)).collect();
    let highest = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = sums.iter().map(|sum| libm::exp(sum - highest)).sum();
    let shares: Vec<f64> = sums.iter().map(|sum| libm::exp(sum - highest) / total).collect();
    let mut middle = vec![0.0f32; width];
    for (row, share) in rows.chunks_exact(width).zip(&shares) {
        for (sum, feature) in middle.iter_mut().zip(row) {
            *sum += (*share * f64::from(*feature)) as f32;
        }
    }
    let seats = rows.chunks_exact(width).zip(shares.iter().zip(&sums)).zip(outcome);
    let mut around = vec![0.0f32; width];
    for ((row, (share, sum)), outcome) in seats {
        let loss = outcome * (highest + libm::log(total) - sum);
        expansion.add(loss, row, scale * (share - outcome), 0.0);
        for ((cell, feature), middle) in around.iter_mut().zip(row).zip(&middle) {
            *cell = feature - middle;
        }
        expansion.curvature.add_outer(&around, scale * scale * share);
    }
}

fn check_outcomes(outcomes: &[f64]) -> Result<()> {
    match outcomes.iter().find(|share| !(0.0..=1.0).contains(*share)) {
        None => Ok(()),
        Some(share) => Err(LearnError::Fit(format!("an outcome is {share}, expected 0 to 1"))),
    }
}

fn check_start(start: &[f64], scale: f64, pull: f64) -> Result<()> {
    if !(pull >= 0.0 && pull.is_finite()) {
        return Err(LearnError::Fit(format!("the pull is {pull}, expected 0 or more")));
    }
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

    /// Two seats, of which the second has only zeros: the chance of the first is the logistic function of its evaluation.
    fn tune_pair(rows: &[f32], shares: &[f64], start: &[f64], pull: f64) -> Fit {
        let width = start.len();
        let against_nothing = |row: &[f32]| [row, &vec![0.0; width]].concat();
        let cells: Vec<f32> = rows.chunks(width).flat_map(against_nothing).collect();
        let outcomes: Vec<f64> = shares.iter().flat_map(|share| [*share, 1.0 - share]).collect();
        tune_seats(&cells, 2, &outcomes, start, 1.0, pull).unwrap()
    }

    #[test]
    fn a_constant_learns_the_odds() {
        let fit = tune_pair(&[1.0; 4], &[1.0, 1.0, 1.0, 0.0], &[0.0], 0.0);
        assert!(fit.converged && (fit.weights[0] - 3f64.ln()).abs() < 1e-9);
    }

    #[test]
    fn a_feature_that_never_occurs_keeps_its_weight() {
        let fit = tune_pair(&[1.0, 0.0, -1.0, 0.0], &[0.8, 0.2], &[0.1, 7.0], 1e-6);
        assert_eq!(fit.weights[1], 7.0);
        assert!((fit.weights[0] - 4f64.ln()).abs() < 1e-3);
    }

    #[test]
    fn separable_and_one_sided_outcomes_give_finite_weights() {
        let rows = [-1.0, 1.0, -2.0, 2.0];
        for (shares, pull) in
            [([0.0, 1.0, 0.0, 1.0], 0.0), ([1.0; 4], 0.0), ([0.0, 1.0, 0.0, 1.0], 1.0)]
        {
            let fit = tune_pair(&rows, &shares, &[0.0], pull);
            assert!(fit.weights[0].is_finite() && fit.loss.is_finite());
        }
    }

    #[test]
    fn numbers_without_sense_are_refused() {
        let refused = |outcomes: [f64; 2], scale, pull| {
            tune_seats(&[1.0, 0.0], 2, &outcomes, &[0.0], scale, pull).is_err()
        };
        assert!(!refused([1.0, 0.0], 1.0, 0.0));
        assert!(refused([2.0, -1.0], 1.0, 0.0));
        assert!(refused([1.0, 0.0], 0.0, 0.0));
        assert!(refused([1.0, 0.0], 1.0, -1.0));
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
