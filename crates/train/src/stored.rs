//! Games that are played once: what is written down of them is stored in parts, so that a kill loses no more than the
//! part at hand and the one that is being written.

use std::collections::{BTreeMap, VecDeque};
use std::ops::{ControlFlow, Range};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread::{self, ScopedJoinHandle};

use ludarium_arena::{Elsewhere, scatter};
use ludarium_learn::data::{DataSet, RowShape, Summary};

use crate::elsewhere::{SelfPlayGames, play_elsewhere};
use crate::workers::interrupted;
use crate::{Progress, TrainError, TrainOptions};

/// Games whose rows are stored.
pub struct Stored<'a> {
    /// What its files are called.
    pub name: &'a str,
    /// What is played and written down: all that decides the rows but the seed and the numbers of the games.
    pub about: String,
    /// What every row has.
    pub shape: RowShape,
}

/// The most parts.
const PARTS: u64 = 20;

/// The parts that are packed and written at once, while others are played: on many cores a part is played faster than one
/// thread packs it.
const WRITERS: usize = 4;

impl Stored<'_> {
    /// The rows of the first `games` games. `play` gives those of the game with a number; parts that were stored before are read.
    pub fn rows(
        &self,
        options: &TrainOptions,
        games: u64,
        tell: &mut dyn FnMut(Progress),
        play: &(dyn Fn(u64) -> Result<DataSet, TrainError> + Sync),
    ) -> Result<DataSet, TrainError> {
        self.gather(options, games, tell, &mut |lacking, keep| {
            let interrupt = &options.interrupt;
            let numbers = lacking.into_iter().flatten();
            let numbers = numbers.take_while(|_| !interrupt.is_finishing());
            let worker = || |number| Some((number, play(number)));
            let ended = scatter(options.threads, numbers, worker, |played| {
                for (number, rows) in played {
                    match rows.and_then(|rows| keep(number, rows)) {
                        Ok(ControlFlow::Continue(())) => {}
                        Ok(ControlFlow::Break(())) => return ControlFlow::Break(Ok(())),
                        Err(error) => return ControlFlow::Break(Err(error)),
                    }
                }
                ControlFlow::Continue(())
            });
            ended.unwrap_or(Ok(()))
        })
    }

    /// The rows of the first `count` games that others play, by their bytes. Parts that were stored before are read; `number` says
    /// which game of the data set a game of the task is.
    pub(crate) fn rows_elsewhere(
        &self,
        options: &TrainOptions,
        by: &dyn Elsewhere,
        games: SelfPlayGames<'_>,
        count: u64,
        number: &dyn Fn(u64) -> u64,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<DataSet, TrainError> {
        self.gather(options, count, tell, &mut |lacking, keep| {
            play_elsewhere(options, by, games, lacking, &mut |game, bytes| {
                let rows = DataSet::from_bytes(self.shape, &bytes)?;
                if rows.games().iter().any(|&found| found != number(game)) {
                    return Err(TrainError::Elsewhere(format!(
                        "a worker sent rows of game {game} that do not belong to this training"
                    )));
                }
                keep(game, rows)
            })
        })
    }

    /// The rows of the first games: `produce` plays those that are missing.
    fn gather(
        &self,
        options: &TrainOptions,
        count: u64,
        tell: &mut dyn FnMut(Progress),
        produce: &mut Produce<'_>,
    ) -> Result<DataSet, TrainError> {
        let size = count.div_ceil(PARTS).max(1);
        let mut parts: BTreeMap<u64, BTreeMap<u64, DataSet>> = BTreeMap::new();
        let mut lacking: Vec<Range<u64>> = Vec::new();
        for first in (0..count).step_by(size as usize) {
            let part = size.min(count - first);
            let about = self.about_part(options, first, part);
            if self.is_known(&self.path(options, first), &about) {
                continue;
            }
            parts.insert(first, BTreeMap::new());
            match lacking.last_mut() {
                Some(last) if last.end == first => last.end += part,
                _ => lacking.push(first..first + part),
            }
        }
        if !lacking.is_empty() {
            let missing: u64 = lacking.iter().map(|range| range.end - range.start).sum();
            let mut done = count - missing;
            thread::scope(|scope| {
                let mut writing = VecDeque::new();
                produce(lacking, &mut |game, rows| {
                    let first = game / size * size;
                    let Some(part) = parts.get_mut(&first) else {
                        return Ok(ControlFlow::Continue(()));
                    };
                    part.insert(game, rows);
                    done += 1;
                    tell(Progress::Games { done, total: count });
                    let games = size.min(count - first);
                    if part.len() as u64 == games {
                        // Written while others are played; its rows are read again at the end.
                        let played: Vec<DataSet> = std::mem::take(part).into_values().collect();
                        parts.remove(&first);
                        let (path, about) =
                            (self.path(options, first), self.about_part(options, first, games));
                        written(&mut writing, WRITERS - 1)?;
                        writing.push_back(
                            scope.spawn(move || self.write_part(&played, &path, &about)),
                        );
                    }
                    Ok(if parts.is_empty() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    })
                })?;
                written(&mut writing, 0)
            })?;
            if !parts.is_empty() {
                return Err(interrupted(options));
            }
        }
        let mut all = DataSet::new(self.shape)?;
        for first in (0..count).step_by(size as usize) {
            all.append(&DataSet::read(&self.path(options, first))?)?;
        }
        Ok(all)
    }

    /// What decides the rows of a part.
    fn about_part(&self, options: &TrainOptions, first: u64, count: u64) -> String {
        format!("{}, games {first} to {}, seed {}", self.about, first + count - 1, options.seed)
    }

    /// Whether a file holds the rows of a part.
    fn is_known(&self, path: &Path, about: &str) -> bool {
        Summary::read(path).is_ok_and(|found| found.about == about && found.shape == self.shape)
    }

    fn write_part(&self, played: &[DataSet], path: &Path, about: &str) -> Result<(), TrainError> {
        let mut part = DataSet::new(self.shape)?;
        for rows in played {
            part.append(rows)?;
        }
        Ok(part.write(path, about)?)
    }

    /// Removes what was stored of the first games.
    pub(crate) fn remove(&self, options: &TrainOptions, games: u64) {
        let part = games.div_ceil(PARTS).max(1);
        for first in (0..games).step_by(part as usize) {
            // What is not there need not be removed.
            let _ = std::fs::remove_file(self.path(options, first));
        }
    }

    fn path(&self, options: &TrainOptions, first: u64) -> PathBuf {
        options.folder.join(format!("{}-{first}.data", self.name))
    }
}

/// Takes the number of a game and its rows, and says when there are enough.
type KeepRows<'k> = dyn FnMut(u64, DataSet) -> Result<ControlFlow<()>, TrainError> + 'k;

/// Plays the games with these numbers.
type Produce<'p> = dyn FnMut(Vec<Range<u64>>, &mut KeepRows<'_>) -> Result<(), TrainError> + 'p;

/// A part that is being written.
type Writing<'scope> = ScopedJoinHandle<'scope, Result<(), TrainError>>;

/// Waits until at most `most` parts are being written.
fn written(writing: &mut VecDeque<Writing<'_>>, most: usize) -> Result<(), TrainError> {
    let done = writing.len().saturating_sub(most);
    let join = |writing: Writing<'_>| writing.join().unwrap_or_else(|panic| resume_unwind(panic));
    writing.drain(..done).try_for_each(join)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use ludarium_learn::data::{Features, Inputs, Row};

    use super::*;
    use crate::battery::TestTraining;
    use crate::elsewhere::testing::{Backwards, Made, task, training};

    const SHAPE: RowShape =
        RowShape { features: Features::Dense { width: 1 }, outcomes: 1, searched: false };

    fn stored(about: &str) -> Stored<'static> {
        Stored { name: "games", about: about.to_owned(), shape: SHAPE }
    }

    const GAMES: u64 = 50;

    /// The rows of all games, and the numbers of those that were played for them.
    fn gather(options: &TrainOptions, about: &str) -> (Result<DataSet, TrainError>, Vec<u64>) {
        let played = Mutex::new(Vec::new());
        let play = |number: u64| {
            played.lock().unwrap().push(number);
            let mut rows = DataSet::new(SHAPE)?;
            for cell in 0..number % 3 {
                rows.push(&Row {
                    game: number,
                    inputs: Inputs::Dense(&[cell as f32]),
                    outcome: &[1.0],
                    search: None,
                })?;
            }
            Ok(rows)
        };
        let rows = stored(about).rows(options, GAMES, &mut |_| (), &play);
        let mut played = played.into_inner().unwrap();
        played.sort_unstable();
        (rows, played)
    }

    #[test]
    fn only_parts_that_are_missing_damaged_or_of_other_games_are_played() {
        let test = TestTraining::new(2);
        let (first, played) = gather(&test.options, "a test");
        let first = first.unwrap();
        assert_eq!(played, (0..GAMES).collect::<Vec<_>>());
        assert_eq!(first.games()[..9], [1, 2, 2, 4, 5, 5, 7, 8, 8]);
        let again = |about: &str| {
            let (rows, played) = gather(&test.options, about);
            assert_eq!(rows.unwrap(), first);
            played
        };
        assert!(again("a test").is_empty());
        let path = |first| stored("a test").path(&test.options, first);
        // Fifty games make seventeen parts of three, the last one shorter.
        std::fs::remove_file(path(48)).unwrap();
        assert_eq!(again("a test"), [48, 49]);
        std::fs::write(path(3), "half a fi").unwrap();
        assert_eq!(again("a test"), [3, 4, 5]);
        assert_eq!(again("another test").len(), GAMES as usize);
        let other_seed = TrainOptions { seed: test.options.seed + 1, ..test.options.clone() };
        assert_eq!(gather(&other_seed, "another test").1.len(), GAMES as usize);
    }

    /// The rows of a game as it travels.
    fn bytes(game: u64) -> Vec<u8> {
        let mut rows = DataSet::new(SHAPE).unwrap();
        for cell in 0..game % 3 {
            let row = Row {
                game: game + 100,
                inputs: Inputs::Dense(&[cell as f32]),
                outcome: &[1.0],
                search: None,
            };
            rows.push(&row).unwrap();
        }
        rows.to_bytes()
    }

    #[test]
    fn rows_that_others_play_are_stored_in_order_and_only_once() {
        let sent = |most| training(Backwards { play: bytes, most, changed: None });
        let gather = |test: &TestTraining, number: u64| {
            let options = &test.options;
            let by = options.elsewhere.as_ref().unwrap();
            let games = SelfPlayGames { task: &task(), player: &Made(bytes) };
            let name = |game| game + number;
            stored("a test").rows_elsewhere(options, &**by, games, GAMES, &name, &mut |_| ())
        };
        let near = TestTraining::new(2);
        let rows = stored("a test").rows(&near.options, GAMES, &mut |_| (), &|game| {
            Ok(DataSet::from_bytes(SHAPE, &bytes(game))?)
        });
        let rows = rows.unwrap();
        assert_eq!(gather(&sent(usize::MAX), 100).unwrap(), rows);
        // What came before a stop is not asked for again.
        let mut test = sent(20);
        let stopped = gather(&test, 100).unwrap_err();
        assert!(matches!(stopped, TrainError::Interrupted { .. }));
        test.options.elsewhere = sent(GAMES as usize - 18).options.elsewhere.clone();
        assert_eq!(gather(&test, 100).unwrap(), rows);
        let stray = gather(&sent(usize::MAX), 7).unwrap_err().to_string();
        assert!(stray.contains("do not belong to this training"), "{stray}");
    }
}
