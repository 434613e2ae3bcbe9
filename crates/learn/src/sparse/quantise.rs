//! From floats to whole numbers.
//!
//! The sums of the first layer are i16 in units of 1/255, so that clipping to 0…1 leaves a byte. Weights of hidden
//! layers are i8 in units of 1/64, and since 64 is a power of two, a shift brings their sums back to bytes.
//! Weights of outputs are i16 in units of 1/4096: they are few, and no clipping hides their rounding.

use super::quantised::{Parts, QuantisedNetwork};
use super::{Accumulator, Network};
use crate::{LearnError, Result};

/// What 1 is in sums of the first layer and in the inputs of all layers after it.
pub(crate) const ACTIVATION_ONE: i32 = 255;

/// What 1 is in weights of hidden layers.
pub(crate) const HIDDEN_ONE: i32 = 64;

/// What 1 is in weights of the output layer.
pub(crate) const OUTPUT_ONE: i32 = 4096;

impl Network {
    /// The same network in whole numbers. Numbers that do not fit are an error: what [`super::SparseLearner`] trained
    /// fits, unless the sums of the first layer grew beyond ±128.
    pub fn quantise(&self) -> Result<QuantisedNetwork> {
        let shape = self.architecture();
        let parameters = self.parameters();
        let one = f64::from(ACTIVATION_ONE);
        let (byte, word) = (i64::from(i8::MAX), i64::from(i16::MAX));
        let rows = &parameters[..shape.biases().start];
        let first = whole_numbers(rows, one, word, "a weight of a feature")?;
        let biases = &parameters[shape.biases()];
        let first_biases = whole_numbers(biases, one, word, "a bias of the first layer")?;
        let tail = &parameters[shape.tail_range()];
        let count = shape.tail().layers().len();
        let mut layers = Vec::new();
        for (index, place) in shape.tail().places().enumerate() {
            let (unit, reach, what) = match index + 1 == count {
                true => (OUTPUT_ONE, word, "a weight of an output"),
                false => (HIDDEN_ONE, byte, "a weight of a hidden layer"),
            };
            let unit = f64::from(unit);
            let weights = whole_numbers(&tail[place.weights], unit, reach, what)?;
            let reach = i64::from(i32::MAX);
            let biases = whole_numbers(&tail[place.biases], unit * one, reach, "a bias")?;
            layers.push((weights, biases));
        }
        let parts = Parts {
            architecture: shape.clone(),
            first,
            first_biases,
            layers,
        };
        QuantisedNetwork::new(parts)
    }
}

/// The nearest whole numbers of units, none further than `reach` from 0.
fn whole_numbers<T: TryFrom<i64>>(
    cells: &[f32],
    unit: f64,
    reach: i64,
    what: &str,
) -> Result<Vec<T>> {
    let whole = |cell: &f32| {
        let scaled = (f64::from(*cell) * unit).round();
        // NaN is not within reach either.
        let within = (scaled.abs() <= reach as f64).then_some(scaled as i64);
        let whole = within.and_then(|scaled| T::try_from(scaled).ok());
        whole.ok_or_else(|| {
            let most = reach as f64 / unit;
            LearnError::Quantise(format!(
                "{what} is {cell}, expected at most {most:.3} from 0"
            ))
        })
    };
    cells.iter().map(whole).collect()
}

impl Parts {
    /// Refuses numbers with which some position could overflow a sum, so that no evaluation has to check.
    pub(super) fn check(&self) -> Result<()> {
        let shape = &self.architecture;
        for (column, bias) in self.first_biases.iter().enumerate() {
            let weights = self.first.iter().skip(column).step_by(shape.width());
            let mut sizes: Vec<u32> = weights.map(|weight| weight.unsigned_abs().into()).collect();
            let present = shape.most_present().min(sizes.len());
            if present < sizes.len() {
                sizes.select_nth_unstable_by(present, |a, b| b.cmp(a));
            }
            let largest: u32 = sizes[..present].iter().sum();
            let worst = largest + u32::from(bias.unsigned_abs());
            if worst > Accumulator::LARGEST {
                let one = f64::from(ACTIVATION_ONE);
                return Err(LearnError::Quantise(format!(
                    "sum {column} of the first layer can reach {:.1}, expected at most {:.1}",
                    f64::from(worst) / one,
                    f64::from(Accumulator::LARGEST) / one
                )));
            }
        }
        for (place, (weights, biases)) in shape.tail().places().zip(&self.layers) {
            for (column, bias) in biases.iter().enumerate() {
                let weights = weights.iter().skip(column).step_by(place.layer.size);
                let inputs: u64 = weights.map(|weight| u64::from(weight.unsigned_abs())).sum();
                let worst = inputs * ACTIVATION_ONE as u64 + u64::from(bias.unsigned_abs());
                // Room for the half that rounding adds.
                if worst > i32::MAX as u64 - HIDDEN_ONE as u64 {
                    return Err(LearnError::Quantise(format!(
                        "a sum of a layer can reach {worst}, expected at most 31 bits"
                    )));
                }
            }
        }
        Ok(())
    }
}
