//! Intervals: how sure a figure is.

/// The 97.5 % point of the normal distribution: two-sided 95 % intervals.
pub const Z95: f64 = 1.959_963_984_540_054;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value itself.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A share `successes / trials` with its Wilson score interval; without any trial nothing is known and
/// the interval is all of [0, 1]. The trials must be independent: for games in blocks see
/// [`blocked_share`](super::blocked_share).
pub fn share(successes: u64, trials: u64) -> Estimate {
    if trials == 0 {
        return Estimate { value: 0.0, low: 0.0, high: 1.0 };
    }
    wilson(successes as f64 / trials as f64, trials as f64)
}

/// The Wilson score interval of a share that is as sure as one from `trials` independent trials, which
/// need not be a whole number but must be above 0.
pub(super) fn wilson(share: f64, trials: f64) -> Estimate {
    let z2 = Z95 * Z95;
    let middle = (share + z2 / (2.0 * trials)) / (1.0 + z2 / trials);
    let spread = share * (1.0 - share) / trials + z2 / (4.0 * trials * trials);
    let half = Z95 / (1.0 + z2 / trials) * spread.sqrt();
    // Nothing and everything reach their ends exactly; rounding alone would stop just short of them.
    let low = if share <= 0.0 { 0.0 } else { middle - half };
    let high = if share >= 1.0 { 1.0 } else { middle + half };
    Estimate { value: share, low: low.max(0.0), high: high.min(1.0) }
}

/// The mean of whole numbers with its normal interval; of fewer than two numbers the spread is unknown
/// and the interval is the value itself.
pub fn mean(numbers: impl IntoIterator<Item = u64>) -> Estimate {
    let (mut count, mut sum, mut squares) = (0u64, 0u128, 0u128);
    for number in numbers {
        count += 1;
        sum += u128::from(number);
        squares += u128::from(number) * u128::from(number);
    }
    if count == 0 {
        return Estimate { value: 0.0, low: 0.0, high: 0.0 };
    }
    let n = count as f64;
    let value = sum as f64 / n;
    let spread = if count > 1 {
        // Whole numbers keep n·Σx² − (Σx)² exact, so equal numbers have a spread of exactly 0.
        let numerator = (u128::from(count) * squares - sum * sum) as f64;
        (numerator / (n * (n - 1.0))).sqrt()
    } else {
        0.0
    };
    let half = Z95 * spread / n.sqrt();
    Estimate {
        value,
        // No number is below 0, so their mean is not.
        low: (value - half).max(0.0),
        high: value + half,
    }
}

/// The ratio of two sums, such as moves per position or costs per game, with an interval from the spread between
/// the units that were drawn independently: single games, or whole blocks; by Student's distribution, since few units may
/// agree by chance. 0 where the lower sum is 0; of a single unit
/// the spread is unknown and the interval is the value itself.
pub fn ratio(pairs: &[(f64, f64)]) -> Estimate {
    let (above, below) =
        pairs.iter().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
    if below == 0.0 {
        return Estimate { value: 0.0, low: 0.0, high: 0.0 };
    }
    let value = above / below;
    let n = pairs.len() as f64;
    let squares: f64 = pairs.iter().map(|&(a, b)| (a - value * b).powi(2)).sum();
    let half = if pairs.len() > 1 {
        student95(pairs.len() - 1) * (squares * n / (n - 1.0)).sqrt() / below
    } else {
        0.0
    };
    Estimate { value, low: value - half, high: value + half }
}

/// The 97.5 % point of Student's distribution, by its expansion about the normal one where that is good enough.
pub fn student95(freedom: usize) -> f64 {
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
    use ludarium_game::{Rng, Seed};

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-4
    }

    /// 54 of 100 and 108 of 200.
    #[test]
    fn wilson_intervals_equal_known_values() {
        let hundred = share(54, 100);
        assert!(close(hundred.low, 0.4426) && close(hundred.high, 0.6344), "{hundred:?}");
        let two_hundred = share(108, 200);
        assert!(
            close(two_hundred.low, 0.4708) && close(two_hundred.high, 0.6077),
            "{two_hundred:?}"
        );
    }

    #[test]
    fn nothing_and_everything_stay_in_range() {
        assert_eq!(share(0, 0).high, 1.0);
        let none = share(0, 10);
        assert!(close(none.low, 0.0) && close(none.high, 0.2775), "{none:?}");
        let all = share(10, 10);
        assert_eq!((none.low, all.high), (0.0, 1.0));
        assert!(close(all.high, 1.0) && close(all.low, 0.7225), "{all:?}");
    }

    /// 95 % intervals must hold the truth at least 93 % of the time, less three standard errors
    /// of 4000 tries.
    #[test]
    fn wilson_intervals_cover_the_truth() {
        const TRIES: u64 = 4000;
        let least = 0.93 - 3.0 * (0.93 * 0.07 / TRIES as f64).sqrt();
        let mut rng = Rng::new(Seed(1));
        let mut worst_wald = 1.0f64;
        for truth in [0.02, 0.5, 0.9] {
            for trials in [50, 200] {
                let (mut covered, mut wald) = (0, 0);
                for _ in 0..TRIES {
                    let successes = (0..trials).filter(|_| rng.unit() < truth).count() as u64;
                    let found = share(successes, trials);
                    covered += u64::from(found.low <= truth && truth <= found.high);
                    let error = (found.value * (1.0 - found.value) / trials as f64).sqrt();
                    wald += u64::from((found.value - truth).abs() <= Z95 * error);
                }
                let coverage = covered as f64 / TRIES as f64;
                assert!(coverage >= least, "{truth} of {trials}: {coverage}");
                worst_wald = worst_wald.min(wald as f64 / TRIES as f64);
            }
        }
        // The textbook interval would not pass: at 2 % of 50 it covers two times in three.
        assert!(worst_wald < 0.7, "{worst_wald}");
    }

    #[test]
    fn means_have_the_textbook_interval() {
        let estimate = mean([2, 4, 4, 4, 5, 5, 7, 9]);
        let half = Z95 * (32.0f64 / 7.0).sqrt() / 8f64.sqrt();
        assert!(close(estimate.value, 5.0) && close(estimate.high - 5.0, half));
        assert_eq!(mean([7, 7, 7]), Estimate { value: 7.0, low: 7.0, high: 7.0 });
        assert_eq!(mean([]).value, 0.0);
        assert_eq!(mean([0, 1]).low, 0.0);
    }

    #[test]
    fn a_ratio_is_as_sure_as_its_units_agree() {
        let same = ratio(&[(20.0, 10.0), (40.0, 20.0), (10.0, 5.0)]);
        assert_eq!((same.value, same.low, same.high), (2.0, 2.0, 2.0));
        // Residuals are 5 and -5: 12.706 · sqrt(50 · 2 / 1) / 20.
        let apart = ratio(&[(25.0, 10.0), (15.0, 10.0)]);
        assert!(close(apart.high - apart.value, 12.706 * 10.0 / 20.0), "{apart:?}");
        assert_eq!(ratio(&[]).value, 0.0);
    }

    #[test]
    fn the_points_of_students_distribution_are_the_textbooks() {
        for (freedom, point) in [(3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)] {
            assert!((student95(freedom) - point).abs() < 0.01, "{freedom}");
        }
    }
}
