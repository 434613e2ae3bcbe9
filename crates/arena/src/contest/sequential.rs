//! A sequential test of one agent of a contest, block by block.

use ludarium_game::{Error, Result};
use serde_json::{Value, json};

use crate::contest::Contest;
use crate::run::BlockResult;
use crate::statistics::{Results, ScoredGame, Sprt, SprtDecision, SprtState};

/// Both error rates of the test.
const ERROR_RATE: f64 = 0.05;

/// The test of one strength against another, with the usual error rates.
pub fn sprt([low, high]: [f64; 2]) -> Result<Sprt> {
    Sprt::new(low, high, ERROR_RATE, ERROR_RATE)
}

/// A sequential test while a run goes on. It sees complete blocks in order, so what it decides does not
/// depend on threads or interruptions.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequential {
    /// The agent, as an index into the contest's.
    agent: usize,
    bounds: [f64; 2],
    sprt: Sprt,
    seats: usize,
    /// The agent's mean points in each block in which it sits once.
    scores: Vec<f64>,
    state: SprtState,
    /// The number of blocks that were seen up to the decision.
    decided: Option<u64>,
}

impl Sequential {
    /// A test of an agent of a contest.
    pub fn new(bounds: [f64; 2], contest: &Contest, agent: usize) -> Result<Sequential> {
        let once = |lineup: &Vec<usize>| lineup.iter().filter(|&&seat| seat == agent).count() == 1;
        if !contest.lineups.iter().any(once) {
            return Err(Error::value(
                "sprt",
                contest.agents.get(agent).cloned().unwrap_or_default(),
                "an agent that sits alone in some line-up, which a sequential test needs",
            ));
        }
        let sprt = sprt(bounds)?;
        let seats = contest.lineups[0].len();
        Ok(Sequential {
            agent,
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
            .all(|game| game.agents.iter().filter(|&&seat| seat == self.agent).count() == 1);
        if alone && self.decided.is_none() {
            let sums = Results::of(&outcomes).points_by_block(self.agent);
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

    /// What the test says.
    pub fn state(&self) -> &SprtState {
        &self.state
    }

    /// The two strengths.
    pub fn bounds(&self) -> [f64; 2] {
        self.bounds
    }

    /// Where the test stands, in a sentence.
    pub fn sentence(&self) -> String {
        let [low, high] = self.bounds;
        let SprtState { llr, lower, upper, blocks, .. } = self.state;
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
