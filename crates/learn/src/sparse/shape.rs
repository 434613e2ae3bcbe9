//! What a learner must know of efficiently updatable networks: their first layer is a table.

use std::ops::Range;

use ludarium_game::Rng;

use super::{Architecture, Units};
use crate::data::SparseExamples;
use crate::dense;
use crate::network::{FeatureRows, NetworkKind};
use crate::{LearnError, Result};

impl NetworkKind for Architecture {
    type Examples = SparseExamples;
    const CLASSIFIES: bool = false;

    fn dense_part(&self) -> (&dense::Architecture, Range<usize>) {
        (self.tail(), self.tail_range())
    }

    fn table(&self) -> Option<FeatureRows> {
        Some(FeatureRows { rows: self.features(), width: self.width() })
    }

    fn operations(&self) -> usize {
        let lists = self.perspectives() * self.most_present();
        lists * self.width() + self.tail().parameters()
    }

    fn initial_parameters(&self, rng: &mut Rng) -> Vec<f32> {
        self.initial(rng)
    }

    fn check(&self, examples: &SparseExamples) -> Result<()> {
        let wanted = (self.features(), self.perspectives(), self.tail().output().size);
        let found = (examples.features(), examples.perspectives(), examples.outputs());
        if found != wanted {
            return Err(LearnError::Settings(format!(
                "the examples have {} features, {} perspectives and {} targets, the network {self} has {}, {} and {}",
                found.0, found.1, found.2, wanted.0, wanted.1, wanted.2
            )));
        }
        let (longest, most) = (examples.longest_list(), self.most_present());
        if longest > most {
            return Err(LearnError::Settings(format!(
                "an example has {longest} features present, the network allows {most}"
            )));
        }
        Ok(())
    }

    fn targets(examples: &SparseExamples) -> (&[f32], usize) {
        (examples.targets(), examples.outputs())
    }

    fn lists(examples: &SparseExamples, row: usize) -> impl Iterator<Item = &[u32]> + Clone {
        let perspectives = 0..examples.perspectives();
        perspectives.map(move |perspective| examples.list(row, perspective))
    }

    fn cells(_: &SparseExamples, _: usize) -> &[f32] {
        &[]
    }

    /// What the quantised form can hold.
    fn reach(&self, layer: usize) -> Option<f32> {
        let last = self.tail().layers().len() - 1;
        Some(if layer == last { Units::LARGEST_OUTPUT } else { Units::LARGEST_HIDDEN })
    }
}
