//! From the text of an agent to somebody who plays: the one place where it happens.

use ludarium_agents::{Kit, Recipe, canonical};
use ludarium_arena::Player;
use ludarium_game::{Error, Result, Spec};

/// What one agent may take of the machine, by parameter: others play and think here, too.
const LIMITS: [(&str, u32); 2] = [("memory", 512), ("threads", 4)];

/// The most that a parameter of an agent may be on the page, where that is limited.
pub fn limit(key: &str) -> Option<u32> {
    let mut limits = LIMITS.iter();
    limits
        .find(|(known, _)| *known == key)
        .map(|&(_, most)| most)
}

/// Refuses an agent that would take too much of the machine.
pub fn check_cost(text: &str) -> Result<()> {
    let spec = Spec::parse(text)?;
    for (key, most) in LIMITS {
        let value = spec.get(key).unwrap_or_default();
        if value.parse().is_ok_and(|value: u64| value > most.into()) {
            return Err(Error::Value {
                key: key.to_owned(),
                value: value.to_owned(),
                expected: format!("at most {most} on the page"),
            });
        }
    }
    Ok(())
}

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
