//! The training loop, for anything that learns from examples.
//!
//! [`train`] goes through the examples epoch by epoch in mini-batches, judges each epoch on examples it
//! does not learn from, keeps the best parameters, and can write a checkpoint after every epoch. The order of the examples
//! depends only on the seed and the epoch's number, so a killed training continues to exactly the result
//! it would have had.

mod checkpoint;
mod schedule;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use ludarium_game::{Purpose, Seed};
use serde::{Deserialize, Serialize};

use crate::data::Examples;
use crate::optimiser::Optimiser;
use crate::{LearnError, Result};

pub use schedule::RateSchedule;

use checkpoint::Checkpoint;

pub(crate) use checkpoint::KIND as CHECKPOINT;

/// Something that learns from examples.
pub trait Learner {
    /// What it learns from.
    type Examples: Examples;

    /// Refuses examples that do not fit.
    fn check(&self, examples: &Self::Examples) -> Result<()>;

    /// Learns from the examples in `rows`, each once, with a step after every `batch` of them, and returns their summed loss,
    /// each before its step.
    fn learn(&mut self, examples: &Self::Examples, rows: &[u32], batch: usize, rate: f32) -> f64;

    /// The summed loss of the examples in `rows`.
    fn loss(&self, examples: &Self::Examples, rows: &[u32]) -> f64;

    /// The share of examples classified correctly, for learners that classify.
    fn accuracy(&self, _examples: &Self::Examples) -> Option<f64> {
        None
    }

    /// All it has learned.
    fn parameters(&self) -> &[f32];

    /// Replaces all parameters by as many others.
    fn set_parameters(&mut self, parameters: &[f32]);

    /// What its optimiser remembers.
    fn optimiser(&self) -> &Optimiser;

    /// The same, to restore it.
    fn optimiser_mut(&mut self) -> &mut Optimiser;

    /// One line that identifies it: shape, loss, rule.
    fn describe(&self) -> String;
}

/// How to train.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The most epochs.
    pub epochs: u32,
    /// How many examples make one step.
    pub batch: usize,
    /// What happens to a last batch that is not full.
    pub last_batch: LastBatch,
    /// The learning rate of the first epoch.
    pub rate: f32,
    /// How the rate changes after that.
    pub schedule: RateSchedule,
    /// Stop after this many epochs without a better validation loss.
    pub patience: Option<u32>,
    /// Decides the order of the examples.
    pub seed: Seed,
    /// Where to write a checkpoint after every epoch, and to continue from if there is one.
    pub checkpoint: Option<PathBuf>,
}

/// What happens to a last batch that is not full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LastBatch {
    /// It is learned from like the others.
    Keep,
    /// It is left out of this epoch.
    Drop,
}

impl Settings {
    /// A plain training: constant rate, no early stop, no checkpoint.
    pub fn new(epochs: u32, batch: usize, rate: f32, seed: Seed) -> Settings {
        Settings {
            epochs,
            batch,
            last_batch: LastBatch::Keep,
            rate,
            schedule: RateSchedule::Constant,
            patience: None,
            seed,
            checkpoint: None,
        }
    }

    fn check(&self, training: usize, validation: usize) -> Result<()> {
        let refuse = |reason: String| Err(LearnError::Settings(reason));
        if training == 0 {
            return refuse("there are no examples to learn from".to_owned());
        }
        if self.batch == 0 || !(self.rate.is_finite() && self.rate > 0.0) {
            let (batch, rate) = (self.batch, self.rate);
            return refuse(format!(
                "the batch is {batch} and the rate {rate}, expected both above 0"
            ));
        }
        if self.last_batch == LastBatch::Drop && training < self.batch {
            return refuse(format!(
                "{training} examples do not fill one batch of {}, and smaller ones are dropped",
                self.batch
            ));
        }
        if self.patience.is_some() && validation == 0 {
            return refuse("stopping early needs examples to validate on".to_owned());
        }
        self.schedule.check()
    }
}

/// The losses of one epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// The mean over the examples learned from, each when it was used.
    pub training: f64,
    /// The mean over the validation examples at the end of the epoch, if there are any.
    pub validation: Option<f64>,
    /// The share of the validation examples classified correctly, for learners that classify.
    pub accuracy: Option<f64>,
}

/// What the caller is told after each epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The epoch that has ended, from 1.
    pub epoch: u32,
    /// The most there will be.
    pub epochs: u32,
    /// Its losses.
    pub losses: Losses,
    /// Whether no epoch before it was as good.
    pub best: bool,
    /// The learning rate it had.
    pub rate: f32,
    /// How many examples a second were learned from.
    pub samples_per_second: f64,
}

/// Why a training ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All epochs are done.
    Finished,
    /// The validation loss had stopped getting better.
    Patience,
    /// The caller asked to stop; a checkpoint can be continued.
    Interrupted,
}

/// What a training gave. The learner has the best parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingResult {
    /// The losses of each epoch.
    pub history: Vec<Losses>,
    /// The epoch whose parameters were kept, from 1; 0 if there was none.
    pub best_epoch: u32,
    /// Why it ended.
    pub end: End,
}

/// Trains on `training`, judges on `validation`, and leaves the parameters of the best epoch in the learner: that
/// with the lowest validation loss, or the last one if there is nothing to validate on.
///
/// `progress` is called after each epoch, when its checkpoint is on the disk, and may end the training.
///
/// ```
/// use std::ops::ControlFlow;
/// use ludarium_game::Seed;
/// use ludarium_learn::data::DenseExamples;
/// use ludarium_learn::dense::{Activation, Architecture, DenseLearner, Loss};
/// use ludarium_learn::training::{Settings, train};
/// use ludarium_learn::Rule;
///
/// let points = vec![0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0];
/// let both = DenseExamples::new(2, 1, points, vec![0.0, 0.0, 0.0, 1.0])?;
/// let shape = Architecture::layered(&[2, 1], Activation::Relu, Activation::Sigmoid)?;
/// let mut learner = DenseLearner::new(shape, Loss::BinaryCrossEntropy, Rule::ADAM, Seed(1))?;
/// let settings = Settings::new(200, 4, 0.1, Seed(1));
/// train(&mut learner, &both, &both, &settings, |_| ControlFlow::Continue(()))?;
/// assert!(learner.network().evaluate(&[1.0, 1.0])[0] > 0.8);
/// # Ok::<(), ludarium_learn::LearnError>(())
/// ```
pub fn train<L: Learner>(
    learner: &mut L,
    training: &L::Examples,
    validation: &L::Examples,
    settings: &Settings,
    mut progress: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<TrainingResult> {
    settings.check(training.count(), validation.count())?;
    learner.check(training)?;
    learner.check(validation)?;
    let mut state = State::new(learner);
    let checkpoint = settings.checkpoint.as_deref().map(|path| {
        let identity = checkpoint::identity(learner, training, validation, settings);
        Checkpoint::new(path, identity)
    });
    if let Some(checkpoint) = &checkpoint {
        checkpoint.restore(learner, &mut state)?;
    }
    let everything: Vec<u32> = (0..validation.count() as u32).collect();
    let end = loop {
        if state.out_of_patience(settings.patience) {
            break End::Patience;
        }
        if state.epochs_done() >= settings.epochs {
            break End::Finished;
        }
        let epoch = state.epochs_done() + 1;
        let rate = settings.schedule.rate(settings.rate, epoch, settings.epochs);
        let started = Instant::now();
        let (total, count) = run_epoch(learner, training, settings, epoch, rate);
        let seconds = started.elapsed().as_secs_f64();
        let losses = Losses {
            training: total / count as f64,
            validation: mean_loss(learner, validation, &everything),
            accuracy: learner.accuracy(validation),
        };
        if !losses.training.is_finite() || losses.validation.is_some_and(|loss| !loss.is_finite()) {
            return Err(LearnError::Settings(format!(
                "the loss of epoch {epoch} is not a number any more: use a rate below {rate}"
            )));
        }
        let best = state.note(losses, learner);
        if let Some(checkpoint) = &checkpoint {
            checkpoint.write(learner, &state)?;
        }
        let report = Progress {
            epoch,
            epochs: settings.epochs,
            losses,
            best,
            rate,
            samples_per_second: count as f64 / seconds.max(1e-9),
        };
        if progress(&report).is_break() && epoch < settings.epochs {
            break End::Interrupted;
        }
    };
    learner.set_parameters(&state.best_parameters);
    Ok(TrainingResult { history: state.history, best_epoch: state.best_epoch, end })
}

/// One pass over the examples in the epoch's own order: the summed loss, and of how many.
fn run_epoch<L: Learner>(
    learner: &mut L,
    training: &L::Examples,
    settings: &Settings,
    epoch: u32,
    rate: f32,
) -> (f64, usize) {
    let mut order: Vec<u32> = (0..training.count() as u32).collect();
    let mut rng = settings.seed.stream(Purpose::Training, u64::from(epoch));
    rng.shuffle(&mut order);
    if settings.last_batch == LastBatch::Drop {
        order.truncate(order.len() - order.len() % settings.batch);
    }
    let total = learner.learn(training, &order, settings.batch, rate);
    (total, order.len())
}

fn mean_loss<L: Learner>(learner: &L, examples: &L::Examples, rows: &[u32]) -> Option<f64> {
    (!rows.is_empty()).then(|| learner.loss(examples, rows) / rows.len() as f64)
}

/// Where a training stands.
struct State {
    history: Vec<Losses>,
    best_epoch: u32,
    best_parameters: Vec<f32>,
}

impl State {
    fn new(learner: &impl Learner) -> State {
        State { history: Vec::new(), best_epoch: 0, best_parameters: learner.parameters().to_vec() }
    }

    fn epochs_done(&self) -> u32 {
        self.history.len() as u32
    }

    /// Adds an epoch's losses and keeps its parameters if they are the best so far.
    fn note(&mut self, losses: Losses, learner: &impl Learner) -> bool {
        let lowest = match self.best_epoch {
            0 => None,
            epoch => self.history[epoch as usize - 1].validation,
        };
        let best = match (losses.validation, lowest) {
            (Some(found), Some(lowest)) => found < lowest,
            _ => true,
        };
        self.history.push(losses);
        if best {
            self.best_epoch = self.epochs_done();
            self.best_parameters.copy_from_slice(learner.parameters());
        }
        best
    }

    fn out_of_patience(&self, patience: Option<u32>) -> bool {
        let waited = self.epochs_done() - self.best_epoch;
        patience.is_some_and(|patience| waited > 0 && waited >= patience)
    }
}
