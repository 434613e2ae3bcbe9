//! A linear evaluation: features by name, each with its weight.

use crate::{LearnError, Result};

/// A linear evaluation: features by name, each with its weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    names: Vec<String>,
    weights: Vec<f32>,
}

impl Linear {
    /// One weight for each name, which must differ.
    pub fn new(names: Vec<String>, weights: Vec<f32>) -> Result<Linear> {
        if names.len() != weights.len() {
            let (names, weights) = (names.len(), weights.len());
            return Err(LearnError::Network(format!(
                "{weights} weights for {names} features, expected one for each"
            )));
        }
        let twice = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name));
        if let Some((_, name)) = twice {
            return Err(LearnError::Network(format!("two features are called `{name}`")));
        }
        Ok(Linear { names, weights })
    }

    /// The names of the features, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The weights, in the same order.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The weight of the feature with this name.
    pub fn weight(&self, name: &str) -> Option<f32> {
        let place = self.names.iter().position(|known| known == name)?;
        Some(self.weights[place])
    }
}
