//! Figures: a number with its interval, from samples that are not all independent.

use std::collections::BTreeMap;

use ludarium_arena::statistics::{BlockSum, blocked_share, student95};

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
pub struct RatioSample {
    /// The deal: games of one deal share their start and their luck.
    pub deal: u64,
    /// What is added above, such as milliseconds.
    pub above: f64,
    /// What is added below, such as decisions.
    pub below: f64,
}

/// With fewer deals than this their spread may be small by chance; then the interval is at least as wide as if all games
/// were independent.
const FEW_DEALS: usize = 30;

/// The figure that samples give; `None` without samples.
///
/// What was drawn independently are deals, so intervals come from the spread between them. Shares have a Wilson interval
/// for as many trials as have that spread, means one from Student's distribution.
pub fn figure(samples: &[RatioSample], unit: Unit) -> Option<Figure> {
    let filled = || samples.iter().filter(|sample| sample.below > 0.0);
    let games: Vec<(f64, f64)> = filled().map(|game| (game.above, game.below)).collect();
    let mut deals: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    for sample in filled() {
        let sum = deals.entry(sample.deal).or_default();
        *sum = (sum.0 + sample.above, sum.1 + sample.below);
    }
    let deals: Vec<(f64, f64)> = deals.into_values().collect();
    let below: f64 = games.iter().map(|game| game.1).sum();
    if below <= 0.0 {
        return None;
    }
    let value = games.iter().map(|game| game.0).sum::<f64>() / below;
    let mut interval = interval(&deals, value, unit);
    if deals.len() < FEW_DEALS {
        interval = wider(interval, self::interval(&games, value, unit));
    }
    Some(Figure { value, interval, count: games.len() as u64, unit })
}

/// The strength that gives a share of the first places, for a subject that has `mine` of the `seats` at its table: each of
/// its seats is stronger than each of the others by this. Where all seats are its own, it is as strong as itself.
pub fn strength(share: Figure, seats: usize, mine: f64) -> Figure {
    let others = seats as f64 - mine;
    let unit = Unit::Elo;
    if others < 0.5 {
        return Figure { value: 0.0, interval: None, unit, ..share };
    }
    let elo = |share: f64| {
        // Each own seat weighs g, each other 1: the share of one own seat is g / (mine g + others).
        let odds = share * others / (1.0 - mine * share).max(0.0);
        400.0 * odds.log10()
    };
    Figure {
        value: elo(share.value),
        interval: share.interval.map(|(low, high)| (elo(low), elo(high))),
        unit,
        ..share
    }
}

/// A figure whose first seat has a given weight, whatever the number of its games. A seat without games counts as 0, as where
/// a report has averaged so, and leaves no interval; without any games there is no figure.
pub fn weighted(first: Option<Figure>, others: Option<Figure>, weight: f64) -> Option<Figure> {
    let unit = first.or(others)?.unit;
    let value = |part: Option<Figure>| part.map_or(0.0, |figure| figure.value);
    let value = weight * value(first) + (1.0 - weight) * value(others);
    let ends = |(first, others): (Figure, Figure)| {
        let (a, b) = (first.interval?, others.interval?);
        let far = |mine: f64, theirs: f64| (weight * mine).hypot((1.0 - weight) * theirs);
        Some((
            value - far(first.value - a.0, others.value - b.0),
            value + far(a.1 - first.value, b.1 - others.value),
        ))
    };
    Some(Figure {
        value,
        interval: first.zip(others).and_then(ends),
        count: first.map_or(0, |figure| figure.count) + others.map_or(0, |figure| figure.count),
        unit,
    })
}

/// The interval of a figure from what was drawn independently.
fn interval(units: &[(f64, f64)], value: f64, unit: Unit) -> Option<(f64, f64)> {
    match unit {
        // A strength is made from a share: see `strength`.
        Unit::Share | Unit::Elo => share_interval(units),
        Unit::Difference => {
            // A share on another scale: −1 … 1 instead of 0 … 1.
            let shares: Vec<_> = units.iter().map(|&(a, b)| ((a + b) / 2.0, b)).collect();
            share_interval(&shares).map(|(low, high)| (2.0 * low - 1.0, 2.0 * high - 1.0))
        }
        Unit::Count | Unit::Milliseconds | Unit::Rate => mean_interval(units, value),
    }
}

/// What covers both intervals, or the one there is.
fn wider(one: Option<(f64, f64)>, other: Option<(f64, f64)>) -> Option<(f64, f64)> {
    match (one, other) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        _ => one.or(other),
    }
}

fn share_interval(units: &[(f64, f64)]) -> Option<(f64, f64)> {
    let block = |&(sum, count): &(f64, f64)| BlockSum { sum, count: count as u64 };
    let blocks: Vec<BlockSum> = units.iter().map(block).collect();
    blocked_share(&blocks).map(|found| (found.share.low, found.share.high))
}

/// The interval of a ratio of sums, from the spread between units, cut off at zero.
fn mean_interval(units: &[(f64, f64)], value: f64) -> Option<(f64, f64)> {
    let n = units.len() as f64;
    let below: f64 = units.iter().map(|unit| unit.1).sum();
    if units.len() < 2 {
        return None;
    }
    let squares: f64 = units.iter().map(|&(above, below)| (above - value * below).powi(2)).sum();
    let half = student95(units.len() - 1) * (squares * n / (n - 1.0)).sqrt() / below;
    Some(((value - half).max(0.0), value + half))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(numbers: &[f64], per_deal: usize) -> Vec<RatioSample> {
        let sample = |(index, &above): (usize, &f64)| RatioSample {
            deal: (index / per_deal) as u64,
            above,
            below: 1.0,
        };
        numbers.iter().enumerate().map(sample).collect()
    }

    #[test]
    fn shares_have_wilsons_interval() {
        let numbers: Vec<f64> = (0..100).map(|game| f64::from(game % 25 < 8)).collect();
        let found = figure(&samples(&numbers, 1), Unit::Share).unwrap();
        assert_eq!((found.value, found.count), (0.32, 100));
        let (low, high) = found.interval.unwrap();
        // Wilson: 0.2367 to 0.4166.
        assert!((low - 0.2367).abs() < 0.005 && (high - 0.4166).abs() < 0.005, "{found:?}");
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
    fn few_deals_are_not_taken_for_many_games() {
        // Ten deals of six equal games, then sixty games that have nothing in common.
        let together: Vec<f64> = (0..60).map(|game| f64::from(game / 6 % 2)).collect();
        let together = figure(&samples(&together, 6), Unit::Share).unwrap();
        let apart: Vec<f64> = (0..60).map(|game| f64::from(game % 2)).collect();
        let apart = figure(&samples(&apart, 1), Unit::Share).unwrap();
        let width = |found: &Figure| found.interval.map_or(0.0, |(low, high)| high - low);
        assert!(width(&together) > 1.8 * width(&apart), "{together:?} {apart:?}");
        // Games that undo each other in every deal do not make a few of them sure.
        let opposed: Vec<f64> = (0..20).map(|game| f64::from(game % 2)).collect();
        let opposed = figure(&samples(&opposed, 2), Unit::Share).unwrap();
        assert!(width(&opposed) > 0.35, "{opposed:?}");
        // A mean of one deal has at least the interval of its games.
        let one = figure(&samples(&[2.0, 4.0, 6.0], 3), Unit::Count).unwrap();
        assert!(one.interval.is_some());
    }

    #[test]
    fn seats_are_weighed_whatever_the_number_of_their_games() {
        let of = |numbers: &[f64]| figure(&samples(numbers, 1), Unit::Count);
        let found = weighted(of(&[40.0, 42.0]), of(&[26.0; 9]), 0.46).unwrap();
        assert!((found.value - (0.46 * 41.0 + 0.54 * 26.0)).abs() < 1e-12);
        assert_eq!(found.count, 11);
        let (low, high) = found.interval.unwrap();
        let half = 0.46 * 12.706;
        assert!(
            (found.value - low - half).abs() < 1e-9 && (high - found.value - half).abs() < 1e-9
        );
        // The report's 14.04: no win with one colour, ten of 26.0 turns with the other.
        let hybrid = weighted(None, of(&[26.0; 10]), 0.46).unwrap();
        assert!((hybrid.value - 14.04).abs() < 1e-12 && hybrid.interval.is_none());
        assert_eq!(weighted(None, None, 0.46), None);
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
        assert!(low >= -1.0 && high < 0.6 && score.value == -1.0, "{score:?}");
        assert_eq!(figure(&samples(&[7.0], 1), Unit::Count).unwrap().interval, None);
    }

    #[test]
    fn means_have_students_interval() {
        let found =
            figure(&samples(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0], 1), Unit::Count).unwrap();
        let half = 2.365 * (32.0f64 / 7.0).sqrt() / 8f64.sqrt();
        let (low, high) = found.interval.unwrap();
        assert!((found.value - 5.0).abs() < 1e-12);
        assert!((high - 5.0 - half).abs() < 0.01 && (5.0 - low - half).abs() < 0.01);
    }
}
