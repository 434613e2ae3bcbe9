//! `Bundle`: what a game brings with it.
//!
//! A program is a list of bundles. Only the game itself is needed; everything else has a sensible default: a game
//! without a lesson, levels, doors or trainers still plays everywhere.

pub mod originals;

use std::collections::BTreeMap;

pub use ludarium_agents::{Entry, Playable};
use ludarium_arena::{GameEntry, GameInfo, Games};
use ludarium_bridge::door::{Door, EngineProtocol};
use ludarium_bridge::starters::Starter;
use ludarium_game::{Error, Result};
use ludarium_train::{Plans, Trainer};
use originals::{ReadGames, Replay};

/// What a game brings with it, and what reports about it add.
pub struct Bundle {
    /// The game with its variants and agents.
    pub game: GameEntry,
    /// The rules in words and pictures, as a TOML text: see `docs/add-a-game.md`.
    pub lesson: Option<&'static str>,
    /// How moves are written and what `facts` tells a bot, as Markdown, for the README of bots.
    pub notation: Option<&'static str>,
    /// The agents of the levels from the easiest to the hardest, each with a line about its style for its opponents. Where
    /// a variant does not know one, its strongest agent plays instead.
    pub levels: Vec<(&'static str, &'static str)>,
    /// What agents do, in plain words, by their names.
    pub stories: Vec<(&'static str, &'static str)>,
    /// Players with habits of their own, `name = agent`, each with a line about its habit; the first is the strongest.
    pub styles: Vec<(&'static str, &'static str)>,
    /// Replays what the game's original programs recorded.
    pub originals: Option<Replay>,
    /// Reads games from files that players of this game have.
    pub recorded: Option<ReadGames>,
    /// Ways to the game's original servers and programs.
    pub doors: Vec<Door>,
    /// Protocols of other programs in which its agents can answer.
    pub protocols: Vec<EngineProtocol>,
    /// Starters that bring an agent of ours to another program.
    pub starters: Vec<Starter>,
    /// What can be trained.
    pub trainers: Vec<Trainer>,
    /// Experiments by name (`001/table-2`), as TOML texts.
    pub experiments: Vec<(&'static str, &'static str)>,
    /// What came of the sentences of each report.
    pub answers: Vec<ReportTexts>,
    /// Model files by name.
    pub models: Vec<(&'static str, &'static [u8])>,
}

/// The sentences of a report, and what full runs say of them.
#[derive(Clone, Copy, Debug)]
pub struct ReportTexts {
    /// The report, for instance `001`.
    pub report: &'static str,
    /// Its sentences as TOML.
    pub sentences: &'static str,
    /// The answers of full runs as JSON.
    pub published: &'static str,
    /// One picture of them, as SVG.
    pub picture: &'static str,
}

impl Bundle {
    /// A game with positions of type `G`, and nothing else.
    pub fn new<G: Playable>(info: GameInfo) -> Bundle {
        Bundle {
            game: GameEntry::new::<G>(info),
            lesson: None,
            notation: None,
            levels: Vec::new(),
            stories: Vec::new(),
            styles: Vec::new(),
            originals: None,
            recorded: None,
            doors: Vec::new(),
            protocols: Vec::new(),
            starters: Vec::new(),
            trainers: Vec::new(),
            experiments: Vec::new(),
            answers: Vec::new(),
            models: Vec::new(),
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

    /// Adds agents, as [`Bundle::agent`] does.
    ///
    /// # Panics
    /// If the game has no positions of type `G`.
    #[must_use]
    pub fn agents<G: Playable>(self, entries: impl IntoIterator<Item = Entry<G>>) -> Bundle {
        entries.into_iter().fold(self, Bundle::agent)
    }

    /// The lesson without its pictures, for readers who see none; `None` without a lesson.
    pub fn lesson_in_words(&self) -> Option<String> {
        let lesson: toml::Table = self.lesson?.parse().ok()?;
        let text = |table: &toml::Table, key: &str| {
            table.get(key).and_then(toml::Value::as_str).unwrap_or_default().trim().to_owned()
        };
        let sections = lesson.get("section").and_then(toml::Value::as_array);
        let sections = sections.into_iter().flatten().filter_map(toml::Value::as_table);
        let parts = sections.map(|one| format!("{}\n{}", text(one, "heading"), text(one, "text")));
        let parts: Vec<String> = std::iter::once(text(&lesson, "title")).chain(parts).collect();
        Some(parts.join("\n\n"))
    }

    /// What an agent does, in plain words; its summary if it has no story.
    pub fn story(&self, agent: &str) -> Option<&'static str> {
        let found = self.stories.iter().find(|(name, _)| *name == agent);
        found.map(|(_, story)| *story)
    }
}

/// Agents with a text about each from a file with a line an agent: `best: Plays …`. Lines that begin with `#` are remarks.
pub fn about_agents(file: &'static str) -> Vec<(&'static str, &'static str)> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(": ")).collect()
}

/// Experiments of a report, as files in its crate's folder `experiments`: `experiments!["001": "table-1", "table-2"]`
/// gives `001/table-1` and `001/table-2`.
#[macro_export]
macro_rules! experiments {
    ($report:literal: $($name:literal),* $(,)?) => {
        vec![$((
            concat!($report, "/", $name),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/experiments/", $name, ".toml")),
        )),*]
    };
}

/// The answers of a report, from the files `answers.toml`, `answers.json` and `answers.svg` of its crate: `answers!("001")`.
#[macro_export]
macro_rules! answers {
    ($report:literal) => {
        $crate::ReportTexts {
            report: $report,
            sentences: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/answers.toml")),
            published: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/answers.json")),
            picture: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/answers.svg")),
        }
    };
}

/// A bundle with the texts of its game from the files in its crate's folder `lesson`: `lesson.toml`, `notation.md`, and
/// the lists that are named: `lesson!(bundle, levels, stories, styles)` reads `levels.txt` and so on.
#[macro_export]
macro_rules! lesson {
    ($bundle:expr, $($list:ident),+) => {
        $crate::Bundle {
            lesson: Some(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/lesson/lesson.toml"))),
            notation: Some(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/lesson/notation.md"))),
            $($list: $crate::about_agents(include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/lesson/", stringify!($list), ".txt"
            ))),)+
            ..$bundle
        }
    };
}

/// The model files of a game, as names in its crate's folder `models`: `models!["my-game-value.qnet"]`.
#[macro_export]
macro_rules! models {
    ($($name:literal),* $(,)?) => {
        vec![$((
            $name,
            include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/models/", $name)).as_slice(),
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
    let all = || bundles.iter().flat_map(|bundle| &bundle.trainers);
    let found = all().find(|trainer| trainer.name == name);
    found.ok_or_else(|| Error::unknown("trainer", name, all().map(|trainer| trainer.name)))
}
