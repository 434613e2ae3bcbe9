//! The shape of an efficiently updatable network.

use std::fmt;
use std::ops::Range;

use ludarium_game::Rng;
use serde::{Deserialize, Serialize};

use crate::dense::{self, Activation, MOST_PARAMETERS};
use crate::{LearnError, Result};

/// The shape of an efficiently updatable network.
///
/// The parameters stand in one vector: one row of weights for each feature, the biases of the first layer, and then
/// those of the dense network after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Architecture {
    features: usize,
    perspectives: usize,
    most_present: usize,
    width: usize,
    tail: dense::Architecture,
}

/// The shape as a file gives it, before it is checked.
#[derive(Deserialize)]
struct Unchecked {
    features: usize,
    perspectives: usize,
    most_present: usize,
    width: usize,
    tail: dense::Architecture,
}

impl TryFrom<Unchecked> for Architecture {
    type Error = LearnError;

    fn try_from(unchecked: Unchecked) -> Result<Architecture> {
        let Unchecked { features, perspectives, most_present, width, tail } = unchecked;
        let (last, hidden) = match tail.layers().split_last() {
            Some((last, hidden)) => (*last, hidden),
            None => return Err(LearnError::Network("it has no outputs".to_owned())),
        };
        let sizes: Vec<usize> = hidden.iter().map(|layer| layer.size).collect();
        let shape = Architecture::new(features, perspectives, most_present, width)?;
        let shape = shape.with_tail(&sizes, last.size, last.activation)?;
        if shape.tail != tail {
            return Err(LearnError::Network(format!(
                "the layers after the first are {tail}, expected {}",
                shape.tail
            )));
        }
        Ok(shape)
    }
}

impl Architecture {
    /// A first layer of `width` sums over `features` features, of which at most `most_present` are present at once, seen
    /// from this many perspectives, and one linear output. [`Architecture::with_tail`] says what follows instead.
    pub fn new(
        features: usize,
        perspectives: usize,
        most_present: usize,
        width: usize,
    ) -> Result<Architecture> {
        let numbers = [features, perspectives, most_present, width];
        let weights = features.checked_add(1).and_then(|rows| rows.checked_mul(width));
        let inputs = width.checked_mul(perspectives);
        match (weights, inputs) {
            (Some(weights), Some(inputs))
                if weights <= MOST_PARAMETERS && !numbers.contains(&0) =>
            {
                let output = Activation::Linear;
                let tail = dense::Architecture::layered(&[inputs, 1], output, output)?;
                Ok(Architecture { features, perspectives, most_present, width, tail })
            }
            _ => Err(LearnError::Network(format!(
                "{features} features ({most_present} present), {perspectives} perspectives and a width of {width}, \
                 expected none to be 0 and at most {MOST_PARAMETERS} weights"
            ))),
        }
    }

    /// The same first layer, followed by hidden layers of these sizes and an output layer.
    pub fn with_tail(
        self,
        hidden: &[usize],
        outputs: usize,
        activation: Activation,
    ) -> Result<Architecture> {
        let inputs = self.width * self.perspectives;
        let sizes = [&[inputs], hidden, &[outputs]].concat();
        let tail = dense::Architecture::layered(&sizes, Activation::ClippedRelu, activation)?;
        Ok(Architecture { tail, ..self })
    }

    /// How many features there are.
    pub fn features(&self) -> usize {
        self.features
    }

    /// How many perspectives a position is seen from.
    pub fn perspectives(&self) -> usize {
        self.perspectives
    }

    /// How many features of one perspective can be present at once.
    pub fn most_present(&self) -> usize {
        self.most_present
    }

    /// How many sums the first layer has for each perspective.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The dense network after the first layer.
    pub fn tail(&self) -> &dense::Architecture {
        &self.tail
    }

    /// The number of weights and biases.
    pub fn parameters(&self) -> usize {
        self.tail_range().end
    }

    /// Where the weights of a feature stand among the parameters.
    #[inline]
    pub(crate) fn row(&self, feature: usize) -> Range<usize> {
        feature * self.width..(feature + 1) * self.width
    }

    /// Where the biases of the first layer stand.
    pub(crate) fn biases(&self) -> Range<usize> {
        self.row(self.features)
    }

    /// Where the parameters of the dense network stand.
    pub(crate) fn tail_range(&self) -> Range<usize> {
        let start = self.biases().end;
        start..start + self.tail.parameters()
    }

    /// First parameters: Glorot's rule, where a sum of the first layer has as many inputs as features can be present.
    pub fn initial(&self, rng: &mut Rng) -> Vec<f32> {
        let mut parameters = vec![0.0; self.biases().start];
        let reach = (6.0 / (self.most_present + self.width) as f64).sqrt();
        for weight in &mut parameters {
            *weight = (reach * (2.0 * rng.unit() - 1.0)) as f32;
        }
        // Sums that begin in the middle of the clipped range learn from the first step on.
        parameters.resize(self.biases().end, 0.5);
        parameters.extend(self.tail.initial(rng));
        parameters
    }
}

impl fmt::Display for Architecture {
    /// For instance `2 × (768 → 256 clipped relu), 512 → 32 clipped relu → 1 sigmoid`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Architecture { features, perspectives, width, tail, .. } = self;
        write!(f, "{perspectives} × ({features} → {width} clipped relu), {tail}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_survive_their_text_and_impossible_ones_do_not() {
        let shape = Architecture::new(768, 2, 32, 256).unwrap();
        let shape = shape.with_tail(&[32], 1, Activation::Sigmoid).unwrap();
        assert_eq!(
            shape.to_string(),
            "2 × (768 → 256 clipped relu), 512 → 32 clipped relu → 1 sigmoid"
        );
        let text = serde_json::to_string(&shape).unwrap();
        assert_eq!(serde_json::from_str::<Architecture>(&text).unwrap(), shape);
        let relu = text.replacen("clipped-relu", "relu", 1);
        assert!(serde_json::from_str::<Architecture>(&relu).is_err());
        let narrow = text.replacen("\"width\":256", "\"width\":255", 1);
        assert!(serde_json::from_str::<Architecture>(&narrow).is_err());
        for sizes in [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0], [usize::MAX, 1, 1, 2]]
        {
            assert!(Architecture::new(sizes[0], sizes[1], sizes[2], sizes[3]).is_err());
        }
    }
}
