//! The runner: plays the games of a contest on several threads and stores each before it is reported.

mod contest_games;
mod elsewhere;
mod interrupt;
mod ledger;
mod queue;
mod shard;

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

pub(crate) use contest_games::TypedContestGames;
pub use contest_games::{ContestGames, GameWorker};
pub use elsewhere::{Elsewhere, Keep, Machine, Portion, RemoteTask, Wanted};
pub use interrupt::Interrupt;
pub use queue::BlockResult;
pub use shard::Shard;

use crate::bot::{BotSource, ContenderError};
use crate::contest::Contest;
use crate::contest::schedule::{Block, Schedule};
use crate::game::games::Games;
use crate::game::player::panic_message;
use crate::identity::Identity;
use crate::jobs::scatter;
use crate::store::record::{GameRecord, GameSummary};
use crate::store::{Store, StoreError, Target};
use ledger::Ledger;
use queue::{Prefix, Queue};

/// How much of a contest to play, and with what.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The number of blocks, from the first one.
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
    /// It was interrupted, and games of the plan are left to play.
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
}

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
    store.raise_target(Target { blocks: plan.blocks, shard: plan.shard })?;
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
    let open = || !interrupt.is_finishing() && !halt.load(Ordering::Relaxed);
    let queue = Queue::new(schedule, plan, stored).take_while(|_| open());
    let worker = || {
        let mut worker = contest_games.worker(plan.luck);
        move |(block, place): (Arc<Block>, usize)| play_game(&mut *worker, &block, place)
    };
    let ended = scatter(plan.threads, queue, worker, |messages| {
        if interrupt.is_now() {
            halt.store(true, Ordering::Relaxed);
        }
        let end = match ledger.keep(messages) {
            Ok(Control::Continue) => return ControlFlow::Continue(()),
            Ok(Control::Stop(reason)) => Ok(Completion::Stopped(reason)),
            Err(error) => Err(error),
        };
        // Whatever is still being played is not waited for.
        halt.store(true, Ordering::Relaxed);
        ControlFlow::Break(end)
    });
    ended.unwrap_or_else(|| ledger.completion())
}

/// Plays a game; nothing if it was given up. Agents' panics stay with the agents; one that arrives here is our own.
fn play_game(
    worker: &mut dyn GameWorker,
    block: &Block,
    place: usize,
) -> Option<Result<GameRecord, RunError>> {
    match catch_unwind(AssertUnwindSafe(|| worker.play(block, place))) {
        Ok(played) => played.map_err(RunError::Contest).transpose(),
        Err(panic) => Some(Err(RunError::Broken {
            game: block.first + place as u64,
            reason: panic_message(&*panic).to_owned(),
        })),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::games;

    /// A block that names an agent which is not there makes the program itself panic.
    #[test]
    fn a_panic_of_our_own_is_an_error() {
        let mut contest = Contest::new("sprint", None, vec!["random".to_owned()], 1);
        contest.lineups = vec![vec![0, 0]];
        let contest = contest.resolve(&games()).unwrap();
        let rules = games().rules("sprint", None).unwrap();
        let halt = Arc::new(AtomicBool::new(false));
        let played = rules.contest_games(&contest, None, &halt).unwrap();
        let mut block = Schedule::new(&contest).block(5);
        block.games[0] = vec![0, 9];
        let message = play_game(&mut *played.worker(false), &block, 0);
        let game = block.first;
        assert!(
            matches!(message, Some(Err(RunError::Broken { game: found, .. })) if found == game)
        );
    }
}
