//! What a learner must know of efficiently updatable networks: their first layer is a front.

use std::ops::Range;

use ludarium_game::Rng;

use super::{Architecture, HIDDEN_ONE, OUTPUT_ONE};
use crate::data::SparseExamples;
use crate::dense::{self, Activation};
use crate::kernels::{add_rows, add_scaled};
use crate::network::NetworkKind;
use crate::{LearnError, Result};

/// The features that occur in a batch. Only their rows of the gradient are set.
#[derive(Clone, Debug)]
pub struct Touched {
    features: Vec<u32>,
    /// For each feature whether it is among them.
    is_touched: Vec<bool>,
}

impl Touched {
    fn clear(&mut self) {
        for feature in self.features.drain(..) {
            self.is_touched[feature as usize] = false;
        }
    }

    /// Adds a feature; `false` if it was there already.
    fn insert(&mut self, feature: u32) -> bool {
        let new = !std::mem::replace(&mut self.is_touched[feature as usize], true);
        if new {
            self.features.push(feature);
        }
        new
    }
}

impl Architecture {
    /// Adds to `inputs` what the dense network sees of one perspective.
    pub(super) fn add_perspective(
        &self,
        parameters: &[f32],
        present: &[u32],
        inputs: &mut Vec<f32>,
    ) {
        let start = inputs.len();
        inputs.extend_from_slice(&parameters[self.biases()]);
        let sums = &mut inputs[start..];
        add_rows(sums, &parameters[..self.biases().start], present);
        Activation::ClippedRelu.apply(sums);
    }
}

impl NetworkKind for Architecture {
    type Examples = SparseExamples;
    type Front = Touched;

    const HAS_FRONT: bool = true;
    const CLASSIFIES: bool = false;

    fn dense_part(&self) -> (&dense::Architecture, Range<usize>) {
        (self.tail(), self.tail_range())
    }

    fn initial_parameters(&self, rng: &mut Rng) -> Vec<f32> {
        self.initial(rng)
    }

    fn check(&self, examples: &SparseExamples) -> Result<()> {
        let wanted = (
            self.features(),
            self.perspectives(),
            self.tail().output().size,
        );
        let found = (
            examples.features(),
            examples.perspectives(),
            examples.outputs(),
        );
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

    fn gather(
        &self,
        parameters: &[f32],
        examples: &SparseExamples,
        row: usize,
        inputs: &mut Vec<f32>,
    ) {
        for perspective in 0..examples.perspectives() {
            self.add_perspective(parameters, examples.list(row, perspective), inputs);
        }
    }

    fn front(&self) -> Touched {
        Touched {
            features: Vec::new(),
            is_touched: vec![false; self.features()],
        }
    }

    fn front_backward(
        &self,
        touched: &mut Touched,
        (examples, rows): (&SparseExamples, &[u32]),
        inputs: &[f32],
        slopes: &mut [f32],
        gradient: &mut [f32],
    ) {
        Activation::ClippedRelu.pull_back(inputs, slopes);
        touched.clear();
        gradient[self.biases()].fill(0.0);
        let lists = rows.iter().flat_map(|&row| {
            let perspectives = 0..examples.perspectives();
            perspectives.map(move |perspective| examples.list(row as usize, perspective))
        });
        for (present, slopes) in lists.zip(slopes.chunks_exact(self.width())) {
            add_scaled(&mut gradient[self.biases()], 1.0, slopes);
            for &feature in present {
                let row = &mut gradient[self.row(feature as usize)];
                if touched.insert(feature) {
                    row.fill(0.0);
                }
                add_scaled(row, 1.0, slopes);
            }
        }
    }

    fn changed(&self, touched: &Touched) -> impl Iterator<Item = Range<usize>> {
        let rows = touched.features.iter();
        let rows = rows.map(|feature| self.row(*feature as usize));
        rows.chain(std::iter::once(self.biases().start..self.parameters()))
    }

    /// Keeps the weights after the first layer within what the quantised form can hold.
    fn limit(&self, parameters: &mut [f32]) {
        let tail = &mut parameters[self.tail_range()];
        let last = self.tail().layers().len() - 1;
        for (index, place) in self.tail().places().enumerate() {
            let reach = match index == last {
                true => f32::from(i16::MAX) / OUTPUT_ONE as f32,
                false => f32::from(i8::MAX) / HIDDEN_ONE as f32,
            };
            for weight in &mut tail[place.weights] {
                *weight = weight.clamp(-reach, reach);
            }
        }
    }
}
