//! SPSA: the slope in all directions at once, from two measurements.
//!
//! Simultaneous perturbation stochastic approximation (Spall 1992). Every step moves all numbers a little, each up or
//! down by the toss of a coin, and the other way; the two ends are compared; all numbers go towards the better end. Steps
//! and distances become smaller by Spall's exponents. Numbers are parts of their range, from 0 to 1.

use ludarium_game::{Purpose, Seed};

/// How fast the distance of the two ends shrinks.
const DISTANCE_EXPONENT: f64 = 0.101;
/// How fast the steps shrink.
const STEP_EXPONENT: f64 = 0.602;
/// The first steps are as small as those after this number, so that bad luck at the beginning is not followed far.
const DELAY: f64 = 10.0;
/// The distance of an end at the beginning.
const DISTANCE: f64 = 0.12;
/// How far the first step goes if the two ends differ by `GOOD`.
const FIRST_STEP: f64 = 0.05;
const GOOD: f64 = 0.2;

/// The two ends of a step, and what leads from the comparison to the next place.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoEnds {
    /// The end to which the coins point.
    pub plus: Vec<f64>,
    /// The other end.
    pub minus: Vec<f64>,
    /// How far each number moves if the plus end is better by 1.
    slope: Vec<f64>,
}

impl TwoEnds {
    /// The two ends of a step (counted from 0) from a place. Each number is moved by at least `least`, so that whole numbers
    /// change.
    pub fn new(seed: Seed, step: u64, place: &[f64], least: &[f64]) -> TwoEnds {
        let mut coins = seed.stream(Purpose::Training, step);
        let number = step as f64 + 1.0;
        let shrunk = DISTANCE / number.powf(DISTANCE_EXPONENT);
        let rate = ((1.0 + DELAY) / (number + DELAY)).powf(STEP_EXPONENT);
        let mut probe = TwoEnds { plus: Vec::new(), minus: Vec::new(), slope: Vec::new() };
        for (&at, &least) in place.iter().zip(least) {
            let distance = shrunk.max(least);
            let way = if coins.below(2) == 0 { 1.0 } else { -1.0 };
            probe.plus.push((at + way * distance).clamp(0.0, 1.0));
            probe.minus.push((at - way * distance).clamp(0.0, 1.0));
            // A step in proportion to the slope: the difference over the distance of the ends.
            let gain = FIRST_STEP / GOOD * DISTANCE;
            probe.slope.push(way * rate * gain / distance);
        }
        probe
    }

    /// The next place, if the plus end was better by `score` (worse, where it is negative).
    pub fn next(&self, place: &[f64], score: f64) -> Vec<f64> {
        let moved = place.iter().zip(&self.slope);
        moved.map(|(at, slope)| (at + slope * score).clamp(0.0, 1.0)).collect()
    }
}

/// What many steps found: the mean of the places in the last half of them.
pub fn settled(places: &[Vec<f64>]) -> Vec<f64> {
    let half = &places[places.len() / 2..];
    let Some(first) = half.first() else {
        return Vec::new();
    };
    (0..first.len())
        .map(|index| half.iter().map(|place| place[index]).sum::<f64>() / half.len() as f64)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The difference of two ends by the results of a number of games, where the strength falls off from `best` by
    /// `elo` points at a distance of one.
    fn compare(plus: &[f64], minus: &[f64], best: &[f64], elo: f64, games: u32, seed: Seed) -> f64 {
        let strength = |place: &[f64]| -> f64 {
            let off = place.iter().zip(best).map(|(a, b)| (a - b).powi(2));
            -elo * off.sum::<f64>()
        };
        let share = 1.0 / (1.0 + 10f64.powf((strength(minus) - strength(plus)) / 400.0));
        let mut dice = seed.stream(Purpose::Test, 0);
        let won = (0..games).filter(|_| dice.unit() < share).count();
        2.0 * won as f64 / f64::from(games) - 1.0
    }

    fn climb(best: &[f64], start: f64, steps: u64, games: u32, seed: u64) -> Vec<f64> {
        let mut place = vec![start; best.len()];
        let mut places = vec![place.clone()];
        for step in 0..steps {
            let probe = TwoEnds::new(Seed(seed), step, &place, &vec![0.0; best.len()]);
            let luck = Seed(seed).derive(Purpose::Test, step);
            let score = compare(&probe.plus, &probe.minus, best, 600.0, games, luck);
            place = probe.next(&place, score);
            places.push(place.clone());
        }
        settled(&places)
    }

    /// Three numbers at once, from games that mostly are luck: nearly always much nearer than the start.
    #[test]
    fn the_better_numbers_are_found_in_spite_of_luck() {
        let best = [0.8, 0.3, 0.6];
        let off = |place: &[f64]| -> f64 {
            let off = place.iter().zip(best).map(|(a, b)| (a - b).powi(2));
            off.sum::<f64>().sqrt()
        };
        let start = off(&[0.1; 3]);
        let near = (0..20).filter(|&seed| off(&climb(&best, 0.1, 150, 16, seed)) < start / 3.0);
        let near = near.count();
        assert!(near >= 18, "{near} of 20");
    }

    #[test]
    fn without_a_difference_nothing_moves_far() {
        let flat = |seed: u64| {
            let mut place = vec![0.5];
            for step in 0..150 {
                let probe = TwoEnds::new(Seed(seed), step, &place, &[0.0]);
                let luck = Seed(seed).derive(Purpose::Test, step);
                let score = compare(&probe.plus, &probe.minus, &[0.5], 0.0, 16, luck);
                place = probe.next(&place, score);
            }
            place[0]
        };
        let far = (0..20).filter(|&seed| (flat(seed) - 0.5).abs() > 0.45).count();
        assert!(far <= 6, "{far} of 20");
    }

    #[test]
    fn ends_are_opposite_and_inside_the_range() {
        let probe = TwoEnds::new(Seed(1), 0, &[0.5, 0.02, 1.0], &[0.0, 0.0, 0.3]);
        assert!((probe.plus[0] + probe.minus[0] - 1.0).abs() < 1e-12);
        let all = probe.plus.iter().chain(&probe.minus);
        assert!(all.clone().all(|end| (0.0..=1.0).contains(end)), "{probe:?}");
        let (plus, minus) = (probe.plus[2], probe.minus[2]);
        assert!((plus.min(minus) - 0.7).abs() < 1e-12, "as far as a whole number needs");
        assert_eq!(probe, TwoEnds::new(Seed(1), 0, &[0.5, 0.02, 1.0], &[0.0, 0.0, 0.3]));
        let later = TwoEnds::new(Seed(1), 100, &[0.5], &[0.0]);
        assert!((later.plus[0] - 0.5).abs() < (probe.plus[0] - 0.5).abs());
    }
}
