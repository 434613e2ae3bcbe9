//! Entries of the catalogue, and how a text becomes an agent.

use std::borrow::Cow;
use std::sync::Arc;

use ludarium_game::{Agent, Budget, Error, Game, Result, Spec};

use crate::generic::{EVALUATION, counterpart};
use crate::own_budget::{self, Limited};
use crate::parameter::Demand;
use crate::{Parameter, Parameters, Playable};

/// One agent of the catalogue for one game.
pub struct Entry<G: Game> {
    /// The name in commands.
    pub name: &'static str,
    /// Other names that mean the same.
    pub aliases: Vec<&'static str>,
    /// One line that says how it plays.
    pub summary: &'static str,
    read: ReadParameters<G>,
}

/// Reads an agent's parameters and gives what makes such agents.
type ReadParameters<G> = Box<dyn Fn(&mut Parameters<'_>) -> MakeAgent<G> + Send + Sync>;

/// Makes any number of equal agents.
type MakeAgent<G> = Box<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

impl<G: Game> Entry<G> {
    /// An entry without parameters.
    pub fn plain<A: Agent<G> + 'static>(
        name: &'static str,
        summary: &'static str,
        make: impl Fn() -> A + Clone + Send + Sync + 'static,
    ) -> Entry<G> {
        Entry::new(name, summary, move |_| make.clone())
    }

    /// An entry with parameters: `read` reads each of them once, and gives what makes the agent.
    pub fn new<A: Agent<G> + 'static, M: Fn() -> A + Send + Sync + 'static>(
        name: &'static str,
        summary: &'static str,
        read: impl Fn(&mut Parameters<'_>) -> M + Send + Sync + 'static,
    ) -> Entry<G> {
        Entry {
            name,
            aliases: Vec::new(),
            summary,
            read: Box::new(move |parameters| {
                let make = read(parameters);
                Box::new(move || Box::new(make()))
            }),
        }
    }

    /// The same agent with further parameters: `read` reads them and gives what is done to each agent that is made.
    pub fn wrapped<W>(
        self,
        read: impl Fn(&mut Parameters<'_>) -> W + Send + Sync + 'static,
    ) -> Entry<G>
    where
        G: 'static,
        W: Fn(Box<dyn Agent<G>>) -> Box<dyn Agent<G>> + Send + Sync + 'static,
    {
        let plain = self.read;
        Entry {
            read: Box::new(move |parameters| {
                let (make, wrap) = (plain(parameters), read(parameters));
                Box::new(move || wrap(make()))
            }),
            ..self
        }
    }

    /// Its parameters, in order.
    pub fn parameters(&self) -> Vec<Parameter> {
        let mut parameters = Parameters::declare();
        drop((self.read)(&mut parameters));
        parameters.into_declared()
    }

    /// Whether a name means this agent.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// What people are told about an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentInfo {
    /// The name in commands.
    pub name: &'static str,
    /// One line that says how it plays.
    pub summary: &'static str,
    /// Its parameters, weights not among them.
    pub parameters: Vec<Parameter>,
    /// The weights that it has by itself; those of an evaluation that it can choose are listed with the evaluation.
    pub weights: Vec<Parameter>,
}

/// The agents that can play a game: those of its catalogue, and those that somebody else has added.
pub struct Roster<G: Game> {
    pub(crate) entries: Vec<Arc<Entry<G>>>,
}

impl<G: Playable> Default for Roster<G> {
    /// The agents of the game's catalogue.
    fn default() -> Roster<G> {
        Roster { entries: G::entries().into_iter().map(Arc::new).collect() }
    }
}

impl<G: Game> Clone for Roster<G> {
    fn clone(&self) -> Self {
        Roster { entries: self.entries.clone() }
    }
}

impl<G: Game> Roster<G> {
    /// Adds an agent; it takes the place of one with the same name.
    pub fn add(&mut self, entry: Entry<G>) {
        self.entries.retain(|known| known.name != entry.name);
        self.entries.push(Arc::new(entry));
    }

    /// These agents and no others.
    pub fn of(entries: impl IntoIterator<Item = Entry<G>>) -> Roster<G> {
        let entries = entries.into_iter().map(Arc::new).collect();
        Roster { entries }
    }

    /// What people are told about all agents, in order.
    pub fn infos(&self) -> Vec<AgentInfo> {
        let info = |entry: &Arc<Entry<G>>| {
            let all = entry.parameters().into_iter();
            let (mut weights, parameters): (Vec<_>, Vec<_>) = all.partition(Parameter::is_weight);
            if parameters.iter().any(|parameter| parameter.key == EVALUATION) {
                weights.clear();
            }
            AgentInfo { name: entry.name, summary: entry.summary, parameters, weights }
        };
        self.entries.iter().map(info).collect()
    }

    /// Reads a text: `name` or `name:key=value,…`, and after it an own budget if the agent has one, `@50ms`.
    pub fn recipe(&self, text: &str) -> Result<Recipe<G>> {
        let Some((agent, own)) = text.rsplit_once('@') else {
            return self.unlimited(text);
        };
        match own_budget::parse(own) {
            Ok(own) => Ok(self.unlimited(agent)?.limited(own)),
            // The `@` may belong to the name of a file.
            Err(error) => self.unlimited(text).map_err(|_| error),
        }
    }

    fn unlimited(&self, text: &str) -> Result<Recipe<G>> {
        let spec = Spec::parse(text)?;
        let mut entries = self.entries.iter();
        let found = entries.find(|entry| entry.is_called(&spec.name));
        let entry = found.ok_or_else(|| self.unknown(&spec.name))?;
        let mut parameters = Parameters::given(&spec);
        let make = (entry.read)(&mut parameters);
        let models = parameters.models().to_vec();
        let demands = parameters.take_demands();
        let settings = parameters.settings();
        let values = parameters.values();
        let has_number = parameters.has_number();
        let changed = parameters.finish().map_err(|reason| Error::Agent {
            agent: spec.name.clone(),
            reason: Box::new(reason),
        })?;
        // Under the name that was written: a generic agent is called the same in every game.
        let name = &spec.name;
        Ok(Recipe {
            canonical: if changed.is_empty() {
                name.clone()
            } else {
                format!("{name}:{}", changed.join(","))
            },
            models,
            demands,
            settings,
            values,
            has_number,
            make,
        })
    }

    fn unknown(&self, name: &str) -> Error {
        let mut error = Error::unknown("agent", name, self.entries.iter().map(|entry| entry.name));
        let counterpart = counterpart(name);
        let mut entries = self.entries.iter();
        if let (Some(meant), Error::Unknown { nearest, .. }) = (counterpart, &mut error)
            && entries.any(|entry| entry.is_called(meant))
        {
            *nearest = Some(meant.to_owned());
        }
        error
    }
}

/// What a text stands for, read and checked once: makes any number of equal agents.
pub struct Recipe<G: Game> {
    canonical: String,
    models: Vec<Cow<'static, [u8]>>,
    demands: Vec<Demand>,
    settings: Vec<String>,
    values: Vec<(Parameter, String)>,
    has_number: bool,
    make: MakeAgent<G>,
}

impl<G: Game> Recipe<G> {
    fn limited(self, own: Budget) -> Recipe<G> {
        let make = self.make;
        Recipe {
            canonical: format!("{}@{}", self.canonical, own_budget::write_budget(&own)),
            make: Box::new(move || {
                let (agent, own) = (make(), own.clone());
                Box::new(Limited { agent, own })
            }),
            ..self
        }
    }

    /// A new agent, as if no other had been made.
    pub fn agent(&self) -> Box<dyn Agent<G>> {
        (self.make)()
    }

    /// The text in its shortest form: the name as it was written, parameters in the order of the catalogue, defaults left
    /// out.
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// All parameters as `key=value`, those with their defaults included.
    pub fn settings(&self) -> &[String] {
        &self.settings
    }

    /// The parameters that the text can have as it is, with their values: also the weights of the evaluation that it
    /// chooses.
    pub fn values(&self) -> &[(Parameter, String)] {
        &self.values
    }

    /// Whether some parameter is a whole number. Where none is, the agent always does the same amount of work.
    pub fn has_number(&self) -> bool {
        self.has_number
    }

    /// Whether the agent can play a game that begins like this; an error says why not.
    pub fn check(&self, start: &G) -> Result<()> {
        for Demand(fits) in &self.demands {
            fits(start).map_err(|reason| Error::Spec { text: self.canonical.clone(), reason })?;
        }
        Ok(())
    }

    /// The model files that the agent decides by.
    pub fn models(&self) -> &[Cow<'static, [u8]>] {
        &self.models
    }
}

impl<G: Playable> Recipe<G> {
    /// Reads a text that names an agent of the game's catalogue.
    pub fn new(text: &str) -> Result<Recipe<G>> {
        Roster::default().recipe(text)
    }
}

/// The agent of a game's catalogue that a text (`name` or `name:key=value,…`) stands for.
pub fn agent<G: Playable>(text: &str) -> Result<Box<dyn Agent<G>>> {
    Ok(Recipe::new(text)?.agent())
}

/// The text of an agent of a game's catalogue in its shortest form.
pub fn canonical<G: Playable>(text: &str) -> Result<String> {
    Ok(Recipe::<G>::new(text)?.canonical)
}
