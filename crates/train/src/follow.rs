//! Learning inside a trainer: progress is reported, and requests to stop are heard.

use std::ops::ControlFlow;

use ludarium_learn::training::{self, End, Learner, Settings, TrainingResult};

use crate::workers::interrupted;
use crate::{Progress, TrainError, TrainOptions};

/// Trains a learner to the end of its settings; an interruption is an error.
pub fn follow<L: Learner>(
    options: &TrainOptions,
    learner: &mut L,
    (training, validation): (&L::Examples, &L::Examples),
    settings: &Settings,
    tell: &mut dyn FnMut(Progress),
) -> Result<TrainingResult, TrainError> {
    let result = training::train(learner, training, validation, settings, |progress| {
        tell(Progress::Epoch {
            done: progress.epoch.into(),
            total: progress.epochs.into(),
            training: progress.losses.training,
            validation: progress.losses.validation,
        });
        if options.interrupt.is_finishing() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    if result.end == End::Interrupted {
        return Err(interrupted(options));
    }
    Ok(result)
}
