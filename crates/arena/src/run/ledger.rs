//! `Ledger`: the calling thread's side of a run.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::contest_games::ContestGames;
use super::elsewhere::{Elsewhere, Machine, Portion, RemoteTask, Wanted, ranges};
use super::interrupt::Interrupt;
use super::queue::Prefix;
use super::{Completion, Control, Plan, Progress, RunError};
use crate::contest::Contest;
use crate::contest::schedule::Schedule;
use crate::identity::{Identity, changes};
use crate::store::record::GameRecord;
use crate::store::{Store, StoreError};

/// Stores what the workers send and tells the watcher.
pub(super) struct Ledger<'a, 'w> {
    pub agents: &'a dyn ContestGames,
    /// What the agents were when the run began.
    pub identities: Vec<Identity>,
    /// Games of the plan that are not stored.
    pub left: u64,
    pub prefix: Prefix<'a>,
    pub store: &'a mut Store,
    pub watch: &'a mut (dyn FnMut(Progress<'_>) -> Control + 'w),
}

impl Ledger<'_, '_> {
    /// Tells the watcher what earlier runs have stored: first how much, then block by block.
    pub fn begin(&mut self, plan: &Plan, stored: &[u64]) -> Result<Control, RunError> {
        let games_total = self.left;
        let schedule = Schedule::new(self.store.contest());
        let ours = stored.iter().filter(|&&number| {
            let block = schedule.block_of(number);
            block < plan.blocks && plan.shard.holds(schedule.lineups(), block)
        });
        let games_done = ours.count() as u64;
        self.left = games_total.saturating_sub(games_done);
        let started = Progress::Started { games_total, games_done, labels: &self.store.labels() };
        let mut control = (self.watch)(started);
        let lineups = schedule.lineups();
        let (prefix, watch) = (&mut self.prefix, &mut self.watch);
        self.store.each_summary(|summary| {
            if control != Control::Continue {
                return ControlFlow::Break(());
            }
            if summary.block < plan.blocks && plan.shard.holds(lineups, summary.block) {
                prefix.add(summary);
                control = tell_blocks(prefix, watch);
            }
            ControlFlow::Continue(())
        })?;
        Ok(control)
    }

    /// Stores and reports games that came together; many fast games cost one write.
    pub fn keep(
        &mut self,
        messages: Vec<Result<GameRecord, RunError>>,
    ) -> Result<Control, RunError> {
        if messages.is_empty() {
            return Ok(Control::Continue);
        }
        let mut group = Vec::with_capacity(messages.len());
        let mut broken = None;
        for message in messages {
            match message {
                Ok(record) => group.push(record),
                Err(error) => broken = broken.or(Some(error)),
            }
        }
        self.check_identities()?;
        self.store.add(&group)?;
        match (self.tell(&group), broken) {
            (Control::Continue, Some(error)) => Err(error),
            (control, _) => Ok(control),
        }
    }

    /// How a run ended that nobody stopped.
    pub fn completion(&self) -> Result<Completion, RunError> {
        self.store.check_place()?;
        Ok(match self.left {
            0 => Completion::Complete,
            games_left => Completion::Interrupted { games_left },
        })
    }

    /// Stores and reports the games that others play, each once.
    pub fn collect(
        mut self,
        elsewhere: &dyn Elsewhere,
        contest: &Contest,
        plan: &Plan,
        stored: &[u64],
        interrupt: &Interrupt,
    ) -> Result<Completion, RunError> {
        let schedule = Schedule::new(contest);
        let mut known: HashSet<u64> = stored.iter().copied().collect();
        let ours = plan.shard.blocks(schedule.lineups(), plan.blocks);
        let lacking = ours.filter(|&block| {
            let mut games = schedule.games(block)..schedule.games(block + 1);
            games.any(|number| !known.contains(&number))
        });
        let identities = self.identities.clone();
        let file = self.store.path().to_owned();
        let fits = |portion: &Portion| {
            portion.games.iter().try_for_each(|record| check_place(&schedule, plan, record))
        };
        let wanted = Wanted {
            task: RemoteTask::Contest { contest, identities: &identities, luck: plan.luck },
            units: ranges(lacking),
            place: &file,
            interrupt,
            fits: &fits,
        };
        let mut stopped = None;
        elsewhere.play(&wanted, &mut |portions| {
            let mut group: Vec<GameRecord> = Vec::new();
            let mut machines: Vec<(Machine, Vec<u64>)> = Vec::new();
            portions.iter().try_for_each(fits)?;
            for Portion { games, machine, .. } in portions {
                let before = group.len();
                for record in games {
                    if known.insert(record.number) {
                        group.push(record);
                    } else if contest.reproducible() {
                        self.compare(&group, &record)?;
                    }
                }
                let new = group[before..].iter().map(|record| record.number);
                machines.extend(machine.map(|machine| (machine, new.collect())));
            }
            self.check_identities()?;
            for (machine, games) in machines {
                self.store.note_machine(&machine, games)?;
            }
            self.store.add(&group)?;
            let control = self.tell(&group);
            if let Control::Stop(reason) = &control {
                stopped = Some(reason.clone());
            }
            Ok(control)
        })?;
        match stopped {
            Some(reason) => Ok(Completion::Stopped(reason)),
            None => self.completion(),
        }
    }

    /// Refuses a game that is not the same as the one that came before.
    fn compare(&self, group: &[GameRecord], again: &GameRecord) -> Result<(), RunError> {
        let here = group.iter().find(|record| record.number == again.number);
        let difference = match here {
            Some(record) => record.difference(again),
            None => match self.store.game(again.number)? {
                Some(record) => record.difference(again),
                None => None,
            },
        };
        match difference {
            None => Ok(()),
            Some(part) => Err(RunError::Disagreement { game: again.number, part }),
        }
    }

    /// Refuses games of agents that are not those of the beginning.
    fn check_identities(&self) -> Result<(), RunError> {
        let now = self.agents.identities()?;
        if now == self.identities {
            return Ok(());
        }
        Err(RunError::Store(StoreError::ChangedMeanwhile {
            path: self.store.path().to_owned(),
            changes: changes(&self.store.contest().agents, &self.identities, &now),
        }))
    }

    /// Reports games that have just been stored, and the blocks that they complete.
    fn tell(&mut self, group: &[GameRecord]) -> Control {
        for record in group {
            let summary = record.summary();
            self.left = self.left.saturating_sub(1);
            let control = (self.watch)(Progress::Finished(&summary));
            if control != Control::Continue {
                return control;
            }
            self.prefix.add(summary);
            let control = tell_blocks(&mut self.prefix, &mut self.watch);
            if control != Control::Continue {
                return control;
            }
        }
        Control::Continue
    }
}

/// Refuses a game that the plan does not have.
fn check_place(schedule: &Schedule<'_>, plan: &Plan, record: &GameRecord) -> Result<(), RunError> {
    let inside = record.number < schedule.games(plan.blocks)
        && schedule.block_of(record.number) == record.block
        && plan.shard.holds(schedule.lineups(), record.block);
    let seated = || {
        let (block, place) = schedule.locate(record.number);
        block.games.get(place) == Some(&record.seats)
    };
    // Statistics read a share of every seat.
    let scored = record.scores.len() == record.seats.len()
        && record.scores.iter().all(|score| score.is_finite());
    if inside && scored && seated() {
        Ok(())
    } else {
        Err(RunError::Elsewhere(format!(
            "a worker sent game {}, which is not one of this run",
            record.number
        )))
    }
}

/// Reports the blocks that are complete with all before them.
fn tell_blocks(prefix: &mut Prefix<'_>, watch: &mut dyn FnMut(Progress<'_>) -> Control) -> Control {
    while let Some(result) = prefix.next() {
        let control = watch(Progress::Block(&result));
        if control != Control::Continue {
            return control;
        }
    }
    Control::Continue
}
