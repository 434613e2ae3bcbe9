//! The runner: plays the games of a contest on several threads and stores each before it is reported.

mod contest_games;
mod elsewhere;
mod interrupt;
mod mailbox;
mod queue;
mod shard;
mod worker;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use thiserror::Error;

pub(crate) use contest_games::TypedContestGames;
pub use contest_games::{ContestGames, GameWorker};
pub use elsewhere::{Elsewhere, Keep, Machine, Portion, Wanted};
pub use interrupt::Interrupt;
pub use queue::BlockResult;
pub use shard::Shard;

use crate::bot::{BotSource, ContenderError};
use crate::contest::Contest;
use crate::games::Games;
use crate::identity::{Identity, changes};
use crate::record::{GameRecord, GameSummary};
use crate::schedule::Schedule;
use crate::store::{Store, StoreError, Target};
use mailbox::{Mail, Mailbox, Reader};
use queue::{Prefix, Queue};
use worker::{Message, work};

/// How much of a contest to play, and with what.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The first so many blocks.
    pub blocks: u64,
    /// Games played at the same time.
    pub threads: usize,
    /// The part of the blocks that is ours.
    pub shard: Shard,
    /// Where players from outside come from; without it, contests with such players are refused.
    pub bots: Option<Arc<dyn BotSource>>,
    /// Whether the luck of each game is measured while it is played, so that reports on it need not replay it.
    pub luck: bool,
}

/// What a run tells while it goes on. Everything it speaks of is on the disk.
#[derive(Debug)]
pub enum Progress<'a> {
    /// The run begins.
    Started {
        /// The games of the plan.
        games_total: u64,
        /// Those that were stored before.
        games_done: u64,
        /// What the agents are called.
        labels: &'a [String],
    },
    /// A game is stored. Games come in the order in which they end.
    Finished(&'a GameSummary),
    /// A block is complete, and so are all blocks of the plan before it. Blocks come in order, those of earlier
    /// runs included, so what is decided from them does not depend on threads or interruptions.
    Block(&'a BlockResult),
}

/// Whether a run goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// It does.
    Continue,
    /// It ends, and games that are being played are given up.
    Stop(String),
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completion {
    /// All games of the plan are stored.
    Complete,
    /// It was interrupted with so many games of the plan left to play.
    Interrupted {
        /// Games of the plan that are not stored.
        games_left: u64,
    },
    /// [`Control::Stop`] ended it, for this reason.
    Stopped(String),
}

/// Why a run could not go on. All games that were reported are stored.
#[derive(Debug, Error)]
pub enum RunError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The contest cannot be played.
    #[error(transparent)]
    Contest(#[from] ludarium_game::Error),
    /// Somebody who is to play cannot.
    #[error(transparent)]
    Contender(#[from] ContenderError),
    /// The program itself failed.
    #[error("game {game} could not be played because of an error in this program: {reason}")]
    Broken {
        /// The game.
        game: u64,
        /// What happened.
        reason: String,
    },
    /// Two machines do not agree about a game.
    #[error(
        "game {game} was played twice and differs in `{part}`: the machines do not play the same, so one of them is wrong"
    )]
    Disagreement {
        /// The game.
        game: u64,
        /// What differs.
        part: &'static str,
    },
    /// Those who play elsewhere cannot.
    #[error("{0}")]
    Elsewhere(String),
    /// The system gave no thread.
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
}

/// Finished games that wait to be stored at most; players wait when there are more.
const WAITING: usize = 512;

/// How long a finished game waits for others to be stored with it.
const MOMENT: Duration = Duration::from_millis(20);

/// How long it may take until somebody who asks for an end is heard.
const PATIENCE: Duration = Duration::from_millis(50);

/// Plays the games of the plan that are not in the store yet, in order of blocks, and stores them.
///
/// `watch` is told of every game after it is stored and may end the run.
///
/// # Example
/// ```
/// use ludarium_arena::testing::games;
/// use ludarium_arena::{Completion, Contest, Control, Interrupt, Plan, Progress, Shard, Store, run};
///
/// let games = games();
/// let agents = ["one-ply", "random"].map(str::to_owned).to_vec();
/// let contest = Contest {
///     lineups: vec![vec![0, 1]],
///     ..Contest::new("sprint", None, agents, 7)
/// };
/// let contest = contest.resolve(&games)?;
/// let plan = Plan { blocks: 10, threads: 2, shard: Shard::WHOLE, bots: None, luck: false };
///
/// # let folder = std::env::temp_dir().join(format!("ludarium-run-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let mut store = Store::create(&folder.join("race.run"), &contest)?;
/// let mut told = 0;
/// let mut watch = |progress: Progress<'_>| {
///     told += usize::from(matches!(progress, Progress::Finished(_)));
///     Control::Continue
/// };
/// let completion = run(&games, &contest, &plan, &mut store, &Interrupt::new(), &mut watch)?;
/// assert_eq!(completion, Completion::Complete);
/// // Each block is two games: both agents begin once.
/// assert_eq!((told, store.finished()?.len()), (20, 20));
/// # drop(store);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(
    games: &Games,
    contest: &Contest,
    plan: &Plan,
    store: &mut Store,
    interrupt: &Interrupt,
    watch: &mut dyn FnMut(Progress<'_>) -> Control,
) -> Result<Completion, RunError> {
    run_by(games, contest, plan, store, interrupt, watch, None)
}

/// Like [`run`]; where `elsewhere` is given, other machines play. What is stored is the same.
pub fn run_by(
    games: &Games,
    contest: &Contest,
    plan: &Plan,
    store: &mut Store,
    interrupt: &Interrupt,
    watch: &mut dyn FnMut(Progress<'_>) -> Control,
    elsewhere: Option<&dyn Elsewhere>,
) -> Result<Completion, RunError> {
    store.check_contest(contest)?;
    let rules = games.rules(&contest.game, Some(&contest.variant))?;
    let schedule = Schedule::new(contest);
    // Ours alone: set when the run ends for any reason, while an interrupt may serve several runs.
    let halt = Arc::new(AtomicBool::new(false));
    let contest_games = rules.contest_games(contest, plan.bots.as_deref(), &halt)?;
    let identities = contest_games.identities()?;
    store.identify(&identities, &contest_games.names())?;
    store.note_confinements(&contest_games.confinements())?;
    store.raise_target(Target {
        blocks: plan.blocks,
        shard: plan.shard,
    })?;
    let mut ledger = Ledger {
        agents: &*contest_games,
        identities,
        left: plan.shard.games(&schedule, plan.blocks),
        prefix: Prefix::new(schedule.clone(), plan),
        store,
        watch,
    };
    let stored = ledger.store.finished()?;
    if let Control::Stop(reason) = ledger.begin(plan, &stored)? {
        return Ok(Completion::Stopped(reason));
    }
    if let Some(elsewhere) = elsewhere {
        return ledger.collect(elsewhere, contest, plan, &stored, interrupt);
    }
    let queue = Mutex::new(Queue::new(schedule, plan, stored));
    let mailbox = Mailbox::new(WAITING);
    let reader = mailbox.reader();
    let next = || {
        let open = !interrupt.is_finishing() && !halt.load(Ordering::Relaxed);
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        open.then(|| queue.next()).flatten()
    };
    thread::scope(|scope| {
        let mut spawned = Ok(());
        for _ in 0..plan.threads.max(1) {
            let (writer, games, next) = (mailbox.writer(), &*contest_games, &next);
            let thread = thread::Builder::new().spawn_scoped(scope, move || {
                work(games, plan.luck, next, &writer);
            });
            spawned = spawned.and(thread.map(|_| ()));
        }
        let completion = match spawned {
            Ok(()) => ledger.keep(reader, interrupt, &halt),
            Err(source) => Err(RunError::Thread(source)),
        };
        // Whatever is still being played is not waited for.
        halt.store(true, Ordering::Relaxed);
        completion
    })
}

/// What the agents of a contest are at this moment, by their places.
pub fn identities(
    games: &Games,
    contest: &Contest,
    bots: Option<&dyn BotSource>,
) -> Result<Vec<Identity>, RunError> {
    let rules = games.rules(&contest.game, Some(&contest.variant))?;
    let halt = Arc::new(AtomicBool::new(false));
    Ok(rules.contest_games(contest, bots, &halt)?.identities()?)
}

/// Plays one game of a contest again; `None` if it was interrupted.
pub fn play(
    games: &Games,
    contest: &Contest,
    number: u64,
    bots: Option<&dyn BotSource>,
    interrupt: &Interrupt,
) -> Result<Option<GameRecord>, RunError> {
    let rules = games.rules(&contest.game, Some(&contest.variant))?;
    let halt = interrupt.now_flag();
    let contest_games = rules.contest_games(contest, bots, &halt)?;
    let (block, place) = Schedule::new(contest).locate(number);
    Ok(contest_games.worker(false).play(&block, place)?)
}

/// The calling thread's side of a run: stores what the workers send and tells the watcher.
struct Ledger<'a, 'w> {
    agents: &'a dyn ContestGames,
    /// What the agents were when the run began.
    identities: Vec<Identity>,
    /// Games of the plan that are not stored.
    left: u64,
    prefix: Prefix<'a>,
    store: &'a mut Store,
    watch: &'a mut (dyn FnMut(Progress<'_>) -> Control + 'w),
}

impl Ledger<'_, '_> {
    /// Tells the watcher what earlier runs have stored: first how much, then block by block.
    fn begin(&mut self, plan: &Plan, stored: &[u64]) -> Result<Control, RunError> {
        let games_total = self.left;
        let schedule = Schedule::new(self.store.contest());
        let ours = stored.iter().filter(|&&number| {
            let block = schedule.block_of(number);
            block < plan.blocks && plan.shard.holds(schedule.lineups(), block)
        });
        let games_done = ours.count() as u64;
        self.left = games_total.saturating_sub(games_done);
        let started = Progress::Started {
            games_total,
            games_done,
            labels: &self.store.labels(),
        };
        let mut control = (self.watch)(started);
        let lineups = schedule.lineups();
        let (prefix, watch) = (&mut self.prefix, &mut self.watch);
        let told = self.store.each_summary(|summary| {
            if control != Control::Continue {
                return Err(Told::Enough);
            }
            if summary.block < plan.blocks && plan.shard.holds(lineups, summary.block) {
                prefix.add(summary);
                control = tell_blocks(prefix, watch);
            }
            Ok(())
        });
        match told {
            Err(Told::Broken(error)) => Err(error.into()),
            Ok(()) | Err(Told::Enough) => Ok(control),
        }
    }

    /// Stores and reports games until all workers have gone or the run ends.
    fn keep(
        mut self,
        mut reader: Reader<'_, Message>,
        interrupt: &Interrupt,
        halt: &AtomicBool,
    ) -> Result<Completion, RunError> {
        loop {
            if interrupt.is_now() {
                halt.store(true, Ordering::Relaxed);
            }
            // Everything that comes in a moment goes to the disk together: many fast games cost one write.
            let messages = match reader.take(PATIENCE, MOMENT) {
                Mail::Letters(messages) => messages,
                Mail::Nothing => continue,
                Mail::Closed => break,
            };
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
            if let Control::Stop(reason) = self.tell(&group) {
                return Ok(Completion::Stopped(reason));
            }
            if let Some(error) = broken {
                return Err(error);
            }
        }
        self.store.check_place()?;
        Ok(match self.left {
            0 => Completion::Complete,
            games_left => Completion::Interrupted { games_left },
        })
    }

    /// Stores and reports the games that others play, each once.
    fn collect(
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
        let wanted = Wanted {
            contest,
            identities: &identities,
            blocks: elsewhere::ranges(lacking),
            luck: plan.luck,
            file: &file,
            interrupt,
        };
        let mut stopped = None;
        elsewhere.play(&wanted, &mut |portions| {
            let mut group: Vec<GameRecord> = Vec::new();
            let mut machines: Vec<(Machine, Vec<u64>)> = Vec::new();
            for Portion { games, machine } in portions {
                let before = group.len();
                for record in games {
                    check_place(&schedule, plan, &record)?;
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
        self.store.check_place()?;
        Ok(match (stopped, self.left) {
            (Some(reason), _) => Completion::Stopped(reason),
            (None, 0) => Completion::Complete,
            (None, games_left) => Completion::Interrupted { games_left },
        })
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
            Some(part) => Err(RunError::Disagreement {
                game: again.number,
                part,
            }),
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
    match inside && scored && seated() {
        true => Ok(()),
        false => Err(RunError::Elsewhere(format!(
            "a worker sent game {}, which is not one of this run",
            record.number
        ))),
    }
}

/// Why stored games are not read to their end.
enum Told {
    Enough,
    Broken(StoreError),
}

impl From<StoreError> for Told {
    fn from(error: StoreError) -> Told {
        Told::Broken(error)
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
