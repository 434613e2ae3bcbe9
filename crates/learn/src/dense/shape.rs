//! What a learner must know of dense networks: they have no front.

use std::ops::Range;

use ludarium_game::Rng;

use super::Architecture;
use crate::data::DenseExamples;
use crate::network::NetworkKind;
use crate::{LearnError, Result};

impl NetworkKind for Architecture {
    type Examples = DenseExamples;
    type Front = ();

    const HAS_FRONT: bool = false;
    const CLASSIFIES: bool = true;

    fn dense_part(&self) -> (&Architecture, Range<usize>) {
        (self, 0..self.parameters())
    }

    fn initial_parameters(&self, rng: &mut Rng) -> Vec<f32> {
        self.initial(rng)
    }

    fn check(&self, examples: &DenseExamples) -> Result<()> {
        let wanted = (self.inputs(), self.output().size);
        let found = (examples.width(), examples.outputs());
        if wanted == found {
            return Ok(());
        }
        Err(LearnError::Settings(format!(
            "the examples have {} inputs and {} targets, the network {self} has {} and {}",
            found.0, found.1, wanted.0, wanted.1
        )))
    }

    fn targets(examples: &DenseExamples) -> (&[f32], usize) {
        (examples.targets(), examples.outputs())
    }

    fn gather(&self, _: &[f32], examples: &DenseExamples, row: usize, inputs: &mut Vec<f32>) {
        inputs.extend_from_slice(examples.input(row));
    }

    fn front(&self) {}

    fn front_backward(
        &self,
        (): &mut (),
        _batch: (&DenseExamples, &[u32]),
        _inputs: &[f32],
        _slopes: &mut [f32],
        _gradient: &mut [f32],
    ) {
    }

    fn changed(&self, (): &()) -> impl Iterator<Item = Range<usize>> {
        std::iter::once(0..self.parameters())
    }

    fn limit(&self, _parameters: &mut [f32]) {}
}
