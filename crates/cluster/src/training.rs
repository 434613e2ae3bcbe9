//! Trainings whose games a cluster plays.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ludarium_train::{KeepGames, SelfPlayElsewhere, TrainError, WantedGames};

use crate::conduct::{Cluster, Taken, Work, run_id};
use crate::files;
use crate::wire::{JobOutcome, JobReport, Task, TrainingTask};

impl SelfPlayElsewhere for Cluster {
    fn play(&self, wanted: &WantedGames<'_>, keep: &mut KeepGames<'_>) -> Result<(), TrainError> {
        let play = wanted.task.clone();
        let folder = std::path::absolute(wanted.folder).unwrap_or(wanted.folder.to_owned());
        // Texts and numbers always serialise.
        let about = serde_json::to_string(&play).unwrap_or_default();
        let work = Work {
            name: name(wanted.folder),
            id: run_id(&[folder.display().to_string(), about]),
            units: wanted.games.clone(),
            interrupt: wanted.interrupt,
            clocked: false,
        };
        let networks: Vec<PathBuf> = play
            .networks
            .iter()
            .filter_map(|network| network.file.clone())
            .collect();
        let wanted_games: BTreeSet<(u64, u64)> = wanted
            .games
            .iter()
            .map(|range| (range.start, range.end))
            .collect();
        let is_wanted = |number: u64| {
            let before = wanted_games.range(..=(number, u64::MAX)).next_back();
            before.is_some_and(|&(_, end)| number < end)
        };
        let probe = wanted.probe.clone();
        let task = Task::Training(TrainingTask { play, probe });
        let mut trouble = None;
        let mut take = |reports: Vec<JobReport>| {
            let mut taken = Taken {
                complete: Vec::new(),
                stop: false,
            };
            let outcomes = reports.into_iter().map(|report| report.outcome);
            let games = outcomes.flat_map(|outcome| match outcome {
                JobOutcome::Training(games) => games,
                _ => Vec::new(),
            });
            // What an earlier owner of the run has stored may come again.
            for (number, bytes) in games.filter(|(number, _)| is_wanted(*number)) {
                match keep(number, bytes) {
                    Ok(ControlFlow::Continue(())) => taken.complete.push(number),
                    Ok(ControlFlow::Break(())) => taken.stop = true,
                    Err(error) => {
                        trouble = Some(error);
                        taken.stop = true;
                    }
                }
                if taken.stop {
                    break;
                }
            }
            taken
        };
        let done = self.wait(async {
            let server = self.connect().await?;
            files::share_networks(&server, &networks).await?;
            self.conduct(&server, &work, task, &mut take).await
        });
        match (trouble, done) {
            (Some(error), _) => Err(error),
            (None, Err(error)) => Err(TrainError::Elsewhere(error.to_string())),
            (None, Ok(())) => Ok(()),
        }
    }
}

/// What people call a training: its folder.
fn name(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    format!("train {}", name.to_string_lossy())
}
