//! Efficiently updatable networks: a move changes a few features, so it changes a few rows of the first layer's sums.
//!
//! A position is described by sets of features, one for each perspective. The first layer sums one row of weights for
//! each feature that is present; these sums, kept in an [`Accumulator`] for each perspective, are clipped to 0…1, put
//! side by side and sent through a small dense network. A [`Network`] is the float master that a [`SparseLearner`]
//! trains; a [`QuantisedNetwork`] is the same function in whole numbers, for play.
//!
//! ```
//! use std::ops::ControlFlow;
//! use ludarium_game::Seed;
//! use ludarium_learn::Rule;
//! use ludarium_learn::data::SparseExamples;
//! use ludarium_learn::dense::{Activation, Loss};
//! use ludarium_learn::sparse::{Architecture, Scratch, SparseLearner};
//! use ludarium_learn::training::{Settings, train};
//!
//! // Four positions over three features: feature 2 wins, the others do not matter.
//! let lists = vec![0, 1, 3, 4, 6];
//! let features = vec![0, 0, 2, 1, 1, 2];
//! let examples = SparseExamples::new(3, 1, 1, lists, features, vec![0.0, 1.0, 0.0, 1.0])?;
//! let shape = Architecture::new(3, 1, 2, 8)?.with_tail(&[], 1, Activation::Sigmoid)?;
//! let mut learner = SparseLearner::new(shape, Loss::BinaryCrossEntropy, Rule::ADAM, Seed(1))?;
//! let settings = Settings::new(200, 4, 0.05, Seed(1));
//! train(&mut learner, &examples, &examples, &settings, |_| ControlFlow::Continue(()))?;
//!
//! let network = learner.network().quantise()?;
//! let mut sums = network.accumulate(&[0]);
//! let (mut scratch, mut chance) = (Scratch::default(), [0.0]);
//! network.evaluate(&[&sums], &mut scratch, &mut chance);
//! assert!(chance[0] < 0.2);
//! // A move lets feature 2 appear.
//! network.change(&mut sums, &[], &[2]);
//! network.evaluate(&[&sums], &mut scratch, &mut chance);
//! assert!(chance[0] > 0.8);
//! # Ok::<(), ludarium_learn::LearnError>(())
//! ```

mod architecture;
mod network;
mod quantise;
mod quantised;
mod shape;
#[cfg(test)]
mod tests;

pub use architecture::Architecture;
pub use network::Network;
pub use quantised::{Accumulator, QuantisedNetwork, Scratch};

pub(crate) use quantise::Units;
pub(crate) use quantised::Parts;

/// An efficiently updatable network that learns.
///
/// Only the rows of features that occur in a batch are changed by its step. The weights after the first layer are kept
/// within what the quantised form can hold.
pub type SparseLearner = crate::learner::NetworkLearner<Architecture>;
