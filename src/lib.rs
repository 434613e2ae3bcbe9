//! The games of the laboratory as a library: for a program with all of them and something of its own.

mod games;

pub use games::{ForEveryGame, bundles, bundles_with};
