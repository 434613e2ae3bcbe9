//! `Bundle`: what a game brings with it.
//!
//! A program is a list of bundles. Only the game itself is needed; everything else has a sensible default: a game
//! without a lesson, levels, doors or trainers still plays everywhere.

use std::collections::BTreeMap;

use ludarium_agents::{Entry, Playable};
use ludarium_arena::{GameEntry, GameInfo, Games};
use ludarium_bridge::door::Door;
use ludarium_bridge::starters::Starter;
use ludarium_game::{Error, Result};
use ludarium_originals::Replay;
use ludarium_train::{Plans, Trainer};

/// What a game brings with it.
pub struct Bundle {
    /// The game with its variants and agents.
    pub game: GameEntry,
    /// The rules in words and pictures, as a TOML text: see `docs/add-a-game.md`.
    pub lesson: Option<&'static str>,
    /// How moves are written and what `facts` tells a bot, as Markdown, for the README of bots.
    pub notation: Option<&'static str>,
    /// The agents of the levels from the easiest to the hardest, each with a line about its style for its opponents. Where
    /// a variant does not know one, its strongest agent plays instead.
    pub levels: &'static [(&'static str, &'static str)],
    /// What agents do, in plain words, by their names.
    pub stories: &'static [(&'static str, &'static str)],
    /// Replays what the game's original programs recorded.
    pub originals: Option<Replay>,
    /// Ways to the game's original servers and programs.
    pub doors: Vec<Door>,
    /// Starters that bring an agent of ours to another program.
    pub starters: &'static [Starter],
    /// What can be trained.
    pub trainers: &'static [Trainer],
    /// Experiments by name (`001/table-2`), as TOML texts.
    pub experiments: &'static [(&'static str, &'static str)],
    /// Model files by name.
    pub models: &'static [(&'static str, &'static [u8])],
}

impl Bundle {
    /// A game with positions of type `G`, and nothing else.
    pub fn new<G: Playable>(info: GameInfo) -> Bundle {
        Bundle {
            game: GameEntry::new::<G>(info),
            lesson: None,
            notation: None,
            levels: &[],
            stories: &[],
            originals: None,
            doors: Vec::new(),
            starters: &[],
            trainers: &[],
            experiments: &[],
            models: &[],
        }
    }

    /// Adds variants with positions of another type.
    #[must_use]
    pub fn form<G: Playable>(mut self) -> Bundle {
        self.game = self.game.form::<G>();
        self
    }

    /// Adds an agent, or puts it in the place of one with its name.
    ///
    /// # Panics
    /// If the game has no positions of type `G`.
    #[must_use]
    pub fn agent<G: Playable>(mut self, entry: Entry<G>) -> Bundle {
        self.game = self.game.agent(entry);
        self
    }

    /// What an agent does, in plain words; its summary if it has no story.
    pub fn story(&self, agent: &str) -> Option<&'static str> {
        let found = self.stories.iter().find(|(name, _)| *name == agent);
        found.map(|(_, story)| *story)
    }
}

/// The experiments of a game, as paths below its crate's folder `experiments`: `experiments!["001/table-2"]`.
#[macro_export]
macro_rules! experiments {
    ($($name:literal),* $(,)?) => {
        &[$((
            $name,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/experiments/", $name, ".toml")),
        )),*]
    };
}

/// The model files of a game, as names in its crate's folder `models`: `models!["my-game-value.qnet"]`.
#[macro_export]
macro_rules! models {
    ($($name:literal),* $(,)?) => {
        &[$((
            $name,
            include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/models/", $name)),
        )),*]
    };
}

/// The games of these bundles.
pub fn games(bundles: &[Bundle]) -> Games {
    Games::new(bundles.iter().map(|bundle| bundle.game.clone()))
}

/// The bundle of a game; a misspelt name is an error with the nearest one.
pub fn find<'a>(bundles: &'a [Bundle], game: &str) -> Result<&'a Bundle> {
    let name = |bundle: &Bundle| bundle.game.info.name;
    let found = bundles.iter().rev().find(|bundle| name(bundle) == game);
    found.ok_or_else(|| Error::unknown("game", game, bundles.iter().map(name)))
}

/// How value networks are trained, by game, for the games that have one.
pub fn plans(bundles: &[Bundle]) -> BTreeMap<String, Plans> {
    let of = |bundle: &Bundle| {
        let plans = bundle.trainers.iter().find_map(|trainer| trainer.plans);
        plans.map(|plans| (bundle.game.info.name.to_owned(), plans))
    };
    bundles.iter().filter_map(of).collect()
}

/// The trainer with a name among those of all bundles; a misspelt name is an error with the nearest one.
pub fn find_trainer<'a>(bundles: &'a [Bundle], name: &str) -> Result<&'a Trainer> {
    let all = || bundles.iter().flat_map(|bundle| bundle.trainers);
    let found = all().find(|trainer| trainer.name == name);
    found.ok_or_else(|| Error::unknown("trainer", name, all().map(|trainer| trainer.name)))
}
