//! Which decisions other weights change: shadows of the player that see the same games.

use crate::agents::{BetaCome, Version};
use ludarium_chexers::rules::Chexers;
use ludarium_chexers::rules::evaluation::Weights;
use ludarium_game::{Agent, Budget, Purpose};

use super::game::{LINEUPS, SeatedAgent, play, seed};
use ludarium_train::{Progress, TrainError, TrainOptions, each};

/// How often other weights decide otherwise than the initial ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Changes {
    /// The decisions of beta_come that were looked at.
    pub decisions: u64,
    /// For each set of weights, how many it changes.
    pub changed: Vec<u64>,
}

/// Lets beta_come with its initial weights play, and asks it with each other set at each of its turns.
pub(super) fn count(
    options: &TrainOptions,
    games: u64,
    others: &[Weights],
    tell: &mut dyn FnMut(Progress),
) -> Result<Changes, TrainError> {
    let found = each(options, games, tell, &|number| in_one_game(options, number, others))?;
    let mut total = Changes { decisions: 0, changed: vec![0; others.len()] };
    for game in found {
        total.decisions += game.decisions;
        for (sum, changed) in total.changed.iter_mut().zip(game.changed) {
            *sum += changed;
        }
    }
    Ok(total)
}

fn in_one_game(
    options: &TrainOptions,
    number: u64,
    others: &[Weights],
) -> Result<Changes, TrainError> {
    let lineup = LINEUPS[number as usize % LINEUPS.len()];
    let mut changes = Changes { decisions: 0, changed: vec![0; others.len()] };
    // One shadow for each seat: a search leaves its marks on the order in which a player keeps its pieces.
    let mut shadows: Vec<[BetaCome; 3]> = Vec::new();
    let seed = seed(options, 1, number);
    let mut rng = seed.stream(Purpose::Search, 0);
    let found = (Version::AsFound, Weights::INITIAL);
    play(options, lineup, found, 4, seed, |event| {
        if shadows.is_empty() {
            shadows = others.iter().map(|&weights| begin(weights, event.before)).collect();
        }
        let mover = event.before.side();
        if lineup[mover as usize] == SeatedAgent::BetaCome {
            changes.decisions += 1;
            for (shadows, changed) in shadows.iter_mut().zip(&mut changes.changed) {
                let shadow = &mut shadows[mover as usize];
                let decision = shadow.choose(event.before, &Budget::default(), &mut rng);
                *changed += u64::from(decision.chosen != event.mv);
            }
        }
        for shadow in shadows.iter_mut().flatten() {
            shadow.observe(event.before, event.mv);
        }
    })?;
    Ok(changes)
}

fn begin(weights: Weights, position: &Chexers) -> [BetaCome; 3] {
    [0, 1, 2].map(|seat| {
        let mut shadow = BetaCome::new(Version::AsFound, weights);
        shadow.begin(position, ludarium_game::Seat(seat));
        shadow
    })
}
