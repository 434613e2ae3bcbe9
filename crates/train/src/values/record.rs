//! What is written down of a generation that is finished.

use std::path::Path;

use ludarium_learn::training::{Losses, Outcome};
use serde::{Deserialize, Serialize};

use super::gate::Verdict;
use crate::TrainError;
use crate::list::replace;

/// A finished generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    /// All that decided what came of it.
    pub about: String,
    /// Games that were played for it.
    pub games: u64,
    /// Examples that were learnt from.
    pub training: u64,
    /// Examples that chose the epoch.
    pub validation: u64,
    /// The epoch that was kept, from 1.
    pub best_epoch: u32,
    /// The losses of each epoch: learnt from, not learnt from.
    pub losses: Vec<(f64, Option<f64>)>,
    /// The test against the network before it, if there was one.
    pub gate: Option<Verdict>,
}

impl Record {
    /// Whether the next generation plays with the network of this one.
    pub fn accepted(&self) -> bool {
        self.gate.is_none_or(|verdict| verdict.accepted)
    }

    /// The losses of each epoch.
    pub fn history(&self) -> Vec<Losses> {
        let losses = self.losses.iter();
        let losses = losses.map(|&(training, validation)| Losses {
            training,
            validation,
            accuracy: None,
        });
        losses.collect()
    }

    /// The losses of a training, to be written down.
    pub fn losses_of(outcome: &Outcome) -> Vec<(f64, Option<f64>)> {
        let history = outcome.history.iter();
        history
            .map(|losses| (losses.training, losses.validation))
            .collect()
    }

    /// What stands in a file; nothing if it is not there or cannot be read: then the generation is made again.
    pub fn read(path: &Path) -> Option<Record> {
        serde_json::from_slice(&std::fs::read(path).ok()?).ok()
    }

    /// Writes the file, completely or not at all.
    pub fn write(&self, path: &Path) -> Result<(), TrainError> {
        // Numbers and texts can always be written.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        replace(path, &format!("{text}\n"))
    }
}
