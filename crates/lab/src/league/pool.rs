//! Plays blocks of many contests at the same time.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ludarium_arena::{
    BotSource, Contest, Control, Games, Interrupt, Plan, Progress, RunError, Shard, Store, run,
    scatter,
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
        let (games, mut told) = (AtomicU64::new(0), 0);
        let jobs = jobs.into_iter();
        let jobs = jobs.take_while(|_| !self.interrupt.is_finishing());
        let worker = || |job: PoolJob| Some(self.play_one(&job, each, &games));
        // After an error the others end with the contests that they are playing.
        let failed = scatter(workers, jobs, worker, |played| {
            let stored = games.load(Ordering::Relaxed);
            (told..stored).for_each(|_| watch());
            told = stored;
            match played.into_iter().find_map(Result::err) {
                Some(error) => ControlFlow::Break(error),
                None => ControlFlow::Continue(()),
            }
        });
        (told..games.into_inner()).for_each(|_| watch());
        failed.map_or(Ok(()), Err)
    }

    fn play_one(&self, job: &PoolJob, threads: usize, games: &AtomicU64) -> Result<(), LabError> {
        let played = || -> Result<(), RunError> {
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
                    games.fetch_add(1, Ordering::Relaxed);
                }
                Control::Continue
            };
            run(self.games, &job.contest, &plan, &mut store, self.interrupt, &mut tell)?;
            Ok(())
        };
        played().map_err(|source| LabError::Run {
            experiment: job.title.clone(),
            source: Box::new(source),
        })
    }
}
