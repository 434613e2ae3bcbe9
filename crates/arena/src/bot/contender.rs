//! `Contender`: what a text stands for, an agent of the game or a bot from outside.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use ludarium_agents::{Recipe, Roster};
use ludarium_game::{Error, Seed, Tabletop};
use thiserror::Error;

use super::name::{LONGEST_TEXT, forgotten_bot, printable};
use super::seat::BotSeat;
use super::{BotProgram, BotSource, is_bot};
use crate::game::any_player::{AnyPlayer, HiddenPlayer, KnownPlayer};
use crate::game::clock::TimeControl;
use crate::game::player::Player;

/// Why a text stands for nobody who could play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContenderError {
    /// The text is wrong.
    #[error(transparent)]
    Text(#[from] ludarium_game::Error),
    /// The bot cannot play.
    #[error("`{text}` cannot play: {reason}")]
    Bot {
        /// The text.
        text: String,
        /// Why.
        reason: String,
    },
}

/// What a player is told about a game apart from its position.
#[derive(Clone, Debug)]
pub struct GameContext<'a> {
    /// The variant, with options.
    pub variant: &'a str,
    /// Who plays, by seat; empty if that is not known.
    pub names: &'a [String],
    /// The clocks.
    pub control: TimeControl,
    /// How late an answer may be without being late.
    pub margin: Duration,
    /// The seed of the game.
    pub seed: Seed,
}

/// What a text stands for in one game: makes any number of equal players.
pub enum TypedContender<G: Tabletop> {
    /// An agent of the game.
    Agent(Recipe<G>),
    /// Somebody from outside.
    Bot(Arc<dyn BotProgram>),
}

impl<G: Tabletop> TypedContender<G> {
    /// Reads a text. Bots are asked at once whether they can play.
    pub fn new(
        text: &str,
        roster: &Roster<G>,
        bots: Option<&dyn BotSource>,
    ) -> Result<TypedContender<G>, ContenderError> {
        if !is_bot(text) {
            return Ok(TypedContender::Agent(recipe(text, roster)?));
        }
        let refused = |reason: String| ContenderError::Bot { text: text.to_owned(), reason };
        let bots = bots.ok_or_else(|| refused("bots are not let in here".to_owned()))?;
        let program = bots.find(text, G::NAME).map_err(refused)?;
        Ok(TypedContender::Bot(program))
    }

    /// Whether an agent can play a game that begins like this; a bot says so itself.
    pub fn check(&self, start: &G) -> Result<(), ContenderError> {
        match self {
            TypedContender::Agent(recipe) => Ok(recipe.check(start)?),
            TypedContender::Bot(_) => Ok(()),
        }
    }

    /// The name of a bot that has one.
    pub fn name(&self) -> Option<String> {
        match self {
            TypedContender::Agent(_) => None,
            TypedContender::Bot(program) => program.name(),
        }
    }

    /// A new player for one game.
    pub fn player(&self, context: &GameContext<'_>) -> Box<dyn Player<G>> {
        match self {
            TypedContender::Agent(recipe) => Box::new(recipe.agent()),
            TypedContender::Bot(program) => {
                let seat = BotSeat::new(program.clone().join(), G::NAME, context);
                Box::new(KnownPlayer(Box::new(seat)))
            }
        }
    }
}

/// The text in its shortest form; a bot's is its own business.
pub(crate) fn canonical<G: Tabletop>(
    text: &str,
    roster: &Roster<G>,
) -> ludarium_game::Result<String> {
    if is_bot(text) {
        Ok(text.trim().to_owned())
    } else {
        Ok(recipe(text, roster)?.canonical().to_owned())
    }
}

/// The agent that a text stands for; the error about a bot without `bot:` says so.
fn recipe<G: Tabletop>(text: &str, roster: &Roster<G>) -> ludarium_game::Result<Recipe<G>> {
    roster.recipe(text).map_err(|error| match forgotten_bot(text) {
        Some(meant) => Error::Unknown {
            kind: "agent",
            name: printable(text, LONGEST_TEXT),
            nearest: Some(printable(&meant, LONGEST_TEXT)),
            known: Vec::new(),
        },
        None => error,
    })
}

/// Makes a player for one game.
type Make = Arc<dyn Fn(&GameContext<'_>) -> Box<dyn AnyPlayer> + Send + Sync>;

/// What a text stands for, in a game that is known only while the program runs.
#[derive(Clone)]
pub struct Contender {
    text: String,
    name: Option<String>,
    make: Make,
}

impl Contender {
    /// Hides the game of a contender; `text` is its shortest form.
    pub(crate) fn hide<G: Tabletop>(text: String, typed: TypedContender<G>) -> Contender {
        let name = typed.name();
        let make = move |context: &GameContext<'_>| -> Box<dyn AnyPlayer> {
            match &typed {
                TypedContender::Bot(program) => {
                    Box::new(BotSeat::new(program.clone().join(), G::NAME, context))
                }
                agent => Box::new(HiddenPlayer(agent.player(context))),
            }
        };
        Contender { text, name, make: Arc::new(make) }
    }

    /// The text in its shortest form.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name of a bot that has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// A new player for one game.
    pub fn player(&self, context: &GameContext<'_>) -> Box<dyn AnyPlayer> {
        (self.make)(context)
    }
}

impl fmt::Debug for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Contender({})", self.text)
    }
}
