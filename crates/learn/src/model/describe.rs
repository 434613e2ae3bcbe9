//! What any file of ours holds, as a small table.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::quantised::{self, QuantisedFile, fingerprint};
use super::{Card, Model, ModelFile, Tensors};
use crate::data::{self, Summary};
use crate::training;
use crate::{LearnError, Result};

/// What a file holds: lines of a name and a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The lines, in order.
    pub lines: Vec<(String, String)>,
}

impl Description {
    fn new(kind: &str) -> Description {
        let mut description = Description { lines: Vec::new() };
        description.add("kind", kind);
        description
    }

    fn add(&mut self, name: &str, value: impl ToString) {
        self.lines.push((name.to_owned(), value.to_string()));
    }

    fn add_card(&mut self, card: &Card) {
        self.add("what", &card.what);
        self.add("trained from", &card.trained_from);
        self.add("examples", card.examples);
        self.add("seed", card.seed);
        for (name, value) in &card.metrics {
            self.add(name, value);
        }
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths = self.lines.iter().map(|(name, _)| name.chars().count());
        let width = widths.max().unwrap_or(0);
        for (name, value) in &self.lines {
            writeln!(f, "{name:width$}  {value}")?;
        }
        Ok(())
    }
}

/// What the file holds: a model, a quantised network, a checkpoint or a data set. The whole file is checked.
pub fn describe(path: &Path) -> Result<Description> {
    match &first_bytes(path)? {
        magic if magic == data::MAGIC => describe_data(path),
        magic if magic == quantised::MAGIC => describe_quantised(path),
        _ => describe_tensors(path),
    }
}

fn first_bytes(path: &Path) -> Result<[u8; 8]> {
    let io = |source| LearnError::io(path, source);
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(io)?;
    file.take(8).read_to_end(&mut bytes).map_err(io)?;
    // A shorter file is none of ours; the last reader to be asked says so.
    Ok(bytes.try_into().unwrap_or_default())
}

fn describe_data(path: &Path) -> Result<Description> {
    let Summary { shape, about, rows } = Summary::read(path)?;
    let mut description = Description::new("data set");
    description.add("about", about);
    description.add("rows", rows);
    description.add("each with", shape);
    Ok(description)
}

fn describe_quantised(path: &Path) -> Result<Description> {
    let QuantisedFile { card, network } = QuantisedFile::read(path)?;
    let shape = network.architecture();
    let mut description = Description::new("efficiently updatable network, quantised");
    description.add_card(&card);
    description.add("architecture", shape);
    description.add("fingerprint", format!("{:016x}", fingerprint(shape)));
    description.add("most features present", shape.most_present());
    description.add("parameters", shape.parameters());
    Ok(description)
}

fn describe_tensors(path: &Path) -> Result<Description> {
    let file = Tensors::read(path)?;
    let text = |key: &str| file.metadata.get(key).map_or("", String::as_str);
    if text("kind") == training::CHECKPOINT {
        let mut description = Description::new("checkpoint of a training");
        description.add("training", text("training"));
        description.add("epochs done", text("history").split(", ").count());
        description.add("best epoch", text("best_epoch"));
        description.add(
            "parameters",
            file.cells("parameters").map_or(0, <[f32]>::len),
        );
        return Ok(description);
    }
    let ModelFile { card, model } = ModelFile::from_tensors(path, &file)?;
    let mut description = Description::new(model.kind());
    description.add_card(&card);
    match &model {
        Model::Dense(network) => description.add("architecture", network.architecture()),
        Model::Sparse(network) => {
            description.add("architecture", network.architecture());
            let most = network.architecture().most_present();
            description.add("most features present", most);
        }
        Model::Linear(linear) => {
            for (name, weight) in linear.names().iter().zip(linear.weights()) {
                description.add(name, weight);
            }
        }
    }
    let cells = file.tensors.iter().map(|tensor| tensor.cells.len());
    description.add("parameters", cells.sum::<usize>());
    Ok(description)
}
