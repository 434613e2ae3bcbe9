//! From the text of an agent to somebody who can play.

use ludarium_agents::Recipe;
use ludarium_arena::Player;
use ludarium_game::Result;
use ludarium_games::dice_chess::ThreeDice;

/// Makes equal players, one for each game.
pub struct Players {
    recipe: Recipe<ThreeDice>,
}

impl Players {
    /// Those that an agent's text (`name` or `name:key=value,…`) stands for.
    pub fn new(agent: &str) -> Result<Players> {
        Ok(Players {
            recipe: Recipe::new(agent)?,
        })
    }

    /// A new player.
    pub fn player(&self) -> Box<dyn Player<ThreeDice>> {
        Box::new(self.recipe.agent())
    }
}
