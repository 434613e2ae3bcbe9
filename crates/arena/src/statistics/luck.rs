//! Luck: how much of it blocks cancel, and taking the rest out of the results.

use std::collections::BTreeMap;

use ludarium_game::Seed;

use super::blocks::{regularised_error, regularised_mean};
use super::{Estimate, FEW_BLOCKS, Outcome, Z95, bootstrap};

/// Resamples behind the interval of a correlation.
const RESAMPLES: usize = 400;

/// How the results of one block hang together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation {
    /// The correlation of two results of the same block: below 0 where sharing the luck cancels it.
    pub value: Estimate,
    /// How many times as many independent games would be as sure. `None` where the blocks cancelled all
    /// luck, so that no number of games would.
    pub gain: Option<f64>,
    /// The blocks it comes from.
    pub blocks: usize,
}

/// What the residuals of one block add up to.
#[derive(Clone, Copy, Default)]
struct Residuals {
    count: u64,
    sum: f64,
    squares: f64,
}

/// The correlation of an agent's points inside blocks, with a bootstrap interval over blocks. What a
/// seat is worth is taken out first: an advantage of the first move is not luck. `None` with fewer than
/// two blocks of two or more results, and where results differ by nothing but the seat.
pub fn correlation(outcomes: &[Outcome], agent: usize) -> Option<Correlation> {
    let mut seat_means: BTreeMap<usize, (f64, u64)> = BTreeMap::new();
    let results = || {
        outcomes.iter().flat_map(|outcome| {
            let mine = outcome.seated().filter(move |seated| seated.1 == agent);
            mine.map(move |(seat, _)| (outcome.block, seat, outcome.points(seat)))
        })
    };
    for (_, seat, points) in results() {
        let (sum, count) = seat_means.entry(seat).or_default();
        *sum += points;
        *count += 1;
    }
    let mut blocks: BTreeMap<u64, Residuals> = BTreeMap::new();
    for (block, seat, points) in results() {
        let (sum, count) = seat_means[&seat];
        let residual = points - sum / count as f64;
        let block = blocks.entry(block).or_default();
        block.count += 1;
        block.sum += residual;
        block.squares += residual * residual;
    }
    let blocks: Vec<Residuals> = blocks.into_values().filter(|b| b.count > 1).collect();
    if blocks.len() < 2 {
        return None;
    }
    let total = |term: fn(&Residuals) -> f64, drawn: &[usize]| -> f64 {
        drawn.iter().map(|&index| term(&blocks[index])).sum()
    };
    let together = |block: &Residuals| block.sum * block.sum;
    let products = |block: &Residuals| block.sum * block.sum - block.squares;
    let pairs = |block: &Residuals| (block.count - 1) as f64 * block.squares;
    let found = |drawn: &[usize]| {
        let scale = total(pairs, drawn);
        // Residuals of equal results are rounding at most.
        (scale > 1e-12).then(|| (total(products, drawn) / scale).clamp(-1.0, 1.0))
    };
    let value = bootstrap(blocks.len(), RESAMPLES, Seed(0), found)?;
    let all: Vec<usize> = (0..blocks.len()).collect();
    let (apart, together) = (total(|b| b.squares, &all), total(together, &all));
    Some(Correlation {
        value,
        gain: (together > 1e-12 * apart).then(|| apart / together),
        blocks: blocks.len(),
    })
}

/// A mean from which luck has been taken out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adjusted {
    /// The adjusted mean of the points. Its expectation is that of the plain mean; single values may
    /// lie outside [0, 1].
    pub mean: Estimate,
    /// What the corrections were multiplied with.
    pub coefficient: f64,
    /// The variance of the adjusted blocks as a part of that of the plain ones: below 1 where the
    /// adjustment helped. `None` where the plain blocks do not differ.
    pub variance_ratio: Option<f64>,
}

/// Adds a multiple of each block's luck correction to its mean points.
///
/// A correction is the mean over the block's games of the sum, over chance events, of the expected
/// value minus the value of what was rolled: its expectation is 0 whatever judges the values. From 30
/// blocks on the multiple is the one that leaves the least variance, before that it is 1. `None` with
/// fewer than two blocks, with lists of different lengths, and with numbers that are not finite.
pub fn adjust(points: &[f64], corrections: &[f64]) -> Option<Adjusted> {
    let number = points.len();
    let finite = |values: &[f64]| values.iter().all(|value| value.is_finite());
    if number < 2 || corrections.len() != number || !finite(points) || !finite(corrections) {
        return None;
    }
    let (plain, luck) = (mean(points), mean(corrections));
    let covariance = covariance(points, corrections);
    let spread = variance(corrections);
    let coefficient = if number >= FEW_BLOCKS && spread > 1e-12 {
        -covariance / spread
    } else {
        1.0
    };
    let adjusted: Vec<f64> = points
        .iter()
        .zip(corrections)
        .map(|(points, correction)| points + coefficient * correction)
        .collect();
    let value = plain + coefficient * luck;
    let centre = regularised_mean(value, number);
    let half = Z95 * regularised_error(centre, adjusted.iter().map(|a| a - centre), number);
    let plain_variance = variance(points);
    Some(Adjusted {
        mean: Estimate {
            value,
            low: value - half,
            high: value + half,
        },
        coefficient,
        variance_ratio: (plain_variance > 1e-12).then(|| variance(&adjusted) / plain_variance),
    })
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn variance(values: &[f64]) -> f64 {
    covariance(values, values)
}

fn covariance(first: &[f64], second: &[f64]) -> f64 {
    let (first_mean, second_mean) = (mean(first), mean(second));
    let products = first
        .iter()
        .zip(second)
        .map(|(a, b)| (a - first_mean) * (b - second_mean));
    products.sum::<f64>() / (first.len() - 1) as f64
}
