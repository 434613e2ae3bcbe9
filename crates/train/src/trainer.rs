//! `Trainer`: something that can be trained, and what came of it.

use std::path::PathBuf;

use ludarium_arena::Interrupt;
use ludarium_game::{Error, Result};
use ludarium_lab::experiment::Mode;
use ludarium_lab::sheet::Sheet;
use ludarium_lab::standings::Picture;

use crate::{TRAINERS, TrainError};

/// Something that can be trained.
#[derive(Clone, Copy)]
pub struct Trainer {
    /// The name in commands.
    pub name: &'static str,
    /// One line that says what is learnt.
    pub summary: &'static str,
    /// What it learns from.
    pub from: &'static str,
    /// How long it takes, quick and full, on two cores.
    pub lasts: (&'static str, &'static str),
    /// Trains.
    pub train: Train,
}

/// Trains under an order and tells how far it is.
pub type Train = fn(&Order, &mut dyn FnMut(Progress)) -> std::result::Result<Trained, TrainError>;

/// How something is trained.
#[derive(Clone, Debug)]
pub struct Order {
    /// A little, for a first look, or as much as ships.
    pub mode: Mode,
    /// The master seed.
    pub seed: u64,
    /// Where checkpoints, data and the model go.
    pub folder: PathBuf,
    /// Games played at the same time.
    pub threads: usize,
    /// How it is told to end early.
    pub interrupt: Interrupt,
}

/// How far a training is.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// Games are played.
    Games {
        /// Games done.
        done: u64,
        /// Games to play.
        total: u64,
    },
    /// Something is learnt from them.
    Epoch {
        /// Epochs done.
        done: u64,
        /// Epochs planned.
        total: u64,
        /// The loss on the training data.
        training: f64,
        /// The loss on data that is not learnt from.
        validation: Option<f64>,
    },
}

/// What came of a training.
#[derive(Clone, Debug, Default)]
pub struct Trained {
    /// What was measured.
    pub sheets: Vec<Sheet>,
    /// Curves.
    pub charts: Vec<Picture>,
    /// The model files that were written.
    pub files: Vec<PathBuf>,
}

/// The trainer with a name; a misspelt name is an error with the nearest one.
pub fn find(name: &str) -> Result<&'static Trainer> {
    let found = TRAINERS.iter().find(|trainer| trainer.name == name);
    let known = TRAINERS.iter().map(|trainer| trainer.name);
    found.ok_or_else(|| Error::unknown("trainer", name, known))
}
