//! The float master of an efficiently updatable network.

use super::Architecture;
use crate::dense::{self, Activation};
use crate::kernels::add_rows;
use crate::{LearnError, Result};

/// An efficiently updatable network in f32: what is trained and kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    architecture: Architecture,
    parameters: Vec<f32>,
}

impl Network {
    /// A network with the given parameters.
    pub fn new(architecture: Architecture, parameters: Vec<f32>) -> Result<Network> {
        let wanted = architecture.parameters();
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

    /// Its shape.
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// All weights and biases, in the order that [`Architecture`] describes.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    pub(super) fn parameters_mut(&mut self) -> &mut Vec<f32> {
        &mut self.parameters
    }

    /// Adds to `inputs` what the dense network sees of one perspective.
    pub(super) fn see(&self, present: &[u32], inputs: &mut Vec<f32>) {
        let start = inputs.len();
        inputs.extend_from_slice(&self.parameters[self.architecture.biases()]);
        let sums = &mut inputs[start..];
        let rows = &self.parameters[..self.architecture.biases().start];
        add_rows(sums, rows, present);
        Activation::ClippedRelu.apply(sums);
    }

    /// The outputs for a position, given the features that are present in each perspective.
    ///
    /// # Panics
    /// If there are not as many lists as perspectives, or a feature that there is not.
    pub fn evaluate(&self, perspectives: &[&[u32]]) -> Vec<f32> {
        assert_eq!(
            perspectives.len(),
            self.architecture.perspectives(),
            "perspectives"
        );
        let mut inputs = Vec::new();
        for present in perspectives {
            self.see(present, &mut inputs);
        }
        let mut workspace = dense::Workspace::default();
        let tail = &self.parameters[self.architecture.tail_range()];
        let outputs = workspace.forward(self.architecture.tail(), tail, &inputs);
        outputs.to_vec()
    }
}
