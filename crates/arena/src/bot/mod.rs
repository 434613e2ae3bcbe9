//! Bots: players from outside, who see a game as text.
//!
//! The arena knows nothing about processes or protocols. It turns positions and moves into text and answers back
//! into moves; the code that starts a run says through [`BotSource`] where such players come from.

mod after;
mod contender;
mod name;
mod seat;
mod words;

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludarium_game::Facts;

use crate::clock::TimeControl;
use crate::identity::Identity;
use crate::player::Failure;

pub use after::{LONGEST_LOOKAHEAD, Lookahead, Prospect, WrongLine};
pub(crate) use contender::canonical;
pub use contender::{Contender, ContenderError, GameContext, TypedContender};
pub use name::{LONGEST_NAME, labels, legend, printable, tidy_name};
pub use seat::board;
pub use words::{find_unquoted, split_bot, split_quoted};

/// Whether a text names a bot and not an agent of the catalogue: `bot:…` or `bot[…]:…`.
pub fn is_bot(text: &str) -> bool {
    let rest = text.trim_start().strip_prefix("bot");
    rest.is_some_and(|rest| rest.starts_with([':', '[']))
}

/// Where bots come from.
pub trait BotSource: Debug + Send + Sync {
    /// Finds the bot that a text names and makes sure that it can play the game; an error says why not.
    fn find(&self, text: &str, game: &str) -> Result<Arc<dyn BotProgram>, String>;
}

/// A bot that has been found. It may sit at several tables, and in several seats of one, at the same time.
pub trait BotProgram: Send + Sync {
    /// A seat for one game.
    fn join(self: Arc<Self>) -> Box<dyn BotPlayer>;

    /// What the bot is at this moment: a part for each file that it was started from. It is asked before games are
    /// stored, so that a bot which changes in the middle of a run is noticed; an error says what cannot be read.
    fn identity(&self) -> Result<Identity, String>;

    /// How well it is confined, in words that are stored with its games; `None` if nobody knows. It is asked before the
    /// first game.
    fn confinement(&self) -> Option<String> {
        None
    }

    /// Whether a clock that counts the processor's time can count it for this bot. It is asked before the first game.
    fn counts_processor_time(&self) -> bool {
        false
    }

    /// What it is called in tables, if it has a name.
    fn name(&self) -> Option<String> {
        None
    }
}

/// A bot in a seat, for one game.
pub trait BotPlayer: Send {
    /// A game begins.
    fn begin(&mut self, game: &GameStart) -> Result<Subscription, Failure>;

    /// It is the bot's turn.
    fn choose(&mut self, question: TurnRequest<'_>) -> Result<TurnReply, Failure>;

    /// Something happened; called only for bots that wish to be told at once.
    fn observe(&mut self, news: &BotEvent) -> Result<(), Failure>;

    /// The game is over.
    fn finish(&mut self, scores: &[f32], ending: &str);

    /// How long the last answer took by the bot's own clock, also where it failed.
    fn spent(&self) -> Duration;

    /// What it wrote to its standard error since it was asked last; an empty text if that is not known.
    fn stderr(&mut self) -> String {
        String::new()
    }
}

/// How a game begins, for one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct GameStart {
    /// The game.
    pub game: &'static str,
    /// Its variant, with options.
    pub variant: String,
    /// The seat of the bot.
    pub seat: u8,
    /// Who plays, by seat; empty texts where that is not known.
    pub names: Vec<String>,
    /// A seed for the bot's own chance, below 2^53 so that every language can hold it.
    pub seed: u64,
    /// The clocks.
    pub control: TimeControl,
    /// The first position.
    pub start: String,
}

/// What a bot subscription to be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Subscription {
    /// Not the list of legal moves.
    pub no_legal: bool,
    /// Each event at once, not only before its own turns.
    pub each_event: bool,
}

/// A bot's turn.
#[derive(Clone, Debug)]
pub struct TurnRequest<'a> {
    /// Moves and chance events so far.
    pub ply: u32,
    /// The seat to move.
    pub seat: u8,
    /// The position.
    pub state: String,
    /// What stands where.
    pub board: Vec<BoardPiece>,
    /// What the pieces do not show.
    pub facts: Facts,
    /// Every legal move, sorted, unless the bot does not wish it.
    pub legal: Option<Vec<String>>,
    /// What happened since the bot was asked last.
    pub events: Vec<BotEvent>,
    /// What is left on the clock beyond the limit of this move.
    pub bank: Option<Duration>,
    /// What comes back on the clock after this move.
    pub increment: Option<Duration>,
    /// The limit of this move alone.
    pub limit: Option<Duration>,
    /// Up to here an answer is in time; `None` if there is no clock.
    pub allowed: Option<Duration>,
    /// What is forgiven after that.
    pub margin: Duration,
    /// What follows from moves, for bots that ask.
    pub ahead: Lookahead<'a>,
    /// Set by somebody who does not want the answer any more.
    pub abandon: Option<&'a AtomicBool>,
}

/// Something on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPiece {
    /// The cell.
    pub cell: String,
    /// What it is.
    pub piece: String,
    /// Whose it is.
    pub seat: Option<u8>,
}

/// A move or an outcome of chance.
#[derive(Clone, Debug, PartialEq)]
pub struct BotEvent {
    /// The seat that moved; `None` for chance.
    pub by: Option<u8>,
    /// The move or outcome, in the notation of the game.
    pub event: String,
    /// How probable it was, for chance whose outcomes can be listed.
    pub probability: Option<f64>,
}

/// A move by its text, or by its place in the list of legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChosenMove {
    /// The text.
    Text(String),
    /// The place.
    Index(u64),
}

/// What a bot answers.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnReply {
    /// The move.
    pub choice: ChosenMove,
    /// Moves for its next turns, as long as they are legal.
    pub more: Vec<String>,
    /// What it expects for each seat.
    pub value: Option<Vec<f64>>,
    /// Positions looked at.
    pub nodes: u64,
    /// Plies looked ahead.
    pub depth: u32,
    /// The line it expects, the move first.
    pub line: Vec<String>,
    /// What it says about its move, in its own words.
    pub comment: String,
}
