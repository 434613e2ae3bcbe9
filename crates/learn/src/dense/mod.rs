//! Small dense networks of f32: any sizes, several activations, three losses.
//!
//! An [`Architecture`] is a shape; a [`Network`] is a shape with its parameters; a [`DenseLearner`] is a network
//! with a loss and an optimiser, which the [training loop](crate::training) drives.

mod activation;
mod architecture;
mod loss;
mod network;
mod shape;
#[cfg(test)]
pub(crate) mod tests;

pub use activation::Activation;
pub use architecture::{Architecture, Layer};
pub use loss::Loss;
pub use network::{Network, Workspace};

pub(crate) use architecture::{MOST_PARAMETERS, Place};

/// A dense network that learns.
pub type DenseLearner = crate::learner::NetworkLearner<Architecture>;
