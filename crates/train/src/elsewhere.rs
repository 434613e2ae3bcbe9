//! Games of a training that other machines play.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use ludarium_arena::{Control, Elsewhere, RemoteTask, Wanted, sha256};

use crate::values::SelfPlay;
use crate::workers::{each, interrupted};
use crate::{Progress, TrainError, TrainOptions};

/// Plays the games of a task, on any machine.
pub trait SelfPlayer: Send + Sync {
    /// What comes of the game with a number, as bytes: the same on every machine.
    fn play(&self, number: u64) -> Result<Vec<u8>, TrainError>;
}

/// Takes the number of a game and what came of it.
pub(crate) type KeepGames<'k> = dyn FnMut(u64, Vec<u8>) -> Result<ControlFlow<()>, TrainError> + 'k;

/// A task, and somebody here who can play its games.
#[derive(Clone, Copy)]
pub(crate) struct SelfPlayGames<'a> {
    pub task: &'a SelfPlay,
    pub player: &'a dyn SelfPlayer,
}

/// Has games played elsewhere and gives what comes of each to `keep`, once, in any order. The first of them is played here as
/// well; a game that comes twice must be the same.
pub(crate) fn play_elsewhere(
    options: &TrainOptions,
    by: &dyn Elsewhere,
    games: SelfPlayGames<'_>,
    units: Vec<Range<u64>>,
    keep: &mut KeepGames<'_>,
) -> Result<(), TrainError> {
    let first = units.first().map_or(0, |range| range.start);
    let wanted = Wanted {
        task: RemoteTask::SelfPlay {
            // Texts and numbers always serialise.
            text: serde_json::to_string(games.task).unwrap_or_default(),
            probe: (first, sha256(&games.player.play(first)?)),
        },
        units: units.clone(),
        place: &options.folder,
        interrupt: &options.interrupt,
        // Games that nobody asked for are left out below.
        fits: &|_| Ok(()),
    };
    let mut known: BTreeMap<u64, String> = BTreeMap::new();
    let mut take = |number: u64, bytes: Vec<u8>| {
        // What an earlier owner of the training has stored may come again.
        if !units.iter().any(|range| range.contains(&number)) {
            return Ok(ControlFlow::Continue(()));
        }
        let digest = sha256(&bytes);
        match known.insert(number, digest.clone()) {
            None => keep(number, bytes),
            Some(before) if before == digest => Ok(ControlFlow::Continue(())),
            Some(_) => Err(TrainError::Elsewhere(format!(
                "game {number} was played twice and came out differently: the machines do not play the same, so one of \
                 them is wrong"
            ))),
        }
    };
    let mut trouble = None;
    by.play(&wanted, &mut |portions| {
        for (number, bytes) in portions.into_iter().flat_map(|portion| portion.results) {
            match take(number, bytes) {
                Ok(ControlFlow::Continue(())) => continue,
                Ok(ControlFlow::Break(())) => {}
                Err(error) => trouble = Some(error),
            }
            return Ok(Control::Stop(String::new()));
        }
        Ok(Control::Continue)
    })?;
    trouble.map_or(Ok(()), Err)
}

/// What comes of the first games of a task, in order, wherever they are played.
pub(crate) fn results(
    options: &TrainOptions,
    games: SelfPlayGames<'_>,
    count: u64,
    tell: &mut dyn FnMut(Progress),
) -> Result<Vec<Vec<u8>>, TrainError> {
    let by = options.elsewhere.as_deref().filter(|_| count > 0);
    let Some(by) = by else {
        return each(options, count, tell, &|number| games.player.play(number));
    };
    let mut results = BTreeMap::new();
    play_elsewhere(
        options,
        by,
        games,
        std::iter::once(0..count).collect(),
        &mut |number, bytes| {
            results.insert(number, bytes);
            let done = results.len() as u64;
            tell(Progress::Games { done, total: count });
            Ok(if done == count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        },
    )?;
    if (results.len() as u64) < count {
        return Err(interrupted(options));
    }
    Ok(results.into_values().collect())
}

#[cfg(test)]
pub(crate) mod testing {
    use std::fmt::Debug;
    use std::sync::Arc;

    use ludarium_arena::{Keep, Portion, RunError};

    use super::*;
    use crate::battery::TestTraining;
    use crate::values::{Playing, Positions, SelfPlayKind};

    /// A task that nobody looks into.
    pub fn task() -> SelfPlay {
        let playing = Playing {
            variants: Vec::new(),
            line_ups: Vec::new(),
            styles: Vec::new(),
            limits: ludarium_arena::Limits::default(),
            positions: Positions {
                opening: 0,
                random_share: 0.0,
                one_in: 1,
                all_rolls: false,
                fading: 1.0,
                draw: 1.0,
            },
            first: 0,
        };
        SelfPlay {
            game: "sprint".to_owned(),
            networks: Vec::new(),
            seed: 5,
            kind: SelfPlayKind::Judge(playing),
        }
    }

    /// Somebody whose games are made up.
    pub struct Made<F>(pub F);

    impl<F: Fn(u64) -> Vec<u8> + Send + Sync> SelfPlayer for Made<F> {
        fn play(&self, number: u64) -> Result<Vec<u8>, TrainError> {
            Ok((self.0)(number))
        }
    }

    /// Sends games backwards and each twice, at most `most`, and one of them changed.
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

    impl<F: Fn(u64) -> Vec<u8> + Send + Sync> Elsewhere for Backwards<F> {
        fn play(&self, wanted: &Wanted<'_>, keep: &mut Keep<'_>) -> Result<(), RunError> {
            let RemoteTask::SelfPlay { probe, .. } = &wanted.task else {
                panic!("no contest is wanted here");
            };
            assert_eq!(probe.1, sha256(&(self.play)(probe.0)));
            let mut games: Vec<u64> = wanted.units.iter().cloned().flatten().collect();
            games.reverse();
            for number in games.into_iter().take(self.most) {
                for time in 0..2 {
                    let mut bytes = (self.play)(number);
                    if time == 1 && self.changed == Some(number) {
                        bytes.push(0);
                    }
                    let portion = Portion { results: vec![(number, bytes)], ..Portion::default() };
                    if keep(vec![portion])? != Control::Continue {
                        return Ok(());
                    }
                }
            }
            Ok(())
        }
    }

    /// A training whose games somebody plays elsewhere.
    pub fn training(by: impl Elsewhere + 'static) -> TestTraining {
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

    fn played(options: &TrainOptions) -> Result<Vec<Vec<u8>>, TrainError> {
        let games = SelfPlayGames { task: &task(), player: &Made(bytes) };
        results(options, games, 9, &mut |_| ())
    }

    fn backwards(most: usize, changed: Option<u64>) -> TestTraining {
        training(Backwards { play: bytes, most, changed })
    }

    #[test]
    fn results_do_not_depend_on_who_plays() {
        let all: Vec<Vec<u8>> = (0..9).map(bytes).collect();
        for test in [TestTraining::new(2), backwards(usize::MAX, None)] {
            assert_eq!(played(&test.options).unwrap(), all);
        }
    }

    #[test]
    fn games_that_are_missing_or_changed_are_an_error() {
        let stopped = played(&backwards(6, None).options).unwrap_err();
        assert!(matches!(stopped, TrainError::Interrupted { .. }));
        let changed = played(&backwards(9, Some(5)).options).unwrap_err();
        assert!(changed.to_string().contains("game 5 was played twice"));
    }
}
