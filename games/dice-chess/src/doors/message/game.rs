//! Messages about a game.

use std::collections::BTreeMap;
use std::fmt;

use ludarium_game::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Side {
    White,
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The side as an index into per-side arrays.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The seat in our games.
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// One thing for each side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Sides<T> {
    pub white: T,
    pub black: T,
}

impl<T> Sides<T> {
    /// What a side has.
    pub fn of(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

/// The time control of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all_fields = "camelCase")]
pub enum TimeControl {
    /// No clock; a turn may take 120 s.
    Unlimited {},
    /// One bank for each side.
    SuddenDeath {
        /// The bank.
        initial_seconds: u32,
    },
    /// A bank for each side, and an increment after every turn.
    Fischer {
        /// The bank.
        initial_seconds: u32,
        /// The increment.
        increment_seconds: u32,
    },
    /// So much for every turn.
    PerMove {
        /// For one turn.
        seconds_per_move: u32,
    },
    /// A time control that we do not know.
    #[serde(untagged)]
    Other(Value),
}

impl Default for TimeControl {
    fn default() -> TimeControl {
        TimeControl::Unlimited {}
    }
}

/// Milliseconds left for each side when the message was written.
pub type Clocks = Sides<u64>;

/// All legal turns for a roll: each key is a move, its value what may follow; an empty tree ends the turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveTree(pub BTreeMap<String, MoveTree>);

impl MoveTree {
    /// Adds a turn.
    pub fn insert<'a>(&mut self, turn: impl IntoIterator<Item = &'a str>) {
        let mut node = self;
        for mv in turn {
            node = node.0.entry(mv.to_owned()).or_default();
        }
    }

    /// The first turn; empty if there is none.
    pub fn first_turn(&self) -> Vec<String> {
        let mut turn = Vec::new();
        let mut node = self;
        while let Some((mv, next)) = node.0.first_key_value() {
            turn.push(mv.clone());
            node = next;
        }
        turn
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameOver {
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub termination: Termination,
}

/// Who won a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameResult {
    /// One side.
    Win {
        /// The winner.
        side: Side,
    },
    /// Nobody.
    Draw {},
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Termination {
    KingCaptured,
    Resign,
    Draw,
    Aborted,
    Timeout,
    /// A reason that we do not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Termination::KingCaptured => "king captured",
            Termination::Resign => "resigned",
            Termination::Draw => "draw",
            Termination::Aborted => "aborted",
            Termination::Timeout => "out of time",
            Termination::Other(text) => text,
        })
    }
}

/// Whether a game goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameStatus {
    /// It goes on.
    Active {},
    /// It is over.
    Ended {
        /// How it ended.
        over: GameOver,
    },
}

/// What everybody may know about a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// The number of events so far.
    pub version: u64,
    /// The position, with the dice still to be used as the seventh field.
    pub dfen: String,
    /// Whose turn it is.
    pub active_seat: Side,
    /// Whether a roll is pending.
    pub dice_pending: bool,
    /// Whether the game goes on.
    pub status: GameStatus,
    /// The time control.
    #[serde(default)]
    pub time_control: TimeControl,
    /// The time left, if there are clocks.
    pub clocks: Option<Clocks>,
    /// The hash of the server's seed.
    pub commit: String,
    /// The server's seed, once the game is over.
    pub seed: Option<String>,
    /// What the players added to the dice, once the game is over.
    pub client_seeds: Option<Sides<String>>,
    /// The legal turns; absent if there are too many, or no dice.
    pub legal_moves: Option<MoveTree>,
    /// Who plays.
    pub players: Option<Sides<Face>>,
}

/// How a player is shown to everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Face {
    /// `Bot` or `Human`.
    pub kind: String,
    /// The name, which people need not have.
    pub name: Option<String>,
}

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlayedTurn {
    /// Who played it.
    pub seat: Side,
    /// The three dice.
    pub dice: Vec<u8>,
    /// The moves; none for a forced pass.
    pub moves: Vec<String>,
    /// The position after it.
    pub fen_after: String,
}

/// What happens in a game: one line of its stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all_fields = "camelCase")]
pub enum GameEvent {
    /// The state of the game; the first line.
    Snapshot {
        /// The number of the event.
        v: u64,
        /// The game.
        state: Box<GameState>,
        /// All turns so far.
        #[serde(default)]
        history: Vec<PlayedTurn>,
    },
    /// The dice of a turn.
    DiceRolled {
        /// The number of the event.
        v: u64,
        /// Whose turn it is.
        seat: Side,
        /// The three dice.
        dice: Vec<u8>,
        /// The position with the dice.
        dfen: String,
        /// The time left, if there are clocks.
        clocks: Option<Clocks>,
        /// The legal turns; absent if there are too many.
        legal_moves: Option<MoveTree>,
    },
    /// A turn was played.
    TurnPlayed {
        /// The number of the event.
        v: u64,
        /// Who played it.
        seat: Side,
        /// The moves; none for a forced pass.
        moves: Vec<String>,
        /// The position after it.
        fen_after: String,
    },
    /// Something that a player sent was refused.
    Rejected {
        /// The number of the last event.
        v: u64,
        /// Who sent it.
        seat: Side,
        /// Why.
        reason: String,
    },
    /// The game is over, and the seeds of the dice are revealed.
    GameEnded {
        /// The number of the event.
        v: u64,
        /// How it ended.
        over: GameOver,
        /// The server's seed.
        seed: Option<String>,
        /// What the players added to the dice.
        client_seeds: Option<Sides<String>>,
    },
}
