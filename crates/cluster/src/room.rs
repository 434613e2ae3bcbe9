//! `Room`: the threads of a worker that play the blocks of one contest.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ludarium_arena::{
    BotSource, ContestGames, GameRecord, GameWorker, Games, Identity, Schedule, identity_changes,
    is_bot,
};
use tokio::sync::oneshot;

use crate::files::LocalContest;
use crate::job::Job;
use crate::wire::JobOutcome;

/// What came of a job.
pub(crate) enum Played {
    /// What to send, in messages that are not too large.
    Outcomes(Vec<JobOutcome>),
    /// It could not be played.
    Failed(String),
    /// Nobody wants it any more.
    GivenUp,
}

struct Assignment {
    job: Job,
    reply: oneshot::Sender<Played>,
}

/// Threads that play one contest; they end when the room is dropped.
pub(crate) struct Room {
    orders: Sender<Assignment>,
}

/// What a room needs.
pub(crate) struct Furniture {
    pub games: Games,
    pub contest: LocalContest,
    pub threads: usize,
    pub bots: Option<Arc<dyn BotSource>>,
    pub halt: Arc<AtomicBool>,
    /// The most bytes of games in a message.
    pub largest: usize,
}

impl Room {
    /// Opens a room. An error says why this machine must not play the contest.
    pub async fn open(furniture: Furniture) -> Result<Room, String> {
        let (orders, receiver) = channel();
        let (ready, opened) = oneshot::channel();
        let attending = thread::Builder::new().spawn(move || attend(&furniture, receiver, ready));
        attending.map_err(|error| format!("cannot start a thread: {error}"))?;
        match opened.await {
            Ok(opened) => opened.map(|()| Room { orders }),
            Err(_) => Err("its threads ended because of an error in this program".to_owned()),
        }
    }

    /// Plays a job.
    pub async fn play(&self, job: Job) -> Played {
        let (reply, played) = oneshot::channel();
        if self.orders.send(Assignment { job, reply }).is_err() {
            return Played::GivenUp;
        }
        played.await.unwrap_or(Played::GivenUp)
    }
}

fn attend(
    furniture: &Furniture,
    orders: Receiver<Assignment>,
    ready: oneshot::Sender<Result<(), String>>,
) {
    let LocalContest { task, contest, .. } = &furniture.contest;
    let opened = furniture.games.rules(&contest.game, Some(&contest.variant));
    let rules = match opened {
        Ok(rules) => rules,
        Err(error) => {
            let _ = ready.send(Err(error.to_string()));
            return;
        }
    };
    let made = rules.contest_games(contest, furniture.bots.as_deref(), &furniture.halt);
    let checked = made.map_err(|error| error.to_string()).and_then(|games| {
        let at_home = |setting: &str| furniture.contest.at_home(setting);
        let found = games
            .identities_as(&at_home)
            .map_err(|error| error.to_string())?;
        check(&task.contest.agents, &task.identities, &found)?;
        Ok(games)
    });
    let games = match checked {
        Ok(games) => games,
        Err(reason) => {
            let _ = ready.send(Err(reason));
            return;
        }
    };
    let _ = ready.send(Ok(()));
    let orders = Mutex::new(orders);
    let player = JobPlayer {
        furniture,
        games: &*games,
        schedule: Schedule::new(contest),
        identities: games.identities().unwrap_or_default(),
    };
    thread::scope(|scope| {
        for _ in 0..furniture.threads {
            scope.spawn(|| {
                let mut worker = games.worker(task.luck);
                loop {
                    let order = orders.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(Assignment { job, reply }) = order else {
                        return;
                    };
                    // Whoever asked may be gone.
                    let _ = reply.send(player.play(&mut *worker, job));
                }
            });
        }
    });
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
struct JobPlayer<'a> {
    furniture: &'a Furniture,
    games: &'a dyn ContestGames,
    schedule: Schedule<'a>,
    identities: Vec<Identity>,
}

impl JobPlayer<'_> {
    fn play(&self, worker: &mut dyn GameWorker, job: Job) -> Played {
        let mut records = Vec::new();
        for number in job.units() {
            let block = self.schedule.block(number);
            for place in 0..block.games.len() {
                // Agents' panics stay with the agents; one that arrives here is our own and must not end the worker.
                match catch_unwind(AssertUnwindSafe(|| worker.play(&block, place))) {
                    Ok(Ok(Some(record))) => records.push(record),
                    Ok(Ok(None)) => return Played::GivenUp,
                    Ok(Err(error)) => return Played::Failed(error.to_string()),
                    Err(_) => {
                        let game = block.first + place as u64;
                        return Played::Failed(format!(
                            "game {game} ended with an error in this program"
                        ));
                    }
                }
            }
        }
        let contest = &self.furniture.contest.contest;
        if contest.agents.iter().any(|text| is_bot(text)) {
            let now = self.games.identities().unwrap_or_default();
            if now != self.identities {
                return Played::Failed("a bot was changed while it played".to_owned());
            }
        }
        Played::Outcomes(portions(records, self.furniture.largest))
    }
}

/// Games in portions of so many bytes; a longer one has a portion of its own.
fn portions(records: Vec<GameRecord>, largest: usize) -> Vec<JobOutcome> {
    let size = |record: &GameRecord| {
        let texts =
            record.moves.len() + record.thoughts.len() + record.start.len() + record.end.len();
        texts + 11 * record.times.len() + 200
    };
    let mut portions: Vec<Vec<GameRecord>> = Vec::new();
    let mut room = 0;
    for record in records {
        let bytes = size(&record);
        match portions.last_mut() {
            Some(last) if bytes <= room => last.push(record),
            _ => {
                room = largest;
                portions.push(vec![record]);
            }
        }
        room = room.saturating_sub(bytes);
    }
    portions.into_iter().map(JobOutcome::Games).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_games_travel_alone() {
        let game = |number: u64, bytes: usize| GameRecord {
            number,
            moves: "m".repeat(bytes),
            ..GameRecord::default()
        };
        let records = vec![
            game(0, 100),
            game(1, 100),
            game(2, 5000),
            game(3, 100),
            game(4, 700),
        ];
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
        assert!(
            error.contains("`maxn`") && error.contains("model is abcdef"),
            "{error}"
        );
        assert!(error.contains("123456 on this machine"), "{error}");
    }
}
