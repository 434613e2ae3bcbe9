//! What is written down of a generation that is finished.

use std::path::Path;

use ludarium_learn::read_text;
use ludarium_learn::training::Losses;
use serde::{Deserialize, Serialize};

use super::gate::{GateResult, StyleResult};
use crate::TrainError;
use crate::list::replace;

/// A finished generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct GenerationRecord {
    /// All that decided what came of it.
    pub about: String,
    /// Games that were played for it.
    pub games: u64,
    /// Examples that were learned from.
    pub training: u64,
    /// Examples that chose the epoch.
    pub validation: u64,
    /// The epoch that was kept, from 1.
    pub best_epoch: u32,
    /// The loss of each epoch on what is learned from.
    pub training_losses: Vec<f64>,
    /// The loss of each epoch on what is not learned from.
    pub validation_losses: Vec<f64>,
    /// The test against the network before it, if there was one.
    pub gate: Option<GateResult>,
    /// The tests against styles.
    #[serde(default)]
    pub styles: Vec<StyleResult>,
}

impl GenerationRecord {
    /// Whether the next generation plays with the network of this one.
    pub fn accepted(&self) -> bool {
        self.gate.is_none_or(|result| result.accepted)
            && self.styles.iter().all(|one| one.result.accepted)
    }

    /// The losses of each epoch.
    pub fn history(&self) -> Vec<Losses> {
        let losses = self.training_losses.iter().zip(&self.validation_losses);
        let losses = losses.map(|(&training, &validation)| Losses {
            training,
            validation: Some(validation),
            accuracy: None,
        });
        losses.collect()
    }

    /// What stands in a file; nothing if it is not there or cannot be read: then the generation is made again.
    pub fn read(path: &Path) -> Option<GenerationRecord> {
        toml::from_str(&read_text(path).ok()?).ok()
    }

    /// Writes the file, completely or not at all.
    pub fn write(&self, path: &Path) -> Result<(), TrainError> {
        // Numbers and texts can always be written, and numbers are read back exactly.
        replace(path, &toml::to_string(self).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_loses_to_a_style_is_refused() {
        let result = |accepted| GateResult::of(0.4, accepted);
        let record = |gate, style| GenerationRecord {
            about: String::new(),
            games: 10,
            training: 10,
            validation: 10,
            best_epoch: 1,
            training_losses: Vec::new(),
            validation_losses: Vec::new(),
            gate: Some(result(gate)),
            styles: vec![
                StyleResult { style: "calm".to_owned(), result: result(true) },
                StyleResult { style: "wild".to_owned(), result: result(style) },
            ],
        };
        assert!(record(true, true).accepted());
        assert!(!record(true, false).accepted());
        assert!(!record(false, true).accepted());
        let found = record(true, false);
        let text = toml::to_string(&found).unwrap();
        assert_eq!(toml::from_str::<GenerationRecord>(&text).unwrap(), found);
    }
}
