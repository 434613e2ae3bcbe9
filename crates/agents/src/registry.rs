//! From the name of a game to its kit.

use ludarium_game::{Error, Result, Spec, Tabletop};
use ludarium_games::chexers::Chexers;
use ludarium_games::dice_chess::{DiceChess, ThreeDice};
use ludarium_games::dicewars::Dicewars;
use ludarium_games::registry as games;
use ludarium_games::three_chess::ThreeChess;
use ludarium_games::tuc_chess::TucChess;

use crate::Kit;

/// Work that can be done with any game and its agents.
pub trait KitTask {
    /// What the work gives.
    type Output;

    /// Does the work.
    fn run<G: Kit>(self, rules: G::Rules) -> Self::Output;
}

/// Runs a task with a game and a variant text, like [`games::with_game`], but with the game's agents.
pub fn with_kit<T: KitTask>(name: &str, variant: Option<&str>, task: T) -> Result<T::Output> {
    let game = games::find(name)?;
    let spec = match variant {
        Some(text) => Spec::parse(text)?,
        None => Spec::named(game.variants().next().map_or("", |variant| variant.name)),
    };
    fn has<G: Tabletop>(game: &str, spec: &Spec) -> bool {
        G::NAME == game && G::VARIANTS.iter().any(|variant| variant.name == spec.name)
    }
    macro_rules! try_each {
        ($($type:ty),+) => {
            $(if has::<$type>(game.name, &spec) {
                return Ok(task.run::<$type>(<$type as Tabletop>::rules(&spec)?));
            })+
        };
    }
    try_each!(
        DiceChess, ThreeDice, ThreeChess, TucChess, Dicewars, Chexers
    );
    let known = game.variants().map(|variant| variant.name);
    Err(Error::unknown("variant", &spec.name, known))
}
