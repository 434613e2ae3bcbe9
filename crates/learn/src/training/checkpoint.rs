//! Checkpoints: everything a training needs to go on, in one file that is always complete.

use std::path::{Path, PathBuf};

use super::{Learner, Losses, Settings, State};
use crate::data::Examples;
use crate::files::checksum;
use crate::model::TensorFile;
use crate::{LearnError, Result};

/// The kind of a checkpoint file, in its metadata.
pub(crate) const KIND: &str = "checkpoint";

/// The checkpoint file of one training.
pub(super) struct Checkpoint {
    path: PathBuf,
    /// What must be the same for the result to be the same.
    identity: String,
}

/// One line about everything that decides the result of a training.
pub(super) fn identity<L: Learner>(
    learner: &L,
    training: &L::Examples,
    validation: &L::Examples,
    settings: &Settings,
) -> String {
    let Settings { epochs, batch, last_batch, rate, schedule, patience, seed, checkpoint: _ } =
        settings;
    let start: Vec<u8> =
        learner.parameters().iter().flat_map(|parameter| parameter.to_le_bytes()).collect();
    format!(
        "{} from {:08x} at step {}; {} examples ({:08x}), {} to validate ({:08x}); {epochs} epochs of batches of \
         {batch} ({last_batch:?} the last), rate {rate} {schedule:?}, patience {patience:?}, seed {}",
        learner.describe(),
        checksum(&start),
        learner.optimiser().steps(),
        training.count(),
        training.checksum(),
        validation.count(),
        validation.checksum(),
        seed.0
    )
}

impl Checkpoint {
    pub fn new(path: &Path, identity: String) -> Checkpoint {
        Checkpoint { path: path.to_owned(), identity }
    }

    pub fn write(&self, learner: &impl Learner, state: &State) -> Result<()> {
        let optimiser = learner.optimiser();
        let history: Vec<String> = state.history.iter().map(write_losses).collect();
        let mut file = TensorFile::default();
        for (key, value) in [
            ("kind", KIND.to_owned()),
            ("training", self.identity.clone()),
            ("steps", optimiser.steps().to_string()),
            ("best_epoch", state.best_epoch.to_string()),
            ("history", history.join(", ")),
        ] {
            file.metadata.insert(key.to_owned(), value);
        }
        let mut add = |name: &str, cells: &[f32]| file.push(name, vec![cells.len()], cells);
        add("parameters", learner.parameters());
        add("best", &state.best_parameters);
        for (name, cells) in optimiser.memory() {
            add(name, cells);
        }
        file.write(&self.path)
    }

    /// Goes on from the file, if there is one.
    pub fn restore(&self, learner: &mut impl Learner, state: &mut State) -> Result<()> {
        if !self.path.exists() {
            return Ok(());
        }
        let file = TensorFile::read(&self.path)?;
        let text = |key: &str| file.metadata.get(key).map_or("", String::as_str);
        if text("kind") != KIND {
            let found = format!("`{}`", text("kind"));
            return Err(LearnError::different(&self.path, found, "a checkpoint"));
        }
        if text("training") != self.identity {
            return Err(LearnError::different(
                &self.path,
                format!("another training\n  {}", text("training")),
                format!(
                    "\n  {}\ntake another name for the checkpoint, or remove the file to start afresh",
                    self.identity
                ),
            ));
        }
        let restored = || {
            let history = read_history(text("history"))?;
            let best_epoch: u32 = text("best_epoch").parse().ok()?;
            let steps = text("steps").parse().ok()?;
            let parameters = file.cells("parameters")?;
            let best = file.cells("best")?;
            let count = learner.parameters().len();
            let fits = parameters.len() == count
                && best.len() == count
                && (1..=history.len()).contains(&(best_epoch as usize));
            let memory = (file.cells("first")?, file.cells("second")?);
            fits.then_some((history, best_epoch, steps, parameters, best, memory))
        };
        let incomplete = || LearnError::damaged(&self.path, "parts of the training are missing");
        let (history, best_epoch, steps, parameters, best, memory) =
            restored().ok_or_else(incomplete)?;
        learner.set_parameters(parameters);
        if !learner.optimiser_mut().restore(steps, memory.0, memory.1) {
            return Err(incomplete());
        }
        *state = State { history, best_epoch, best_parameters: best.to_vec() };
        Ok(())
    }
}

/// The losses of an epoch in a few words, those that there are. Rust writes the shortest decimal that is read back as
/// the same number.
fn write_losses(losses: &Losses) -> String {
    let numbers = [Some(losses.training), losses.validation, losses.accuracy];
    let words = numbers.into_iter().flatten().map(|number| number.to_string());
    words.collect::<Vec<_>>().join(" ")
}

/// Without validation examples there is neither a loss nor an accuracy, so words are only ever missing at the end.
fn read_history(text: &str) -> Option<Vec<Losses>> {
    let epoch = |words: &str| {
        let numbers: std::result::Result<Vec<f64>, _> = words.split(' ').map(str::parse).collect();
        let numbers = numbers.ok().filter(|numbers| numbers.len() <= 3)?;
        Some(Losses {
            training: *numbers.first()?,
            validation: numbers.get(1).copied(),
            accuracy: numbers.get(2).copied(),
        })
    };
    text.split(", ").map(epoch).collect()
}
