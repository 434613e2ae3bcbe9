//! `Thought`: what an agent thought about a position, in words and cells.

use ludarium_game::{Bound, Decision, Position, Seat};
use serde::{Deserialize, Serialize};

use super::Cells;

/// Candidates sent at most: the rest are never the point.
const CANDIDATES: usize = 16;
/// Moves of a line sent at most.
const LINE: usize = 12;
/// Letters of a comment sent at most.
const COMMENT: usize = 400;
/// Letters of standard error sent at most: its end.
const STDERR: usize = 2000;
/// A rate over less than a tenth of a millisecond is the clock's, not the search's.
const SHORTEST_MS: f64 = 0.1;

/// What an agent thought.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thought {
    /// Who thought.
    pub agent: String,
    /// For which seat.
    pub seat: u8,
    /// The move it chose.
    pub chosen: String,
    /// What it considered, best first.
    pub candidates: Vec<Considered>,
    /// Positions looked at.
    pub nodes: u64,
    /// Simulations made.
    pub iterations: u64,
    /// Plies looked ahead.
    pub depth: u32,
    /// Time spent, in milliseconds.
    pub ms: f64,
    /// Positions a second, where that can be told.
    pub nps: Option<u64>,
    /// What a bot says about its move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The end of what a bot wrote to its standard error meanwhile.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

/// A move that was considered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Considered {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The expected score of each seat.
    pub scores: Vec<f32>,
    /// Whether that is only a limit for the seat that thought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// How often it was tried.
    pub visits: u64,
    /// The expected continuation, the move itself first.
    pub line: Vec<String>,
    /// The cells that spell each move of the line.
    pub cells: Vec<Vec<usize>>,
}

/// On which side of the true value an expected score lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// The move is worth so much at most.
    AtMost,
    /// The move is worth so much at least.
    AtLeast,
}

impl Limit {
    fn of(bound: Bound) -> Option<Limit> {
        match bound {
            Bound::Exact => None,
            Bound::AtMost => Some(Limit::AtMost),
            Bound::AtLeast => Some(Limit::AtLeast),
        }
    }
}

impl Thought {
    /// A decision of `agent` for `seat`, made at `position`.
    pub fn of(
        position: &Position,
        cells: &Cells,
        agent: &str,
        seat: Seat,
        decision: &Decision<String>,
    ) -> Thought {
        let ms = decision.time.as_secs_f64() * 1000.0;
        let considered = decision.candidates.iter().take(CANDIDATES);
        Thought {
            agent: agent.to_owned(),
            seat: seat.0,
            chosen: decision.chosen.clone(),
            candidates: considered
                .map(|candidate| {
                    // An agent that gives no line still means its move.
                    let line = match candidate.line.as_slice() {
                        [] => std::slice::from_ref(&candidate.mv),
                        line => line,
                    };
                    let (line, cells) = follow(position, cells, line);
                    Considered {
                        mv: candidate.mv.clone(),
                        scores: candidate.scores.as_slice(position.seats()).to_vec(),
                        limit: Limit::of(candidate.bound),
                        visits: candidate.visits,
                        line,
                        cells,
                    }
                })
                .collect(),
            nodes: decision.nodes,
            iterations: decision.iterations,
            depth: decision.depth,
            ms: (ms * 1000.0).round() / 1000.0,
            nps: Thought::rate(decision.nodes, ms),
            comment: String::new(),
            stderr: String::new(),
        }
    }

    /// The same with what a bot said, as much of it as is kept at a table.
    #[must_use]
    pub fn with(mut self, comment: &str, stderr: &str) -> Thought {
        self.comment = comment.chars().take(COMMENT).collect();
        let skipped = stderr.chars().count().saturating_sub(STDERR);
        self.stderr = stderr.chars().skip(skipped).collect();
        self
    }

    /// Positions a second, where that can be told.
    pub fn rate(nodes: u64, ms: f64) -> Option<u64> {
        (nodes > 0 && ms >= SHORTEST_MS).then(|| (nodes as f64 / ms * 1000.0) as u64)
    }

    /// What the agent expected each seat to get after its move.
    pub fn value(&self) -> Option<&[f32]> {
        let chosen = self.candidates.iter().find(|one| one.mv == self.chosen);
        chosen.map(|one| one.scores.as_slice())
    }
}

/// A line in words and cells, as far as it can be followed.
fn follow(position: &Position, cells: &Cells, moves: &[String]) -> (Vec<String>, Vec<Vec<usize>>) {
    let mut at = position.clone();
    let (mut words, mut places) = (Vec::new(), Vec::new());
    for text in moves.iter().take(LINE) {
        let clicks = at.clicks(text);
        if at.play(text).is_err() {
            break;
        }
        places.push(cells.indices(&clicks));
        words.push(text.clone());
    }
    (words, places)
}
