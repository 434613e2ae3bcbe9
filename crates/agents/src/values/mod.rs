//! Value networks: what a network sees of a game, and the evaluation that asks it.
//!
//! A game says by [`Features`] what is present in a position as a seat sees it. A [`ValueNetwork`] judges positions by
//! a quantised network over these features, whatever file it comes from, and [`ShippedValue`] by the one that comes
//! with this program. [`Outside`] asks networks that other programs have trained on a game's tensors. One mechanism for all games: a game adds a file with its features, and nothing else.

mod feature_set;
mod features;
mod file;
mod network;
mod outside;
mod shipped;

pub use feature_set::FeatureSet;
pub use features::{Features, NetworkOutput};
pub use file::features_name;
pub use network::ValueNetwork;
pub use outside::Outside;
pub use shipped::{Shipped, ShippedValue};
