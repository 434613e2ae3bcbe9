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
            let (unit, reach, what) = if index + 1 == count {
                (OUTPUT_ONE, word, "a weight of an output")
            } else {
                (HIDDEN_ONE, byte, "a weight of a hidden layer")
            };
            let unit = f64::from(unit);
            let weights = whole_numbers(&tail[place.weights], unit, reach, what)?;
            let reach = i64::from(i32::MAX);
            let biases = whole_numbers(&tail[place.biases], unit * one, reach, "a bias")?;
            layers.push((weights, biases));
        }
        let parts = Parts { architecture: shape.clone(), first, first_biases, layers };
        QuantisedNetwork::new(parts)
    }
}

impl Network {
    /// The same network with the largest weights of features lowered wherever a sum of the first layer could overflow in
    /// whole numbers, as little as is needed with room for rounding.
    pub fn lowered(&self) -> Result<Network> {
        let shape = self.architecture();
        let units = (Accumulator::LARGEST as usize).saturating_sub(shape.most_present() + 1);
        let most = units as f32 / ACTIVATION_ONE as f32;
        let mut parameters = self.parameters().to_vec();
        let (rows, rest) = parameters.split_at_mut(shape.biases().start);
        for (column, bias) in rest[..shape.width()].iter().enumerate() {
            for sign in [1.0, -1.0] {
                let weights = rows.iter().skip(column).step_by(shape.width());
                let sizes = weights.map(|weight| sign * weight);
                let sizes: Vec<f32> = sizes.filter(|size| *size > 0.0).collect();
                let largest = highest(sizes, shape.most_present(), most - sign * bias);
                for weight in rows.iter_mut().skip(column).step_by(shape.width()) {
                    *weight = sign * (sign * *weight).min(largest);
                }
            }
        }
        Network::new(shape.clone(), parameters)
    }
}

/// The level to which numbers above it come down, so that no `present` of them sum to more than `room`.
fn highest(mut sizes: Vec<f32>, present: usize, room: f32) -> f32 {
    sizes.sort_unstable_by(|a, b| b.total_cmp(a));
    sizes.truncate(present);
    let mut sum: f32 = sizes.iter().sum();
    if sum <= room {
        return f32::INFINITY;
    }
    // The largest come down to the next one together, until there is room.
    let mut level = 0.0;
    for (index, &size) in sizes.iter().enumerate() {
        let count = (index + 1) as f32;
        let next = sizes.get(index + 1).copied().unwrap_or(0.0);
        level = (size - (sum - room) / count).max(next);
        sum -= (size - level) * count;
        if level > next {
            break;
        }
    }
    level
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
            LearnError::Quantise(format!("{what} is {cell}, expected at most {most:.3} from 0"))
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
            // Weights of either sign alone lead furthest from 0, and no partial sum leads further.
            let furthest = |sign: i64| {
                let sizes = weights.clone().map(|weight| sign * i64::from(*weight));
                let mut sizes: Vec<i64> = sizes.filter(|size| *size > 0).collect();
                let present = shape.most_present().min(sizes.len());
                if present < sizes.len() {
                    sizes.select_nth_unstable_by(present, |a, b| b.cmp(a));
                }
                sizes[..present].iter().sum::<i64>() + sign * i64::from(*bias)
            };
            let worst = furthest(1).max(furthest(-1)).unsigned_abs();
            if worst > u64::from(Accumulator::LARGEST) {
                let one = f64::from(ACTIVATION_ONE);
                return Err(LearnError::Quantise(format!(
                    "sum {column} of the first layer can reach {:.1}, expected at most {:.1}",
                    worst as f64 / one,
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
