//! A room where games of a training are played.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ludarium_arena::{Interrupt, sha256};
use ludarium_train::{Plans, SelfPlayer, TrainError};

use crate::job::Job;
use crate::room::{Entrance, JobResult, in_portions};
use crate::wire::{JobOutcome, TrainingTask};

/// What is needed to play games of a training.
pub(crate) struct TrainingSetup {
    /// The games, with the worker's own copies of networks.
    pub task: TrainingTask,
    pub plans: Plans,
    /// Set when nobody wants the games any more.
    pub interrupt: Interrupt,
    /// The most bytes of games in a message.
    pub largest: usize,
}

impl TrainingSetup {
    /// Plays games of the training, if the one that the coordinator has played comes out the same here.
    pub fn host(&self, entrance: Entrance) {
        let made = (self.plans.play)(&self.task.play, &self.interrupt);
        let player = match made.map_err(|error| error.to_string()) {
            Ok(player) => player,
            Err(reason) => return entrance.refuse(reason),
        };
        if let Err(reason) = self.check(&*player) {
            return entrance.refuse(reason);
        }
        entrance.open(|| Box::new(|job| self.play(&*player, job)));
    }

    fn check(&self, player: &dyn SelfPlayer) -> Result<(), String> {
        let (number, digest) = &self.task.probe;
        match game(player, *number) {
            Ok(bytes) if sha256(&bytes) == *digest => Ok(()),
            Ok(_) => Err(format!(
                "game {number} of the training does not come out the same here as at the coordinator; use the same \
                 version of the program on all machines"
            )),
            Err(JobResult::Failed(reason)) => Err(reason),
            Err(_) => Err("nobody wants its games any more".to_owned()),
        }
    }

    fn play(&self, player: &dyn SelfPlayer, job: Job) -> JobResult {
        let played: Result<Vec<_>, JobResult> =
            job.units().map(|number| Ok((number, game(player, number)?))).collect();
        let played = match played {
            Ok(played) => played,
            Err(instead) => return instead,
        };
        let portions = in_portions(played, self.largest, |(_, bytes)| bytes.len() + 16);
        JobResult::Outcomes(portions.into_iter().map(JobOutcome::Training).collect())
    }
}

/// What came of one game, or what is said instead of it.
fn game(player: &dyn SelfPlayer, number: u64) -> Result<Vec<u8>, JobResult> {
    // An error of our own must not end the worker.
    match catch_unwind(AssertUnwindSafe(|| player.play(number))) {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(TrainError::Interrupted { .. })) => Err(JobResult::GivenUp),
        Ok(Err(error)) => Err(JobResult::Failed(error.to_string())),
        Err(_) => {
            Err(JobResult::Failed(format!("game {number} ended with an error in this program")))
        }
    }
}
