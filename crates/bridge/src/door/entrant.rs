//! `Entrant`: the player of our side at a door, an agent of the game or a bot.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use ludarium_agents::Roster;
use ludarium_arena::{BotSource, ContenderError, GameContext, Player, TimeControl, TypedContender};
use ludarium_game::{Seed, Tabletop};

/// How late an answer may be without being late.
pub(super) const MARGIN: Duration = Duration::from_millis(50);

/// The player of our side, in any number of games. Every door asks here, so all of them can play at it.
pub struct Entrant<G: Tabletop> {
    text: String,
    variant: String,
    contender: Arc<TypedContender<G>>,
}

impl<G: Tabletop> Entrant<G> {
    /// The player that a text stands for. `variant` is what a bot is told about the rules.
    pub fn new(
        text: &str,
        variant: &str,
        roster: &Roster<G>,
        bots: Option<&dyn BotSource>,
    ) -> Result<Entrant<G>, ContenderError> {
        Ok(Entrant {
            text: text.to_owned(),
            variant: variant.to_owned(),
            contender: Arc::new(TypedContender::new(text, roster, bots)?),
        })
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A new player for one game.
    pub fn player(&self, control: TimeControl, seed: Seed) -> Box<dyn Player<G>> {
        self.contender.player(&GameContext {
            variant: &self.variant,
            names: &[],
            control,
            margin: MARGIN,
            seed,
        })
    }
}

impl<G: Tabletop> Clone for Entrant<G> {
    fn clone(&self) -> Self {
        Entrant {
            text: self.text.clone(),
            variant: self.variant.clone(),
            contender: self.contender.clone(),
        }
    }
}

impl<G: Tabletop> fmt::Debug for Entrant<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entrant({})", self.text)
    }
}
