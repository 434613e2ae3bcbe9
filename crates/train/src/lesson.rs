//! Learning under an order: progress is told, and whoever asks to stop is heard.

use std::ops::ControlFlow;

use ludarium_learn::training::{self, End, Learner, Outcome, Settings};

use crate::workers::interrupted;
use crate::{Order, Progress, TrainError};

/// Trains a learner to the end of its settings; an interruption is an error.
pub fn follow<L: Learner>(
    order: &Order,
    learner: &mut L,
    (training, validation): (&L::Examples, &L::Examples),
    settings: &Settings,
    tell: &mut dyn FnMut(Progress),
) -> Result<Outcome, TrainError> {
    let outcome = training::train(learner, training, validation, settings, |progress| {
        tell(Progress::Epoch {
            done: progress.epoch.into(),
            total: progress.epochs.into(),
            training: progress.losses.training,
            validation: progress.losses.validation,
        });
        if order.interrupt.is_finishing() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    if outcome.end == End::Interrupted {
        return Err(interrupted(order));
    }
    Ok(outcome)
}
