//! `review_run`: all games of a run, or the first of them, before one judge.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ludarium_arena::{Interrupt, Store, StoreError, scatter, seeded_start};
use ludarium_game::{ChancePlace, Seed, ShareUnit};

use super::judging_agent::JudgingAgent;
use super::reviewed_game::{JudgeNews, ReviewTask, ReviewedGame};
use crate::error::LabError;

/// How much of a run is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunReviewOptions {
    /// At least this number of games, in whole blocks from the first; all where it is not said.
    pub games: Option<u64>,
    /// So many random decisions and rolls of each game; all where it is not said.
    pub sample: Option<usize>,
    /// Games at the same time.
    pub threads: usize,
}

/// The judgement of the games of a run.
pub struct RunReview {
    pub(super) judge: String,
    /// What the agents are called.
    pub(super) labels: Vec<String>,
    /// The games that were looked at, in order.
    pub(super) found: Vec<ReviewedGame>,
    pub(super) sampled: bool,
    pub(super) planned: u64,
    /// In what players of the game count.
    pub(super) unit: ShareUnit,
}

/// Reviews the games of a run. `progress` is told how many questions were answered and how many there are, as far as that is
/// known. An interrupt leaves what was found until then.
///
/// A judge whose budget is counted gives the same review on any number of threads.
pub fn review_run(
    store: &Store,
    judge: &JudgingAgent,
    options: &RunReviewOptions,
    interrupt: &Interrupt,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<RunReview, LabError> {
    let path = store.path();
    let damaged = |source: StoreError| LabError::Store {
        experiment: path.display().to_string(),
        source: Box::new(source),
    };
    let games = wanted(store, options.games).map_err(damaged)?;
    let judge = judge.stopped_by(interrupt.now_flag());
    let look = ReviewTask {
        judge: &judge,
        sample: options.sample,
        seed: Seed(store.contest().seed),
        interrupt,
    };
    // Before a game is replayed, a question for each of its moves is expected, and another for a roll.
    let with_rolls = match judge.rules().chance() {
        ChancePlace::Nowhere => 1,
        _ => 2,
    };
    let most = options.sample.map_or(u64::MAX, |sample| sample as u64);
    let guess = |&(number, _, moves): &(u64, u64, u64)| (number, with_rolls * moves.min(most));
    let meter = Mutex::new(QuestionMeter::new(games.iter().map(guess).collect()));
    let worker = || {
        |number| {
            // A connection is for one thread, and a look at a game takes much longer than this.
            let record = Store::open(path).and_then(|store| store.game(number));
            let tell = |told| QuestionMeter::locked(&meter).add(number, told);
            Some(match record {
                Ok(Some(record)) => look.at(&record, &tell).map_err(LabError::from),
                Ok(None) => Ok(None),
                Err(error) => Err(damaged(error)),
            })
        }
    };
    let numbers = games.iter().map(|&(number, _, _)| number);
    let numbers = numbers.take_while(|_| !interrupt.is_finishing());
    let mut found = Vec::new();
    let failed = scatter(options.threads, numbers, worker, |looked| {
        for game in looked {
            match game {
                Ok(game) => found.extend(game),
                Err(error) => return ControlFlow::Break(error),
            }
        }
        let QuestionMeter { done, total, .. } = *QuestionMeter::locked(&meter);
        progress(done, total);
        ControlFlow::Continue(())
    });
    if let Some(error) = failed {
        return Err(error);
    }
    found.sort_by_key(|game| game.number);
    let asked: u64 = found.iter().map(|game| game.decisions.asked).sum();
    if asked > 0 && found.iter().all(|game| game.decisions.judged == 0) {
        let agent = judge.name().to_owned();
        return Err(LabError::Judge { agent });
    }
    Ok(RunReview {
        judge: judge.name().to_owned(),
        labels: store.labels(),
        found,
        sampled: options.sample.is_some(),
        planned: games.len() as u64,
        unit: seeded_start(judge.rules(), Seed(1)).unit(),
    })
}

impl RunReview {
    /// The games that were looked at.
    pub fn games(&self) -> u64 {
        self.found.len() as u64
    }

    /// The blocks that they belong to.
    pub fn blocks(&self) -> usize {
        let blocks = self.found.chunk_by(|a, b| a.block == b.block);
        blocks.count()
    }

    /// The games that were to be looked at.
    pub fn planned(&self) -> u64 {
        self.planned
    }
}

/// The number, the block and the moves of each game that is to be looked at.
fn wanted(store: &Store, least: Option<u64>) -> Result<Vec<(u64, u64, u64)>, StoreError> {
    let mut games: Vec<(u64, u64, u64)> = Vec::new();
    store.each_sum(|sum| {
        let game = &sum.summary;
        let same_block = games.last().is_some_and(|last| last.1 == game.block);
        if same_block || least.is_none_or(|least| (games.len() as u64) < least) {
            games.push((game.number, game.block, game.plies));
        }
        Ok::<(), StoreError>(())
    })?;
    Ok(games)
}

/// How many questions were answered, and how many there will be.
struct QuestionMeter {
    done: u64,
    total: u64,
    /// What was taken for the number of questions of each game, by its number, until it is known.
    guesses: HashMap<u64, u64>,
}

impl QuestionMeter {
    fn new(guesses: HashMap<u64, u64>) -> QuestionMeter {
        QuestionMeter { done: 0, total: guesses.values().sum(), guesses }
    }

    fn locked(meter: &Mutex<QuestionMeter>) -> MutexGuard<'_, QuestionMeter> {
        meter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&mut self, number: u64, told: JudgeNews) {
        match told {
            JudgeNews::Questions(count) => {
                let guess = self.guesses.remove(&number).unwrap_or(0);
                self.total = self.total - guess + count;
            }
            JudgeNews::Answer => self.done += 1,
        }
    }
}
