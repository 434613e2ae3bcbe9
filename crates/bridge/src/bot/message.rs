//! The messages of the bot protocol. Unknown fields are ignored on both sides.

use std::collections::BTreeMap;

#[cfg(test)]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The version of the protocol that this laboratory speaks.
pub const PROTOCOL: u32 = 1;

/// What the laboratory says to a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToBot {
    /// The first message. The bot answers with `hello`.
    Hello {
        /// Repeated in the reply.
        id: u64,
        /// The version of the protocol.
        protocol: u32,
        /// The version of the laboratory.
        lab: String,
    },
    /// Sets options that the bot announced in its `hello`. The bot answers with `ok` or `error`.
    Set {
        /// Repeated in the reply.
        id: u64,
        /// Values by option name.
        options: BTreeMap<String, Value>,
    },
    /// A game begins. The bot answers with `ready`.
    NewGame {
        /// Repeated in the reply.
        id: u64,
        /// The game, by the name that `ludarium games` shows.
        game: String,
        /// The variant with its options, such as `orig:players=4`.
        variant: String,
        /// How many players there are.
        players: u8,
        /// The seat of the bot, counted from 0.
        seat: u8,
        /// Who plays, by seat.
        names: Vec<String>,
        /// A seed for the bot's own randomness: the same game gives the same seed again.
        seed: u64,
        /// The time the bot has, if there is a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<Clock>,
        /// Where the game begins, in the notation of the game.
        state: String,
    },
    /// The bot is to move. It answers with `move`.
    Turn {
        /// Repeated in the reply.
        id: u64,
        /// Moves and chance events so far.
        ply: u32,
        /// The seat of the bot.
        seat: u8,
        /// The position, in the notation of the game. It is complete: a bot can begin here.
        state: String,
        /// What stands where: the same position for bots that do not read the notation.
        board: Vec<Piece>,
        /// What the pieces do not show, by name: counters, the roll, the map. Each game has its own.
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        facts: Map<String, Value>,
        /// Every legal move, sorted. Absent if the bot asked for `no-legal`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
        /// What happened since the bot's last turn, oldest first.
        events: Vec<Event>,
        /// The time left, if there is a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<Clock>,
    },
    /// The answer to `after`: where its moves lead, or which of them is wrong.
    After {
        /// The id of the open turn.
        id: u64,
        /// Who acts there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Whose>,
        /// The position there, in the notation of the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<String>,
        /// What the pieces do not show there.
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        facts: Map<String, Value>,
        /// What stands where, if the bot asked for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        board: Option<Vec<Piece>>,
        /// Every legal move there, sorted, where a seat is to move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
        /// What chance can do there, sorted, where it acts next and its outcomes can be listed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chance: Option<Vec<Outcome>>,
        /// The score of each seat, in [0, 1], where the game is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scores: Option<Vec<f64>>,
        /// What is wrong with the moves; everything else but `at` is absent then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
        /// The place of the wrong move in the list, counted from 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<usize>,
    },
    /// Time is up: the open turn is to be answered at once. Sent only to bots that announced `stop`.
    Stop {
        /// The id of the open turn.
        id: u64,
    },
    /// What just happened. Sent only to bots that announced `observe`; not answered.
    Observe {
        /// What happened, oldest first.
        events: Vec<Event>,
    },
    /// The game is over. An `ok` is welcome but not waited for.
    GameOver {
        /// The score of each seat, in [0, 1].
        scores: Vec<f64>,
        /// Why it ended.
        reason: String,
    },
    /// Are you there? The bot answers with `pong`.
    Ping {
        /// Repeated in the reply.
        id: u64,
    },
    /// The bot is to exit within a second.
    Quit,
}

impl ToBot {
    /// The word for it: its `type`.
    pub const fn word(&self) -> &'static str {
        match self {
            ToBot::Hello { .. } => "hello",
            ToBot::Set { .. } => "set",
            ToBot::NewGame { .. } => "new_game",
            ToBot::Turn { .. } => "turn",
            ToBot::After { .. } => "after",
            ToBot::Stop { .. } => "stop",
            ToBot::Observe { .. } => "observe",
            ToBot::GameOver { .. } => "game_over",
            ToBot::Ping { .. } => "ping",
            ToBot::Quit => "quit",
        }
    }

    /// Gives a request another number; what is no request has none.
    pub(super) fn set_id(&mut self, new: u64) {
        match self {
            ToBot::Hello { id, .. }
            | ToBot::Set { id, .. }
            | ToBot::NewGame { id, .. }
            | ToBot::Turn { id, .. }
            | ToBot::After { id, .. }
            | ToBot::Stop { id }
            | ToBot::Ping { id } => *id = new,
            ToBot::Observe { .. } | ToBot::GameOver { .. } | ToBot::Quit => {}
        }
    }
}

/// What a bot says to the laboratory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromBot {
    /// Who the bot is. Only `id` is needed.
    Hello {
        /// The id of the request.
        id: u64,
        /// The version of the protocol the bot speaks; 1 if absent.
        #[serde(default = "version_one")]
        protocol: u32,
        /// The name of the bot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Its version.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<String>,
        /// Who wrote it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        author: Option<String>,
        /// The games it plays; absent means any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        games: Option<Vec<String>>,
        /// What can be set.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        options: Vec<BotOption>,
        /// What it asks for: `observe`, `stop`, `no-legal`, `batch`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        features: Vec<String>,
        /// The files beside its program that decide how it plays, as paths from its working directory: modules,
        /// weights, books. A run whose files have changed is not continued.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        files: Vec<String>,
    },
    /// Done, without more to say.
    Ok {
        /// The id of the request.
        id: u64,
    },
    /// The game may begin.
    Ready {
        /// The id of the request.
        id: u64,
    },
    /// The answer to a turn.
    Move {
        /// The id of the turn.
        id: u64,
        /// The move, as in the list of legal moves, or its index there.
        #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
        pick: Option<Pick>,
        /// Several moves of one turn, played until one is not legal. Only for bots that announced `batch`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moves: Vec<String>,
        /// What the bot expects for each seat, in [0, 1].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<Vec<f64>>,
        /// Positions looked at.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nodes: Option<u64>,
        /// Plies looked ahead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        /// The line expected, its first move included.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pv: Vec<String>,
        /// Anything else, at most 1 KiB.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comment: Option<String>,
    },
    /// Asks what follows from moves, while a turn is open. Ludarium answers with `after`; the turn goes on.
    After {
        /// The id of the open turn.
        id: u64,
        /// Moves and outcomes of chance, one after the other, from the position of the turn on.
        #[serde(default)]
        moves: Vec<String>,
        /// Whether the answer is to have a `board`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        board: bool,
    },
    /// Yes, still here.
    Pong {
        /// The id of the request.
        id: u64,
    },
    /// What the bot thinks while it thinks.
    Info {
        /// The id of the open turn.
        id: u64,
        /// What the bot expects for each seat so far.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<Vec<f64>>,
        /// Plies looked ahead so far.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        /// Positions looked at so far.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nodes: Option<u64>,
        /// The line expected so far.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pv: Vec<String>,
        /// Anything else.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// The bot gives up, politely. It forfeits with this reason.
    Error {
        /// The id of the request it cannot answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// Why.
        message: String,
    },
}

impl FromBot {
    /// The word for it: its `type`.
    pub const fn word(&self) -> &'static str {
        match self {
            FromBot::Hello { .. } => "hello",
            FromBot::Ok { .. } => "ok",
            FromBot::Ready { .. } => "ready",
            FromBot::Move { .. } => "move",
            FromBot::After { .. } => "after",
            FromBot::Pong { .. } => "pong",
            FromBot::Info { .. } => "info",
            FromBot::Error { .. } => "error",
        }
    }

    /// The id of the request that it speaks of.
    pub const fn id(&self) -> Option<u64> {
        match self {
            FromBot::Hello { id, .. }
            | FromBot::Ok { id }
            | FromBot::Ready { id }
            | FromBot::Move { id, .. }
            | FromBot::After { id, .. }
            | FromBot::Pong { id }
            | FromBot::Info { id, .. } => Some(*id),
            FromBot::Error { id, .. } => *id,
        }
    }
}

/// The time that a bot has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
pub struct Clock {
    /// Milliseconds for this move alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
    /// Milliseconds for all moves that remain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank_ms: Option<u64>,
    /// Milliseconds added after each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inc_ms: Option<u64>,
    /// Whether this is processor time of all your processes together, and not time on the wall.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cpu: bool,
}

/// Something that happened: a move, or an outcome of chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
pub struct Event {
    /// Whose event it is.
    pub by: By,
    /// The move or outcome, in the notation of the game.
    pub event: String,
    /// How probable the outcome was, for chance events whose outcomes can be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p: Option<f64>,
}

/// Whose event it is: a seat, counted from 0, or chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(untagged)]
pub enum By {
    /// A player.
    Seat(u8),
    /// Nobody.
    Chance(Chance),
}

/// The word for chance events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Chance {
    /// The dice, the map, the presents.
    Chance,
}

/// Who acts in a position: a seat, counted from 0, chance, or nobody because the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(untagged)]
pub enum Whose {
    /// A player.
    Seat(u8),
    /// Chance.
    Chance(Chance),
    /// Nobody.
    Over(Over),
}

/// The word for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Over {
    /// The game is over.
    Over,
}

/// One thing that chance can do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
pub struct Outcome {
    /// The outcome, in the notation of the game.
    pub event: String,
    /// How probable it is.
    pub p: f64,
}

/// Something that stands on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
pub struct Piece {
    /// The cell it stands on.
    pub cell: String,
    /// What it is.
    pub piece: String,
    /// Whose it is, if anybody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
}

/// A move by its text or by its place in the list of legal moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(untagged)]
pub enum Pick {
    /// The text of the move.
    Text(String),
    /// Its index, counted from 0.
    Index(u64),
}

/// Something that can be set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
pub struct BotOption {
    /// The name.
    pub name: String,
    /// What values it takes.
    #[serde(rename = "type")]
    pub kind: OptionKind,
    /// The value it has if it is not set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// The least value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The greatest value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// The values to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
}

/// What values an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OptionKind {
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Int,
    /// A number.
    Float,
    /// One of the choices.
    Choice,
    /// Any text.
    Text,
}

fn version_one() -> u32 {
    PROTOCOL
}
