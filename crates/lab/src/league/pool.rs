//! Plays blocks of many contests at the same time.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ludarium_arena::{
    BotSource, Contest, Control, Games, Interrupt, Plan, Progress, RunError, Shard, Store, run,
};

use crate::error::LabError;

/// A contest and how many blocks of it there should be.
pub struct PoolJob {
    /// The game in sentences, for errors.
    pub title: String,
    /// What is played.
    pub contest: Contest,
    /// Where it is stored.
    pub path: PathBuf,
    /// The blocks that should be there.
    pub blocks: u64,
}

/// What jobs are played with.
pub struct Pool<'a> {
    pub games: &'a Games,
    pub threads: usize,
    pub interrupt: &'a Interrupt,
    pub bots: Option<&'a Arc<dyn BotSource>>,
}

impl Pool<'_> {
    /// Plays all jobs, and tells of every game. An interrupt leaves the rest for another time.
    pub fn play(&self, jobs: Vec<PoolJob>, watch: &mut dyn FnMut()) -> Result<(), LabError> {
        // With few contests each has several threads, with many each has one.
        let each = (self.threads / jobs.len().max(1)).max(1);
        let workers = jobs.len().min(self.threads.max(1));
        let queue = Mutex::new(VecDeque::from(jobs));
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            for _ in 0..workers {
                let (sender, queue) = (sender.clone(), &queue);
                scope.spawn(move || self.work(queue, each, &sender));
            }
            drop(sender);
            let mut outcome = Ok(());
            for message in receiver {
                match message {
                    Ok(()) => watch(),
                    Err(error) => {
                        // The others end after the games that they are playing.
                        queue.lock().unwrap_or_else(PoisonError::into_inner).clear();
                        outcome = outcome.and(Err(error));
                    }
                }
            }
            outcome
        })
    }

    fn work(
        &self,
        queue: &Mutex<VecDeque<PoolJob>>,
        threads: usize,
        sender: &Sender<Result<(), LabError>>,
    ) {
        while !self.interrupt.is_finishing() {
            let next = queue
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop_front();
            let Some(job) = next else { return };
            if let Err(source) = self.play_one(&job, threads, sender) {
                // Nobody listens only where the calling thread is gone.
                let _ = sender.send(Err(LabError::Run {
                    experiment: job.title,
                    source: Box::new(source),
                }));
                return;
            }
        }
    }

    fn play_one(
        &self,
        job: &PoolJob,
        threads: usize,
        sender: &Sender<Result<(), LabError>>,
    ) -> Result<(), RunError> {
        let mut store = Store::create(&job.path, &job.contest)?;
        let plan = Plan {
            blocks: job.blocks,
            threads,
            shard: Shard::WHOLE,
            bots: self.bots.cloned(),
            luck: false,
        };
        let mut tell = |progress: Progress<'_>| {
            if matches!(progress, Progress::Finished(_)) {
                let _ = sender.send(Ok(()));
            }
            Control::Continue
        };
        run(
            self.games,
            &job.contest,
            &plan,
            &mut store,
            self.interrupt,
            &mut tell,
        )?;
        Ok(())
    }
}
