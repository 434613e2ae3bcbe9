//! Entries of the catalogue, and how a text becomes an agent.

use std::sync::Arc;

use ludarium_game::{Agent, Error, Game, Result, Spec};

use crate::{Kit, Parameter, Settings};

/// One agent of the catalogue for one game.
pub struct Entry<G: Game> {
    /// The name in commands.
    pub name: &'static str,
    /// One line that says how it plays.
    pub summary: &'static str,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Makes the agent.
    pub build: Build<G>,
}

/// Makes an agent from checked settings.
pub type Build<G> = Box<dyn Fn(&Settings) -> Box<dyn Agent<G>> + Send + Sync>;

impl<G: Game> Entry<G> {
    /// An entry without parameters.
    pub fn plain<A: Agent<G> + 'static>(
        name: &'static str,
        summary: &'static str,
        build: impl Fn() -> A + Send + Sync + 'static,
    ) -> Entry<G> {
        Entry::new(name, summary, Vec::new(), move |_| build())
    }

    /// An entry with parameters.
    pub fn new<A: Agent<G> + 'static>(
        name: &'static str,
        summary: &'static str,
        parameters: Vec<Parameter>,
        build: impl Fn(&Settings) -> A + Send + Sync + 'static,
    ) -> Entry<G> {
        Entry {
            name,
            summary,
            parameters,
            build: Box::new(move |settings| Box::new(build(settings))),
        }
    }
}

/// What people are told about an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentInfo {
    /// The name in commands.
    pub name: &'static str,
    /// One line that says how it plays.
    pub summary: &'static str,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
}

/// The agents that can play a game: those of its catalogue, and those that somebody else has added.
pub struct Roster<G: Game> {
    entries: Vec<Arc<Entry<G>>>,
}

impl<G: Kit> Default for Roster<G> {
    /// The agents of the game's catalogue.
    fn default() -> Roster<G> {
        Roster {
            entries: G::entries().into_iter().map(Arc::new).collect(),
        }
    }
}

impl<G: Game> Clone for Roster<G> {
    fn clone(&self) -> Self {
        Roster {
            entries: self.entries.clone(),
        }
    }
}

impl<G: Game> Roster<G> {
    /// Adds an agent; it takes the place of one with the same name.
    pub fn add(&mut self, entry: Entry<G>) {
        self.entries.retain(|known| known.name != entry.name);
        self.entries.push(Arc::new(entry));
    }

    /// What people are told about all agents, in order.
    pub fn infos(&self) -> Vec<AgentInfo> {
        let info = |entry: &Arc<Entry<G>>| AgentInfo {
            name: entry.name,
            summary: entry.summary,
            parameters: entry.parameters.clone(),
        };
        self.entries.iter().map(info).collect()
    }

    /// Reads a text (`name` or `name:key=value,…`).
    pub fn recipe(&self, text: &str) -> Result<Recipe<G>> {
        let spec = Spec::parse(text)?;
        let found = self.entries.iter().find(|entry| entry.name == spec.name);
        let known = || self.entries.iter().map(|entry| entry.name);
        let entry = found.ok_or_else(|| Error::unknown("agent", &spec.name, known()))?;
        Ok(Recipe {
            settings: Settings::read(&spec, &entry.parameters)?,
            entry: entry.clone(),
        })
    }
}

/// What a text stands for, read and checked once: makes any number of equal agents.
pub struct Recipe<G: Game> {
    entry: Arc<Entry<G>>,
    settings: Settings,
}

impl<G: Game> Recipe<G> {
    /// A new agent, as if no other had been made.
    pub fn agent(&self) -> Box<dyn Agent<G>> {
        (self.entry.build)(&self.settings)
    }

    /// The text in its shortest form: parameters in the order of the catalogue, defaults left out.
    pub fn canonical(&self) -> String {
        let parameters = self.entry.parameters.iter();
        let changed = parameters.filter_map(|parameter| {
            let value = self.settings.word(parameter.key);
            (value != parameter.default).then(|| format!("{}={value}", parameter.key))
        });
        let changed: Vec<String> = changed.collect();
        match changed.is_empty() {
            true => self.entry.name.to_owned(),
            false => format!("{}:{}", self.entry.name, changed.join(",")),
        }
    }
}

impl<G: Kit> Recipe<G> {
    /// Reads a text that names an agent of the game's catalogue.
    pub fn new(text: &str) -> Result<Recipe<G>> {
        Roster::default().recipe(text)
    }
}

/// The agent of a game's catalogue that a text (`name` or `name:key=value,…`) stands for.
pub fn agent<G: Kit>(text: &str) -> Result<Box<dyn Agent<G>>> {
    Ok(Recipe::new(text)?.agent())
}

/// The text of an agent of a game's catalogue in its shortest form.
pub fn canonical<G: Kit>(text: &str) -> Result<String> {
    Ok(Recipe::<G>::new(text)?.canonical())
}
