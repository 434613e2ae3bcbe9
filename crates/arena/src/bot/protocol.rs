//! The messages of the bot protocol, version 1: one JSON object a line, request and reply, with ids. Unknown fields are ignored on both sides.

use std::collections::BTreeMap;
use std::time::Duration;

use ludarium_game::{Budget, Fact, Facts, Position, TimeKind};
#[cfg(test)]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::game::clock::TimeControl;

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
    NewGame(NewGame),
    /// The bot is to move. It answers with `move`.
    Turn(BotTurn),
    /// The answer to `after`: where its moves lead, or which of them is wrong.
    After(AfterReply),
    /// Time is up: the open turn is to be answered at once. Sent only to bots that announced `stop`.
    Stop {
        /// The id of the open turn.
        id: u64,
    },
    /// What just happened. Sent only to bots that announced `observe`; not answered.
    Observe {
        /// What happened, oldest first.
        events: Vec<BotEvent>,
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
            ToBot::NewGame(_) => "new_game",
            ToBot::Turn(_) => "turn",
            ToBot::After(_) => "after",
            ToBot::Stop { .. } => "stop",
            ToBot::Observe { .. } => "observe",
            ToBot::GameOver { .. } => "game_over",
            ToBot::Ping { .. } => "ping",
            ToBot::Quit => "quit",
        }
    }

    /// Gives a request another number; what is no request has none.
    pub fn set_id(&mut self, new: u64) {
        match self {
            ToBot::Hello { id, .. }
            | ToBot::Set { id, .. }
            | ToBot::NewGame(NewGame { id, .. })
            | ToBot::Turn(BotTurn { id, .. })
            | ToBot::After(AfterReply { id, .. })
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
    Hello(BotHello),
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
    Move(BotMove),
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
            FromBot::Hello(_) => "hello",
            FromBot::Ok { .. } => "ok",
            FromBot::Ready { .. } => "ready",
            FromBot::Move(_) => "move",
            FromBot::After { .. } => "after",
            FromBot::Pong { .. } => "pong",
            FromBot::Info { .. } => "info",
            FromBot::Error { .. } => "error",
        }
    }

    /// The id of the request that it speaks of.
    pub const fn id(&self) -> Option<u64> {
        match self {
            FromBot::Hello(BotHello { id, .. })
            | FromBot::Ok { id }
            | FromBot::Ready { id }
            | FromBot::Move(BotMove { id, .. })
            | FromBot::After { id, .. }
            | FromBot::Pong { id }
            | FromBot::Info { id, .. } => Some(*id),
            FromBot::Error { id, .. } => *id,
        }
    }
}

/// How a game begins, for one seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(inline))]
pub struct NewGame {
    /// Repeated in the reply.
    pub id: u64,
    /// The game, by the name that `ludarium games` shows.
    pub game: String,
    /// The variant with its options, such as `orig:players=4`.
    pub variant: String,
    /// How many players there are.
    pub players: u8,
    /// The seat of the bot, counted from 0.
    pub seat: u8,
    /// Who plays, by seat.
    pub names: Vec<String>,
    /// A seed for the bot's own randomness: the same game gives the same seed again.
    pub seed: u64,
    /// The time the bot has, if there is a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<BotClock>,
    /// Where the game begins, in the notation of the game.
    pub state: String,
}

/// A bot's turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(inline))]
pub struct BotTurn {
    /// Repeated in the reply.
    pub id: u64,
    /// Moves and chance events so far.
    pub ply: u32,
    /// The seat of the bot.
    pub seat: u8,
    /// The position, in the notation of the game. It is complete: a bot can begin here.
    pub state: String,
    /// What stands where: the same position for bots that do not read the notation.
    pub board: Vec<BoardPiece>,
    /// What the pieces do not show, by name: counters, the roll, the map. Each game has its own.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub facts: Map<String, Value>,
    /// Every legal move, sorted. Absent if the bot asked for `no-legal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// What happened since the bot's last turn, oldest first.
    pub events: Vec<BotEvent>,
    /// The time left, if there is a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<BotClock>,
}

/// Where a line of moves leads.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(inline))]
pub struct AfterReply {
    /// The id of the open turn.
    pub id: u64,
    /// Who acts there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<NextActor>,
    /// The position there, in the notation of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// What the pieces do not show there.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub facts: Map<String, Value>,
    /// What stands where, if the bot asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Vec<BoardPiece>>,
    /// Every legal move there, sorted, where a seat is to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// What chance can do there, sorted, where it acts next and its outcomes can be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<Vec<ChanceOutcome>>,
    /// The score of each seat, in [0, 1], where the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<f64>>,
    /// What is wrong with the moves; everything else but `at` is absent then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The place of the wrong move in the list, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
}

/// Who a bot says it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(inline))]
pub struct BotHello {
    /// The id of the request.
    pub id: u64,
    /// The version of the protocol the bot speaks; 1 if absent.
    #[serde(default = "version_one")]
    pub protocol: u32,
    /// The name of the bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Who wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The games it plays; absent means any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<String>>,
    /// What can be set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<BotOption>,
    /// What it asks for: `observe`, `stop`, `no-legal`, `batch`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// The files apart from its program that decide how it plays, as paths from its working directory: modules,
    /// weights, books. A run whose files have changed is not continued.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
}

/// A bot's answer to its turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(inline))]
pub struct BotMove {
    /// The id of the turn.
    pub id: u64,
    /// The move, as in the list of legal moves, or its index there.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub pick: Option<ChosenMove>,
    /// Several moves of one turn, played until one is not legal. Only for bots that announced `batch`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// What the bot expects for each seat, in [0, 1].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Vec<f64>>,
    /// Positions looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies looked ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The line expected, its first move included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
    /// Anything else, at most 4 KiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Answers before this one that were not legal and that the bot has put right itself, for instance those of a language
    /// model. They are counted, and are no faults.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrected: Vec<String>,
}

/// The time that a bot has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(rename = "Clock"))]
pub struct BotClock {
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
#[cfg_attr(test, derive(JsonSchema), schemars(rename = "Event"))]
pub struct BotEvent {
    /// Whose event it is.
    pub by: EventSource,
    /// The move or outcome, in the notation of the game.
    pub event: String,
    /// How probable the outcome was, for chance events whose outcomes can be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p: Option<f64>,
}

/// Whose event it is: a seat, counted from 0, or chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(rename = "By"))]
#[serde(untagged)]
pub enum EventSource {
    /// A player.
    Seat(u8),
    /// Nobody.
    Chance(ChanceWord),
}

/// The word for chance events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(rename = "Chance"))]
#[serde(rename_all = "snake_case")]
pub enum ChanceWord {
    /// The dice, the map, the presents.
    Chance,
}

/// Who acts in a position: a seat, counted from 0, chance, or nobody because the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(rename = "Whose"))]
#[serde(untagged)]
pub enum NextActor {
    /// A player.
    Seat(u8),
    /// Chance.
    Chance(ChanceWord),
    /// Nobody.
    Over(OverWord),
}

/// The word for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(rename = "Over"))]
#[serde(rename_all = "snake_case")]
pub enum OverWord {
    /// The game is over.
    Over,
}

/// One thing that chance can do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(rename = "Outcome"))]
pub struct ChanceOutcome {
    /// The outcome, in the notation of the game.
    pub event: String,
    /// How probable it is.
    pub p: f64,
}

/// Something that stands on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(JsonSchema), schemars(rename = "Piece"))]
pub struct BoardPiece {
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
#[cfg_attr(test, derive(JsonSchema), schemars(rename = "Pick"))]
#[serde(untagged)]
pub enum ChosenMove {
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

impl BotHello {
    /// Whether the bot asks for something.
    pub fn wants(&self, feature: &str) -> bool {
        self.features.iter().any(|asked| asked == feature)
    }
}

impl BotOption {
    /// Reads a value from a text; the error says what would be right.
    pub fn read(&self, text: &str) -> Result<Value, String> {
        let within = |number: &f64| {
            self.min.is_none_or(|min| *number >= min) && self.max.is_none_or(|max| *number <= max)
        };
        let value = match self.kind {
            OptionKind::Bool => text.parse().ok().map(Value::Bool),
            OptionKind::Int => {
                let number = text.parse::<i64>().ok();
                number.filter(|&number| within(&(number as f64))).map(Value::from)
            }
            OptionKind::Float => {
                let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
                number.filter(within).map(Value::from)
            }
            OptionKind::Choice => {
                let known = self.choices.iter().any(|choice| choice == text);
                known.then(|| Value::from(text))
            }
            OptionKind::Text => Some(Value::from(text)),
        };
        value.ok_or_else(|| self.expected())
    }

    fn expected(&self) -> String {
        let bound = |bound: Option<f64>, word: &str| match bound {
            Some(bound) => format!(" {word} {bound}"),
            None => String::new(),
        };
        let range = bound(self.min, "from") + &bound(self.max, "to");
        match self.kind {
            OptionKind::Bool => "true or false".to_owned(),
            OptionKind::Int => format!("a whole number{range}"),
            OptionKind::Float => format!("a number{range}"),
            OptionKind::Choice => self.choices.join(" or "),
            OptionKind::Text => "any text".to_owned(),
        }
    }
}

impl BotClock {
    /// The clock at the start of a game, if there is one.
    pub fn whole(control: TimeControl) -> Option<BotClock> {
        let cpu = control.kind() == TimeKind::Processor;
        match control {
            TimeControl::None => None,
            TimeControl::Move { limit, bank, .. } => Some(BotClock {
                move_ms: Some(millis(limit)),
                bank_ms: Some(millis(bank)).filter(|&bank| bank > 0),
                inc_ms: None,
                cpu,
            }),
            TimeControl::Game { total, increment, .. } => Some(BotClock {
                move_ms: None,
                bank_ms: Some(millis(total)),
                inc_ms: Some(millis(increment)),
                cpu,
            }),
        }
    }

    /// The clock at a turn under this budget, if there is one.
    pub(super) fn left(control: TimeControl, budget: &Budget) -> Option<BotClock> {
        budget.left.or(budget.time)?;
        let (limit, bank, increment) = match control {
            TimeControl::None => (budget.time, None, None),
            TimeControl::Move { limit, .. } => {
                let bank = budget.left.map(|left| left.saturating_sub(limit));
                (Some(limit), bank, None)
            }
            TimeControl::Game { increment, .. } => (None, budget.left, Some(increment)),
        };
        Some(BotClock {
            move_ms: limit.map(millis),
            bank_ms: bank.map(millis),
            inc_ms: increment.map(millis),
            cpu: control.kind() == TimeKind::Processor,
        })
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl BotTurn {
    /// The turn of a seat in a position; the legal moves, events and clock are to be added.
    pub fn at(position: &Position, seat: u8, ply: u32) -> BotTurn {
        BotTurn {
            ply,
            seat,
            state: position.describe(),
            board: board(position),
            facts: facts(position.facts()),
            ..BotTurn::default()
        }
    }
}

/// What stands where.
pub(super) fn board(position: &Position) -> Vec<BoardPiece> {
    let scene = position.scene();
    let piece = |piece: &ludarium_game::Piece| BoardPiece {
        cell: scene.cells.get(piece.cell).map_or(String::new(), |cell| cell.name.clone()),
        piece: piece.shape.design().word,
        seat: piece.owner.map(|seat| seat.0),
    };
    scene.pieces.iter().map(piece).collect()
}

/// Facts as JSON.
pub(super) fn facts(facts_of_game: Facts) -> Map<String, Value> {
    fn value(fact: Fact) -> Value {
        match fact {
            Fact::Number(number) => number.into(),
            Fact::Word(word) => word.into(),
            Fact::Flag(flag) => flag.into(),
            Fact::List(list) => list.into_iter().map(value).collect(),
            Fact::Record(record) => facts(record).into(),
        }
    }
    let named = facts_of_game.into_iter();
    named.map(|(name, fact)| (name.to_owned(), value(fact))).collect()
}

fn version_one() -> u32 {
    PROTOCOL
}
