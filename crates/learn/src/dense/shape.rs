//! What a learner must know of dense networks: there is no table before them.

use std::ops::Range;

use ludarium_game::Rng;

use super::Architecture;
use crate::data::DenseExamples;
use crate::network::{FeatureRows, NetworkKind};
use crate::{LearnError, Result};

impl NetworkKind for Architecture {
    type Examples = DenseExamples;
    const CLASSIFIES: bool = true;

    fn dense_part(&self) -> (&Architecture, Range<usize>) {
        (self, 0..self.parameters())
    }

    fn table(&self) -> Option<FeatureRows> {
        None
    }

    fn operations(&self) -> usize {
        self.parameters()
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

    fn lists(_: &DenseExamples, _: usize) -> impl Iterator<Item = &[u32]> + Clone {
        std::iter::empty()
    }

    fn cells(examples: &DenseExamples, row: usize) -> &[f32] {
        examples.input(row)
    }

    fn reach(&self, _: usize) -> Option<f32> {
        None
    }
}
