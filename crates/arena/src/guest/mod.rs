//! Guests: players from outside, who see a game as text.
//!
//! The arena knows nothing about processes or protocols. It turns positions and moves into text and answers back
//! into moves; whoever starts a run says through [`Guests`] where such players come from.

mod contender;
mod player;

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::clock::TimeControl;
use crate::player::Failure;

pub use contender::{Contender, InviteError, Occasion};
pub use player::board;

/// Whether a text names a guest and not an agent of the catalogue: `bot:…` or `bot[…]:…`.
pub fn is_guest(text: &str) -> bool {
    let rest = text.trim_start().strip_prefix("bot");
    rest.is_some_and(|rest| rest.starts_with([':', '[']))
}

/// Where guests come from.
pub trait Guests: Debug + Send + Sync {
    /// Finds the guest that a text names and makes sure that it can play the game; an error says why not.
    fn invite(&self, text: &str, game: &str) -> Result<Arc<dyn Invited>, String>;
}

/// A guest that has been found. It may sit at several tables, and in several seats of one, at the same time.
pub trait Invited: Send + Sync {
    /// A seat for one game.
    fn sit_down(self: Arc<Self>) -> Box<dyn Guest>;
}

/// A guest in a seat, for one game.
pub trait Guest: Send {
    /// A game begins.
    fn begin(&mut self, game: &Beginning) -> Result<Wishes, Failure>;

    /// It is the guest's turn.
    fn choose(&mut self, question: Question<'_>) -> Result<Reply, Failure>;

    /// Something happened; called only for guests that wish to be told at once.
    fn observe(&mut self, news: &News) -> Result<(), Failure>;

    /// The game is over.
    fn finish(&mut self, scores: &[f32], ending: &str);

    /// How long the last answer took by the guest's own clock, also where it failed.
    fn spent(&self) -> Duration;
}

/// How a game begins, for one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Beginning {
    /// The game.
    pub game: &'static str,
    /// Its variant, with options.
    pub variant: String,
    /// The seat of the guest.
    pub seat: u8,
    /// Who plays, by seat; empty texts where that is not known.
    pub names: Vec<String>,
    /// A seed for the guest's own chance, below 2^53 so that every language can hold it.
    pub seed: u64,
    /// The clocks.
    pub control: TimeControl,
    /// The first position.
    pub start: String,
}

/// What a guest wishes to be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Not the list of legal moves.
    pub no_legal: bool,
    /// Each event at once, not only before its own turns.
    pub each_event: bool,
}

/// A guest's turn.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// Moves and chance events so far.
    pub ply: u32,
    /// The seat to move.
    pub seat: u8,
    /// The position.
    pub state: String,
    /// What stands where.
    pub board: Vec<Standing>,
    /// Every legal move, sorted, unless the guest does not wish it.
    pub legal: Option<Vec<String>>,
    /// What happened since the guest was asked last.
    pub events: Vec<News>,
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
    /// Set by somebody who does not want the answer any more.
    pub abandon: Option<&'a AtomicBool>,
}

/// Something on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The cell.
    pub cell: String,
    /// What it is.
    pub piece: String,
    /// Whose it is.
    pub seat: Option<u8>,
}

/// A move or an outcome of chance.
#[derive(Clone, Debug, PartialEq)]
pub struct News {
    /// The seat that moved; `None` for chance.
    pub by: Option<u8>,
    /// The move or outcome, in the notation of the game.
    pub event: String,
    /// How probable it was, for chance whose outcomes can be listed.
    pub probability: Option<f64>,
}

/// A move by its text, or by its place in the list of legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// The text.
    Text(String),
    /// The place.
    Index(u64),
}

/// What a guest answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The move.
    pub choice: Named,
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
}
