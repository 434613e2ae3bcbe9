//! A sequential test: play until it is clear whether an agent is stronger, and not longer.
//!
//! This is the generalised sequential probability ratio test: what is not known besides the strength,
//! how much the results spread and hang together inside a block, is estimated along the way.

use ludarium_game::{Error, Result};

use super::blocks::{regularised_error, regularised_mean};
use super::share_of_elo;

/// Strengths beyond this are not told apart: a share of 0.99999 is as good as 1.
const LARGEST_ELO: f64 = 2000.0;

/// Without a model of the blocks their spread must be known well before it may decide.
const LEAST_BLOCKS: u64 = 64;

/// Halvings of the tilt's interval; the likelihood is flat at its maximum, so half as many would do.
const HALVINGS: usize = 50;

/// The test of H0 "the difference is `elo0`" against H1 "it is `elo1`".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    lower: f64,
    upper: f64,
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SprtDecision {
    /// The lower strength is accepted.
    AcceptH0,
    /// The higher strength is accepted.
    AcceptH1,
    /// Nothing is clear yet.
    Continue,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// The log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// H0 is accepted at or below this.
    pub lower: f64,
    /// H1 is accepted at or above this.
    pub upper: f64,
    /// The blocks that count.
    pub blocks: u64,
    /// Nothing is decided before this number of blocks.
    pub least: u64,
    /// Two-seat pairs by their score 0, ½, 1, 1½, 2; `None` for other blocks.
    pub pairs: Option<[u64; 5]>,
    /// What follows.
    pub decision: SprtDecision,
}

/// What the two differences are called in errors.
const FIRST: &str = "first Elo difference";
const SECOND: &str = "second Elo difference";

impl Sprt {
    /// A test that takes H0 for H1 with probability `alpha` and H1 for H0 with probability `beta`.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt> {
        for (key, elo) in [(FIRST, elo0), (SECOND, elo1)] {
            let range = -LARGEST_ELO..=LARGEST_ELO;
            check(key, elo, range.contains(&elo), || {
                format!("a number from -{LARGEST_ELO} to {LARGEST_ELO}")
            })?;
        }
        check(SECOND, elo1, elo1 > elo0, || format!("more than the first, which is {elo0}"))?;
        for (key, level) in [("alpha", alpha), ("beta", beta)] {
            check(key, level, (f64::MIN_POSITIVE..0.5).contains(&level), || {
                "a probability above 0 and below 0.5, such as 0.05".to_owned()
            })?;
        }
        Ok(Sprt {
            elo0,
            elo1,
            lower: (beta / (1.0 - alpha)).ln(),
            upper: ((1.0 - beta) / alpha).ln(),
        })
    }

    /// The state after these complete blocks of games with `seats` seats, each given by the mean points
    /// of the agent, which sits once in each game.
    ///
    /// Two-seat blocks with scores of 0, ¼, ½, ¾ and 1 are taken for pairs of games, others for blocks
    /// of any shape. Scores that are not numbers from 0 to 1 do not count.
    pub fn test(&self, seats: usize, scores: &[f64]) -> SprtState {
        let quarters = |score: &f64| (0..5u8).find(|&q| *score == f64::from(q) / 4.0);
        let cells: Option<Vec<u8>> = scores.iter().map(quarters).collect();
        match cells {
            Some(cells) if seats == 2 => {
                let mut counts = [0; 5];
                for cell in cells {
                    counts[usize::from(cell)] += 1;
                }
                self.pairs(counts)
            }
            _ => self.blocks(seats, scores),
        }
    }

    /// The state after these numbers of pairs of two-seat games with the scores 0, ½, 1, 1½ and 2.
    ///
    /// The likelihoods are exact maxima over all distributions of the five scores that have the mean
    /// under test. Half a pair is added to each count, so that a score that has not been seen yet is
    /// not taken for impossible.
    pub fn pairs(&self, counts: [u64; 5]) -> SprtState {
        let weights = counts.map(|count| count as f64 + 0.5);
        let blocks = counts.into_iter().fold(0, u64::saturating_add);
        if blocks == 0 {
            return self.state(0.0, 0, Some(counts), 1);
        }
        let llr = log_likelihood(weights, share_of_elo(self.elo1, 2))
            - log_likelihood(weights, share_of_elo(self.elo0, 2));
        self.state(llr, blocks, Some(counts), 1)
    }

    /// The state after complete blocks of any shape: the normal approximation with an estimated and
    /// regularised variance, which decides nothing before 64 blocks.
    pub fn blocks(&self, seats: usize, means: &[f64]) -> SprtState {
        let valid = || means.iter().copied().filter(|m| (0.0..=1.0).contains(m));
        let number = valid().count();
        if number == 0 {
            return self.state(0.0, 0, None, LEAST_BLOCKS);
        }
        let mean = valid().sum::<f64>() / number as f64;
        let centre = regularised_mean(mean, number);
        let error = regularised_error(centre, valid().map(|mean| mean - centre), number);
        let (share0, share1) = (share_of_elo(self.elo0, seats), share_of_elo(self.elo1, seats));
        let llr = (share1 - share0) * (mean - (share0 + share1) / 2.0) / (error * error);
        let number = number as u64;
        self.state(llr, number, None, LEAST_BLOCKS)
    }

    fn state(&self, llr: f64, blocks: u64, pairs: Option<[u64; 5]>, least: u64) -> SprtState {
        let decision = match llr {
            _ if blocks < least => SprtDecision::Continue,
            llr if llr >= self.upper => SprtDecision::AcceptH1,
            llr if llr <= self.lower => SprtDecision::AcceptH0,
            _ => SprtDecision::Continue,
        };
        SprtState { llr, lower: self.lower, upper: self.upper, blocks, least, pairs, decision }
    }
}

fn check(key: &str, value: f64, right: bool, expected: impl Fn() -> String) -> Result<()> {
    if right {
        return Ok(());
    }
    Err(Error::value(key, value, expected()))
}

/// The largest log-likelihood of the weighted pair scores 0, ¼, …, 1 among all distributions with the
/// mean `share`, relative to that without the constraint.
///
/// The best distribution is the observed one divided by 1 + tilt · (score − share). All weights are
/// above 0, so exactly one tilt inside the open interval fits, and halving finds it in a fixed time.
fn log_likelihood(weights: [f64; 5], share: f64) -> f64 {
    let cells = std::array::from_fn::<_, 5, _>(|i| (weights[i], i as f64 / 4.0 - share));
    let (mut low, mut high) = (-1.0 / (1.0 - share), 1.0 / share);
    for _ in 0..HALVINGS {
        let tilt = (low + high) / 2.0;
        let slope: f64 =
            cells.iter().map(|(weight, offset)| weight * offset / (1.0 + tilt * offset)).sum();
        if slope > 0.0 {
            low = tilt;
        } else {
            high = tilt;
        }
    }
    let tilt = (low + high) / 2.0;
    cells.iter().map(|(weight, offset)| -weight * (tilt * offset).ln_1p()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual(elo1: f64) -> Sprt {
        Sprt::new(0.0, elo1, 0.05, 0.05).unwrap()
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        let refused =
            |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta).unwrap_err().to_string();
        assert_eq!(
            refused(20.0, 0.0, 0.05, 0.05),
            "bad value `0` for option `second Elo difference`: expected more than the first, which is 20"
        );
        for bad in [f64::NAN, f64::INFINITY, 1e6] {
            assert!(refused(0.0, bad, 0.05, 0.05).contains("from -2000 to 2000"));
            assert!(refused(bad, 10.0, 0.05, 0.05).contains("`first Elo difference`"));
        }
        for bad in [0.0, 0.5, 1.0, -0.1, f64::NAN] {
            assert!(refused(0.0, 5.0, bad, 0.05).contains("`alpha`"));
            assert!(refused(0.0, 5.0, 0.05, bad).contains("`beta`"));
        }
        assert!(refused(5.0, 5.0, 0.05, 0.05).contains("more than the first"));
    }

    #[test]
    fn bounds_are_the_known_ones() {
        let state = usual(20.0).pairs([0; 5]);
        assert!((state.upper - 2.944).abs() < 1e-3 && (state.lower + 2.944).abs() < 1e-3);
    }

    /// The maximum over all distributions with the right mean, searched for along feasible directions.
    #[test]
    fn the_tilt_finds_the_maximum() {
        let (weights, share) = ([3.5, 10.5, 40.5, 20.5, 8.5], 0.53);
        let total: f64 = weights.iter().sum();
        let likelihood = |p: &[f64; 5]| -> f64 {
            let cells = weights.iter().zip(p);
            cells.map(|(w, p)| w * (p * total / w).ln()).sum()
        };
        let mut best = [0.47 - 0.1, 0.05, 0.05, 0.05, 0.48];
        // Make the mean right by moving weight between the ends.
        let mean = |p: &[f64; 5]| (0..5).map(|i| p[i] * i as f64 / 4.0).sum::<f64>();
        let shift = share - mean(&best);
        best[4] += shift;
        best[0] -= shift;
        assert!((mean(&best) - share).abs() < 1e-12);
        let mut step = 0.1;
        while step > 1e-9 {
            let mut improved = false;
            for middle in 1..4 {
                for sign in [-1.0, 1.0] {
                    // Taking from one cell and giving to both neighbours keeps sum and mean.
                    let mut next = best;
                    next[middle] -= 2.0 * sign * step;
                    next[middle - 1] += sign * step;
                    next[middle + 1] += sign * step;
                    if next.iter().all(|&p| p > 0.0) && likelihood(&next) > likelihood(&best) {
                        best = next;
                        improved = true;
                    }
                }
            }
            step /= if improved { 1.0 } else { 2.0 };
        }
        assert!((log_likelihood(weights, share) - likelihood(&best)).abs() < 1e-6);
        // The weights are these counts with half a pair added to each.
        let state = usual(20.0).pairs([3, 10, 40, 20, 8]);
        let higher = log_likelihood(weights, share_of_elo(20.0, 2));
        assert!((state.llr - (higher - log_likelihood(weights, 0.5))).abs() < 1e-9);
    }

    #[test]
    fn many_pairs_give_the_normal_approximation() {
        let counts = [9_000, 24_000, 35_000, 26_000, 10_000];
        let exact = usual(5.0).pairs(counts).llr;
        let mut means = Vec::new();
        for (cell, count) in counts.iter().enumerate() {
            means.extend(std::iter::repeat_n(cell as f64 / 4.0, *count as usize));
        }
        let approximate = usual(5.0).blocks(2, &means).llr;
        assert!((exact / approximate - 1.0).abs() < 0.01, "{exact} {approximate}");
        assert_eq!(usual(5.0).test(2, &means).pairs, Some(counts));
        means.push(0.3);
        assert_eq!(usual(5.0).test(2, &means).pairs, None);
    }

    #[test]
    fn lopsided_and_tiny_samples_are_finite_and_decided_late() {
        let extremes = [
            [0, 0, 0, 0, 0],
            [0, 0, 0, 0, 1],
            [1, 0, 0, 0, 0],
            [0, 0, 2, 0, 0],
            [u64::MAX / 8; 5],
            [0, 0, 0, 0, 1_000_000_000],
            [1_000_000_000, 0, 0, 0, 0],
            [0, 0, 1_000_000_000, 0, 0],
        ];
        for (elo0, elo1) in [(0.0, 20.0), (-2000.0, 2000.0), (1999.0, 2000.0), (0.0, 1e-6)] {
            let sprt = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap();
            for counts in extremes {
                let state = sprt.pairs(counts);
                assert!(state.llr.is_finite(), "{elo0} {elo1} {counts:?}");
            }
        }
        let strictest = Sprt::new(0.0, 5.0, f64::MIN_POSITIVE, f64::MIN_POSITIVE).unwrap();
        assert!(strictest.upper.is_finite() && strictest.lower.is_finite());
        let sprt = usual(20.0);
        let nothing = sprt.pairs([0; 5]);
        assert_eq!((nothing.llr, nothing.decision), (0.0, SprtDecision::Continue));
        assert_eq!(sprt.pairs([0, 0, 0, 0, 2]).decision, SprtDecision::Continue);
        assert_eq!(sprt.pairs([0, 0, 0, 0, 900]).decision, SprtDecision::AcceptH1);
        assert_eq!(sprt.pairs([900, 0, 0, 0, 0]).decision, SprtDecision::AcceptH0);
        for mean in [0.0, 1.0 / 3.0, 1.0] {
            for number in [0, 1, 2, 63] {
                let state = sprt.test(3, &vec![mean; number]);
                assert!(state.llr.is_finite());
                assert_eq!((state.decision, state.blocks), (SprtDecision::Continue, number as u64));
            }
        }
        assert_eq!(sprt.test(3, &[1.0; 64]).decision, SprtDecision::AcceptH1);
        assert_eq!(sprt.test(3, &[f64::NAN, -1.0, 7.0]).blocks, 0);
    }
}
