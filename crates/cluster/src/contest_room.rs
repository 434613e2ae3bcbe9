//! A room where blocks of a contest are played.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludarium_arena::{
    BotSource, ContestGames, GameRecord, GameWorker, Games, Identity, Schedule, identity_changes,
    is_bot,
};

use crate::files::LocalContest;
use crate::job::Job;
use crate::room::{Entrance, JobResult, in_portions};
use crate::wire::{ContestTask, JobOutcome};

/// What is needed to play blocks of a contest.
pub(crate) struct ContestSetup {
    pub games: Games,
    pub contest: LocalContest,
    pub bots: Option<Arc<dyn BotSource>>,
    pub halt: Arc<AtomicBool>,
    /// The most bytes of games in a message.
    pub largest: usize,
}

impl ContestSetup {
    /// Plays blocks of the contest, if the agents are those of the run.
    pub fn host(&self, entrance: Entrance) {
        let LocalContest { task, contest, .. } = &self.contest;
        let rules = match self.games.rules(&contest.game, Some(&contest.variant)) {
            Ok(rules) => rules,
            Err(error) => return entrance.refuse(error.to_string()),
        };
        // Anybody in the cluster may have announced it.
        if let Err(error) = contest.clone().resolve(&self.games) {
            return entrance.refuse(error.to_string());
        }
        let made = rules.contest_games(contest, self.bots.as_deref(), &self.halt);
        let checked = made.map_err(|error| error.to_string()).and_then(|games| {
            let at_home = |setting: &str| self.contest.at_home(setting);
            let found = games.identities_as(&at_home).map_err(|error| error.to_string())?;
            check(&task.contest.agents, &task.identities, &with_files(found, task))?;
            Ok(games)
        });
        let games = match checked {
            Ok(games) => games,
            Err(reason) => return entrance.refuse(reason),
        };
        let player = BlockPlayer {
            setup: self,
            games: &*games,
            schedule: Schedule::new(contest),
            identities: games.identities().unwrap_or_default(),
        };
        entrance.open(|| {
            let mut worker = games.worker(task.luck);
            let player = &player;
            Box::new(move |job| player.play(&mut *worker, job))
        });
    }
}

/// What the agents are, with the files of bots that travelled and were compared then. Here a bot lives in a folder that it may
/// write to, where what it holds is not looked at.
fn with_files(mut found: Vec<Identity>, task: &ContestTask) -> Vec<Identity> {
    let bots = task.files.iter().filter(|file| {
        let text = task.contest.agents.get(file.agent);
        text.is_some_and(|text| is_bot(text))
    });
    for file in bots {
        if let Some(identity) = found.get_mut(file.agent) {
            *identity = std::mem::take(identity).with(&file.name, &file.digest);
        }
    }
    found
}

/// Refuses agents that are not those of the run.
fn check(agents: &[String], wanted: &[Identity], found: &[Identity]) -> Result<(), String> {
    let changes = identity_changes(agents, wanted, found);
    let Some(first) = changes.first() else {
        return Ok(());
    };
    let part = &first.part;
    let shown = |digest: &Option<String>| {
        let digest = digest.as_deref().unwrap_or("absent");
        digest.get(..12).unwrap_or(digest).to_owned()
    };
    Err(format!(
        "`{}` is not the same here: its {part} is {} for the run and {} on this machine; use the same version of the \
         program and of its files on all machines",
        first.agent,
        shown(&first.stored),
        shown(&first.found)
    ))
}

/// Plays the blocks of jobs.
struct BlockPlayer<'a> {
    setup: &'a ContestSetup,
    games: &'a dyn ContestGames,
    schedule: Schedule<'a>,
    identities: Vec<Identity>,
}

impl BlockPlayer<'_> {
    fn play(&self, worker: &mut dyn GameWorker, job: Job) -> JobResult {
        let mut records = Vec::new();
        for number in job.units() {
            let block = self.schedule.block(number);
            for place in 0..block.games.len() {
                // Agents' panics stay with the agents; one that arrives here is our own and must not end the worker.
                match catch_unwind(AssertUnwindSafe(|| worker.play(&block, place))) {
                    Ok(Ok(Some(record))) => records.push(record),
                    Ok(Ok(None)) => return JobResult::GivenUp,
                    Ok(Err(error)) => return JobResult::Failed(error.to_string()),
                    Err(_) => {
                        let game = block.first + place as u64;
                        return JobResult::Failed(format!(
                            "game {game} ended with an error in this program"
                        ));
                    }
                }
            }
        }
        let contest = &self.setup.contest.contest;
        if contest.agents.iter().any(|text| is_bot(text)) {
            let now = self.games.identities().unwrap_or_default();
            if now != self.identities {
                return JobResult::Failed("a bot was changed while it played".to_owned());
            }
        }
        JobResult::Outcomes(portions(records, self.setup.largest))
    }
}

/// Games in portions of at most `largest` bytes; a longer one has a portion of its own.
fn portions(records: Vec<GameRecord>, largest: usize) -> Vec<JobOutcome> {
    let size = |record: &GameRecord| {
        let texts =
            record.moves.len() + record.thoughts.len() + record.start.len() + record.end.len();
        texts + 11 * record.times.len() + 200
    };
    let portions = in_portions(records, largest, size);
    portions.into_iter().map(JobOutcome::Games).collect()
}

#[cfg(test)]
mod tests {
    use ludarium_arena::Contest;

    use super::*;
    use crate::wire::SharedFile;

    #[test]
    fn a_file_of_a_bot_that_travelled_is_part_of_it() {
        let agents = vec!["bot:sh outer.sh".to_owned(), "random".to_owned()];
        let file = |agent: usize| SharedFile {
            agent,
            name: "inner.sh".to_owned(),
            digest: "2".to_owned(),
        };
        let outer = Identity::default().with("outer.sh", "1");
        let task = ContestTask {
            contest: Contest::new("sprint", None, agents, 1),
            identities: vec![outer.clone().with("inner.sh", "2"), Identity::default()],
            luck: false,
            files: vec![file(0), file(1), file(7)],
        };
        let found = vec![outer, Identity::default()];
        assert!(check(&task.contest.agents, &task.identities, &found).is_err());
        assert_eq!(with_files(found, &task), task.identities);
    }

    #[test]
    fn long_games_travel_alone() {
        let game = |number: u64, bytes: usize| GameRecord {
            number,
            moves: "m".repeat(bytes),
            ..GameRecord::default()
        };
        let records = vec![game(0, 100), game(1, 100), game(2, 5000), game(3, 100), game(4, 700)];
        let numbers: Vec<Vec<u64>> = portions(records, 1000)
            .into_iter()
            .map(|outcome| match outcome {
                JobOutcome::Games(games) => games.iter().map(|game| game.number).collect(),
                _ => Vec::new(),
            })
            .collect();
        assert_eq!(numbers, [vec![0, 1], vec![2], vec![3], vec![4]]);
    }

    #[test]
    fn other_agents_are_refused_with_what_differs() {
        let agents = ["maxn".to_owned()];
        let identity = |digest: &str| [Identity::default().with("model", digest)];
        assert_eq!(check(&agents, &identity("1"), &identity("1")), Ok(()));
        let error = check(&agents, &identity("abcdef"), &identity("123456")).unwrap_err();
        assert!(error.contains("`maxn`") && error.contains("model is abcdef"), "{error}");
        assert!(error.contains("123456 on this machine"), "{error}");
    }
}
