//! The messages between the platform and its bots: JSON objects. Fields that a client does not need are not read.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use ludarium_game::Seat;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Our account; the token is sent once, when a guest is made.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct PlatformAccount {
    pub token: Option<String>,
    pub team: String,
    pub name: String,
}

/// Asks a bot for a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Invitation {
    pub team: String,
    pub name: String,
    pub time_control: PlatformClock,
}

/// The challenges that wait for an answer.
#[derive(Deserialize)]
pub struct Challenges {
    /// Those that we may accept.
    #[serde(rename = "in")]
    pub incoming: Vec<IncomingChallenge>,
    /// Those that we made.
    #[serde(rename = "out")]
    pub outgoing: Vec<IgnoredAny>,
}

/// A challenge that we may accept.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct IncomingChallenge {
    pub id: String,
    pub challenger: Challenger,
}

/// The one that wants to play.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub enum Challenger {
    /// A person without an account.
    Guest {},
    /// A person with an account.
    User {},
    Bot {
        team: String,
        name: String,
    },
}

impl fmt::Display for Challenger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Challenger::Guest {} => f.write_str("a guest"),
            Challenger::User {} => f.write_str("a player"),
            Challenger::Bot { team, name } => write!(f, "{team}/{name}"),
        }
    }
}

/// The games that we play.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct MyGames {
    pub games: Vec<MyGame>,
}

/// A game, and our side in it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct MyGame {
    pub game_id: String,
    pub seat: SeatColour,
}

/// Whether a turn that we sent was played, or why not.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct TurnVerdict {
    pub applied: bool,
    pub reason: Option<String>,
}

/// All legal turns of a game's pending roll; none for a forced pass.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct LegalMoves {
    pub legal_moves: MoveTree,
}

/// All legal turns for a roll: each key is a move, its value what may follow; an empty tree ends the turn.
#[derive(Deserialize)]
pub struct MoveTree(BTreeMap<String, MoveTree>);

impl MoveTree {
    /// The first turn; empty if there is none.
    pub fn first_turn(&self) -> Vec<String> {
        let nodes = std::iter::successors(Some(self), |node| node.0.values().next());
        nodes.filter_map(|node| node.0.keys().next().cloned()).collect()
    }
}

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum SeatColour {
    White,
    Black,
}

impl SeatColour {
    /// The seat in our games.
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }
}

/// The time control of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all_fields = "camelCase")]
#[allow(missing_docs)]
pub enum PlatformClock {
    /// No clock; a turn may take 120 s.
    Unlimited {},
    /// One bank for each side.
    SuddenDeath { initial_seconds: u32 },
    /// A bank for each side, and an increment after every turn.
    Fischer { initial_seconds: u32, increment_seconds: u32 },
    /// The same time for every turn.
    PerMove { seconds_per_move: u32 },
    /// A time control that we do not know.
    #[serde(untagged)]
    Other(Value),
}

impl Default for PlatformClock {
    fn default() -> PlatformClock {
        PlatformClock::Unlimited {}
    }
}

/// Milliseconds left for each side when the message was written.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct TimesLeft {
    pub white: u64,
    pub black: u64,
}

impl TimesLeft {
    /// The time left for a side.
    pub fn of(&self, side: SeatColour) -> Duration {
        Duration::from_millis(match side {
            SeatColour::White => self.white,
            SeatColour::Black => self.black,
        })
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameOver {
    /// The winner.
    pub result: WinOrDraw,
    /// Why, as one word: `KingCaptured`.
    pub termination: String,
}

/// The winner of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum WinOrDraw {
    Win { side: SeatColour },
    Draw {},
}

impl GameOver {
    /// The result for a side, in one word.
    pub fn word(&self, side: SeatColour) -> &'static str {
        match self.result {
            WinOrDraw::Win { side: winner } if winner == side => "won",
            WinOrDraw::Win { .. } => "lost",
            WinOrDraw::Draw {} => "drawn",
        }
    }
}

/// What everybody may know about a game.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// The position, with the dice still to be used as the seventh field.
    pub dfen: String,
    /// Whose turn it is.
    pub active_seat: SeatColour,
    /// Whether a roll is pending.
    pub dice_pending: bool,
    /// Whether the game goes on.
    pub status: GameStatus,
    /// The time control.
    #[serde(default)]
    pub time_control: PlatformClock,
    /// The time left, if there are clocks.
    pub clocks: Option<TimesLeft>,
}

/// Whether a game goes on.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub enum GameStatus {
    Active {},
    Ended { over: GameOver },
}

/// What happens in a game: one line of its stream. `v` is the number of the event.
#[derive(Deserialize)]
#[serde(rename_all_fields = "camelCase")]
#[allow(missing_docs)]
pub enum GameEvent {
    /// The state of the game; the first line.
    Snapshot {
        v: u64,
        state: Box<GameState>,
    },
    /// The dice of a turn: `dfen` is the position with them.
    DiceRolled {
        v: u64,
        seat: SeatColour,
        dfen: String,
        clocks: Option<TimesLeft>,
    },
    /// A turn was played; there are no moves in a forced pass.
    TurnPlayed {
        moves: Vec<String>,
        fen_after: String,
    },
    /// Something that a player sent was refused.
    Rejected {},
    GameEnded {
        over: GameOver,
    },
}
