//! Tables on the wire: how they are asked for, what is said at them, and what they answer.

use std::time::Duration;

use ludarium_arena::GameEnd;
use ludarium_game::{Budget, Scores};
use serde::{Deserialize, Serialize};

use super::{AccountView, Board, BoardView, SeatStyleView, SeedRequest, Thought};

/// A game that somebody wants to play or watch.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game.
    pub game: String,
    /// Its variant with options; the first by default.
    pub variant: Option<String>,
    /// The seed of all luck; drawn if it is not given.
    pub seed: Option<SeedRequest>,
    /// Where to begin; the game's start by default.
    pub position: Option<String>,
    /// Moves and outcomes that are made first.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Who sits where.
    pub seats: Vec<SeatRequest>,
    /// The clocks, for instance `move=30s`.
    pub clock: Option<String>,
    /// The pause between moves of agents in milliseconds.
    pub speed: Option<u64>,
}

/// The wanted player of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatRequest {
    /// The person who holds the key of the seat.
    Human {
        /// What the others call them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// An agent of the catalogue.
    Agent {
        /// Its text.
        agent: String,
        /// What a decision may cost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        budget: Option<BudgetRequest>,
    },
}

/// What a decision may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BudgetRequest {
    /// Longest time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// Largest number of simulations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// Largest number of positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Largest number of plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

impl BudgetRequest {
    /// The budget as agents understand it.
    pub fn budget(self) -> Budget {
        Budget {
            time: self.time_ms.map(Duration::from_millis),
            iterations: self.iterations,
            nodes: self.nodes,
            depth: self.depth,
            ..Budget::default()
        }
    }
}

/// The answer to a new table.
#[derive(Clone, Debug, Serialize)]
pub struct TableKeys {
    /// The table.
    pub id: String,
    /// The key of each human seat.
    pub keys: Vec<Option<String>>,
}

/// A seat as everybody sees it.
#[derive(Clone, Debug, Serialize)]
pub struct SeatView {
    /// What the game calls it, and how it looks.
    #[serde(flatten)]
    pub style: SeatStyleView,
    /// `human` or `agent`.
    pub kind: &'static str,
    /// Who sits there.
    pub player: String,
    /// The text of the agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What a decision of the agent may cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<BudgetRequest>,
    /// What is left on the clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
    /// Whether somebody with the key is here; always for agents.
    pub connected: bool,
}

/// A line of the game's log.
#[derive(Clone, Debug, Serialize)]
pub struct LogEntry {
    /// Who did it; nobody for chance.
    pub by: Option<u8>,
    /// The move or outcome.
    pub text: String,
    /// The cells that spell it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<usize>,
    /// How long it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// What the mover expected each seat to get, as far as it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Vec<Option<f32>>>,
    /// Whether nothing else was possible, and nothing was to be clicked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub forced: bool,
    /// What people are told about it.
    pub told: AccountView,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// The score of each seat.
    pub scores: Vec<f32>,
    /// Why it ended.
    pub ending: String,
}

impl GameResult {
    /// The end of a game with `seats` seats.
    pub fn of(end: &GameEnd, seats: usize) -> GameResult {
        GameResult { scores: end.scores.as_slice(seats).to_vec(), ending: end.sentence() }
    }

    /// The end of a game with `seats` seats that a stored result tells; `None` where it does not fit.
    pub fn end(&self, seats: usize) -> Option<GameEnd> {
        let fits = self.scores.len() == seats;
        fits.then(|| GameEnd::new(Scores::new(&self.scores), &*self.ending))
    }
}

/// Everything about a game.
#[derive(Clone, Debug, Serialize)]
pub struct Snapshot {
    /// The table, or the run and number of a stored game.
    pub id: String,
    /// The game.
    pub game: String,
    /// Its variant.
    pub variant: String,
    /// The game's name in sentences.
    pub title: String,
    /// What the game is about, for somebody who has not moved yet.
    pub summary: &'static str,
    /// The seed.
    pub seed: u64,
    /// The number of events.
    pub count: usize,
    /// Who sits where.
    pub seats: Vec<SeatView>,
    /// The seats of the viewer.
    pub you: Vec<u8>,
    /// The board.
    pub board: Board,
    /// What stands on it.
    pub view: BoardView,
    /// What happened.
    pub log: Vec<LogEntry>,
    /// How it ended.
    pub result: Option<GameResult>,
    /// Whether agents wait.
    pub paused: bool,
    /// The pause between moves of agents in milliseconds.
    pub speed: u64,
    /// The time control.
    pub clock: String,
    /// Whether the game has chance events.
    pub chance: bool,
    /// Whether it is a challenge of a day: no hints, and nothing is taken back.
    pub daily: bool,
}

/// What a table says.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message<'a> {
    /// Everything, for somebody who came.
    Snapshot(&'a Snapshot),
    /// Something happened.
    Happened {
        /// The number of events after it.
        count: usize,
        /// What happened.
        entry: &'a LogEntry,
        /// What stands on the board now.
        view: &'a BoardView,
        /// What is left on each clock.
        clocks: Vec<Option<u64>>,
    },
    /// Moves were taken back.
    TakenBack(&'a Snapshot),
    /// The game ended.
    Over {
        /// How.
        result: &'a GameResult,
    },
    /// An agent began to think.
    Thinking {
        /// For this seat.
        seat: u8,
    },
    /// The hint that was asked for.
    Hint {
        /// What the adviser thought.
        thought: &'a Thought,
    },
    /// Somebody came or left.
    Seats {
        /// Who sits where.
        seats: Vec<SeatView>,
    },
    /// Agents wait, go on, or play at another speed.
    Pace {
        /// Whether agents wait.
        paused: bool,
        /// The pause between moves in milliseconds.
        speed: u64,
    },
    /// Something was not done.
    Error {
        /// Why.
        message: String,
    },
}

impl Message<'_> {
    /// The message as JSON.
    pub fn text(&self) -> String {
        // Structs of texts and finite numbers always serialise.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// What a client says at a table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Makes a move.
    Play {
        /// The move in the game's notation.
        #[serde(rename = "move")]
        mv: String,
        /// The events that the player saw.
        count: usize,
    },
    /// Goes back to the player's last turn.
    Undo,
    /// Gives up.
    Resign,
    /// Asks for advice.
    Hint,
    /// Lets agents wait.
    Pause,
    /// Lets agents go on.
    Resume,
    /// Changes the pause between moves of agents.
    Speed {
        /// In milliseconds.
        ms: u64,
    },
    /// One move of a paused agent.
    Step,
}
