//! An efficiently updatable network in whole numbers, for play.

use super::{Architecture, Units};
use crate::Result;
use crate::dense::Activation;
use crate::kernels::{self, OUTPUT_LANES, portable};

/// The numbers of a quantised network, as its file holds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    pub architecture: Architecture,
    pub units: Units,
    /// One row for each feature.
    pub first: Vec<i16>,
    pub first_biases: Vec<i16>,
    /// For each layer after it, one row of weights for each input, and the biases.
    pub layers: Vec<(Vec<i16>, Vec<i32>)>,
}

/// The sums of the first layer for one perspective of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator(Vec<i16>);

impl Accumulator {
    /// The largest sum.
    pub(super) const LARGEST: u32 = i16::MAX as u32;

    /// Copies the sums of another position of the same network, without allocating.
    ///
    /// # Panics
    /// If the networks differ in width.
    #[inline]
    pub fn copy_from(&mut self, other: &Accumulator) {
        self.0.copy_from_slice(&other.0);
    }
}

/// An efficiently updatable network in whole numbers.
///
/// Evaluating needs an [`Accumulator`] for each perspective: begin with [`QuantisedNetwork::accumulate`], follow moves
/// with [`QuantisedNetwork::change`]. No position with at most
/// [`Architecture::most_present`] features can overflow anything, and all processors give the same bits.
#[derive(Clone, Debug, PartialEq)]
pub struct QuantisedNetwork {
    parts: Parts,
    layers: Vec<Layer>,
    portable: bool,
}

/// A layer in the order that the inner loop needs.
#[derive(Clone, Debug, PartialEq)]
struct Layer {
    outputs: usize,
    /// For each pair of inputs, both weights of each output side by side; zeros fill up both.
    weights: Vec<i16>,
    biases: Vec<i32>,
}

/// Buffers for one evaluation.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    inputs: Vec<[i16; 2]>,
    sums: Vec<i32>,
}

impl Layer {
    fn new(weights: &[i16], biases: &[i32]) -> Layer {
        let outputs = biases.len();
        let padded = outputs.next_multiple_of(OUTPUT_LANES);
        let inputs = weights.len() / outputs;
        let mut pairs = vec![0; inputs.next_multiple_of(2) * padded];
        for (input, row) in weights.chunks_exact(outputs).enumerate() {
            let start = input / 2 * 2 * padded + input % 2;
            for (output, weight) in row.iter().enumerate() {
                pairs[start + 2 * output] = *weight;
            }
        }
        let mut biases = biases.to_vec();
        biases.resize(padded, 0);
        Layer { outputs, weights: pairs, biases }
    }
}

impl QuantisedNetwork {
    /// Refuses parts that do not fit together or could overflow.
    pub(crate) fn new(parts: Parts) -> Result<QuantisedNetwork> {
        parts.check()?;
        let layers = parts.layers.iter();
        let layers = layers.map(|(weights, biases)| Layer::new(weights, biases));
        Ok(QuantisedNetwork { layers: layers.collect(), parts, portable: false })
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Its shape.
    pub fn architecture(&self) -> &Architecture {
        &self.parts.architecture
    }

    /// The same network without the wide vectors of this processor: slower, and equal to the last bit.
    pub fn with_portable_loops(self) -> QuantisedNetwork {
        QuantisedNetwork { portable: true, ..self }
    }

    /// The sums for a perspective with these features present.
    ///
    /// # Panics
    /// If there is no such feature.
    pub fn accumulate(&self, present: &[u32]) -> Accumulator {
        let mut accumulator = Accumulator(self.parts.first_biases.clone());
        self.change(&mut accumulator, &[], present);
        accumulator
    }

    /// Puts the sums for these features in place of others, without allocating.
    ///
    /// # Panics
    /// If there is no such feature.
    pub fn refresh(&self, accumulator: &mut Accumulator, present: &[u32]) {
        accumulator.0.copy_from_slice(&self.parts.first_biases);
        self.change(accumulator, &[], present);
    }

    /// Removes the features that have disappeared and adds those that have appeared.
    ///
    /// # Panics
    /// If there is no such feature.
    #[inline]
    pub fn change(&self, accumulator: &mut Accumulator, gone: &[u32], come: &[u32]) {
        let table = &self.parts.first[..];
        if self.portable {
            portable::change_rows(&mut accumulator.0, table, gone, come)
        } else {
            kernels::change_rows(&mut accumulator.0, table, gone, come)
        }
    }

    /// The outputs for a position, given the accumulators of its perspectives in the order of training.
    ///
    /// # Panics
    /// If there are not as many accumulators as perspectives or not as many places as outputs.
    pub fn evaluate(
        &self,
        perspectives: &[&Accumulator],
        scratch: &mut Scratch,
        outputs: &mut [f32],
    ) {
        let shape = &self.parts.architecture;
        assert_eq!(perspectives.len(), shape.perspectives(), "perspectives");
        assert_eq!(outputs.len(), shape.tail().output().size, "outputs");
        let Scratch { inputs, sums } = scratch;
        let mut count = shape.tail().inputs();
        let clipped = pairs_for(count, inputs).as_flattened_mut();
        for (place, accumulator) in perspectives.iter().enumerate() {
            let clipped = &mut clipped[place * shape.width()..][..shape.width()];
            self.clip_row(clipped, &accumulator.0);
        }
        for (index, layer) in self.layers.iter().enumerate() {
            let pairs = pairs_for(count, inputs);
            if index > 0 {
                self.clip_sums(&mut pairs.as_flattened_mut()[..count], sums);
            }
            let Layer { weights, biases, .. } = layer;
            if sums.len() < biases.len() {
                sums.resize(biases.len(), 0);
            }
            let sums = &mut sums[..biases.len()];
            if self.portable {
                portable::sum_pairs(sums, biases, weights, pairs)
            } else {
                kernels::sum_pairs(sums, biases, weights, pairs)
            }
            count = layer.outputs;
        }
        let Units { activation, output, .. } = self.parts.units;
        let unit = 1.0 / (i32::from(activation) * i32::from(output)) as f32;
        for (output, sum) in outputs.iter_mut().zip(sums.iter()) {
            *output = *sum as f32 * unit;
        }
        let activation: Activation = shape.tail().output().activation;
        activation.apply(outputs);
    }

    fn clip_row(&self, clipped: &mut [i16], sums: &[i16]) {
        let most = self.parts.units.activation;
        if self.portable {
            portable::clip_row(clipped, sums, most)
        } else {
            kernels::clip_row(clipped, sums, most)
        }
    }

    /// From a hidden layer's sums to the inputs of the next.
    fn clip_sums(&self, clipped: &mut [i16], sums: &[i32]) {
        let Units { activation, hidden, .. } = self.parts.units;
        let shift = hidden.trailing_zeros();
        if self.portable {
            portable::clip_sums(clipped, sums, shift, activation)
        } else {
            kernels::clip_sums(clipped, sums, shift, activation)
        }
    }
}

/// A buffer for `count` numbers in pairs; a last one without a partner gets 0.
#[inline]
fn pairs_for(count: usize, room: &mut Vec<[i16; 2]>) -> &mut [[i16; 2]] {
    let pairs = count.div_ceil(2);
    if room.len() < pairs {
        room.resize(pairs, [0; 2]);
    }
    if !count.is_multiple_of(2) {
        room[pairs - 1][1] = 0;
    }
    &mut room[..pairs]
}
