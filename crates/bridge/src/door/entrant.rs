//! `Entrant`: whoever plays for us at a door, an agent of the catalogue or a bot.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use ludarium_agents::Kit;
use ludarium_arena::{Contender, Guests, InviteError, Occasion, Player, TimeControl};
use ludarium_game::Seed;

/// How late an answer may be without being late.
pub(super) const MARGIN: Duration = Duration::from_millis(50);

/// Whoever plays for us, in any number of games: every door asks here, so that it opens to all of them.
pub struct Entrant<G: Kit> {
    text: String,
    variant: String,
    contender: Arc<Contender<G>>,
}

impl<G: Kit> Entrant<G> {
    /// Whoever a text stands for. `variant` is what a bot is told about the rules.
    pub fn new(
        text: &str,
        variant: &str,
        guests: Option<&dyn Guests>,
    ) -> Result<Entrant<G>, InviteError> {
        Ok(Entrant {
            text: text.to_owned(),
            variant: variant.to_owned(),
            contender: Arc::new(Contender::new(text, guests)?),
        })
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A new player for one game.
    pub fn player(&self, control: TimeControl, seed: Seed) -> Box<dyn Player<G>> {
        self.contender.player(&Occasion {
            variant: &self.variant,
            names: &[],
            control,
            margin: MARGIN,
            seed,
        })
    }
}

impl<G: Kit> Clone for Entrant<G> {
    fn clone(&self) -> Self {
        Entrant {
            text: self.text.clone(),
            variant: self.variant.clone(),
            contender: self.contender.clone(),
        }
    }
}

impl<G: Kit> fmt::Debug for Entrant<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entrant({})", self.text)
    }
}
