//! What every command is given beside its arguments: the games of this program.

use std::sync::Arc;

use ludarium_arena::{Games, Ruleset};
use ludarium_bridge::door::{Door, Way};
use ludarium_bridge::starters::{STARTERS, Starter};
use ludarium_bundle::Bundle;
use ludarium_game::Result;
use ludarium_lab::experiment::{Catalogue, Entry};
use ludarium_train::Trainer;

/// The agents that play where nobody names one, the strongest first.
const USUAL: [&str; 2] = ["best", "mcts"];

/// The games of this program with everything they bring.
pub struct Context {
    /// What each game brings.
    pub bundles: Vec<Bundle>,
    /// The games alone.
    pub games: Games,
}

impl Context {
    /// A program with these games.
    pub fn new(bundles: impl IntoIterator<Item = Bundle>) -> Context {
        let bundles: Vec<Bundle> = bundles.into_iter().collect();
        Context {
            games: ludarium_bundle::games(&bundles),
            bundles,
        }
    }

    /// The rules of a variant of a game; of the default variant without one.
    pub fn rules(&self, game: &str, variant: Option<&str>) -> Result<Arc<dyn Ruleset>> {
        self.games.rules(game, variant)
    }

    /// The doors that lead this way, in the order of the games.
    pub fn doors(&self, way: Way) -> impl Iterator<Item = &Door> {
        let doors = self.bundles.iter().flat_map(|bundle| &bundle.doors);
        doors.filter(move |door| door.way() == way)
    }

    /// The starters for languages, then those of the games.
    pub fn starters(&self) -> impl Iterator<Item = &Starter> + Clone {
        let of_games = self.bundles.iter().flat_map(|bundle| bundle.starters);
        STARTERS.iter().chain(of_games)
    }

    /// Everything that can be trained, in the order of the games.
    pub fn trainers(&self) -> impl Iterator<Item = &Trainer> {
        self.bundles.iter().flat_map(|bundle| bundle.trainers)
    }

    /// The experiments of all games.
    pub fn experiments(&self) -> Catalogue {
        let entries = self.bundles.iter().flat_map(|bundle| bundle.experiments);
        let entries = entries.map(|&(name, text)| Entry { name, text });
        Catalogue::new(self.games.clone(), entries)
    }
}

/// The agent that plays where nobody names one: `best` if the game has it, else `mcts`, else the last of its list.
pub fn usual_agent(rules: &dyn Ruleset) -> String {
    let agents = rules.agents();
    let has = |name: &&str| agents.iter().any(|agent| agent.name == *name);
    let usual = USUAL.into_iter().find(has);
    let last = agents.last().map(|agent| agent.name);
    // Every game has at least its generic agents; `random` is one of them.
    usual.or(last).unwrap_or("random").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_without_a_best_agent_still_has_a_usual_one() {
        let rules = ludarium_arena::testing::games().rules("sprint", None).unwrap();
        assert!(rules.canonical("best").is_err());
        assert_eq!(usual_agent(&*rules), "mcts");
    }
}
