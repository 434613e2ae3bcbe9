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
    /// The blocks that were seen up to the decision.
    seen: u64,
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
            seen: 0,
            decided: None,
        })
    }

    /// Adds the next block, and says whether the test is decided.
    pub fn add(&mut self, result: &BlockResult) -> bool {
        let outcomes: Vec<ScoredGame> = result.games.iter().map(ScoredGame::from).collect();
        if self.decided.is_none() {
            self.seen += 1;
        }
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

    /// What is tested and when it may be decided, before the first of these blocks.
    pub fn plan(&self, blocks: u64) -> String {
        let [low, high] = self.bounds;
        let when = match self.sprt.test(self.seats, &[]).least {
            1 => "as soon as the games say so".to_owned(),
            least if blocks < least => {
                format!("after {least} blocks at the earliest, and the run has only {blocks}")
            }
            least => format!("after {least} blocks at the earliest"),
        };
        format!("sequential test of {low} against {high} Elo: decided {when}")
    }

    /// Where the test stands, in a sentence.
    pub fn sentence(&self) -> String {
        let [low, high] = self.bounds;
        let SprtState { llr, lower, upper, blocks, least, .. } = self.state;
        let played = match self.seen {
            1 => "1 block".to_owned(),
            seen => format!("{seen} blocks"),
        };
        let stand = match self.state.decision {
            SprtDecision::AcceptH1 => {
                format!("decided after {played}, the first agent is stronger ({high} Elo accepted)")
            }
            SprtDecision::AcceptH0 => {
                format!(
                    "decided after {played}, the first agent is not stronger ({low} Elo accepted)"
                )
            }
            SprtDecision::Continue if blocks < least => {
                format!("open, it may decide after {least} blocks, of which {blocks} are played")
            }
            SprtDecision::Continue => format!(
                "open after {played}, the evidence is {llr:.2} on the way to {upper:.2} for {high} Elo or {lower:.2} \
                 for {low}"
            ),
        };
        let counted = match self.seen - blocks {
            0 => String::new(),
            other => format!(", {other} of them without the first agent on a single seat"),
        };
        let pairs = self.state.pairs.map_or(String::new(), |pairs| {
            let [a, b, c, d, e] = pairs;
            format!("; pairs of games by their score 0 ½ 1 1½ 2: {a} {b} {c} {d} {e}")
        });
        format!("sequential test of {low} against {high} Elo: {stand}{counted}{pairs}")
    }

    /// Where the test stands, for machines.
    pub fn as_json(&self) -> Value {
        json!({
            "elo": self.bounds,
            "llr": self.state.llr,
            "bounds": [self.state.lower, self.state.upper],
            "blocks": self.state.blocks,
            "least_blocks": self.state.least,
            "pairs": self.state.pairs,
            "decision": match self.state.decision {
                SprtDecision::AcceptH0 => "accept-low",
                SprtDecision::AcceptH1 => "accept-high",
                SprtDecision::Continue => "continue",
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::schedule::Schedule;
    use crate::store::record::GameSummary;

    fn contest(seats: usize) -> Contest {
        let agents = ["one-ply", "greedy", "random"][..seats].iter();
        Contest {
            lineups: vec![(0..seats).collect()],
            ..Contest::new("sprint", None, agents.map(|&name| name.to_owned()).collect(), 1)
        }
    }

    /// A block in which the first agent wins every game.
    fn won(contest: &Contest, number: u64) -> BlockResult {
        let block = Schedule::new(contest).block(number);
        let game = |seats: &Vec<usize>| GameSummary {
            block: number,
            seats: seats.clone(),
            scores: seats.iter().map(|&agent| f32::from(u8::from(agent == 0))).collect(),
            ..GameSummary::default()
        };
        let games = block.games.iter().map(game).collect();
        BlockResult { block, games }
    }

    /// Evidence far beyond the bounds is no decision before the blocks that are needed.
    #[test]
    fn what_is_missing_is_said_in_blocks() {
        let contest = contest(3);
        let mut test = Sequential::new([0.0, 20.0], &contest, 0).unwrap();
        assert_eq!(
            test.plan(64),
            "sequential test of 0 against 20 Elo: decided after 64 blocks at the earliest"
        );
        assert!(test.plan(63).ends_with("64 blocks at the earliest, and the run has only 63"));
        assert!((0..63).all(|number| !test.add(&won(&contest, number))));
        assert!(test.state().llr > test.state().upper);
        assert_eq!(
            test.sentence(),
            "sequential test of 0 against 20 Elo: open, it may decide after 64 blocks, of which 63 are played"
        );
        assert!(test.add(&won(&contest, 63)));
        assert_eq!(
            test.sentence(),
            "sequential test of 0 against 20 Elo: decided after 64 blocks, the first agent is stronger (20 Elo accepted)"
        );
    }

    #[test]
    fn pairs_say_how_far_the_evidence_is() {
        let contest = contest(2);
        let mut test = Sequential::new([0.0, 20.0], &contest, 0).unwrap();
        assert!(test.plan(1).ends_with("decided as soon as the games say so"));
        test.add(&won(&contest, 0));
        let said = test.sentence();
        assert!(said.contains("open after 1 block, the evidence is 0.0"), "{said}");
        assert!(said.ends_with("0 ½ 1 1½ 2: 0 0 0 0 1"), "{said}");
    }
}
