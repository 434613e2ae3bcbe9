//! Efficiently updatable networks: a move changes a few features, so it changes a few rows of the first layer's sums.
//!
//! A position is described by sets of features, one for each perspective. The first layer sums one row of weights for
//! each feature that is present; these sums, kept in an [`Accumulator`] for each perspective, are clipped to 0…1, put
//! side by side and sent through a small dense network. A [`Network`] is the float master that a [`SparseLearner`]
//! trains; a [`QuantisedNetwork`] is the same function in whole numbers, for play.

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

pub(crate) use quantise::{ACTIVATION_ONE, HIDDEN_ONE, OUTPUT_ONE};
pub(crate) use quantised::Parts;

/// An efficiently updatable network that learns.
///
/// Only the rows of features that occur in a batch are changed by its step. The weights after the first layer are kept
/// within what the quantised form can hold.
pub type SparseLearner = crate::learner::NetworkLearner<Architecture>;
