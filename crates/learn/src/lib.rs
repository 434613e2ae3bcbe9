//! Learning for any game: no rules, no tournaments, no terminal.
//!
//! Positions become [`data`]: numbers or features, with what became of them. [`training`] drives anything that
//! learns from examples: small [`dense`] networks and [`sparse`] ones that a move updates in place.
//! [`regression`] fits linear evaluations, at once or from sequences and trees. [`metrics`] say how good
//! predictions are, and [`model`] keeps what was learnt in files that tell damage.
//!
//! The same seed gives the same bytes on every machine.

mod algebra;
pub mod data;
pub mod dense;
mod error;
mod files;
#[cfg(test)]
mod gradient_check;
mod kernels;
mod learner;
pub mod metrics;
pub mod model;
mod network;
mod optimiser;
pub mod regression;
pub mod sparse;
pub mod training;

pub use error::{LearnError, Result};
pub use learner::NetworkLearner;
pub use network::Network;
pub use optimiser::{Optimiser, Rule};
