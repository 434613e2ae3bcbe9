//! The state of a tuning, stored after every step.

use std::path::Path;

use ludarium_arena::{Identity, identity_changes, read_text, write_durably};
use ludarium_report::WriteError;
use serde::{Deserialize, Serialize};

use super::Dimension;
use crate::error::LabError;

/// How many steps are played at the same time.
pub const TOGETHER: u64 = 2;

/// The file of the state.
const FILE: &str = "state.json";

/// Everything that decides the steps, except their number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuneTerms {
    pub game: String,
    pub variant: String,
    pub agent: String,
    pub rounds: u64,
    pub random_plies: u64,
    pub longest: Option<u64>,
    pub seed: u64,
    pub dimensions: Vec<Dimension>,
}

/// A step that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuneStep {
    /// The place after it, as parts of the ranges.
    pub place: Vec<f64>,
    /// How much better the plus end was.
    pub score: f64,
    /// The games it took.
    pub games: u64,
}

/// What was asked for, and the steps so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuneState {
    pub order: TuneTerms,
    /// What the agent at the start was.
    pub identity: Identity,
    pub steps: Vec<TuneStep>,
}

impl TuneState {
    /// The state in a folder; a new one where there is none. One that belongs to something else is refused.
    pub fn open(
        folder: &Path,
        order: TuneTerms,
        identity: Identity,
    ) -> Result<TuneState, LabError> {
        let path = folder.join(FILE);
        let text = match read_text(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(TuneState { order, identity, steps: Vec::new() });
            }
            Err(error) => {
                return Err(LabError::Tuning { path, reason: error.to_string() });
            }
        };
        let state: TuneState = serde_json::from_str(&text).map_err(|error| LabError::Tuning {
            path: path.clone(),
            reason: format!("it cannot be read: {error}"),
        })?;
        let refuse = |reason: String| Err(LabError::Tuning { path: path.clone(), reason });
        if state.order != order {
            let reason = "it belongs to a tuning of something else (game, agent, parameters, rounds or seed)";
            return refuse(reason.to_owned());
        }
        let fits = |step: &TuneStep| {
            let inside = step.place.iter().all(|part| (0.0..=1.0).contains(part));
            step.place.len() == state.order.dimensions.len() && inside
        };
        if !state.steps.iter().all(fits) {
            return refuse("a step has too few numbers, or numbers out of range".to_owned());
        }
        state.check(folder, &identity)?;
        Ok(state)
    }

    /// Refuses steps of an agent that was another one.
    pub fn check(&self, folder: &Path, found: &Identity) -> Result<(), LabError> {
        let refuse = |reason: String| Err(LabError::Tuning { path: folder.join(FILE), reason });
        let agents = std::slice::from_ref(&self.order.agent);
        let changes = identity_changes(
            agents,
            std::slice::from_ref(&self.identity),
            std::slice::from_ref(found),
        );
        if changes.is_empty() {
            return Ok(());
        }
        let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
        refuse(format!("the agent has changed since ({})", changes.join("; ")))
    }

    /// Writes the state in the place of the old one. Once a step is told, it is on the disk.
    pub fn write(&self, folder: &Path) -> Result<(), LabError> {
        let path = folder.join(FILE);
        // Numbers and texts always serialise.
        let text = serde_json::to_string(self).unwrap_or_default();
        let written = write_durably(&path, text.as_bytes());
        written.map_err(|source| WriteError { path, source }.into())
    }

    /// Where the next step begins.
    pub fn place(&self) -> Vec<f64> {
        match self.steps.last() {
            Some(step) => step.place.clone(),
            None => self.origin(),
        }
    }

    /// The place from which the ends of a step are measured. It is the one before the steps that are played at the same
    /// time, whether they are through or not: so the way depends neither on threads nor on which game ends first.
    pub fn base(&self, step: u64) -> Vec<f64> {
        let before = (step + 1).saturating_sub(TOGETHER) as usize;
        match before.checked_sub(1).and_then(|last| self.steps.get(last)) {
            Some(step) => step.place.clone(),
            None => self.origin(),
        }
    }

    /// The start and the places after each step.
    pub fn places(&self) -> Vec<Vec<f64>> {
        let steps = self.steps.iter().map(|step| step.place.clone());
        std::iter::once(self.origin()).chain(steps).collect()
    }

    fn origin(&self) -> Vec<f64> {
        self.order.dimensions.iter().map(Dimension::origin).collect()
    }
}
