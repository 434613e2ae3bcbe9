//! `review_run`: all games of a run, or the first of them, before one judge.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use ludarium_arena::{GameRecord, Interrupt, ReplayError, Store, StoreError};
use ludarium_game::{ChancePlace, Seed};

use super::judging_agent::JudgingAgent;
use super::reviewed_game::{Look, ReviewedGame, Told};
use crate::error::LabError;

/// How much of a run is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunReviewOptions {
    /// At least so many games, in whole blocks from the first; all where it is not said.
    pub games: Option<u64>,
    /// So many random decisions and rolls of each game; all where it is not said.
    pub sample: Option<usize>,
    /// Games at the same time.
    pub threads: usize,
}

/// What a judge says of the games of a run.
pub struct RunReview {
    pub(super) judge: String,
    /// What the agents are called.
    pub(super) labels: Vec<String>,
    /// The games that were looked at, in order.
    pub(super) found: Vec<ReviewedGame>,
    pub(super) sampled: bool,
    pub(super) planned: u64,
}

/// What a thread that looks at games says.
enum News {
    Told(u64, Told),
    Done(Result<Option<ReviewedGame>, ReplayError>),
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
    let damaged = |source: StoreError| LabError::Store {
        experiment: store.path().display().to_string(),
        source: Box::new(source),
    };
    let games = wanted(store, options.games).map_err(damaged)?;
    let judge = judge.stopped_by(interrupt.now_flag());
    let look = Look {
        judge: &judge,
        sample: options.sample,
        seed: Seed(store.contest().seed),
        interrupt,
    };
    // Before a game is replayed, a question for each of its moves is expected, and one for a roll beside it.
    let with_rolls = match judge.rules().chance() {
        ChancePlace::Nowhere => 1,
        _ => 2,
    };
    let most = options.sample.map_or(u64::MAX, |sample| sample as u64);
    let guess = |&(number, _, moves): &(u64, u64, u64)| (number, with_rolls * moves.min(most));
    let mut meter = Meter::new(games.iter().map(guess).collect());
    let (jobs, waiting) = channel();
    let waiting = Mutex::new(waiting);
    let (sender, news) = channel();
    let mut found = thread::scope(|scope| {
        let threads = options.threads.clamp(1, games.len().max(1));
        for _ in 0..threads {
            let (look, waiting, sender) = (&look, &waiting, sender.clone());
            scope.spawn(move || look_on(look, waiting, &sender));
        }
        drop(sender);
        // When this ends, early or not, nobody gets another job.
        let jobs = jobs;
        let (mut left, mut found, mut busy) = (games.iter(), Vec::new(), 0);
        loop {
            while busy < threads && !interrupt.is_finishing() {
                let Some(&(number, _, _)) = left.next() else {
                    break;
                };
                let Some(record) = store.game(number).map_err(damaged)? else {
                    continue;
                };
                // Somebody waits as long as this end is open.
                let _ = jobs.send(record);
                busy += 1;
            }
            if busy == 0 {
                return Ok::<_, LabError>(found);
            }
            match news.recv() {
                Ok(News::Told(number, told)) => meter.add(number, told, progress),
                Ok(News::Done(game)) => {
                    busy -= 1;
                    found.extend(game?);
                }
                // Threads that look at games end after this loop.
                Err(_) => return Ok(found),
            }
        }
    })?;
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

/// Looks at one game after another until there are no more.
fn look_on(look: &Look<'_>, waiting: &Mutex<Receiver<GameRecord>>, news: &Sender<News>) {
    loop {
        let next = waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let Ok(record) = next else {
            return;
        };
        let tell = |told: Told| {
            // Nobody listens any more after an error.
            let _ = news.send(News::Told(record.number, told));
        };
        let found = look.at(&record, &tell);
        let _ = news.send(News::Done(found));
    }
}

/// How many questions were answered, and how many there will be.
struct Meter {
    done: u64,
    total: u64,
    /// What was taken for the number of questions of each game, by its number, until it is known.
    guesses: HashMap<u64, u64>,
}

impl Meter {
    fn new(guesses: HashMap<u64, u64>) -> Meter {
        Meter {
            done: 0,
            total: guesses.values().sum(),
            guesses,
        }
    }

    fn add(&mut self, number: u64, told: Told, progress: &mut dyn FnMut(u64, u64)) {
        match told {
            Told::Questions(count) => {
                let guess = self.guesses.remove(&number).unwrap_or(0);
                self.total = self.total - guess + count;
            }
            Told::Answer => self.done += 1,
        }
        progress(self.done, self.total);
    }
}
