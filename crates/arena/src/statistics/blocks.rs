//! Blocks: the unit that is drawn independently, and how sure a share is when it comes in blocks.

use ludarium_game::{Rng, Seed};

use super::interval::wilson;
use super::tally::Encounter;
use super::{Estimate, Results, ScoredGame};

/// What one block adds to a share.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockSum {
    /// The sum of the results, each in [0, 1].
    pub sum: f64,
    /// The number of results.
    pub count: u64,
}

impl BlockSum {
    /// The mean result of the block; `None` without a result.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

impl Results {
    /// The points of an agent in each block in which it sat, in the order of blocks.
    pub fn points_by_block(&self, agent: usize) -> Vec<BlockSum> {
        by_block(self, |outcome| {
            let seats = outcome.seated().filter(|&(_, seated)| seated == agent);
            seats.fold(BlockSum::default(), |found, (seat, _)| BlockSum {
                sum: found.sum + outcome.points(seat),
                count: found.count + 1,
            })
        })
    }

    /// How one agent came out against another in each block in which they met: 1 for each meeting with the
    /// first ahead, ½ for equal scores. Under Plackett–Luce this depends on the two alone, whoever else sat
    /// at the table.
    pub fn encounters_by_block(&self, first: usize, second: usize) -> Vec<BlockSum> {
        by_block(self, |outcome| {
            let mut found = Encounter::default();
            for (seat, _) in outcome.seated().filter(|seated| seated.1 == first) {
                for (other, _) in outcome.seated().filter(|seated| seated.1 == second) {
                    if seat != other {
                        found.add(outcome.compare(seat, other), 1);
                    }
                }
            }
            BlockSum { sum: found.above as f64 + 0.5 * found.equal as f64, count: found.meetings() }
        })
    }
}

fn by_block(results: &Results, result: impl Fn(&ScoredGame) -> BlockSum) -> Vec<BlockSum> {
    let of_kinds = results.of_kinds(result);
    let mut blocks = Vec::new();
    results.each_block(|games| {
        let mut block = BlockSum::default();
        for &(_, kind) in games {
            let found = of_kinds[kind as usize];
            block.sum += found.sum;
            block.count += found.count;
        }
        if block.count > 0 {
            blocks.push(block);
        }
    });
    blocks
}

/// A share that comes in blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockedShare {
    /// The share, with an interval inside [0, 1] that always has some width.
    pub share: Estimate,
    /// Its standard error, from the spread between blocks.
    pub error: f64,
    /// How many independent games with a winner and a loser would make it as sure: more than were
    /// played where sharing the luck has helped.
    pub worth: f64,
    /// The blocks it comes from.
    pub blocks: usize,
    /// The results it comes from.
    pub results: u64,
}

/// The share of all results, with an interval from the spread between blocks; `None` without a result.
///
/// The spread is regularised: half a block of nothing but losses and half a block of nothing but wins
/// join the blocks, so that identical blocks do not claim to know everything. The interval is Wilson's,
/// for as many trials as have that spread.
pub fn blocked_share(blocks: &[BlockSum]) -> Option<BlockedShare> {
    let filled = || {
        let valid = |block: &&BlockSum| block.count > 0 && block.sum.is_finite();
        blocks.iter().filter(valid)
    };
    let results: u64 = filled().map(|block| block.count).sum();
    if results == 0 {
        return None;
    }
    let number = filled().count();
    let value = filled().map(|block| block.sum).sum::<f64>() / results as f64;
    let value = value.clamp(0.0, 1.0);
    let size = results as f64 / number as f64;
    // Deviations are measured in mean blocks, so that a block of few games counts for little.
    let centre = regularised_mean(value, number);
    let deviations = filled().map(|block| (block.sum - centre * block.count as f64) / size);
    let error = regularised_error(centre, deviations, number);
    let worth = worth(centre, error);
    Some(BlockedShare { share: wilson(value, worth), error, worth, blocks: number, results })
}

/// The mean of values in [0, 1] after half a 0 and half a 1 have joined them.
pub(super) fn regularised_mean(mean: f64, number: usize) -> f64 {
    (mean * number as f64 + 0.5) / (number as f64 + 1.0)
}

/// The standard error of a mean of `number` ≥ 1 values in [0, 1], of which the deviations from `centre`
/// are given, after half a 0 and half a 1 have joined them.
pub(super) fn regularised_error(
    centre: f64,
    deviations: impl Iterator<Item = f64>,
    number: usize,
) -> f64 {
    let extremes = 0.5 * (centre * centre + (1.0 - centre) * (1.0 - centre));
    let squares: f64 = deviations.map(|deviation| deviation * deviation).sum();
    (squares + extremes).sqrt() / number as f64
}

/// The number of independent trials whose share is as sure as a regularised mean with this error.
pub(super) fn worth(centre: f64, error: f64) -> f64 {
    centre * (1.0 - centre) / (error * error)
}

/// The 95 % percentile interval of a statistic over resamples of whole blocks.
///
/// `statistic` is given the numbers of the drawn blocks, with repetitions, and may have no answer; such
/// resamples are left out. `None` if there is no block, no resample, or no answer for the blocks
/// themselves. The same seed gives the same interval.
pub(super) fn bootstrap(
    blocks: usize,
    resamples: usize,
    seed: Seed,
    statistic: impl Fn(&[usize]) -> Option<f64>,
) -> Option<Estimate> {
    let bound = u32::try_from(blocks).ok().filter(|&bound| bound > 0)?;
    let mut drawn: Vec<usize> = (0..blocks).collect();
    let finite = |value: &f64| value.is_finite();
    let value = statistic(&drawn).filter(finite)?;
    let mut rng = Rng::new(seed);
    let mut found: Vec<f64> = (0..resamples)
        .filter_map(|_| {
            drawn.fill_with(|| rng.below(bound) as usize);
            statistic(&drawn).filter(finite)
        })
        .collect();
    found.sort_by(f64::total_cmp);
    let last = found.len().checked_sub(1)?;
    let quantile = |level: f64| found[(level * last as f64).round() as usize];
    Some(Estimate { value, low: quantile(0.025).min(value), high: quantile(0.975).max(value) })
}

#[cfg(test)]
mod tests {
    use super::super::tests::simulation::{Pairs, pair};
    use super::*;

    fn pairs(means: &[f64]) -> Vec<BlockSum> {
        let block = |&mean: &f64| BlockSum { sum: 2.0 * mean, count: 2 };
        means.iter().map(block).collect()
    }

    #[test]
    fn little_data_gives_wide_intervals_inside_the_range() {
        assert_eq!(blocked_share(&[]), None);
        assert_eq!(blocked_share(&[BlockSum::default()]), None);
        let (sum, count) = (f64::NAN, 1);
        assert_eq!(blocked_share(&[BlockSum { sum, count }]), None);
        for blocks in [1, 2, 5, 1000] {
            for mean in [0.0, 0.5, 1.0] {
                let found = blocked_share(&pairs(&vec![mean; blocks])).unwrap();
                let Estimate { value, low, high } = found.share;
                assert_eq!(value, mean);
                assert!(0.0 <= low && low < high && high <= 1.0, "{found:?}");
                assert!(found.error > 0.0 && found.worth.is_finite(), "{found:?}");
                assert!(blocks > 2 || high - low > 0.5, "{found:?}");
            }
        }
        // All won: about as sure as Wilson's interval for as many single games.
        let all = blocked_share(&pairs(&[1.0; 10])).unwrap();
        assert!((all.share.low - 0.70).abs() < 0.01, "{all:?}");
    }

    #[test]
    fn small_blocks_count_for_little() {
        let mut blocks = pairs(&[0.5; 40]);
        let before = blocked_share(&blocks).unwrap();
        blocks.push(BlockSum { sum: 1.0, count: 1 });
        let after = blocked_share(&blocks).unwrap();
        assert_eq!(after.results, 81);
        assert!((after.share.value - 41.0 / 81.0).abs() < 1e-12);
        assert!(after.error < 1.3 * before.error, "{before:?} {after:?}");
    }

    #[test]
    fn encounters_are_read_from_either_side() {
        let outcome = |block, agents: &[usize], scores: &[f64]| ScoredGame {
            block,
            agents: agents.to_vec(),
            scores: scores.to_vec(),
        };
        let games = [
            outcome(7, &[0, 1, 2], &[1.0, 0.5, 0.0]),
            outcome(7, &[1, 0, 0], &[0.5, 0.5, 0.0]),
            outcome(9, &[1, 2, 2], &[1.0, 0.0, 0.0]),
        ];
        let expected = [BlockSum { sum: 1.5, count: 3 }];
        assert_eq!(Results::of(&games).encounters_by_block(0, 1), expected);
        assert_eq!(Results::of(&games).encounters_by_block(1, 0), expected);
        assert_eq!(Results::of(&games).encounters_by_block(0, 0).len(), 1);
        assert_eq!(Results::of(&games).encounters_by_block(0, 5), []);
        let points: Vec<f64> =
            Results::of(&games).points_by_block(1).iter().map(|b| b.sum).collect();
        assert_eq!(points, [0.5, 1.0]);
    }

    /// The variance of pair scores from a known joint distribution, the one measured by
    /// [`blocked_share`], and the spread of the mean over repetitions are the same number.
    #[test]
    fn errors_from_blocks_are_those_of_the_joint_distribution() {
        const REPEATS: usize = 2000;
        const BLOCKS: usize = 150;
        let mut rng = Rng::new(Seed(3));
        for correlation in [-0.8, 0.0, 0.8] {
            let game = Pairs::new(0.55, 0.2, correlation);
            let exact = (game.pair_variance() / BLOCKS as f64).sqrt();
            let naive = (game.game_variance() / (2.0 * BLOCKS as f64)).sqrt();
            let (mut covered, mut naively_covered, mut errors, mut squares) = (0, 0, 0.0, 0.0);
            for _ in 0..REPEATS {
                let blocks: Vec<BlockSum> =
                    (0..BLOCKS).map(|_| pair(game.draw(&mut rng))).collect();
                let found = blocked_share(&blocks).unwrap();
                errors += found.error / REPEATS as f64;
                let off = found.share.value - game.mean();
                squares += off * off / REPEATS as f64;
                covered +=
                    usize::from(found.share.low <= game.mean() && game.mean() <= found.share.high);
                naively_covered += usize::from(off.abs() <= super::super::Z95 * naive);
            }
            // A spread from n repetitions has the relative standard error 1/√(2n).
            let tolerance = 4.0 / (2.0 * REPEATS as f64).sqrt();
            assert!((squares.sqrt() / exact - 1.0).abs() < tolerance);
            // Regularisation adds up to (1 / 150) / (2 · variance of a block), a twentieth here.
            assert!((0.99..1.06).contains(&(errors / exact)), "{correlation}");
            let coverage = covered as f64 / REPEATS as f64;
            let three_errors = 3.0 * (0.95 * 0.05 / REPEATS as f64).sqrt();
            assert!(coverage > 0.945 - three_errors, "{correlation}: {coverage}");
            // Taking the games for independent is right only where they are.
            let naive = naively_covered as f64 / REPEATS as f64;
            match correlation {
                0.0 => assert!((naive - 0.95).abs() < three_errors + 0.005, "{naive}"),
                c if c > 0.0 => assert!(naive < 0.9, "{naive}"),
                _ => assert!(naive > 0.99, "{naive}"),
            }
        }
    }

    #[test]
    fn intervals_from_few_blocks_hold_the_truth() {
        const REPEATS: usize = 1000;
        let least = 0.945 - 3.0 * (0.945 * 0.055 / REPEATS as f64).sqrt();
        let mut rng = Rng::new(Seed(7));
        for score in [0.5, 0.7, 0.9] {
            for correlation in [-0.8, 0.0, 0.8] {
                let game = Pairs::new(score, 0.1, correlation);
                for number in [2, 5, 12, 30] {
                    let covers = |_: &usize| {
                        let blocks = (0..number).map(|_| pair(game.draw(&mut rng)));
                        let found = blocked_share(&blocks.collect::<Vec<_>>()).unwrap().share;
                        found.low <= score && score <= found.high
                    };
                    let coverage = (0..REPEATS).filter(covers).count() as f64 / REPEATS as f64;
                    assert!(coverage > least, "{score} {correlation} {number}: {coverage}");
                }
            }
        }
    }

    #[test]
    fn bootstraps_agree_with_the_error_and_with_themselves() {
        let mut rng = Rng::new(Seed(4));
        let game = Pairs::new(0.6, 0.1, 0.0);
        let blocks: Vec<BlockSum> = (0..300).map(|_| pair(game.draw(&mut rng))).collect();
        let mean = |drawn: &[usize]| {
            let sum: f64 = drawn.iter().map(|&index| blocks[index].sum).sum();
            Some(sum / (2.0 * drawn.len() as f64))
        };
        let found = bootstrap(blocks.len(), 1000, Seed(5), mean).unwrap();
        assert_eq!(Some(found), bootstrap(blocks.len(), 1000, Seed(5), mean));
        let half = super::super::Z95 * blocked_share(&blocks).unwrap().error;
        // Each end is a 2.5 % quantile of 1000: its standard error is 2.1 % · 2 of the half width.
        assert!(((found.high - found.low) / (2.0 * half) - 1.0).abs() < 0.15);
        assert_eq!(bootstrap(0, 10, Seed(1), mean), None);
        assert_eq!(bootstrap(3, 0, Seed(1), mean), None);
        assert_eq!(bootstrap(3, 10, Seed(1), |_| Some(f64::NAN)), None);
    }
}
