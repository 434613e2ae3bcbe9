//! What can be learned about TUC-Chess: a value network.

#[cfg(test)]
mod tests;
mod value;

use ludarium_train::Trainer;

/// Everything that can be trained for this game.
pub const TRAINERS: &[Trainer] = &[value::TRAINER];
