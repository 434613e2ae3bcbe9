//! What networks of all kinds have in common: a shape and its parameters.

use std::fmt;
use std::ops::Range;

use ludarium_game::Rng;

use crate::data::Examples;
use crate::dense::{self, Activation};
use crate::kernels::add_vectors;
use crate::{LearnError, Result};

/// A network: a shape and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Network<S> {
    architecture: S,
    parameters: Vec<f32>,
}

/// A kind of network. Every kind ends in dense layers. Before them there may be a table, of which an example adds up some
/// rows; its parameters stand first, row by row, and then as many biases as a row is long.
pub trait NetworkKind: Clone + fmt::Debug + fmt::Display + Sync {
    /// What such networks learn from.
    type Examples: Examples + Sync;

    /// Whether the network classifies, so that training reports an accuracy.
    const CLASSIFIES: bool;

    /// The dense layers, and where their parameters stand: after all others.
    fn dense_part(&self) -> (&dense::Architecture, Range<usize>);

    /// The table before the dense layers, if there is one.
    fn table(&self) -> Option<FeatureRows>;

    /// How many multiplications and additions the network takes for one example, or a little more.
    fn operations(&self) -> usize;

    /// First parameters.
    fn initial_parameters(&self, rng: &mut Rng) -> Vec<f32>;

    /// Refuses examples that do not fit.
    fn check(&self, examples: &Self::Examples) -> Result<()>;

    /// All targets, one example after the other, and how many an example has.
    fn targets(examples: &Self::Examples) -> (&[f32], usize);

    /// The rows of the table that an example adds up: lists that give the inputs of the dense layers side by side. None
    /// without a table.
    fn lists(examples: &Self::Examples, row: usize) -> impl Iterator<Item = &[u32]> + Clone;

    /// The inputs of the dense layers where there is no table.
    fn cells(examples: &Self::Examples, row: usize) -> &[f32];

    /// How far from 0 the weights of a dense layer may be, by the layer's number from 0, if there is a limit.
    fn reach(&self, layer: usize) -> Option<f32>;
}

/// The size of a table whose rows are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureRows {
    /// How many rows it has, without the biases.
    pub rows: usize,
    /// How long a row is.
    pub width: usize,
}

impl FeatureRows {
    /// How many parameters it has, without the biases.
    pub(crate) fn len(self) -> usize {
        self.rows * self.width
    }
}

/// What the dense layers see of some rows of a table: their sum with the biases, clipped. It is added to `inputs`.
pub(crate) fn add_up(biases: &[f32], rows: &[&[f32]], inputs: &mut Vec<f32>) {
    let start = inputs.len();
    inputs.extend_from_slice(biases);
    let sums = &mut inputs[start..];
    add_vectors(sums, rows);
    TABLE_ACTIVATION.apply(sums);
}

/// What happens to the sums of a table's rows.
pub(crate) const TABLE_ACTIVATION: Activation = Activation::ClippedRelu;

impl<S: NetworkKind> Network<S> {
    /// A network with the given parameters.
    pub fn new(architecture: S, parameters: Vec<f32>) -> Result<Network<S>> {
        let wanted = architecture.dense_part().1.end;
        if parameters.len() != wanted {
            return Err(LearnError::Network(format!(
                "{} parameters for {architecture}, expected {wanted}",
                parameters.len()
            )));
        }
        Ok(Network { architecture, parameters })
    }
}

impl<S> Network<S> {
    /// Its shape.
    pub fn architecture(&self) -> &S {
        &self.architecture
    }

    /// All weights and biases, in the order that the shape describes.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// The shape, and the parameters to change.
    pub(crate) fn parts_mut(&mut self) -> (&S, &mut [f32]) {
        (&self.architecture, &mut self.parameters)
    }
}
