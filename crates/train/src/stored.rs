//! Games that are played once: what is written down of them is stored in parts, so that a kill loses no more than the
//! part at hand and the one that is being written.

use std::panic::resume_unwind;
use std::path::PathBuf;
use std::thread::{self, ScopedJoinHandle};

use ludarium_learn::data::{DataSet, RowShape, Summary};

use crate::workers::each;
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

impl Stored<'_> {
    /// The rows of so many games. `play` gives those of the game with a number; parts that were stored before are read.
    pub fn rows(
        &self,
        options: &TrainOptions,
        games: u64,
        tell: &mut dyn FnMut(Progress),
        play: impl Fn(u64) -> Result<DataSet, TrainError> + Sync,
    ) -> Result<DataSet, TrainError> {
        thread::scope(|scope| {
            let mut all = DataSet::new(self.shape)?;
            // A part is packed and written while the next one is played.
            let mut writing = None;
            let part = games.div_ceil(PARTS).max(1);
            for first in (0..games).step_by(part as usize) {
                let count = part.min(games - first);
                let about = format!(
                    "{}, games {first} to {}, seed {}",
                    self.about,
                    first + count - 1,
                    options.seed
                );
                let path = self.path(options, first);
                let known = Summary::read(&path)
                    .is_ok_and(|found| found.about == about && found.shape == self.shape);
                if known {
                    settle(&mut writing, &mut all)?;
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
                let played = each(options, count, &mut heard, |number| play(first + number))?;
                settle(&mut writing, &mut all)?;
                writing = Some(scope.spawn(move || {
                    let mut part = DataSet::new(self.shape)?;
                    for rows in &played {
                        part.append(rows)?;
                    }
                    part.write(&path, &about)?;
                    Ok(part)
                }));
            }
            settle(&mut writing, &mut all)?;
            Ok(all)
        })
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

/// Waits until the part is written, and adds its rows.
fn settle(writing: &mut Option<Writing<'_>>, all: &mut DataSet) -> Result<(), TrainError> {
    let Some(writing) = writing.take() else {
        return Ok(());
    };
    let part = writing
        .join()
        .unwrap_or_else(|panic| resume_unwind(panic))?;
    Ok(all.append(&part)?)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use ludarium_learn::data::{Features, Inputs, Row};

    use super::*;
    use crate::battery::TestTraining;

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
        let rows = stored(about).rows(options, GAMES, &mut |_| (), play);
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
}
