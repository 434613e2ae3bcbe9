//! `--sprt`: a sequential test of the first agent, block by block.

use ludarium_arena::statistics::{ScoredGame, Sprt, SprtDecision, SprtState, points_by_block};
use ludarium_arena::{BlockResult, Contest};
use serde_json::{Value, json};

use crate::error::CliError;

/// Both error rates of the test.
const ERROR_RATE: f64 = 0.05;

/// A sequential test while a run goes on. It sees complete blocks in order, so what it decides does not
/// depend on threads or interruptions.
pub struct Sequential {
    bounds: [f64; 2],
    sprt: Sprt,
    seats: usize,
    /// The first agent's mean points in each block in which it sits once.
    scores: Vec<f64>,
    state: SprtState,
    /// The number of blocks that were seen up to the decision.
    decided: Option<u64>,
}

impl Sequential {
    /// A test of the first agent of a contest.
    pub fn new(bounds: [f64; 2], contest: &Contest) -> Result<Sequential, CliError> {
        let once = |lineup: &Vec<usize>| lineup.iter().filter(|&&agent| agent == 0).count() == 1;
        if !contest.lineups.iter().any(once) {
            let problem = "--sprt tests the first agent, but it sits alone in no line-up";
            return Err(CliError::Usage(problem.to_owned()));
        }
        let sprt = Sprt::new(bounds[0], bounds[1], ERROR_RATE, ERROR_RATE)?;
        let seats = contest.lineups[0].len();
        Ok(Sequential {
            bounds,
            seats,
            scores: Vec::new(),
            state: sprt.test(seats, &[]),
            sprt,
            decided: None,
        })
    }

    /// Adds the next block, and says whether the test is decided.
    pub fn add(&mut self, result: &BlockResult) -> bool {
        let outcomes: Vec<ScoredGame> = result.games.iter().map(ScoredGame::from).collect();
        let alone = outcomes
            .iter()
            .all(|game| game.agents.iter().filter(|&&agent| agent == 0).count() == 1);
        if alone && self.decided.is_none() {
            let sums = points_by_block(&outcomes, 0);
            self.scores.extend(sums.iter().filter_map(|sum| sum.mean()));
            self.state = self.sprt.test(self.seats, &self.scores);
            if self.state.decision != SprtDecision::Continue {
                self.decided = Some(result.block.number + 1);
            }
        }
        self.decided.is_some()
    }

    /// The number of blocks that count, where the test is decided.
    pub fn decided(&self) -> Option<u64> {
        self.decided
    }

    /// Where the test stands, in a sentence.
    pub fn sentence(&self) -> String {
        let [low, high] = self.bounds;
        let SprtState {
            llr,
            lower,
            upper,
            blocks,
            ..
        } = self.state;
        let decision = match self.state.decision {
            SprtDecision::AcceptH1 => format!("the first agent is stronger: {high} Elo accepted"),
            SprtDecision::AcceptH0 => {
                format!("the first agent is not stronger: {low} Elo accepted")
            }
            SprtDecision::Continue => "not decided".to_owned(),
        };
        let pairs = self.state.pairs.map_or(String::new(), |pairs| {
            let [a, b, c, d, e] = pairs;
            format!(", pairs by score 0 ½ 1 1½ 2: {a} {b} {c} {d} {e}")
        });
        format!(
            "sequential test {low} or {high} Elo: {decision} (log-likelihood ratio {llr:.2} of {lower:.2} to {upper:.2} after {blocks} blocks{pairs})"
        )
    }

    /// Where the test stands, for machines.
    pub fn as_json(&self) -> Value {
        json!({
            "elo": self.bounds,
            "llr": self.state.llr,
            "bounds": [self.state.lower, self.state.upper],
            "blocks": self.state.blocks,
            "pairs": self.state.pairs,
            "decision": match self.state.decision {
                SprtDecision::AcceptH0 => "accept-low",
                SprtDecision::AcceptH1 => "accept-high",
                SprtDecision::Continue => "continue",
            },
        })
    }
}
