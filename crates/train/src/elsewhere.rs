//! Games of a training that other machines play.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::{ControlFlow, Range};
use std::path::Path;

use ludarium_arena::{Interrupt, sha256};

use crate::values::SelfPlay;
use crate::workers::{each, interrupted};
use crate::{Progress, TrainError, TrainOptions};

/// Plays the games of a task, on any machine.
pub trait SelfPlayer: Send + Sync {
    /// What comes of the game with a number, as bytes: the same on every machine.
    fn play(&self, number: u64) -> Result<Vec<u8>, TrainError>;
}

/// Somebody who has games of a training played outside this process.
pub trait SelfPlayElsewhere: Debug + Send + Sync {
    /// Has the games played and gives what comes of them to `keep`, in any order and any number of times. It returns when
    /// all are there, when `keep` breaks off, or when it is interrupted.
    fn play(&self, wanted: &WantedGames<'_>, keep: &mut KeepGames<'_>) -> Result<(), TrainError>;
}

/// Takes the number of a game and what came of it.
pub type KeepGames<'k> = dyn FnMut(u64, Vec<u8>) -> Result<ControlFlow<()>, TrainError> + 'k;

/// Games of a training that are to be played elsewhere.
#[derive(Debug)]
pub struct WantedGames<'a> {
    /// What is played.
    pub task: &'a SelfPlay,
    /// The numbers of the games, in order.
    pub games: Vec<Range<u64>>,
    /// A game that was played here, and the digest of its result. A machine that gets another one must not play.
    pub probe: (u64, String),
    /// The folder of the training.
    pub folder: &'a Path,
    /// How it is told to end early.
    pub interrupt: &'a Interrupt,
}

impl<'a> WantedGames<'a> {
    /// Some games of a task; the first of them is played here.
    pub(crate) fn new(
        options: &'a TrainOptions,
        task: &'a SelfPlay,
        player: &dyn SelfPlayer,
        games: Vec<Range<u64>>,
    ) -> Result<WantedGames<'a>, TrainError> {
        let first = games.first().map_or(0, |range| range.start);
        Ok(WantedGames {
            task,
            games,
            probe: (first, sha256(&player.play(first)?)),
            folder: &options.folder,
            interrupt: &options.interrupt,
        })
    }
}

/// What came of each game so far; a game that comes twice must be the same.
#[derive(Default)]
pub(crate) struct Received(BTreeMap<u64, String>);

impl Received {
    /// Whether a game is new. It is an error if another one came under its number.
    pub fn is_new(&mut self, number: u64, bytes: &[u8]) -> Result<bool, TrainError> {
        let digest = sha256(bytes);
        match self.0.insert(number, digest.clone()) {
            None => Ok(true),
            Some(before) if before == digest => Ok(false),
            Some(_) => Err(TrainError::Elsewhere(format!(
                "game {number} was played twice and came out differently: the machines do not play the same, so one of \
                 them is wrong"
            ))),
        }
    }
}

/// What comes of the games from `first` on, in order, in portions that end before the numbers of `ends`. `take` may
/// break off after each portion. Every machine gets the same portions.
pub(crate) fn in_order(
    options: &TrainOptions,
    (task, player): (&SelfPlay, &dyn SelfPlayer),
    first: u64,
    ends: &[u64],
    tell: &mut dyn FnMut(Progress),
    take: &mut dyn FnMut(Vec<Vec<u8>>) -> Result<ControlFlow<()>, TrainError>,
) -> Result<(), TrainError> {
    let mut left = ends.iter().copied().filter(|&end| end > first);
    let total = ends.last().copied().unwrap_or(first);
    let Some(by) = &options.elsewhere else {
        let mut begin = first;
        for end in left {
            let mut heard = |progress| {
                if let Progress::Games { done, .. } = progress {
                    let done = begin + done;
                    tell(Progress::Games { done, total });
                }
            };
            let play = |number| player.play(begin + number);
            let portion = each(options, end - begin, &mut heard, &play)?;
            if take(portion)?.is_break() {
                return Ok(());
            }
            begin = end;
        }
        return Ok(());
    };
    let Some(mut end) = left.next() else {
        return Ok(());
    };
    let mut begin = first;
    let mut received = Received::default();
    let mut waiting = BTreeMap::new();
    let mut complete = false;
    let wanted = std::iter::once(first..total).collect();
    let wanted = WantedGames::new(options, task, player, wanted)?;
    let mut done = first;
    by.play(&wanted, &mut |number, bytes| {
        if received.is_new(number, &bytes)? {
            waiting.insert(number, bytes);
            done += 1;
            tell(Progress::Games { done, total });
        }
        while waiting.range(begin..end).count() as u64 == end - begin {
            let later = waiting.split_off(&end);
            let portion = std::mem::replace(&mut waiting, later);
            let flow = take(portion.into_values().collect())?;
            let next = left.next();
            if flow.is_break() || next.is_none() {
                complete = true;
                return Ok(ControlFlow::Break(()));
            }
            (begin, end) = (end, next.unwrap_or(end));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    match complete {
        true => Ok(()),
        false => Err(interrupted(options)),
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use std::sync::Arc;

    use super::*;
    use crate::battery::TestTraining;
    use crate::values::{Meeting, SelfPlayKind};

    /// A task that nobody looks into.
    pub fn task() -> SelfPlay {
        let meeting = Meeting {
            variant: String::new(),
            agent: String::new(),
            limits: ludarium_arena::Limits::default(),
            opening: 0,
        };
        SelfPlay {
            game: "sprint".to_owned(),
            networks: Vec::new(),
            seed: 5,
            kind: SelfPlayKind::Gate(meeting),
        }
    }

    /// Somebody whose games are made up.
    pub struct Made<F>(pub F);

    impl<F: Fn(u64) -> Vec<u8> + Send + Sync> SelfPlayer for Made<F> {
        fn play(&self, number: u64) -> Result<Vec<u8>, TrainError> {
            Ok((self.0)(number))
        }
    }

    /// Sends games backwards and each twice, at most so many, and one of them changed.
    pub struct Backwards<F> {
        pub play: F,
        pub most: usize,
        pub changed: Option<u64>,
    }

    impl<F> Debug for Backwards<F> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("Backwards")
        }
    }

    impl<F: Fn(u64) -> Vec<u8> + Send + Sync> SelfPlayElsewhere for Backwards<F> {
        fn play(
            &self,
            wanted: &WantedGames<'_>,
            keep: &mut KeepGames<'_>,
        ) -> Result<(), TrainError> {
            let (number, digest) = &wanted.probe;
            assert_eq!(*digest, sha256(&(self.play)(*number)));
            let games = wanted.games.iter().cloned().flatten();
            let mut games: Vec<u64> = games.collect();
            games.reverse();
            for number in games.into_iter().take(self.most) {
                for time in 0..2 {
                    let mut bytes = (self.play)(number);
                    if time == 1 && self.changed == Some(number) {
                        bytes.push(0);
                    }
                    if keep(number, bytes)?.is_break() {
                        return Ok(());
                    }
                }
            }
            Ok(())
        }
    }

    /// A training whose games somebody plays elsewhere.
    pub fn training(by: impl SelfPlayElsewhere + 'static) -> TestTraining {
        let mut test = TestTraining::new(2);
        test.options.elsewhere = Some(Arc::new(by));
        test
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{Backwards, Made, task, training};
    use super::*;
    use crate::battery::TestTraining;

    fn bytes(number: u64) -> Vec<u8> {
        vec![number as u8; 3]
    }

    /// The portions that somebody gets, who breaks off at one that begins with `last`.
    fn portions(options: &TrainOptions, last: u8) -> Result<Vec<Vec<u8>>, TrainError> {
        let mut portions = Vec::new();
        let (task, player) = (task(), Made(bytes));
        let who: (&SelfPlay, &dyn SelfPlayer) = (&task, &player);
        in_order(
            options,
            who,
            2,
            &[2, 4, 8, 9],
            &mut |_| (),
            &mut |portion| {
                portions.push(portion.iter().map(|bytes| bytes[0]).collect::<Vec<u8>>());
                Ok(match portion[0][0] == last {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                })
            },
        )?;
        Ok(portions)
    }

    fn backwards(most: usize, changed: Option<u64>) -> TestTraining {
        training(Backwards {
            play: bytes,
            most,
            changed,
        })
    }

    #[test]
    fn portions_do_not_depend_on_who_plays() {
        let whole = [vec![2, 3], vec![4, 5, 6, 7], vec![8]];
        for test in [TestTraining::new(2), backwards(usize::MAX, None)] {
            assert_eq!(portions(&test.options, 99).unwrap(), whole);
            assert_eq!(portions(&test.options, 4).unwrap(), whole[..2]);
        }
    }

    #[test]
    fn games_that_are_missing_or_changed_are_an_error() {
        let stopped = portions(&backwards(6, None).options, 99).unwrap_err();
        assert!(matches!(stopped, TrainError::Interrupted { .. }));
        let changed = portions(&backwards(7, Some(5)).options, 99).unwrap_err();
        assert!(changed.to_string().contains("game 5 was played twice"));
    }
}
