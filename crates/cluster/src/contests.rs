//! Contests that a cluster plays: what their owner gives out and stores.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_arena::{
    Contest, Control, Elsewhere, Keep, Machine, Portion, RunError, Schedule, Wanted,
};

use crate::conduct::{Cluster, Taken, Work, run_id};
use crate::files;
use crate::wire::{ContestTask, JobOutcome, JobReport, Task};

impl Elsewhere for Cluster {
    fn play(&self, wanted: &Wanted<'_>, keep: &mut Keep<'_>) -> Result<(), RunError> {
        if wanted.blocks.is_empty() {
            return Ok(());
        }
        let mut games = IncomingGames::new(wanted.contest, keep);
        let task = |files| {
            Task::Contest(ContestTask {
                contest: wanted.contest.clone(),
                identities: wanted.identities.to_vec(),
                luck: wanted.luck,
                files,
            })
        };
        let name = wanted.file.file_stem().unwrap_or_default();
        let work = Work {
            name: name.to_string_lossy().into_owned(),
            id: contest_id(wanted),
            units: wanted.blocks.clone(),
            interrupt: wanted.interrupt,
            clocked: is_clocked(wanted.contest),
        };
        let done = self.wait(async {
            let server = self.connect().await?;
            let files = files::of_contest(wanted.contest, wanted.identities)?;
            let shared = files::share(&server, &files).await?;
            self.conduct(&server, &work, task(shared), &mut |report| {
                games.take(report)
            })
            .await
        });
        match (games.trouble, done) {
            (Some(error), _) => Err(error),
            (None, Err(error)) => Err(RunError::Elsewhere(error.to_string())),
            (None, Ok(())) => Ok(()),
        }
    }
}

/// Whether agents play under clocks, so that machines of different speeds make a difference.
pub(crate) fn is_clocked(contest: &Contest) -> bool {
    contest.clock != "none"
}

/// The same run has the same one when it is started again.
fn contest_id(wanted: &Wanted<'_>) -> String {
    let file = std::path::absolute(wanted.file).unwrap_or(wanted.file.to_owned());
    let mut about = vec![file.display().to_string(), wanted.contest.to_json()];
    about.extend(wanted.identities.iter().map(ToString::to_string));
    run_id(&about)
}

/// The games of a contest as they come in.
struct IncomingGames<'a, 'k> {
    schedule: Schedule<'a>,
    /// Whether the run notes who played a game.
    clocked: bool,
    keep: &'a mut Keep<'k>,
    /// Games that came of blocks that are not complete.
    partial: BTreeMap<u64, BTreeSet<u64>>,
    trouble: Option<RunError>,
}

impl<'a, 'k> IncomingGames<'a, 'k> {
    fn new(contest: &'a Contest, keep: &'a mut Keep<'k>) -> IncomingGames<'a, 'k> {
        IncomingGames {
            schedule: Schedule::new(contest),
            clocked: is_clocked(contest),
            keep,
            partial: BTreeMap::new(),
            trouble: None,
        }
    }

    fn take(&mut self, reports: Vec<JobReport>) -> Taken {
        let mut portions = Vec::with_capacity(reports.len());
        for report in reports {
            let JobOutcome::Games(games) = report.outcome else {
                continue;
            };
            let machine = self.clocked.then_some(Machine {
                name: report.worker,
                speed: report.speed,
            });
            portions.push(Portion { games, machine });
        }
        let games = portions.iter().flat_map(|portion| &portion.games);
        let places: Vec<(u64, u64)> = games.map(|game| (game.block, game.number)).collect();
        // Only then it is known that these are games of this run.
        let stop = match (self.keep)(portions) {
            Ok(Control::Continue) => false,
            Ok(Control::Stop(_)) => true,
            Err(error) => {
                self.trouble = Some(error);
                return Taken {
                    complete: Vec::new(),
                    stop: true,
                };
            }
        };
        let mut complete = Vec::new();
        for (block, number) in places {
            let games = self.partial.entry(block).or_default();
            games.insert(number);
            let size = self.schedule.games(block + 1) - self.schedule.games(block);
            if games.len() as u64 == size {
                self.partial.remove(&block);
                complete.push(block);
            }
        }
        Taken { complete, stop }
    }
}
