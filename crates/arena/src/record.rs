//! What is kept of a finished game: text and numbers that any game can give.

use ludarium_game::Fault;
use serde::{Deserialize, Serialize};

/// A finished game as it is stored. Everything but `times` is the same whenever the game is played again
/// with deterministic budgets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameRecord {
    /// The number of the game in its schedule.
    pub number: u64,
    /// The block it belongs to.
    pub block: u64,
    /// The agent in each seat, as an index into the contest's agents.
    pub seats: Vec<usize>,
    /// The start position in the game's notation.
    pub start: String,
    /// Moves and chance outcomes in the game's notation, separated by blanks.
    pub moves: String,
    /// One line for each move of a seat: see [`Thought`].
    pub thoughts: String,
    /// The position at the end.
    pub end: String,
    /// Why the game ended.
    pub ending: String,
    /// The score of each seat.
    pub scores: Vec<f32>,
    /// Moves made by the seats.
    pub plies: u64,
    /// What agents did wrong.
    pub faults: Vec<FaultNote>,
    /// The time of each decision in nanoseconds, in the order of the moves.
    pub times: Vec<u64>,
}

/// What an agent did wrong, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultNote {
    /// The seat.
    pub seat: u8,
    /// The number of seat moves made before.
    pub ply: u64,
    /// `illegal`, `overtime` or `failed`.
    pub kind: String,
    /// What happened, in words.
    pub reason: String,
}

impl FaultNote {
    /// A note about a fault.
    pub fn new(seat: u8, ply: u64, fault: Fault, reason: String) -> FaultNote {
        FaultNote {
            seat,
            ply,
            kind: fault.word().to_owned(),
            reason,
        }
    }
}

/// What an agent thought about a move, as a line of a record: `value nodes iterations depth`, where the value
/// is what the agent expected its seat to get, or `-`. Agents that do not think leave an empty line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thought {
    /// The score that the agent expected for itself.
    pub value: Option<f32>,
    /// Positions looked at.
    pub nodes: u64,
    /// Simulations made.
    pub iterations: u64,
    /// Plies looked ahead.
    pub depth: u32,
}

impl Thought {
    /// Writes the line, without its end.
    pub fn write(&self, out: &mut String) {
        use std::fmt::Write;
        if *self == Thought::default() {
            return;
        }
        // Writing into a string cannot fail.
        let _ = match self.value {
            Some(value) => write!(out, "{value:.4}"),
            None => write!(out, "-"),
        };
        let _ = write!(out, " {} {} {}", self.nodes, self.iterations, self.depth);
    }

    /// Reads a line; anything else is `None`.
    pub fn read(line: &str) -> Option<Thought> {
        if line.is_empty() {
            return Some(Thought::default());
        }
        let mut words = line.split(' ');
        let value = match words.next()? {
            "-" => None,
            number => Some(number.parse().ok()?),
        };
        let thought = Thought {
            value,
            nodes: words.next()?.parse().ok()?,
            iterations: words.next()?.parse().ok()?,
            depth: words.next()?.parse().ok()?,
        };
        words.next().is_none().then_some(thought)
    }
}

impl GameRecord {
    /// What the seats thought, in the order of their moves; unreadable lines are empty thoughts.
    pub fn thoughts(&self) -> impl Iterator<Item = Thought> {
        self.thoughts
            .split('\n')
            .take(self.plies as usize)
            .map(|line| Thought::read(line).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_read_back_what_they_write() {
        for thought in [
            Thought::default(),
            Thought {
                value: Some(0.25),
                nodes: 7,
                iterations: 0,
                depth: 3,
            },
            Thought {
                value: None,
                nodes: 0,
                iterations: 2000,
                depth: 0,
            },
        ] {
            let mut line = String::new();
            thought.write(&mut line);
            assert_eq!(Thought::read(&line), Some(thought), "{line}");
        }
        for line in [" ", "0.5", "0.5 1 2", "x 1 2 3", "- 1 2 3 4", "0.5 -1 2 3"] {
            assert_eq!(Thought::read(line), None, "{line}");
        }
    }
}
