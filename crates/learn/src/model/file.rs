//! Float masters in safetensors files.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Card, Linear, TensorFile};
use crate::{LearnError, Result, dense, sparse};

/// A model that a file can hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Model {
    /// A dense network.
    Dense(dense::Network),
    /// The float master of an efficiently updatable network.
    Sparse(sparse::Network),
    /// A linear evaluation.
    Linear(Linear),
}

impl Model {
    /// What kind of model it is, as files call it.
    pub fn kind(&self) -> &'static str {
        match self {
            Model::Dense(_) => DENSE,
            Model::Sparse(_) => SPARSE,
            Model::Linear(_) => LINEAR,
        }
    }
}

const DENSE: &str = "dense network";
const SPARSE: &str = "efficiently updatable network";
const LINEAR: &str = "linear evaluation";

/// A model with its card.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelFile {
    /// Where it comes from.
    pub card: Card,
    /// What was learned.
    pub model: Model,
}

impl ModelFile {
    /// Writes the file, completely or not at all. Equal models give equal bytes.
    pub fn write(&self, path: &Path) -> Result<()> {
        self.to_tensors().write(path)
    }

    /// Reads a file that [`ModelFile::write`] wrote.
    pub fn read(path: &Path) -> Result<ModelFile> {
        ModelFile::from_tensors(path, &TensorFile::read(path)?)
    }

    /// The model as named matrices.
    pub fn to_tensors(&self) -> TensorFile {
        let mut file = TensorFile { metadata: self.card.to_texts(), tensors: Vec::new() };
        let architecture = match &self.model {
            Model::Dense(network) => {
                add_layers(&mut file, 1, network.architecture(), network.parameters());
                text(network.architecture())
            }
            Model::Sparse(network) => {
                let (shape, cells) = (network.architecture(), network.parameters());
                let sizes = vec![shape.features(), shape.width()];
                file.push("layer1.weights", sizes, &cells[..shape.biases().start]);
                file.push("layer1.biases", vec![shape.width()], &cells[shape.biases()]);
                add_layers(&mut file, 2, shape.tail(), &cells[shape.tail_range()]);
                text(shape)
            }
            Model::Linear(linear) => {
                file.push("weights", vec![linear.weights().len()], linear.weights());
                text(&linear.names())
            }
        };
        file.metadata.insert("kind".to_owned(), self.model.kind().to_owned());
        file.metadata.insert("architecture".to_owned(), architecture);
        file
    }

    /// The model that [`ModelFile::to_tensors`] took apart; `path` is only named in errors.
    pub fn from_tensors(path: &Path, file: &TensorFile) -> Result<ModelFile> {
        let damaged = |reason: String| LearnError::damaged(path, reason);
        let kind = file.metadata.get("kind").map_or("", String::as_str);
        let known = [DENSE, SPARSE, LINEAR];
        if !known.contains(&kind) {
            let expected = format!("one of: {}", known.join(", "));
            return Err(LearnError::different(path, format!("`{kind}`"), expected));
        }
        let card = Card::from_texts(&file.metadata).map_err(damaged)?;
        let refuse = |error: LearnError| damaged(error.to_string());
        let model = match kind {
            DENSE => {
                let shape: dense::Architecture = read_architecture(path, file)?;
                let cells = matrices(path, file, shape.parameters())?;
                Model::Dense(dense::Network::new(shape, cells).map_err(refuse)?)
            }
            SPARSE => {
                let shape: sparse::Architecture = read_architecture(path, file)?;
                let cells = matrices(path, file, shape.parameters())?;
                Model::Sparse(sparse::Network::new(shape, cells).map_err(refuse)?)
            }
            _ => {
                let names: Vec<String> = read_architecture(path, file)?;
                let cells = matrices(path, file, names.len())?;
                Model::Linear(Linear::new(names, cells).map_err(refuse)?)
            }
        };
        let found = ModelFile { card, model };
        // The same names and shapes in the same order, or the numbers mean something else.
        let shapes = |file: &TensorFile| -> Vec<(String, Vec<usize>)> {
            let tensors = file.tensors.iter();
            tensors.map(|tensor| (tensor.name.clone(), tensor.shape.clone())).collect()
        };
        let (given, wanted) = (shapes(file), shapes(&found.to_tensors()));
        if given != wanted {
            return Err(damaged(format!("its matrices are {given:?}, expected {wanted:?}")));
        }
        Ok(found)
    }
}

fn add_layers(file: &mut TensorFile, first: usize, shape: &dense::Architecture, cells: &[f32]) {
    for (place, number) in shape.places().zip(first..) {
        let sizes = vec![place.inputs, place.layer.size];
        file.push(format!("layer{number}.weights"), sizes, &cells[place.weights]);
        let sizes = vec![place.layer.size];
        file.push(format!("layer{number}.biases"), sizes, &cells[place.biases]);
    }
}

/// All numbers of the file, in the order of the parameters.
fn matrices(path: &Path, file: &TensorFile, expected: usize) -> Result<Vec<f32>> {
    let cells = file.tensors.iter().flat_map(|tensor| &tensor.cells).copied();
    let cells: Vec<f32> = cells.collect();
    if cells.len() != expected {
        let reason = format!("it has {} numbers, expected {expected}", cells.len());
        return Err(LearnError::damaged(path, reason));
    }
    if !cells.iter().all(|cell| cell.is_finite()) {
        return Err(LearnError::damaged(path, "a weight is not a finite number"));
    }
    Ok(cells)
}

/// Shapes hold only numbers and words, so writing them cannot fail.
pub(super) fn text(architecture: &impl Serialize) -> String {
    serde_json::to_string(architecture).unwrap_or_default()
}

fn read_architecture<T: DeserializeOwned>(path: &Path, file: &TensorFile) -> Result<T> {
    let text = file.metadata.get("architecture").map_or("", String::as_str);
    serde_json::from_str(text).map_err(|error| {
        LearnError::damaged(path, format!("its architecture cannot be read ({error})"))
    })
}
