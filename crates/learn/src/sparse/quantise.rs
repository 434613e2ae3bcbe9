//! From floats to whole numbers.
//!
//! The sums of the first layer are i16 in units of 1/255, so that clipping to 0…1 leaves a byte. Weights of hidden
//! layers are i8 in units of 1/64, and 64 being a power of two, a shift brings their sums back to bytes.
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
        let one = ACTIVATION_ONE as f64;
        let first = whole_numbers(
            &parameters[..shape.biases().start],
            one,
            "a weight of a feature",
        )?;
        let first_biases = whole_numbers(
            &parameters[shape.biases()],
            one,
            "a bias of the first layer",
        )?;
        let tail = &parameters[shape.tail_range()];
        let count = shape.tail().layers().len();
        let mut layers = Vec::new();
        for (index, place) in shape.tail().places().enumerate() {
            let (unit, reach, what) = match index + 1 == count {
                true => (OUTPUT_ONE, i16::MAX, "a weight of an output"),
                false => (HIDDEN_ONE, i16::from(i8::MAX), "a weight of a hidden layer"),
            };
            let unit = f64::from(unit);
            let weights: Vec<i16> = whole_numbers(&tail[place.weights], unit, what)?;
            if let Some(weight) = weights
                .iter()
                .find(|weight| weight.unsigned_abs() > reach as u16)
            {
                let found = f64::from(*weight) / unit;
                let most = f64::from(reach) / unit;
                return Err(LearnError::Quantise(format!(
                    "{what} is {found:.3}, expected at most {most:.3} from 0"
                )));
            }
            let biases: Vec<i32> = whole_numbers(&tail[place.biases], unit * one, "a bias")?;
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

fn whole_numbers<T: TryFrom<i64>>(cells: &[f32], unit: f64, what: &str) -> Result<Vec<T>> {
    let whole = |cell: &f32| {
        let scaled = (f64::from(*cell) * unit).round();
        // A number that is not one fails here too.
        let fits = (scaled.abs() < 1e15).then_some(scaled as i64);
        let whole = fits.and_then(|scaled| T::try_from(scaled).ok());
        whole.ok_or_else(|| {
            LearnError::Quantise(format!(
                "{what} is {cell}, more than {unit} units of its size can hold"
            ))
        })
    };
    cells.iter().map(whole).collect()
}

impl Parts {
    /// Refuses numbers with which some position could overflow a sum: then no evaluation has to look.
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
