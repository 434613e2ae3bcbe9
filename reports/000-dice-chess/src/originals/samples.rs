//! Answers of agents with luck: the program's many answers to one question, and as many of ours or more, must be such
//! that both may come from the same agent.

use std::collections::BTreeMap;

use ludarium_bundle::originals::{RecordCheck, VerifyError};
use ludarium_game::{Rng, Seed};

use crate::agents::SampledAnswer;

/// What chance may bring once in this many comparisons is taken for a difference.
const ONCE_IN: f64 = 1e6;

/// How many standard errors two means may be apart; further apart they are less than once in [`ONCE_IN`].
const ERRORS: f64 = 6.0;

/// The program's answers.
pub(super) struct RecordedAnswers<'a> {
    /// By the squares left and reached.
    counts: BTreeMap<&'a str, u64>,
    repetitions: u64,
}

/// The program's means for each of the moves that an answer was chosen among.
pub(super) struct RecordedMeans<'a> {
    means: Option<&'a BTreeMap<String, f64>>,
    /// What the program adds to each number.
    offset: f64,
    repetitions: u64,
}

/// A number of our answers to the same question.
pub(super) fn ask(
    times: u64,
    mut answer: impl FnMut(&mut Rng) -> SampledAnswer,
) -> Vec<SampledAnswer> {
    let mut rng = Rng::new(Seed(1));
    (0..times).map(|_| answer(&mut rng)).collect()
}

impl<'a> RecordedAnswers<'a> {
    pub(super) fn new(counts: &'a BTreeMap<String, u64>, repetitions: u64) -> RecordedAnswers<'a> {
        let mut squares = BTreeMap::new();
        for (mv, count) in counts {
            *squares.entry(super::decisions::squares(mv)).or_default() += count;
        }
        RecordedAnswers { counts: squares, repetitions }
    }

    /// How many of the answers are as asked.
    pub(super) fn count(&self, asked: impl Fn(&str) -> bool) -> u64 {
        self.counts.iter().filter(|(mv, _)| asked(mv)).map(|(_, count)| count).sum()
    }

    pub(super) fn means<'m>(
        &self,
        means: Option<&'m BTreeMap<String, f64>>,
        offset: f64,
    ) -> RecordedMeans<'m> {
        RecordedMeans { means, offset, repetitions: self.repetitions }
    }

    /// Compares how often each move was answered.
    pub(super) fn compare_answers(
        &self,
        ours: &[SampledAnswer],
        check: &mut RecordCheck,
    ) -> Result<(), VerifyError> {
        let mut found: BTreeMap<&str, u64> = BTreeMap::new();
        for answer in ours.iter().filter_map(|sample| sample.answer.as_deref()) {
            *found.entry(answer).or_default() += 1;
        }
        let moves = self.counts.keys().chain(found.keys()).copied();
        for mv in moves.collect::<std::collections::BTreeSet<&str>>() {
            let count = |of: &BTreeMap<&str, u64>| of.get(mv).copied().unwrap_or(0);
            let theirs = AnswerShare { count: count(&self.counts), of: self.repetitions };
            let ours = AnswerShare { count: count(&found), of: ours.len() as u64 };
            if theirs.chance_beside(ours) * ONCE_IN < 1.0 {
                let what = format!("how often it answers {mv}");
                return Err(check.differ(&what, theirs.to_string(), ours.to_string()));
            }
            check.tally.checks += 1;
        }
        Ok(())
    }
}

impl RecordedMeans<'_> {
    /// Compares what was found about each move that is asked for.
    pub(super) fn compare(
        &self,
        what: &str,
        ours: &[SampledAnswer],
        asked: impl Fn(&str) -> bool,
        check: &mut RecordCheck,
    ) -> Result<(), VerifyError> {
        for (mv, recorded) in self.means.into_iter().flatten() {
            let mv = super::decisions::squares(mv);
            if !asked(mv) {
                continue;
            }
            let named = |sample: &SampledAnswer| {
                let found = sample.found.iter().find(|(name, _)| name == mv);
                found.map_or(0.0, |(_, number)| number + self.offset)
            };
            let numbers: Vec<f64> = ours.iter().map(named).collect();
            let count = numbers.len() as f64;
            let mean = numbers.iter().sum::<f64>() / count;
            let squares = numbers.iter().map(|number| (number - mean).powi(2));
            let variance = squares.sum::<f64>() / (count - 1.0);
            let error = (variance * (1.0 / count + 1.0 / self.repetitions as f64)).sqrt();
            // The recorded means are rounded to a tenth.
            if (mean - recorded).abs() > ERRORS * error + 0.06 {
                let what = format!("{what} of {mv}");
                return Err(check.differ(&what, recorded.to_string(), format!("{mean:.1}")));
            }
            check.tally.checks += 1;
        }
        Ok(())
    }
}

/// A number of answers out of many.
#[derive(Clone, Copy)]
struct AnswerShare {
    count: u64,
    of: u64,
}

impl std::fmt::Display for AnswerShare {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", self.count, self.of)
    }
}

impl AnswerShare {
    /// How likely chance deals all these answers to two agents that are the same as unevenly as here, or more so, to
    /// the same side: twice the tail of the hypergeometric distribution.
    fn chance_beside(self, other: AnswerShare) -> f64 {
        let drawn = self.count + other.count;
        let all = self.of + other.of;
        let ways = |count: u64| {
            choose(self.of, count) + choose(other.of, drawn - count) - choose(all, drawn)
        };
        let possible = drawn.saturating_sub(other.of)..=drawn.min(self.of);
        let tail = |counts: std::ops::RangeInclusive<u64>| -> f64 {
            counts.map(|count| ways(count).exp()).sum()
        };
        let fewer = tail(*possible.start()..=self.count);
        let more = tail(self.count..=*possible.end());
        (2.0 * fewer.min(more)).min(1.0)
    }
}

/// The logarithm of the number of ways to choose some of many.
fn choose(of: u64, count: u64) -> f64 {
    (0..count.min(of - count)).map(|done| ((of - done) as f64 / (done + 1) as f64).ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(count: u64, of: u64, other: u64, of_other: u64) -> f64 {
        AnswerShare { count, of }.chance_beside(AnswerShare { count: other, of: of_other })
    }

    #[test]
    fn chances_are_those_of_drawing_without_putting_back() {
        // Of 2 + 2 answers 2 are the same: both on one side in one of six ways.
        assert!((chance(2, 2, 0, 2) - 2.0 / 6.0).abs() < 1e-12);
        assert_eq!(chance(1, 2, 1, 2), 1.0);
        // Three of three against none of five: 1 of 56 ways.
        assert!((chance(3, 3, 0, 5) - 2.0 / 56.0).abs() < 1e-12);
        assert_eq!(chance(0, 60, 0, 100), 1.0);
    }

    #[test]
    fn rare_answers_may_differ_and_common_ones_may_not() {
        assert!(chance(7, 60, 2, 100) > 1e-3);
        assert!(chance(18, 60, 0, 100) < 1e-6);
        assert!(chance(30, 60, 85, 100) > 1e-6);
        assert!(chance(20, 60, 95, 100) < 1e-6);
    }
}
