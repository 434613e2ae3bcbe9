//! What any file of ours holds, as a small table.

use std::fmt;
use std::io::Read;
use std::path::Path;

use serde::Serialize;

use super::quantised::{self, QuantisedFile, fingerprint};
use super::{Card, Model, ModelFile, TensorFile};
use crate::data::{self, Summary};
use crate::files::open_file;
use crate::training;
use crate::{LearnError, Result};

/// What a file holds: lines of a name and a fact.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// The lines, in order.
    pub lines: Vec<(String, Fact)>,
}

/// Something that is said of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Fact {
    /// Words.
    Text(String),
    /// How many.
    Count(u64),
    /// A measure or a weight, exactly as the file has it.
    Number(f64),
}

impl From<String> for Fact {
    fn from(text: String) -> Fact {
        Fact::Text(text)
    }
}

impl From<u64> for Fact {
    fn from(count: u64) -> Fact {
        Fact::Count(count)
    }
}

impl From<usize> for Fact {
    fn from(count: usize) -> Fact {
        Fact::Count(count as u64)
    }
}

impl From<f64> for Fact {
    fn from(number: f64) -> Fact {
        Fact::Number(number)
    }
}

/// For people: numbers with six digits that mean something.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Text(text) => f.pad(text),
            Fact::Count(count) => write!(f, "{count}"),
            Fact::Number(number) => {
                let magnitude = libm::floor(libm::log10(number.abs().max(1e-12)));
                let decimals = (5.0 - magnitude).clamp(0.0, 12.0) as usize;
                let text = format!("{number:.decimals$}");
                let text = if text.contains('.') {
                    text.trim_end_matches('0').trim_end_matches('.')
                } else {
                    text.as_str()
                };
                f.pad(text)
            }
        }
    }
}

impl Description {
    fn new(kind: &str) -> Description {
        let mut description = Description { lines: Vec::new() };
        description.add("kind", kind.to_owned());
        description
    }

    fn add(&mut self, name: &str, fact: impl Into<Fact>) {
        self.lines.push((name.to_owned(), fact.into()));
    }

    fn add_card(&mut self, card: &Card) {
        self.add("what", card.what.clone());
        self.add("trained from", card.trained_from.clone());
        self.add("examples", card.examples);
        self.add("seed", card.seed);
        for (name, value) in &card.metrics {
            self.add(name, *value);
        }
    }
}

/// What the file holds: a model, a quantised network, a checkpoint or a data set. The whole file is checked.
pub fn describe(path: &Path) -> Result<Description> {
    match &first_bytes(path)? {
        magic if magic == data::MAGIC => describe_data(path),
        magic if magic == quantised::MAGIC => describe_quantised(path),
        _ => describe_tensors(path),
    }
    .map_err(|error| match error {
        // A question about a file does not expect one format.
        LearnError::Foreign { path, reason, .. } => LearnError::Foreign {
            path,
            expected: "a model, checkpoint or data set of Ludarium",
            reason,
        },
        other => other,
    })
}

fn first_bytes(path: &Path) -> Result<[u8; 8]> {
    let io = |source| LearnError::io(path, source);
    let mut bytes = Vec::new();
    let file = open_file(path).map_err(io)?;
    file.take(8).read_to_end(&mut bytes).map_err(io)?;
    // A shorter file is none of ours; the last reader to be asked says so.
    Ok(bytes.try_into().unwrap_or_default())
}

fn describe_data(path: &Path) -> Result<Description> {
    let Summary { shape, about, rows } = Summary::read(path)?;
    let mut description = Description::new("data set");
    description.add("about", about);
    description.add("rows", rows);
    description.add("each with", shape.to_string());
    Ok(description)
}

fn describe_quantised(path: &Path) -> Result<Description> {
    let file = QuantisedFile::read(path)?;
    let QuantisedFile { card, network, .. } = file;
    let shape = network.architecture();
    let mut description = Description::new("efficiently updatable network, quantised");
    description.add_card(&card);
    if let Some(features) = file.features {
        description.add("features", features);
    }
    description.add("architecture", shape.to_string());
    description.add("fingerprint", format!("{:016x}", fingerprint(shape)));
    description.add("most features present", shape.most_present());
    description.add("parameters", shape.parameters());
    Ok(description)
}

fn describe_tensors(path: &Path) -> Result<Description> {
    let file = TensorFile::read(path)?;
    let text = |key: &str| file.metadata.get(key).map_or("", String::as_str);
    if text("kind") == training::CHECKPOINT {
        let mut description = Description::new("checkpoint of a training");
        description.add("training", text("training").to_owned());
        description.add("epochs done", text("history").split(", ").count());
        let best: u64 = text("best_epoch").parse().unwrap_or_default();
        description.add("best epoch", best);
        description.add("parameters", file.cells("parameters").map_or(0, <[f32]>::len));
        return Ok(description);
    }
    let ModelFile { card, model } = ModelFile::from_tensors(path, &file)?;
    let mut description = Description::new(model.kind());
    description.add_card(&card);
    match &model {
        Model::Dense(network) => {
            description.add("architecture", network.architecture().to_string())
        }
        Model::Sparse(network) => {
            description.add("architecture", network.architecture().to_string());
            let most = network.architecture().most_present();
            description.add("most features present", most);
        }
        Model::Linear(linear) => {
            for (name, weight) in linear.names().iter().zip(linear.weights()) {
                description.add(name, f64::from(*weight));
            }
        }
    }
    let cells = file.tensors.iter().map(|tensor| tensor.cells.len());
    description.add("parameters", cells.sum::<usize>());
    Ok(description)
}
