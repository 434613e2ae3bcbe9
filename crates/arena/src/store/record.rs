//! What is kept of a finished game: text and numbers that any game can give.

use std::time::Duration;

use ludarium_game::Fault;
use serde::{Deserialize, Serialize};

use crate::bot::printable;
use crate::store::digits;

/// A finished game as it is stored. Everything but `times` is the same whenever the game is played again
/// with deterministic budgets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// The seat that made each move, chance left out.
    pub movers: Vec<u8>,
    /// One line for each move of a seat, empty lines at the end left out: see [`Thought`]. What a bot said about its
    /// move follows after a tab.
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
    /// What chance gave each seat beyond what was to be expected, where it was measured while the game was played. It
    /// is kept for statistics alone: a game that is read back does not have it.
    pub luck: Option<Vec<f32>>,
}

/// What an agent did wrong, and when.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultNote {
    /// The seat.
    pub seat: u8,
    /// The number of seat moves made before.
    pub ply: u64,
    /// `illegal`, `overtime` or `failed`; or [`FaultNote::RESTARTED`] or [`FaultNote::CORRECTED`].
    pub kind: String,
    /// What happened, in words.
    pub reason: String,
    /// The end of what a program that failed wrote to its standard error. It need not be the same again.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub last_words: String,
}

/// More of a reason does not help in a table, either.
const LONGEST_REASON: usize = 400;

impl FaultNote {
    /// Of a program that somebody killed and that was started again: that is nobody's fault.
    pub const RESTARTED: &str = "restarted";

    /// Of an answer that was not legal and that a program put right itself: that is no fault either.
    pub const CORRECTED: &str = "corrected";

    /// Whether notes of a kind are about faults.
    pub fn is_fault(kind: &str) -> bool {
        ![FaultNote::RESTARTED, FaultNote::CORRECTED].contains(&kind)
    }

    /// A note about a fault.
    pub fn new(seat: u8, ply: u64, fault: Fault, reason: String) -> FaultNote {
        FaultNote { seat, ply, kind: fault.word().to_owned(), reason, last_words: String::new() }
    }

    /// The reason, with the last line that the program wrote to its standard error where it says more: a traceback ends
    /// with what it is about.
    pub fn in_short(&self) -> String {
        /// More of a line does not help in a table.
        const LONGEST: usize = 120;
        let reason = printable(&self.reason, LONGEST_REASON);
        let mut lines = self.last_words.lines().map(str::trim);
        let last = lines.rfind(|line| !line.is_empty()).map(|line| printable(line, LONGEST));
        match last.filter(|line| !reason.contains(line.as_str())) {
            None => reason,
            Some(line) => format!("{reason}: {line}"),
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
        if *self == Thought::default() {
            return;
        }
        match self.value {
            Some(value) => {
                // Four decimals by whole numbers: every move has a value, and floats are slow to write.
                let scaled = (f64::from(value.abs()) * 1e4).round() as u64;
                if value < 0.0 && scaled > 0 {
                    out.push('-');
                }
                digits::push(out, scaled / 10_000);
                out.push('.');
                digits::push_four(out, scaled);
            }
            None => out.push('-'),
        }
        for number in [self.nodes, self.iterations, self.depth.into()] {
            out.push(' ');
            digits::push(out, number);
        }
    }

    /// Reads a line up to its comment; anything else is `None`.
    pub fn read(line: &str) -> Option<Thought> {
        let line = line.split_once('\t').map_or(line, |(thought, _)| thought);
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
    /// What the seats thought, one for each of their moves; unreadable lines are empty thoughts.
    pub fn thoughts(&self) -> impl Iterator<Item = Thought> {
        let lines = self.thoughts.split('\n').chain(std::iter::repeat(""));
        lines.take(self.movers.len()).map(|line| Thought::read(line).unwrap_or_default())
    }

    /// What bots said about their moves, one text for each move of a seat.
    pub fn comments(&self) -> impl Iterator<Item = &str> {
        let lines = self.thoughts.split('\n').chain(std::iter::repeat(""));
        lines
            .take(self.movers.len())
            .map(|line| line.split_once('\t').map_or("", |(_, comment)| comment))
    }

    /// The first thing, times apart, in which two records of one game differ.
    pub fn difference(&self, other: &GameRecord) -> Option<&'static str> {
        let (a, b) = (self, other);
        let parts = [
            ("number", a.number == b.number),
            ("block", a.block == b.block),
            ("seats", a.seats == b.seats),
            ("start", a.start == b.start),
            ("moves", a.moves == b.moves),
            ("movers", a.movers == b.movers),
            ("thoughts", a.thoughts == b.thoughts),
            ("end", a.end == b.end),
            ("ending", a.ending == b.ending),
            ("scores", a.scores == b.scores),
            ("plies", a.plies == b.plies),
            ("faults", a.faults == b.faults),
        ];
        let different = parts.into_iter().find(|(_, same)| !same);
        different.map(|(name, _)| name)
    }

    /// What the decisions of each seat took.
    fn spent(&self) -> Vec<Spent> {
        let mut sums = vec![Spent::default(); self.seats.len()];
        for ((index, &mover), thought) in self.movers.iter().enumerate().zip(self.thoughts()) {
            let time = Duration::from_nanos(self.times.get(index).copied().unwrap_or(0));
            sums[usize::from(mover)].add(&Spent {
                moves: 1,
                time,
                nodes: thought.nodes,
                iterations: thought.iterations,
            });
        }
        sums
    }

    /// What came out, without the moves.
    pub fn summary(&self) -> GameSummary {
        GameSummary {
            number: self.number,
            block: self.block,
            seats: self.seats.clone(),
            scores: self.scores.clone(),
            plies: self.plies,
            ending: self.ending.clone(),
            faults: self.faults.clone(),
            spent: self.spent(),
        }
    }
}

/// What came out of a game: all that statistics need.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameSummary {
    /// The number of the game in its schedule.
    pub number: u64,
    /// The block it belongs to.
    pub block: u64,
    /// The agent in each seat, as an index into the contest's agents.
    pub seats: Vec<usize>,
    /// The score of each seat.
    pub scores: Vec<f32>,
    /// Moves made by the seats.
    pub plies: u64,
    /// Why the game ended.
    pub ending: String,
    /// What agents did wrong.
    pub faults: Vec<FaultNote>,
    /// The moves of each seat and their time.
    pub spent: Vec<Spent>,
}

impl GameSummary {
    /// The seat whose score is above all others, if there is one.
    pub fn winner(&self) -> Option<usize> {
        let best = self.scores.iter().copied().fold(f32::MIN, f32::max);
        let mut at_best = (0..self.scores.len()).filter(|&seat| self.scores[seat] == best);
        at_best.next().filter(|_| at_best.next().is_none())
    }
}

/// What decisions took, by the clock and by the agents' own account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// The number of moves.
    pub moves: u64,
    /// The time of all of them; zero where times were not kept.
    pub time: Duration,
    /// The positions that were looked at.
    pub nodes: u64,
    /// The simulations that were made.
    pub iterations: u64,
}

impl Spent {
    /// Adds other decisions.
    pub fn add(&mut self, other: &Spent) {
        self.moves += other.moves;
        self.time = self.time.saturating_add(other.time);
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.iterations = self.iterations.saturating_add(other.iterations);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_in_short_ends_with_the_last_line_of_a_traceback() {
        let reason = "exited with code 1".to_owned();
        let mut note = FaultNote::new(0, 3, Fault::Failed, reason);
        assert_eq!(note.in_short(), "exited with code 1");
        note.last_words =
            "Traceback (most recent call last):\n  File \"bot.py\"\nKeyError: \u{1b}'legal'\n\n"
                .to_owned();
        assert_eq!(note.in_short(), "exited with code 1: KeyError: 'legal'");
        note.reason = "raised KeyError: 'legal'".to_owned();
        assert_eq!(note.in_short(), note.reason, "said once");
        note.reason = "bad move `a\u{202e}b`".to_owned();
        assert_eq!(note.in_short(), "bad move `ab`: KeyError: 'legal'");
        note.reason = "exited with code 1".to_owned();
        note.last_words = "x".repeat(500);
        assert_eq!(note.in_short().len(), "exited with code 1: ".len() + 120);
    }

    #[test]
    fn a_winner_stands_alone() {
        let winner = |scores: &[f32]| {
            let scores = scores.to_vec();
            GameSummary { scores, ..GameSummary::default() }.winner()
        };
        assert_eq!(winner(&[0.0, 1.0, 0.0]), Some(1));
        assert_eq!(winner(&[0.5, 0.5]), None);
        assert_eq!(winner(&[0.5, 0.25, 0.25]), Some(0));
        assert_eq!(winner(&[0.0, 0.0]), None);
    }

    #[test]
    fn every_move_has_a_thought_and_its_time() {
        let record = GameRecord {
            seats: vec![0, 1],
            movers: vec![0, 1, 0],
            thoughts: "0.5000 1 2 3".to_owned(),
            times: vec![5, 7, 11],
            ..GameRecord::default()
        };
        let values: Vec<_> = record.thoughts().map(|thought| thought.value).collect();
        assert_eq!(values, [Some(0.5), None, None]);
        let spent = record.summary().spent;
        assert_eq!((spent[0].moves, spent[0].time.as_nanos()), (2, 16));
        assert_eq!((spent[0].nodes, spent[0].iterations), (1, 2));
        assert_eq!((spent[1].moves, spent[1].time.as_nanos()), (1, 7));
    }

    #[test]
    fn comments_stand_with_the_thoughts() {
        let record = GameRecord {
            movers: vec![0, 1, 0, 1],
            thoughts: "0.5000 1 2 3\tall is well\n\n\tno thought, a word".to_owned(),
            ..GameRecord::default()
        };
        let comments: Vec<&str> = record.comments().collect();
        assert_eq!(comments, ["all is well", "", "no thought, a word", ""]);
        let nodes: Vec<u64> = record.thoughts().map(|thought| thought.nodes).collect();
        assert_eq!(nodes, [1, 0, 0, 0]);
    }

    #[test]
    fn thoughts_read_back_what_they_write() {
        for thought in [
            Thought::default(),
            Thought { value: Some(0.25), nodes: 7, iterations: 0, depth: 3 },
            Thought { value: None, nodes: 0, iterations: 2000, depth: 0 },
            Thought { value: Some(-1.0625), ..Thought::default() },
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
