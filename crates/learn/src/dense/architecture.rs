//! The shape of a dense network, and where its parameters stand.

use std::fmt;
use std::ops::Range;

use ludarium_game::Rng;
use serde::{Deserialize, Serialize};

use super::Activation;
use crate::{LearnError, Result};

/// One layer: how many outputs it has, and what it does to its sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// The number of outputs.
    pub size: usize,
    /// What happens to the sums.
    pub activation: Activation,
}

/// The shape of a dense network: the number of inputs and the layers after them.
///
/// The parameters of all layers stand in one vector. Each layer gives its weights, one row for each
/// input with a number for each output, and then its biases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Architecture {
    inputs: usize,
    layers: Vec<Layer>,
}

/// The shape as a file gives it, before it is checked.
#[derive(Deserialize)]
struct Unchecked {
    inputs: usize,
    layers: Vec<Layer>,
}

impl TryFrom<Unchecked> for Architecture {
    type Error = LearnError;

    fn try_from(unchecked: Unchecked) -> Result<Architecture> {
        Architecture::new(unchecked.inputs, unchecked.layers)
    }
}

/// The most parameters a network may have: far above any use, far below any overflow.
pub(crate) const MOST_PARAMETERS: usize = 1 << 28;

/// Where one layer's parameters stand among all.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub inputs: usize,
    pub layer: Layer,
    pub weights: Range<usize>,
    pub biases: Range<usize>,
}

impl Architecture {
    /// A network with these layers, of which there must be one, none of them empty.
    pub fn new(inputs: usize, layers: Vec<Layer>) -> Result<Architecture> {
        let mut sizes = vec![inputs];
        sizes.extend(layers.iter().map(|layer| layer.size));
        if sizes.len() < 2 || sizes.contains(&0) {
            return Err(LearnError::Network(format!(
                "its sizes are {sizes:?}, expected at least two, none of them 0"
            )));
        }
        let total = sizes.windows(2).try_fold(0usize, |total, pair| {
            let weights = pair[0].checked_add(1)?.checked_mul(pair[1])?;
            total.checked_add(weights).filter(|total| *total <= MOST_PARAMETERS)
        });
        if total.is_none() {
            return Err(LearnError::Network(format!(
                "its sizes {sizes:?} make more than {MOST_PARAMETERS} parameters"
            )));
        }
        Ok(Architecture { inputs, layers })
    }

    /// The usual shape: the same activation in all hidden layers, another at the end. `sizes` begins with the
    /// number of inputs and ends with the number of outputs.
    pub fn layered(
        sizes: &[usize],
        hidden: Activation,
        output: Activation,
    ) -> Result<Architecture> {
        let (inputs, sizes) = sizes.split_first().unwrap_or((&0, &[]));
        let mut layers: Vec<Layer> =
            sizes.iter().map(|&size| Layer { size, activation: hidden }).collect();
        if let Some(last) = layers.last_mut() {
            last.activation = output;
        }
        Architecture::new(*inputs, layers)
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The layers, first to last.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The last layer.
    pub fn output(&self) -> Layer {
        self.layers[self.layers.len() - 1]
    }

    /// The number of weights and biases.
    pub fn parameters(&self) -> usize {
        self.places().map(|place| place.biases.end).last().unwrap_or(0)
    }

    /// Where the parameters of each layer stand.
    pub(crate) fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let mut inputs = self.inputs;
        let mut start = 0;
        self.layers.iter().map(move |&layer| {
            let weights = start..start + inputs * layer.size;
            let biases = weights.end..weights.end + layer.size;
            let place = Place { inputs, layer, weights, biases: biases.clone() };
            inputs = layer.size;
            start = biases.end;
            place
        })
    }

    /// First parameters by Glorot's rule: weights uniform within ±√(6 / (inputs + outputs)), biases 0.
    pub fn initial(&self, rng: &mut Rng) -> Vec<f32> {
        let mut parameters = vec![0.0; self.parameters()];
        for place in self.places() {
            let reach = (6.0 / (place.inputs + place.layer.size) as f64).sqrt();
            for weight in &mut parameters[place.weights] {
                *weight = (reach * (2.0 * rng.unit() - 1.0)) as f32;
            }
        }
        parameters
    }
}

impl fmt::Display for Architecture {
    /// For instance `6 → 6 sigmoid → 1 sigmoid`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.inputs)?;
        for layer in &self.layers {
            let activation = match layer.activation {
                Activation::Linear => "linear",
                Activation::Relu => "relu",
                Activation::ClippedRelu => "clipped relu",
                Activation::Sigmoid => "sigmoid",
                Activation::Softmax => "softmax",
            };
            write!(f, " → {} {activation}", layer.size)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_game::{Purpose, Seed};

    #[test]
    fn sizes_that_make_no_network_are_refused() {
        for sizes in [&[][..], &[3], &[3, 0, 1], &[0, 1], &[usize::MAX, 2], &[1 << 20, 1 << 20]] {
            let network = Architecture::layered(sizes, Activation::Relu, Activation::Linear);
            assert!(network.is_err(), "{sizes:?}");
        }
    }

    #[test]
    fn initial_weights_fill_their_interval_and_biases_are_zero() {
        let shape = Architecture::layered(&[70, 35, 1], Activation::Relu, Activation::Sigmoid);
        let shape = shape.unwrap();
        assert_eq!(shape.to_string(), "70 → 35 relu → 1 sigmoid");
        assert_eq!(shape.parameters(), 71 * 35 + 36);
        let mut rng = Seed(1).stream(Purpose::Training, 0);
        let parameters = shape.initial(&mut rng);
        for place in shape.places() {
            let reach = (6.0 / (place.inputs + place.layer.size) as f32).sqrt();
            let widest = parameters[place.weights]
                .iter()
                .fold(0.0f32, |widest, weight| widest.max(weight.abs()));
            assert!(widest <= reach && widest > 0.9 * reach);
            assert!(parameters[place.biases].iter().all(|bias| *bias == 0.0));
        }
        assert_eq!(parameters, shape.initial(&mut Seed(1).stream(Purpose::Training, 0)));
    }
}
