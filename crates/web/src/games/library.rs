//! `Library`: the games of this server, and what people are told about them.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use ludarium_arena::{GameInfo, Games, Ruleset, best_agent};
use ludarium_bundle::Bundle;
use ludarium_lab::answers::AnswersText;
use ludarium_lab::experiment::{Catalogue, ExperimentText};
use serde::{Deserialize, Serialize};

use crate::error::Result;

/// The names of the levels, from the weakest.
pub const LEVELS: [&str; 5] = ["Beginner", "Easy", "Medium", "Hard", "Expert"];
/// The agents of the levels of a game that names none, as far as it has them.
const USUAL_LEVELS: [&str; 5] = ["random", "greedy", "one-ply", "mcts", "best"];

/// What the agents that many games have do, in plain words.
#[derive(Deserialize, Default)]
struct Stories {
    any: HashMap<String, String>,
}

static STORIES: LazyLock<Stories> =
    LazyLock::new(|| toml::from_str(include_str!("../../learn/stories.toml")).unwrap_or_default());

/// A level of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Level {
    /// Its name: `Easy`.
    pub name: &'static str,
    /// The agent that plays it, as tables write it.
    pub agent: String,
    /// How it plays, for its opponents.
    pub style: &'static str,
}

/// The games of this server, and what people are told about them.
pub struct Library {
    games: Games,
    texts: HashMap<&'static str, Texts>,
    experiments: Catalogue,
    /// A picture of what came of each report, by its number.
    pictures: HashMap<&'static str, &'static str>,
}

/// What a game tells about itself; all of it may be missing.
struct Texts {
    lesson: Option<&'static str>,
    levels: Vec<(&'static str, &'static str)>,
    stories: Vec<(&'static str, &'static str)>,
}

impl Library {
    /// The games of these bundles.
    pub fn new(bundles: &[Bundle]) -> Library {
        let games = ludarium_bundle::games(bundles);
        let texts = bundles.iter().map(|bundle| {
            let texts = Texts {
                lesson: bundle.lesson,
                levels: bundle.levels.clone(),
                stories: bundle.stories.clone(),
            };
            (bundle.game.info.name, texts)
        });
        let experiments = bundles.iter().flat_map(|bundle| &bundle.experiments);
        let experiments = experiments.map(|&(name, text)| ExperimentText { name, text });
        let answers = bundles.iter().flat_map(|bundle| &bundle.answers);
        let pictures = answers.clone().map(|it| (it.report, it.picture)).collect();
        let answers = answers.map(|it| AnswersText {
            report: it.report,
            text: it.sentences,
            published: it.published,
        });
        Library {
            texts: texts.collect(),
            experiments: Catalogue::new(games.clone(), experiments).with_answers(answers),
            games,
            pictures,
        }
    }

    /// A picture of what came of a report, as SVG.
    pub fn picture(&self, report: &str) -> Option<&'static str> {
        self.pictures.get(report).copied()
    }

    /// The games.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// The experiments of all games.
    pub fn experiments(&self) -> &Catalogue {
        &self.experiments
    }

    /// What people are told about a game; an unknown name is an error.
    pub fn info(&self, game: &str) -> Result<GameInfo> {
        Ok(self.games.find(game)?.info)
    }

    /// The name of a game in sentences; its plain name where it is not known here.
    pub fn title<'a>(&self, game: &'a str) -> &'a str {
        self.games.find(game).map_or(game, |entry| entry.info.title)
    }

    /// What a game is about, in half a sentence; nothing where it is not known here.
    pub fn summary(&self, game: &str) -> &'static str {
        self.games.find(game).map_or("", |entry| entry.info.summary)
    }

    /// The rules of a variant of a game.
    pub fn rules(&self, game: &str, variant: Option<&str>) -> Result<Arc<dyn Ruleset>> {
        Ok(self.games.rules(game, variant)?)
    }

    /// The lesson of a game, if it has one.
    pub fn lesson(&self, game: &str) -> Option<&'static str> {
        self.texts(game)?.lesson
    }

    /// The levels of a game, from the weakest. A game that names none gets those agents of the usual ones that it has,
    /// or else its first agent. Where a variant does not know an agent, the usual one of that level plays instead, or its strongest.
    pub fn levels(&self, rules: &dyn Ruleset) -> Vec<Level> {
        let own = self.texts(rules.game());
        let mut agents = own.map_or_else(Vec::new, |texts| texts.levels.clone());
        if agents.is_empty() {
            let known = rules.agents();
            let usual = |name: &&str| known.iter().find(|agent| agent.name == *name);
            let usual = USUAL_LEVELS.iter().filter_map(usual);
            agents.extend(usual.map(|agent| (agent.name, agent.summary)));
            if agents.is_empty() {
                agents.extend(known.first().map(|agent| (agent.name, agent.summary)));
            }
        }
        let level = |(place, (name, (agent, style)))| {
            let usual = USUAL_LEVELS.get::<usize>(place).copied();
            let usual = usual.unwrap_or(best_agent(rules));
            let agent = rules.canonical(agent).or_else(|_| rules.canonical(usual));
            let agent = agent.unwrap_or_else(|_| best_agent(rules).to_owned());
            Level { name, agent, style }
        };
        let levels = LEVELS.into_iter().zip(agents).enumerate();
        levels.map(level).collect()
    }

    /// What an agent of a game does, in plain words; empty where nobody has written it down.
    pub fn story(&self, game: &str, agent: &str) -> &'static str {
        let mut own = self.texts(game).into_iter().flat_map(|texts| texts.stories.iter().rev());
        let own = own.find(|(name, _)| *name == agent);
        // A generic agent has the same story under all its names.
        let plain = agent.strip_prefix("generic-").unwrap_or(agent);
        let any = || STORIES.any.get(plain).map(String::as_str);
        own.map(|(_, story)| *story).or_else(any).unwrap_or("")
    }

    fn texts(&self, game: &str) -> Option<&Texts> {
        self.texts.get(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{library, sprint};

    #[test]
    fn a_game_without_levels_and_stories_gets_the_usual_ones() {
        let library = Library::new(&[sprint()]);
        let rules = library.rules("sprint", None).unwrap();
        let levels = library.levels(&*rules);
        assert_eq!((levels[0].name, &*levels[0].agent), ("Beginner", "random"));
        assert!(levels.iter().any(|level| level.agent == "mcts"));
        for level in levels {
            assert_eq!(rules.canonical(&level.agent).unwrap(), level.agent);
            assert!(!level.style.is_empty(), "{}", level.agent);
        }
        assert!(library.story("sprint", "random").len() > 20);
        assert_eq!(library.story("sprint", "walker"), "");
        assert_eq!(best_agent(&*rules), "mcts");
    }

    #[test]
    fn a_level_that_a_variant_does_not_know_is_played_by_another() {
        let bundle = Bundle { levels: vec![("nowhere", "Is not there."); 5], ..sprint() };
        let library = Library::new(&[bundle]);
        let rules = library.rules("sprint", None).unwrap();
        let levels = library.levels(&*rules);
        assert_eq!(levels.len(), 5);
        for (level, usual) in levels.iter().zip(USUAL_LEVELS) {
            let wanted = rules.canonical(usual);
            let wanted = wanted.unwrap_or(best_agent(&*rules).to_owned());
            assert_eq!(level.agent, wanted);
        }
        let unknown = |usual: &&str| rules.canonical(usual).is_err();
        assert!(USUAL_LEVELS.iter().any(unknown), "the last resort is tried");
    }

    #[test]
    fn what_a_game_brings_wins() {
        let library = library();
        let rules = library.rules("sprint", Some("lenient")).unwrap();
        let levels = library.levels(&*rules);
        let told: Vec<_> = levels.iter().map(|one| (one.name, &*one.agent)).collect();
        assert_eq!(told, [("Beginner", "walker"), ("Easy", "mcts:iterations=50")]);
        assert_eq!(levels[0].style, "Walks.");
        assert_eq!(library.story("sprint", "random"), "Runs or walks by chance.");
        assert!(library.lesson("sprint").is_some());
        assert_eq!(library.title("nowhere"), "nowhere");
        assert_eq!(library.summary("sprint"), sprint().game.info.summary);
    }
}
