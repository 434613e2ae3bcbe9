//! Learning for any game: no rules, no tournaments, no terminal.
//!
//! Positions become [`data`]: numbers or features, with the outcome of their game. [`training`] drives anything that
//! learns from examples: small [`dense`] networks, and [`sparse`] ones that a move updates in place. [`regression`] fits
//! linear evaluations. [`metrics`] say how good predictions are, and [`model`] writes what was learned to files that
//! detect damage. What a solver has found out is kept the same way, as a [`solution`].
//!
//! The same seed gives the same bytes on every machine and on any number of threads.
//!
//! ```
//! use std::ops::ControlFlow;
//! use ludarium_game::Seed;
//! use ludarium_learn::Rule;
//! use ludarium_learn::data::DenseExamples;
//! use ludarium_learn::dense::{Activation, Architecture, DenseLearner, Loss};
//! use ludarium_learn::training::{Settings, train};
//!
//! // Exclusive or: the answer is 1 if the inputs differ.
//! let inputs = vec![0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0];
//! let examples = DenseExamples::new(2, 1, inputs, vec![0.0, 1.0, 1.0, 0.0])?;
//! let shape = Architecture::layered(&[2, 8, 1], Activation::Relu, Activation::Sigmoid)?;
//! let mut learner = DenseLearner::new(shape, Loss::BinaryCrossEntropy, Rule::ADAM, Seed(1))?;
//! let settings = Settings::new(300, 4, 0.05, Seed(1));
//! train(&mut learner, &examples, &examples, &settings, |_| ControlFlow::Continue(()))?;
//! assert!(learner.network().evaluate(&[0.0, 1.0])[0] > 0.9);
//! assert!(learner.network().evaluate(&[1.0, 1.0])[0] < 0.1);
//! # Ok::<(), ludarium_learn::LearnError>(())
//! ```

pub mod algebra;
pub mod data;
pub mod dense;
mod error;
mod files;
mod kernels;
mod learner;
pub mod metrics;
pub mod model;
mod network;
mod optimiser;
pub mod outside;
pub mod regression;
pub mod solution;
pub mod sparse;
#[cfg(test)]
mod testing;
pub mod training;

pub use error::{LearnError, Result};
pub use files::{LARGEST_MODEL, open_file, read_file, read_text, sync_folder_of, write_durably};
pub use learner::NetworkLearner;
pub use network::Network;
pub use optimiser::{Optimiser, Rule};
