//! Games that are played once: what is written down of them is stored in parts, so that a kill loses no more than the
//! part at hand and the one that is being written.

use std::collections::{BTreeMap, VecDeque};
use std::ops::{ControlFlow, Range};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread::{self, ScopedJoinHandle};

use ludarium_learn::data::{DataSet, RowShape, Summary};

use crate::elsewhere::{Received, SelfPlayElsewhere, SelfPlayer, WantedGames};
use crate::values::SelfPlay;
use crate::workers::{each, interrupted};
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

/// So many parts there are at the most.
const PARTS: u64 = 20;

/// So many parts are packed and written at once, while the next one is played: on many cores a part is played faster
/// than one thread packs it.
const WRITERS: usize = 4;

impl Stored<'_> {
    /// The rows of so many games. `play` gives those of the game with a number; parts that were stored before are read.
    pub fn rows(
        &self,
        options: &TrainOptions,
        games: u64,
        tell: &mut dyn FnMut(Progress),
        play: &(dyn Fn(u64) -> Result<DataSet, TrainError> + Sync),
    ) -> Result<DataSet, TrainError> {
        thread::scope(|scope| {
            let mut all = DataSet::new(self.shape)?;
            let mut writing = VecDeque::new();
            let part = games.div_ceil(PARTS).max(1);
            for first in (0..games).step_by(part as usize) {
                let count = part.min(games - first);
                let (about, path) = (
                    self.about_part(options, first, count),
                    self.path(options, first),
                );
                if self.is_known(&path, &about) {
                    settle(&mut writing, 0, &mut all)?;
                    all.append(&DataSet::read(&path)?)?;
                    continue;
                }
                let mut heard = |progress| {
                    if let Progress::Games { done, .. } = progress {
                        tell(Progress::Games {
                            done: first + done,
                            total: games,
                        });
                    }
                };
                let played = each(options, count, &mut heard, &|number| play(first + number))?;
                settle(&mut writing, WRITERS - 1, &mut all)?;
                writing.push_back(scope.spawn(move || self.write_part(&played, &path, &about)));
            }
            settle(&mut writing, 0, &mut all)?;
            Ok(all)
        })
    }

    /// The rows of so many games that others play, by their bytes. Parts that were stored before are read; `number` says
    /// which game of the data set a game of the task is.
    pub(crate) fn rows_elsewhere(
        &self,
        options: &TrainOptions,
        by: &dyn SelfPlayElsewhere,
        games: u64,
        (task, player): (&SelfPlay, &dyn SelfPlayer),
        number: &dyn Fn(u64) -> u64,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<DataSet, TrainError> {
        let size = games.div_ceil(PARTS).max(1);
        let mut parts: BTreeMap<u64, BTreeMap<u64, DataSet>> = BTreeMap::new();
        let mut lacking: Vec<Range<u64>> = Vec::new();
        for first in (0..games).step_by(size as usize) {
            let count = size.min(games - first);
            let about = self.about_part(options, first, count);
            if self.is_known(&self.path(options, first), &about) {
                continue;
            }
            parts.insert(first, BTreeMap::new());
            match lacking.last_mut() {
                Some(last) if last.end == first => last.end += count,
                _ => lacking.push(first..first + count),
            }
        }
        if !lacking.is_empty() {
            let wanted = WantedGames::new(options, task, player, lacking)?;
            let mut done = games
                - wanted
                    .games
                    .iter()
                    .map(|range| range.end - range.start)
                    .sum::<u64>();
            let mut received = Received::default();
            thread::scope(|scope| {
                let mut writing = VecDeque::new();
                by.play(&wanted, &mut |game, bytes| {
                    let first = game / size * size;
                    if !received.is_new(game, &bytes)? {
                        return Ok(ControlFlow::Continue(()));
                    }
                    let rows = DataSet::from_bytes(self.shape, &bytes)?;
                    let stray = rows.games().iter().any(|&found| found != number(game));
                    let Some(part) = parts.get_mut(&first).filter(|_| !stray) else {
                        return Err(TrainError::Elsewhere(format!(
                            "a worker sent rows of game {game} that do not belong to this training"
                        )));
                    };
                    part.insert(game, rows);
                    done += 1;
                    tell(Progress::Games { done, total: games });
                    let count = size.min(games - first);
                    if part.len() as u64 == count {
                        // Written while others are played; its rows are read again at the end.
                        let played: Vec<DataSet> = std::mem::take(part).into_values().collect();
                        parts.remove(&first);
                        let (path, about) = (
                            self.path(options, first),
                            self.about_part(options, first, count),
                        );
                        written(&mut writing, WRITERS - 1)?;
                        writing.push_back(
                            scope.spawn(move || self.write_part(&played, &path, &about)),
                        );
                    }
                    Ok(match parts.is_empty() {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    })
                })?;
                written(&mut writing, 0).map(|_| ())
            })?;
            if !parts.is_empty() {
                return Err(interrupted(options));
            }
        }
        let mut all = DataSet::new(self.shape)?;
        for first in (0..games).step_by(size as usize) {
            all.append(&DataSet::read(&self.path(options, first))?)?;
        }
        Ok(all)
    }

    /// What decides the rows of a part.
    fn about_part(&self, options: &TrainOptions, first: u64, count: u64) -> String {
        format!(
            "{}, games {first} to {}, seed {}",
            self.about,
            first + count - 1,
            options.seed
        )
    }

    /// Whether a file holds the rows of a part.
    fn is_known(&self, path: &Path, about: &str) -> bool {
        Summary::read(path).is_ok_and(|found| found.about == about && found.shape == self.shape)
    }

    fn write_part(
        &self,
        played: &[DataSet],
        path: &Path,
        about: &str,
    ) -> Result<DataSet, TrainError> {
        let mut part = DataSet::new(self.shape)?;
        for rows in played {
            part.append(rows)?;
        }
        part.write(path, about)?;
        Ok(part)
    }

    /// Removes what was stored of so many games.
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

/// A part that is being written.
type Writing<'scope> = ScopedJoinHandle<'scope, Result<DataSet, TrainError>>;

/// Parts that are being written, in order.
type Writings<'scope> = VecDeque<Writing<'scope>>;

/// Waits until at most `most` parts are being written, and adds the rows of the others.
fn settle(writing: &mut Writings<'_>, most: usize, all: &mut DataSet) -> Result<(), TrainError> {
    for part in written(writing, most)? {
        all.append(&part)?;
    }
    Ok(())
}

/// Waits until at most `most` parts are being written; the others, in order.
fn written(writing: &mut Writings<'_>, most: usize) -> Result<Vec<DataSet>, TrainError> {
    let done = writing.len().saturating_sub(most);
    let join = |writing: Writing<'_>| writing.join().unwrap_or_else(|panic| resume_unwind(panic));
    writing.drain(..done).map(join).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use ludarium_learn::data::{Features, Inputs, Row};

    use super::*;
    use crate::battery::TestTraining;
    use crate::elsewhere::testing::{Backwards, Made, task, training};

    const SHAPE: RowShape = RowShape {
        features: Features::Dense { width: 1 },
        outcomes: 1,
        searched: false,
    };

    fn stored(about: &str) -> Stored<'static> {
        Stored {
            name: "games",
            about: about.to_owned(),
            shape: SHAPE,
        }
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
        let other_seed = TrainOptions {
            seed: test.options.seed + 1,
            ..test.options.clone()
        };
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
        let sent = |most| {
            training(Backwards {
                play: bytes,
                most,
                changed: None,
            })
        };
        let gather = |test: &TestTraining, number: u64| {
            let options = &test.options;
            let by = options.elsewhere.as_ref().unwrap();
            let (task, player) = (task(), Made(bytes));
            let who: (&SelfPlay, &dyn SelfPlayer) = (&task, &player);
            let name = |game| game + number;
            stored("a test").rows_elsewhere(options, &**by, GAMES, who, &name, &mut |_| ())
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
