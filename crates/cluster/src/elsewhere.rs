//! `Elsewhere`: what the owner of a run or of a training gives out to a cluster, and what it gets back.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_arena::{
    Contest, Control, Elsewhere, Keep, Machine, Portion, RemoteTask, RunError, Schedule, Wanted,
};

use crate::conduct::{Cluster, ClusterWork, Taken, run_id};
use crate::files;
use crate::notices::Notices;
use crate::wire::{ContestTask, JobOutcome, JobReport, Task, TrainingTask};

impl Elsewhere for Cluster {
    fn play(&self, wanted: &Wanted<'_>, keep: &mut Keep<'_>) -> Result<(), RunError> {
        if wanted.units.is_empty() {
            return Ok(());
        }
        let about = About::of(wanted)?;
        let mut incoming = Incoming {
            schedule: about.contest.map(Schedule::new),
            clocked: about.contest.is_some_and(is_clocked),
            fits: wanted.fits,
            notices: self.notices(),
            keep,
            partial: BTreeMap::new(),
            trouble: None,
        };
        let work = ClusterWork {
            name: about.name,
            id: run_id(&about.id),
            units: wanted.units.clone(),
            interrupt: wanted.interrupt,
            clocked: incoming.clocked,
        };
        let done = self.wait(async {
            let server = self.connect().await?;
            let mut task = about.task;
            match &mut task {
                Task::Contest(task) => {
                    let files = files::of_contest(&task.contest, &task.identities)?;
                    task.files = files::share(&server, &files).await?;
                }
                Task::Training(task) => files::share_networks(&server, &task.play).await?,
            }
            let mut take = |reports| incoming.take(reports);
            self.conduct(&server, &work, task, &mut take).await
        });
        match (incoming.trouble, done) {
            (Some(error), _) => Err(error),
            (None, Err(error)) => Err(RunError::Elsewhere(error.to_string())),
            (None, Ok(())) => Ok(()),
        }
    }
}

/// What is told of the work, here and to workers.
struct About<'a> {
    /// What people call it.
    name: String,
    /// What tells it from all other work; the same when it is started again.
    id: Vec<String>,
    task: Task,
    contest: Option<&'a Contest>,
}

impl<'a> About<'a> {
    fn of(wanted: &Wanted<'a>) -> Result<About<'a>, RunError> {
        let place = std::path::absolute(wanted.place).unwrap_or(wanted.place.to_owned());
        let mut id = vec![place.display().to_string()];
        match &wanted.task {
            RemoteTask::Contest { contest, identities, luck } => {
                id.push(contest.to_json());
                id.extend(identities.iter().map(ToString::to_string));
                let name = wanted.place.file_stem().unwrap_or_default();
                Ok(About {
                    name: name.to_string_lossy().into_owned(),
                    id,
                    task: Task::Contest(ContestTask {
                        contest: (*contest).clone(),
                        identities: identities.to_vec(),
                        luck: *luck,
                        files: Vec::new(),
                    }),
                    contest: Some(contest),
                })
            }
            RemoteTask::SelfPlay { text, probe } => {
                id.push(text.clone());
                let play = serde_json::from_str(text).map_err(|error| {
                    RunError::Elsewhere(format!("the games of a training cannot be read: {error}"))
                })?;
                let name = wanted.place.file_name().unwrap_or_default();
                let probe = probe.clone();
                Ok(About {
                    name: format!("train {}", name.to_string_lossy()),
                    id,
                    task: Task::Training(TrainingTask { play, probe }),
                    contest: None,
                })
            }
        }
    }
}

/// Whether agents play under clocks, so that machines of different speeds make a difference.
pub(crate) fn is_clocked(contest: &Contest) -> bool {
    contest.clock != "none"
}

/// Results as they come in.
struct Incoming<'a, 'k> {
    /// The schedule of a contest, whose games make blocks; of a training each game is a unit.
    schedule: Option<Schedule<'a>>,
    /// Whether the run notes who played a game.
    clocked: bool,
    /// Whether results are of this run.
    fits: &'a dyn Fn(&Portion) -> Result<(), RunError>,
    notices: &'a Notices,
    keep: &'a mut Keep<'k>,
    /// Games that came of blocks that are not complete.
    partial: BTreeMap<u64, BTreeSet<u64>>,
    trouble: Option<RunError>,
}

impl Incoming<'_, '_> {
    fn take(&mut self, reports: Vec<JobReport>) -> Taken {
        let mut portions = Vec::with_capacity(reports.len());
        for report in reports {
            let JobReport { worker, speed, .. } = report;
            let mut portion = Portion::default();
            match (report.outcome, &self.schedule) {
                (JobOutcome::Games(games), Some(_)) => portion.games = games,
                (JobOutcome::Training(results), None) => portion.results = results,
                _ => continue,
            }
            if let Err(error) = (self.fits)(&portion) {
                self.notices.tell(&format!("nothing is taken from {worker} here: {error}"));
                continue;
            }
            portion.machine = self.clocked.then_some(Machine { name: worker, speed });
            portions.push(portion);
        }
        let results = portions.iter().flat_map(|portion| &portion.results);
        let mut complete: Vec<u64> = results.map(|(number, _)| *number).collect();
        let games = portions.iter().flat_map(|portion| &portion.games);
        let places: Vec<(u64, u64)> = games.map(|game| (game.block, game.number)).collect();
        let stop = match (self.keep)(portions) {
            Ok(Control::Continue) => false,
            Ok(Control::Stop(_)) => true,
            Err(error) => {
                self.trouble = Some(error);
                return Taken { complete: Vec::new(), stop: true };
            }
        };
        let Some(schedule) = &self.schedule else {
            return Taken { complete, stop };
        };
        for (block, number) in places {
            let games = self.partial.entry(block).or_default();
            games.insert(number);
            let size = schedule.games(block + 1) - schedule.games(block);
            if games.len() as u64 == size {
                self.partial.remove(&block);
                complete.push(block);
            }
        }
        Taken { complete, stop }
    }
}
