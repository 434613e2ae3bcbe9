//! The weights over the games: a list that is also the checkpoint.

use ludarium_chexers::rules::evaluation::Weights;

use super::FEATURES;
use super::game::{LINEUPS, play, seed};
use super::schemes::Scheme;
use ludarium_train::{List, Progress, TrainError, TrainOptions, interrupted};

/// After this number of games the list is written.
const KEPT: usize = 10;

/// The weights before the first game and after each, learned one game after the other with the weights of the moment.
///
/// What an interrupted training has learned is read from its list: numbers come back exactly, so the end is the same.
pub(super) fn learn(
    options: &TrainOptions,
    scheme: Scheme,
    games: usize,
    tell: &mut dyn FnMut(Progress),
) -> Result<Vec<[f64; 4]>, TrainError> {
    let name = format!("weights-{}", scheme.name());
    let heading = format!("game (seed {}),{}", options.seed, FEATURES.join(","));
    let list = List::new(options, &name, heading);
    let mut weights: Vec<[f64; 4]> = list.read(|cells| cells.try_into().ok());
    weights.truncate(games + 1);
    if weights.is_empty() {
        weights.push(Weights::INITIAL.0);
    }
    while weights.len() <= games {
        let number = weights.len() - 1;
        if options.interrupt.is_finishing() {
            list.write(&weights, |row| *row)?;
            return Err(interrupted(options));
        }
        let now = weights[number];
        let lineup = LINEUPS[number % LINEUPS.len()];
        let seed = seed(options, 0, number as u64);
        let played = play(options, lineup, (scheme.version(), Weights(now)), 0, seed, |_| ())?;
        weights.push(scheme.learn(now, &played)?);
        if weights.len().is_multiple_of(KEPT) {
            list.write(&weights, |row| *row)?;
        }
        tell(Progress::Games { done: number as u64 + 1, total: games as u64 });
    }
    list.write(&weights, |row| *row)?;
    Ok(weights)
}
