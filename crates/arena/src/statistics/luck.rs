//! Luck: how much of it blocks cancel, and taking the rest out of the results.

use ludarium_game::Seed;

use super::blocks::{bootstrap, regularised_error, regularised_mean, worth};
use super::interval::wilson;
use super::{Estimate, FEW_BLOCKS, Results, ScoredGame, Z95};

/// Resamples behind the interval of a correlation.
const RESAMPLES: usize = 400;

/// With more blocks than this the error of a ratio is known as well by its linear part, and a bootstrap would take
/// longer than everything else.
const MANY_BLOCKS: usize = 10_000;

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

impl Results {
    /// The correlation of an agent's points inside blocks, with a bootstrap interval over blocks. What a
    /// seat is worth is taken out first: an advantage of the first move is not luck. `None` with fewer than
    /// two blocks of two or more results, and where results differ by nothing but the seat.
    pub fn correlation(&self, agent: usize) -> Option<Correlation> {
        let mut seat_means = vec![(0.0, 0u64); self.seats()];
        let mine = |outcome: &ScoredGame| -> Vec<(usize, f64)> {
            let mine = outcome.seated().filter(|seated| seated.1 == agent);
            mine.map(|(seat, _)| (seat, outcome.points(seat))).collect()
        };
        for (outcome, times) in self.counted() {
            for (seat, points) in mine(outcome) {
                let (sum, count) = &mut seat_means[seat];
                *sum += points * times as f64;
                *count += times;
            }
        }
        let residuals = |outcome: &ScoredGame| {
            let mut found = Residuals::default();
            for (seat, points) in mine(outcome) {
                let (sum, count) = seat_means[seat];
                let residual = points - sum / count as f64;
                found.count += 1;
                found.sum += residual;
                found.squares += residual * residual;
            }
            found
        };
        let of_kinds = self.of_kinds(residuals);
        let mut blocks: Vec<Residuals> = Vec::new();
        self.each_block(|games| {
            let mut block = Residuals::default();
            for &(_, kind) in games {
                let found = of_kinds[kind as usize];
                block.count += found.count;
                block.sum += found.sum;
                block.squares += found.squares;
            }
            if block.count > 1 {
                blocks.push(block);
            }
        });
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
        let all: Vec<usize> = (0..blocks.len()).collect();
        let value = if blocks.len() > MANY_BLOCKS {
            let (value, scale) = (found(&all)?, total(pairs, &all));
            let off = |block: &Residuals| products(block) - value * pairs(block);
            let squares: f64 = blocks.iter().map(|block| off(block).powi(2)).sum();
            let half = Z95 * squares.sqrt() / scale;
            Estimate { value, low: (value - half).max(-1.0), high: (value + half).min(1.0) }
        } else {
            bootstrap(blocks.len(), RESAMPLES, Seed(0), found)?
        };
        let (apart, together) = (total(|b| b.squares, &all), total(together, &all));
        Some(Correlation {
            value,
            gain: (together > 1e-12 * apart).then(|| apart / together),
            blocks: blocks.len(),
        })
    }
}

/// A mean from which luck has been taken out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adjusted {
    /// The adjusted mean of the points. Its expectation is that of the plain mean, so that single
    /// values may lie outside [0, 1]; the interval does not.
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
    let coefficient =
        if number >= FEW_BLOCKS && spread > 1e-12 { -covariance / spread } else { 1.0 };
    let adjusted: Vec<f64> = points
        .iter()
        .zip(corrections)
        .map(|(points, correction)| points + coefficient * correction)
        .collect();
    let value = plain + coefficient * luck;
    let possible = value.clamp(0.0, 1.0);
    let centre = regularised_mean(possible, number);
    let error = regularised_error(centre, adjusted.iter().map(|a| a - centre), number);
    let trials = worth(centre, error);
    // Numbers so large that their squares overflow are no points and no corrections.
    if trials.is_nan() || trials <= 0.0 {
        return None;
    }
    let interval = wilson(possible, trials);
    let plain_variance = variance(points);
    Some(Adjusted {
        mean: Estimate { value, ..interval },
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
    let products = first.iter().zip(second).map(|(a, b)| (a - first_mean) * (b - second_mean));
    products.sum::<f64>() / (first.len() - 1) as f64
}

#[cfg(test)]
mod tests {
    use super::super::tests::simulation::{luck, ranked};
    use super::super::{Tally, Z95};
    use super::*;
    use ludarium_game::{Rng, Seed};

    fn duel(block: u64, white: usize, score: f64) -> ScoredGame {
        ScoredGame { block, agents: vec![white, 1 - white], scores: vec![score, 1.0 - score] }
    }

    /// Identical agents that swap seats under the same luck play the same game twice.
    #[test]
    fn swapping_identical_agents_is_exactly_complementary() {
        let mut rng = Rng::new(Seed(31));
        let games: Vec<ScoredGame> = (0..200)
            .flat_map(|block| {
                let score = [0.0, 0.5, 1.0, 1.0][rng.below(4) as usize];
                [duel(block, 0, score), duel(block, 1, score)]
            })
            .collect();
        let tally = Tally::of(&games, 2);
        assert_eq!(tally.agents[0], tally.agents[1]);
        assert_eq!(tally.agents[0].mean_points(), Some(0.5));
        let found = Results::of(&games).correlation(0).unwrap();
        assert!((found.value.value + 1.0).abs() < 1e-12, "{found:?}");
        assert_eq!((found.gain, found.blocks), (None, 200));
        // Three seats cannot be more opposite than −1/2 each.
        let games: Vec<ScoredGame> = (0..200)
            .flat_map(|block| {
                let dice = luck(3, &mut rng);
                [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
                    .map(|agents| ranked(block, &agents, &[0.0; 3], &dice))
            })
            .collect();
        let tally = Tally::of(&games, 3);
        assert!(tally.agents.iter().all(|record| *record == tally.agents[0]));
        let found = Results::of(&games).correlation(1).unwrap();
        assert!((found.value.value + 0.5).abs() < 1e-12 && found.gain.is_none());
    }

    #[test]
    fn independent_and_repeated_games_are_told_apart() {
        let mut rng = Rng::new(Seed(32));
        let mut pairs = |repeat: bool| -> Vec<ScoredGame> {
            (0..2000)
                .flat_map(|block| {
                    let first = f64::from(rng.below(2));
                    let second = if repeat { 1.0 - first } else { f64::from(rng.below(2)) };
                    [duel(block, 0, first), duel(block, 1, second)]
                })
                .collect()
        };
        let apart = Results::of(&pairs(false)).correlation(0).unwrap();
        // The standard error of a correlation near 0 is 1/√n.
        let error = 1.0 / 2000f64.sqrt();
        assert!(apart.value.value.abs() < 4.0 * error, "{apart:?}");
        let width = (apart.value.high - apart.value.low) / (2.0 * Z95 * error);
        assert!((width - 1.0).abs() < 0.25, "{apart:?}");
        assert!((apart.gain.unwrap() - 1.0).abs() < 4.0 * error * 1.1, "{apart:?}");
        let same = Results::of(&pairs(true)).correlation(0).unwrap();
        assert!((same.value.value - 1.0).abs() < 1e-12 && (same.gain.unwrap() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn without_luck_there_is_no_correlation() {
        assert_eq!(Results::of(&[]).correlation(0), None);
        for blocks in [1, 2, 50] {
            for (first, second) in [(1.0, 0.0), (0.5, 0.5), (1.0, 1.0)] {
                // White wins always, or all is drawn, or agent 0 wins always.
                let games: Vec<ScoredGame> = (0..blocks)
                    .flat_map(|block| [duel(block, 0, first), duel(block, 1, second)])
                    .collect();
                assert_eq!(Results::of(&games).correlation(0), None);
            }
        }
        let singles: Vec<ScoredGame> = (0..9).map(|block| duel(block, 0, 1.0)).collect();
        assert_eq!(Results::of(&singles).correlation(0), None);
    }

    const SKILL: f64 = 0.8;

    fn logistic(value: f64) -> f64 {
        1.0 / (1.0 + f64::exp(-value))
    }

    /// A poor judge of positions: it is wrong about the slope and about the level.
    fn judge(state: f64) -> f64 {
        logistic(0.7 * state + 0.3)
    }

    /// A game of three dice, each worth −1 or twice as often ½, and then a win with the chance of the
    /// state: points, the correction, and the correction that forgets to take the expectation.
    fn luck_game(rng: &mut Rng) -> (f64, f64, f64) {
        let (mut state, mut correction, mut naive) = (SKILL, 0.0, 0.0);
        for _ in 0..3 {
            let expected = (judge(state - 1.0) + 2.0 * judge(state + 0.5)) / 3.0;
            let next = state + if rng.below(3) == 0 { -1.0 } else { 0.5 };
            correction += expected - judge(next);
            naive += judge(state) - judge(next);
            state = next;
        }
        (f64::from(rng.unit() < logistic(state)), correction, naive)
    }

    fn true_mean() -> f64 {
        let chance = |bad: i32| [8.0, 12.0, 6.0, 1.0][bad as usize] / 27.0;
        let state = |bad: i32| SKILL - f64::from(bad) + 0.5 * f64::from(3 - bad);
        (0..4).map(|bad| chance(bad) * logistic(state(bad))).sum()
    }

    /// Corrections have the mean 0, and adjusted means the right expectation and less variance.
    #[test]
    fn adjustment_is_unbiased_and_surer() {
        const REPEATS: usize = 1500;
        let mut rng = Rng::new(Seed(33));
        // Below and above the number of blocks from which the coefficient is estimated.
        for blocks in [12, 60] {
            let (mut plain, mut adjusted, mut covered) = (Vec::new(), Vec::new(), 0);
            let (mut corrections, mut naive) = (Vec::new(), Vec::new());
            for _ in 0..REPEATS {
                let games: Vec<_> = (0..blocks).map(|_| luck_game(&mut rng)).collect();
                let points: Vec<f64> = games.iter().map(|game| game.0).collect();
                let luck: Vec<f64> = games.iter().map(|game| game.1).collect();
                let found = adjust(&points, &luck).unwrap();
                assert_eq!(found.coefficient == 1.0, blocks < FEW_BLOCKS);
                covered += usize::from((found.mean.low..=found.mean.high).contains(&true_mean()));
                plain.push(mean(&points));
                adjusted.push(found.mean.value);
                corrections.push(mean(&luck));
                naive.push(mean(&games.iter().map(|game| game.2).collect::<Vec<f64>>()));
            }
            let errors_off = |values: &[f64], truth: f64| {
                (mean(values) - truth).abs() / (variance(values) / REPEATS as f64).sqrt()
            };
            assert!(errors_off(&corrections, 0.0) < 4.0);
            assert!(errors_off(&adjusted, true_mean()) < 4.0);
            assert!(errors_off(&naive, 0.0) > 4.0, "the wrong correction must be found out");
            // The ratio of two variances of 1500 each has a standard error below √(4/1500), or 5 %.
            let ratio = variance(&adjusted) / variance(&plain);
            assert!(ratio < 0.85, "{blocks}: {ratio}");
            let coverage = covered as f64 / REPEATS as f64;
            let tolerance = 3.0 * (0.95 * 0.05 / REPEATS as f64).sqrt();
            assert!(coverage > 0.945 - tolerance, "{blocks}: {coverage}");
        }
    }

    #[test]
    fn the_coefficient_is_the_best_one_and_honest_about_it() {
        let mut rng = Rng::new(Seed(34));
        let games: Vec<_> = (0..5000).map(|_| luck_game(&mut rng)).collect();
        let points: Vec<f64> = games.iter().map(|game| game.0).collect();
        let luck: Vec<f64> = games.iter().map(|game| game.1).collect();
        let found = adjust(&points, &luck).unwrap();
        let at = |coefficient: f64| {
            let adjusted = points.iter().zip(&luck).map(|(p, l)| p + coefficient * l);
            variance(&adjusted.collect::<Vec<f64>>())
        };
        assert!(at(found.coefficient) < at(found.coefficient + 0.05));
        assert!(at(found.coefficient) < at(found.coefficient - 0.05));
        let ratio = at(found.coefficient) / variance(&points);
        assert!((found.variance_ratio.unwrap() - ratio).abs() < 1e-12 && ratio < 0.85, "{ratio}");
    }

    #[test]
    fn too_little_to_adjust_is_said() {
        assert_eq!(adjust(&[], &[]), None);
        assert_eq!(adjust(&[1.0], &[0.1]), None);
        assert_eq!(adjust(&[1.0, 0.0], &[0.1]), None);
        assert_eq!(adjust(&[1.0, f64::NAN], &[0.1, 0.0]), None);
        assert_eq!(adjust(&[1.0, 0.0], &[1e300, -1e300]), None);
        assert_eq!(adjust(&[0.5; 40], &[f64::MAX; 40]), None);
        for points in [0.0, 0.5, 1.0] {
            for blocks in [2, 100] {
                let found = adjust(&vec![points; blocks], &vec![0.0; blocks]).unwrap();
                assert_eq!((found.mean.value, found.coefficient), (points, 1.0));
                assert_eq!(found.variance_ratio, None);
                assert!(found.mean.low < found.mean.high && found.mean.high <= 1.0);
                assert!((found.mean.low..=found.mean.high).contains(&points));
            }
        }
    }
}
