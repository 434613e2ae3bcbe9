//! Trainers: what can be learnt from our own games, one file a trainer.
//!
//! A [`Trainer`] plays games, makes a data set of them, learns from it and writes a model file. The same
//! order gives the same bytes. A training that is stopped or killed goes on under the same order: games are stored in
//! parts (`stored.rs`), epochs as checkpoints, weights and results as lists (`list.rs`).

mod chexers;
mod comparison;
mod curves;
mod dice_chess;
mod dicewars;
mod error;
mod lesson;
mod list;
mod stored;
#[cfg(test)]
mod testing;
mod three_chess;
mod trainer;
mod values;
mod workers;

pub use error::TrainError;
pub use trainer::{Order, Progress, SEED, Size, Trained, Trainer, find};

/// Everything that can be trained, in the order of the reports.
pub const TRAINERS: &[Trainer] = &[
    dice_chess::TRAINER,
    three_chess::TRAINER,
    dicewars::HAPP,
    dicewars::WPP,
    chexers::TRAINER,
    values::TRAINERS[0],
    values::TRAINERS[1],
    values::TRAINERS[2],
    values::TRAINERS[3],
    values::TRAINERS[4],
];
