//! What networks of all kinds have in common: a shape and its parameters.

use std::fmt;
use std::ops::Range;

use ludarium_game::Rng;

use crate::data::Examples;
use crate::{LearnError, Result, dense};

/// A network: a shape and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Network<S> {
    architecture: S,
    parameters: Vec<f32>,
}

/// A kind of network. Every kind ends in dense layers; the layers before them are its front.
pub trait NetworkKind: Clone + fmt::Debug + fmt::Display {
    /// What such networks learn from.
    type Examples: Examples;

    /// What the front keeps of a batch for the backward pass.
    type Front: Clone + fmt::Debug;

    /// Whether there is a front with parameters, so that the gradient must reach the inputs of the dense layers.
    const HAS_FRONT: bool;

    /// Whether the network classifies, so that training reports an accuracy.
    const CLASSIFIES: bool;

    /// The dense layers, and where their parameters stand: after all others.
    fn dense_part(&self) -> (&dense::Architecture, Range<usize>);

    /// First parameters.
    fn initial_parameters(&self, rng: &mut Rng) -> Vec<f32>;

    /// Refuses examples that do not fit.
    fn check(&self, examples: &Self::Examples) -> Result<()>;

    /// All targets, one example after the other, and how many an example has.
    fn targets(examples: &Self::Examples) -> (&[f32], usize);

    /// Adds to `inputs` what the dense layers see of one example.
    fn gather(
        &self,
        parameters: &[f32],
        examples: &Self::Examples,
        row: usize,
        inputs: &mut Vec<f32>,
    );

    /// A front that has seen no batch.
    fn front(&self) -> Self::Front;

    /// Propagates the gradient of a batch from the inputs of the dense layers back to the parameters of the front.
    fn front_backward(
        &self,
        front: &mut Self::Front,
        batch: (&Self::Examples, &[u32]),
        inputs: &[f32],
        slopes: &mut [f32],
        gradient: &mut [f32],
    );

    /// The parameters that the batch which went backward last may change.
    fn changed(&self, front: &Self::Front) -> impl Iterator<Item = Range<usize>>;

    /// Brings parameters back into the range that the network allows, after a step.
    fn limit(&self, parameters: &mut [f32]);
}

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
        Ok(Network {
            architecture,
            parameters,
        })
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
