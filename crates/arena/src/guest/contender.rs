//! `Contender`: whoever a text stands for, from the catalogue or from outside.

use std::sync::Arc;
use std::time::Duration;

use ludarium_agents::{Kit, Recipe, canonical};
use ludarium_game::Seed;
use thiserror::Error;

use super::player::GuestPlayer;
use super::{Guests, Invited, is_guest};
use crate::clock::TimeControl;
use crate::player::Player;

/// Why a text stands for nobody who could play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InviteError {
    /// The text is wrong.
    #[error(transparent)]
    Text(#[from] ludarium_game::Error),
    /// The guest cannot play.
    #[error("`{text}` cannot play: {reason}")]
    Guest {
        /// The text.
        text: String,
        /// Why.
        reason: String,
    },
}

/// Whoever a text stands for: makes any number of equal players.
pub enum Contender<G: Kit> {
    /// An agent of the catalogue.
    Agent(Recipe<G>),
    /// Somebody from outside.
    Guest(Arc<dyn Invited>),
}

/// What a guest is told about a game beside its position.
#[derive(Clone, Debug)]
pub struct Occasion<'a> {
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

impl<G: Kit> Contender<G> {
    /// Reads a text. Guests are asked at once whether they can play.
    pub fn new(text: &str, guests: Option<&dyn Guests>) -> Result<Contender<G>, InviteError> {
        if !is_guest(text) {
            return Ok(Contender::Agent(Recipe::new(text)?));
        }
        let refused = |reason: String| InviteError::Guest {
            text: text.to_owned(),
            reason,
        };
        let guests = guests.ok_or_else(|| refused("bots are not let in here".to_owned()))?;
        let invited = guests.invite(text, G::NAME).map_err(refused)?;
        Ok(Contender::Guest(invited))
    }

    /// The text in its shortest form; a guest's is its own business.
    pub fn canonical(text: &str) -> ludarium_game::Result<String> {
        if is_guest(text) {
            return Ok(text.trim().to_owned());
        }
        canonical::<G>(text)
    }

    /// A new player for one game.
    pub fn player(&self, occasion: &Occasion<'_>) -> Box<dyn Player<G>> {
        match self {
            Contender::Agent(recipe) => Box::new(recipe.agent()),
            Contender::Guest(invited) => {
                Box::new(GuestPlayer::new(invited.clone().sit_down(), occasion))
            }
        }
    }
}
