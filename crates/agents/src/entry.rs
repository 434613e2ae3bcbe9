//! Entries of the catalogue, and how a text becomes an agent.

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

/// What a text stands for, read and checked once: makes any number of equal agents.
pub struct Recipe<G: Game> {
    entry: Entry<G>,
    settings: Settings,
}

impl<G: Kit> Recipe<G> {
    /// Reads a text (`name` or `name:key=value,…`).
    pub fn new(text: &str) -> Result<Recipe<G>> {
        let (spec, entry) = find::<G>(text)?;
        let settings = Settings::read(&spec, &entry.parameters)?;
        Ok(Recipe { entry, settings })
    }

    /// A new agent, as if no other had been made.
    pub fn agent(&self) -> Box<dyn Agent<G>> {
        (self.entry.build)(&self.settings)
    }
}

/// The agent that a text (`name` or `name:key=value,…`) stands for in a game.
pub fn agent<G: Kit>(text: &str) -> Result<Box<dyn Agent<G>>> {
    Ok(Recipe::new(text)?.agent())
}

/// The text in its shortest form: parameters in the order of the catalogue, defaults left out.
pub fn canonical<G: Kit>(text: &str) -> Result<String> {
    let (spec, entry) = find::<G>(text)?;
    let settings = Settings::read(&spec, &entry.parameters)?;
    let changed = entry.parameters.iter().filter_map(|parameter| {
        let value = settings.word(parameter.key);
        (value != parameter.default).then(|| format!("{}={value}", parameter.key))
    });
    let changed: Vec<String> = changed.collect();
    Ok(if changed.is_empty() {
        entry.name.to_owned()
    } else {
        format!("{}:{}", entry.name, changed.join(","))
    })
}

fn find<G: Kit>(text: &str) -> Result<(Spec, Entry<G>)> {
    let spec = Spec::parse(text)?;
    let mut entries = G::entries();
    match entries.iter().position(|entry| entry.name == spec.name) {
        Some(index) => Ok((spec, entries.swap_remove(index))),
        None => {
            let known = entries.iter().map(|entry| entry.name);
            Err(Error::unknown("agent", &spec.name, known))
        }
    }
}
