//! From the text of an agent to somebody who plays: the one place where it happens.

use ludarium_agents::{Kit, Recipe, canonical};
use ludarium_arena::Player;
use ludarium_game::Result;

/// What a text stands for; makes any number of equal players.
pub struct Hiring<G: Kit> {
    /// The text in its shortest form.
    pub name: String,
    recipe: Recipe<G>,
}

impl<G: Kit> Hiring<G> {
    /// Reads a text (`name` or `name:key=value,…`).
    pub fn new(text: &str) -> Result<Hiring<G>> {
        Ok(Hiring {
            name: canonical::<G>(text)?,
            recipe: Recipe::new(text)?,
        })
    }

    /// A new player, as if no other had been made.
    pub fn player(&self) -> Box<dyn Player<G>> {
        Box::new(self.recipe.agent())
    }
}
