//! Bots: players from outside, who see a game as text.
//!
//! The arena knows nothing about processes. It turns positions and moves into messages ([`protocol`]) and answers back
//! into moves; the code that starts a run says through [`BotSource`] where such players come from.

mod after;
mod contender;
mod name;
pub mod protocol;
mod schema;
mod seat;
mod words;

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::game::player::Failure;
use crate::identity::Identity;
use protocol::{BotEvent, BotMove, BotTurn, NewGame};

pub use after::{LONGEST_LOOKAHEAD, Lookahead};
pub(crate) use contender::canonical;
pub use contender::{Contender, ContenderError, GameContext, TypedContender};
pub use name::{LONGEST_NAME, is_invisible, labels, legend, printable, tidy_name};
pub use schema::SCHEMA;
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
    fn begin(&mut self, game: &NewGame) -> Result<Subscription, Failure>;

    /// It is the bot's turn. The answer has a move; further ones are for its next turns, as long as they are legal.
    fn choose(&mut self, turn: BotTurn, terms: TurnTerms<'_>) -> Result<BotMove, Failure>;

    /// Something happened; called only for bots that wish to be told at once.
    fn observe(&mut self, event: &BotEvent) -> Result<(), Failure>;

    /// The game is over.
    fn finish(&mut self, scores: &[f32], ending: &str);

    /// How long the last answer took by the bot's own clock, also where it failed.
    fn spent(&self) -> Duration;

    /// Why it was started again in the middle of the game, for each time since it was asked last.
    fn restarts(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// What it wrote to its standard error since it was asked last; an empty text if that is not known.
    fn stderr(&mut self) -> String {
        String::new()
    }
}

/// What a bot asks for besides its turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Subscription {
    /// Not the list of legal moves.
    pub no_legal: bool,
    /// Each event at once, not only before its own turns.
    pub each_event: bool,
}

/// What a turn is played under.
#[derive(Clone, Copy, Debug)]
pub struct TurnTerms<'a> {
    /// Up to here an answer is in time; `None` if there is no clock.
    pub allowed: Option<Duration>,
    /// What is forgiven after that.
    pub margin: Duration,
    /// What follows from moves, for bots that ask.
    pub ahead: Lookahead<'a>,
    /// Set by somebody who does not want the answer any more.
    pub abandon: Option<&'a AtomicBool>,
}
