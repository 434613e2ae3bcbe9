//! Figures: a number with its interval, from samples that are not all independent.

use std::collections::BTreeMap;

use ludarium_arena::statistics::{BlockSum, Z95, blocked_share};

use crate::experiment::Unit;

/// A measured number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The value.
    pub value: f64,
    /// Its 95 % interval; `None` where there is too little to tell.
    pub interval: Option<(f64, f64)>,
    /// The games or positions that it rests on.
    pub count: u64,
    /// What kind of number it is.
    pub unit: Unit,
}

/// What one game or position adds to a ratio of two sums.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The deal: games of one deal share their start and their luck.
    pub deal: u64,
    /// What is added above, such as milliseconds.
    pub above: f64,
    /// What is added below, such as decisions.
    pub below: f64,
}

/// With fewer deals than this their spread says little; then games count as independent.
const FEW_DEALS: usize = 30;

/// The figure that samples give; `None` without samples.
///
/// Shares have a Wilson interval for as many trials as have the spread that was seen, means one from Student's
/// distribution.
pub fn figure(samples: &[Sample], unit: Unit) -> Option<Figure> {
    let units = independent(samples);
    let below: f64 = units.iter().map(|unit| unit.1).sum();
    if below <= 0.0 {
        return None;
    }
    let value = units.iter().map(|unit| unit.0).sum::<f64>() / below;
    let interval = match unit {
        Unit::Share => share_interval(&units),
        Unit::Difference => {
            // A share on another scale: −1 … 1 instead of 0 … 1.
            let shares: Vec<_> = units.iter().map(|&(a, b)| ((a + b) / 2.0, b)).collect();
            share_interval(&shares).map(|(low, high)| (2.0 * low - 1.0, 2.0 * high - 1.0))
        }
        Unit::Count | Unit::Milliseconds | Unit::Rate => mean_interval(&units, value, below),
    };
    Some(Figure {
        value,
        interval,
        count: samples.iter().filter(|sample| sample.below > 0.0).count() as u64,
        unit,
    })
}

/// What was drawn independently: deals, or single games where there are few deals.
fn independent(samples: &[Sample]) -> Vec<(f64, f64)> {
    let mut deals: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    for sample in samples {
        let sum = deals.entry(sample.deal).or_default();
        *sum = (sum.0 + sample.above, sum.1 + sample.below);
    }
    let mut units: Vec<(f64, f64)> = if deals.len() < FEW_DEALS {
        let single = samples.iter().map(|sample| (sample.above, sample.below));
        single.collect()
    } else {
        deals.into_values().collect()
    };
    units.retain(|unit| unit.1 > 0.0);
    units
}

fn share_interval(units: &[(f64, f64)]) -> Option<(f64, f64)> {
    let block = |&(sum, count): &(f64, f64)| BlockSum {
        sum,
        count: count as u64,
    };
    let blocks: Vec<BlockSum> = units.iter().map(block).collect();
    blocked_share(&blocks).map(|found| (found.share.low, found.share.high))
}

/// The interval of a ratio of sums, from the spread between units, cut off at zero.
fn mean_interval(units: &[(f64, f64)], value: f64, below: f64) -> Option<(f64, f64)> {
    let n = units.len() as f64;
    if units.len() < 2 {
        return None;
    }
    let squares: f64 = units
        .iter()
        .map(|&(above, below)| (above - value * below).powi(2))
        .sum();
    let half = student(units.len() - 1) * (squares * n / (n - 1.0)).sqrt() / below;
    Some(((value - half).max(0.0), value + half))
}

/// The 97.5 % point of Student's distribution, by its expansion about the normal one where that is good enough.
fn student(freedom: usize) -> f64 {
    match freedom {
        0 | 1 => 12.706,
        2 => 4.303,
        3 => 3.182,
        4 => 2.776,
        _ => {
            let (z, n) = (Z95, freedom as f64);
            let first = (z.powi(3) + z) / 4.0;
            let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
            let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
            z + first / n + second / (n * n) + third / n.powi(3)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(numbers: &[f64], per_deal: usize) -> Vec<Sample> {
        let sample = |(index, &above): (usize, &f64)| Sample {
            deal: (index / per_deal) as u64,
            above,
            below: 1.0,
        };
        numbers.iter().enumerate().map(sample).collect()
    }

    #[test]
    fn the_points_of_students_distribution_are_the_textbooks() {
        for (freedom, point) in [
            (3, 3.182),
            (5, 2.571),
            (10, 2.228),
            (30, 2.042),
            (1000, 1.962),
        ] {
            assert!((student(freedom) - point).abs() < 0.01, "{freedom}");
        }
    }

    #[test]
    fn shares_have_wilsons_interval() {
        let numbers: Vec<f64> = (0..100).map(|game| f64::from(game % 25 < 8)).collect();
        let found = figure(&samples(&numbers, 1), Unit::Share).unwrap();
        assert_eq!((found.value, found.count), (0.32, 100));
        let (low, high) = found.interval.unwrap();
        // Wilson: 0.2367 to 0.4166.
        assert!(
            (low - 0.2367).abs() < 0.005 && (high - 0.4166).abs() < 0.005,
            "{found:?}"
        );
    }

    #[test]
    fn games_that_share_their_luck_count_once() {
        // Forty deals of five equal games are forty games, not two hundred.
        let together: Vec<f64> = (0..200).map(|game| f64::from(game / 5 % 2)).collect();
        let apart: Vec<f64> = (0..40).map(|game| f64::from(game % 2)).collect();
        let together = figure(&samples(&together, 5), Unit::Share).unwrap();
        let apart = figure(&samples(&apart, 1), Unit::Share).unwrap();
        assert_eq!(together.interval, apart.interval);
        assert_eq!(together.count, 200);
    }

    #[test]
    fn edges_stay_in_range_and_nothing_is_nothing() {
        assert_eq!(figure(&[], Unit::Share), None);
        for value in [0.0, 1.0] {
            let found = figure(&samples(&[value; 6], 3), Unit::Share).unwrap();
            let (low, high) = found.interval.unwrap();
            assert!(0.0 <= low && low < high && high <= 1.0, "{found:?}");
        }
        let score = figure(&samples(&[-1.0; 6], 3), Unit::Difference).unwrap();
        let (low, high) = score.interval.unwrap();
        assert!(
            low >= -1.0 && high < 0.1 && score.value == -1.0,
            "{score:?}"
        );
        assert_eq!(
            figure(&samples(&[7.0], 1), Unit::Count).unwrap().interval,
            None
        );
    }

    #[test]
    fn means_have_students_interval() {
        let found = figure(
            &samples(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0], 1),
            Unit::Count,
        )
        .unwrap();
        let half = 2.365 * (32.0f64 / 7.0).sqrt() / 8f64.sqrt();
        let (low, high) = found.interval.unwrap();
        assert!((found.value - 5.0).abs() < 1e-12);
        assert!((high - 5.0 - half).abs() < 0.01 && (5.0 - low - half).abs() < 0.01);
    }
}
