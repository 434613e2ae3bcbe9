//! What every command is given besides its arguments: the games of this program.

use std::sync::Arc;

use ludarium_arena::{BEST, Games, Ruleset, best_agent};
use ludarium_bridge::door::{Door, DoorWay};
use ludarium_bridge::starters::{STARTERS, Starter};
use ludarium_bundle::Bundle;
use ludarium_game::Result;
use ludarium_lab::answers::AnswersText;
use ludarium_lab::experiment::{Catalogue, ExperimentText};
use ludarium_train::Trainer;

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
        Context { games: ludarium_bundle::games(&bundles), bundles }
    }

    /// The rules of a variant of a game; of the default variant without one.
    pub fn rules(&self, game: &str, variant: Option<&str>) -> Result<Arc<dyn Ruleset>> {
        self.games.rules(game, variant)
    }

    /// The doors that lead this way, in the order of the games.
    pub fn doors(&self, way: DoorWay) -> impl Iterator<Item = &Door> {
        let doors = self.bundles.iter().flat_map(|bundle| &bundle.doors);
        doors.filter(move |door| door.way() == way)
    }

    /// The starters for languages, then those of the games.
    pub fn starters(&self) -> impl Iterator<Item = &Starter> + Clone {
        let of_games = self.bundles.iter().flat_map(|bundle| &bundle.starters);
        STARTERS.iter().chain(of_games)
    }

    /// Everything that can be trained, in the order of the games.
    pub fn trainers(&self) -> impl Iterator<Item = &Trainer> {
        self.bundles.iter().flat_map(|bundle| &bundle.trainers)
    }

    /// The experiments of all games.
    pub fn experiments(&self) -> Catalogue {
        let entries = self.bundles.iter().flat_map(|bundle| &bundle.experiments);
        let entries = entries.map(|&(name, text)| ExperimentText { name, text });
        let answers = self.bundles.iter().flat_map(|bundle| &bundle.answers);
        let answers = answers.map(|it| AnswersText {
            report: it.report,
            text: it.sentences,
            published: it.published,
        });
        Catalogue::new(self.games.clone(), entries).with_answers(answers)
    }
}

/// The agent that a text means: `best`, which commands ask for where nobody names an agent, is another one in a game that
/// has no agent of this name.
pub fn meant_agent<'a>(rules: &dyn Ruleset, text: &'a str) -> &'a str {
    match text {
        BEST => best_agent(rules),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_means_somebody_in_every_game() {
        let games = ludarium_arena::testing::games();
        let rules = games.rules("sprint", None).unwrap();
        assert!(rules.canonical(BEST).is_err(), "Sprint has no best agent");
        assert_eq!(meant_agent(&*rules, BEST), "mcts");
        assert_eq!(meant_agent(&*rules, "greedy"), "greedy");
        assert_eq!(meant_agent(&*rules, "gredy"), "gredy");
    }
}
