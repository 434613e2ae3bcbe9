//! From floats to whole numbers.
//!
//! All weights are i16 at most, in units as fine as the sums of a network allow: each feature's weight is rounded, and
//! where a hundred features are present these errors add up. The coarsest units are those of bytes.

use serde::{Deserialize, Serialize};

use super::quantised::{Parts, QuantisedNetwork};
use super::{Accumulator, Network};
use crate::{LearnError, Result};

/// What 1 is in the whole numbers of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Units {
    /// In sums of the first layer and in the inputs of all layers after it.
    pub activation: i16,
    /// In weights of hidden layers: a power of two, so that a shift brings their sums back.
    pub hidden: i16,
    /// In weights of the output layer.
    pub output: i16,
}

impl Units {
    /// Inputs of layers and weights of hidden layers are bytes.
    pub const BYTES: Units = Units { activation: 255, hidden: 64, output: 4096 };

    /// Finer ones gain nothing.
    const FINEST: Units = Units { activation: 4080, hidden: 1024, ..Units::BYTES };

    /// The largest weight of a hidden layer.
    pub const LARGEST_HIDDEN: f32 = i8::MAX as f32 / Units::BYTES.hidden as f32;

    /// The largest weight of the output layer.
    pub const LARGEST_OUTPUT: f32 = i16::MAX as f32 / Units::BYTES.output as f32;

    /// Refuses units that sums are not made for.
    pub fn check(self) -> Result<()> {
        let Units { activation, hidden, output } = self;
        if activation > 0 && hidden > 0 && output > 0 && hidden.count_ones() == 1 {
            return Ok(());
        }
        Err(LearnError::Quantise(format!(
            "the units are {activation}, {hidden} and {output}, expected numbers above 0, the second a power of two"
        )))
    }
}

impl Network {
    /// The same network in whole numbers, as fine as its sums allow. Numbers that do not fit are an error: what
    /// [`super::SparseLearner`] trained fits, unless the sums of the first layer grew beyond ±128.
    pub fn quantise(&self) -> Result<QuantisedNetwork> {
        self.in_units(self.finest()).or_else(|_| self.in_units(Units::BYTES))
    }

    /// The finest units in which no sum of the first layer overflows.
    fn finest(&self) -> Units {
        let shape = self.architecture();
        let parameters = self.parameters();
        let (rows, rest) = parameters.split_at(shape.biases().start);
        let furthest = rest[..shape.width()].iter().enumerate().flat_map(|(column, bias)| {
            [1.0, -1.0].map(|sign| {
                let weights = rows.iter().skip(column).step_by(shape.width());
                let mut sizes: Vec<f32> = weights.map(|weight| sign * weight).collect();
                sizes.retain(|size| *size > 0.0);
                sizes.sort_unstable_by(|a, b| b.total_cmp(a));
                sizes.iter().take(shape.most_present()).sum::<f32>() + sign * bias
            })
        });
        // Every weight is rounded by a half at most.
        let room = Accumulator::LARGEST as f32 - shape.most_present() as f32 - 1.0;
        let activation = room / furthest.fold(0.0, f32::max);
        let Units { activation: finest, .. } = Units::FINEST;
        if activation > f32::from(Units::BYTES.activation) {
            Units { activation: activation.min(f32::from(finest)) as i16, ..Units::FINEST }
        } else {
            Units::BYTES
        }
    }

    /// The same network in whole numbers of these units.
    pub(super) fn in_units(&self, units: Units) -> Result<QuantisedNetwork> {
        let shape = self.architecture();
        let parameters = self.parameters();
        let one = f64::from(units.activation);
        let word = i64::from(i16::MAX);
        let rows = &parameters[..shape.biases().start];
        let first = whole_numbers(rows, one, word, "a weight of a feature")?;
        let biases = &parameters[shape.biases()];
        let first_biases = whole_numbers(biases, one, word, "a bias of the first layer")?;
        let tail = &parameters[shape.tail_range()];
        let count = shape.tail().layers().len();
        let mut layers = Vec::new();
        for (index, place) in shape.tail().places().enumerate() {
            let (unit, largest, what) = if index + 1 == count {
                (units.output, Units::LARGEST_OUTPUT, "a weight of an output")
            } else {
                (units.hidden, Units::LARGEST_HIDDEN, "a weight of a hidden layer")
            };
            let unit = f64::from(unit);
            let reach = (f64::from(largest) * unit).round() as i64;
            let weights = whole_numbers(&tail[place.weights], unit, reach, what)?;
            let reach = i64::from(i32::MAX);
            let biases = whole_numbers(&tail[place.biases], unit * one, reach, "a bias")?;
            layers.push((weights, biases));
        }
        let parts = Parts { architecture: shape.clone(), units, first, first_biases, layers };
        QuantisedNetwork::new(parts)
    }
}

impl Network {
    /// The same network with the largest weights of features lowered wherever a sum of the first layer could overflow in
    /// whole numbers, as little as is needed with room for rounding.
    pub fn lowered(&self) -> Result<Network> {
        let shape = self.architecture();
        let sums = (Accumulator::LARGEST as usize).saturating_sub(shape.most_present() + 1);
        let most = sums as f32 / f32::from(Units::BYTES.activation);
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
        self.units.check()?;
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
                let one = f64::from(self.units.activation);
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
                let worst = inputs * self.units.activation as u64 + u64::from(bias.unsigned_abs());
                // Room for the half that rounding adds.
                if worst > i32::MAX as u64 - self.units.hidden as u64 {
                    return Err(LearnError::Quantise(format!(
                        "a sum of a layer can reach {worst}, expected at most 31 bits"
                    )));
                }
            }
        }
        Ok(())
    }
}
