//! The games that weights are learned from: who plays, and what is written down.

use crate::agents::{BetaCome, GreedyPlayer, Version};
use ludarium_arena::{Openings, TypedEvent, start};
use ludarium_chexers::rules::evaluation::{Army, Weights, described_features, features};
use ludarium_chexers::rules::{Chexers, Colour};
use ludarium_game::{Agent, Purpose, Seed, Spec, Tabletop};
use ludarium_search::Random;

use ludarium_train::{TrainError, TrainOptions, game};

/// The player in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SeatedAgent {
    BetaCome,
    Greedy,
    Random,
}

use SeatedAgent::{BetaCome as B, Greedy as G, Random as R};

/// The report's three line-ups in all their seatings, one after the other.
pub(super) const LINEUPS: [[SeatedAgent; 3]; 12] = [
    [B, R, R],
    [B, B, R],
    [B, G, R],
    [R, B, R],
    [B, R, B],
    [G, R, B],
    [R, R, B],
    [R, B, B],
    [R, B, G],
    [B, R, G],
    [G, B, R],
    [R, G, B],
];

/// What is written down of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GameTrace {
    /// The features after each action of each player, as that player sees them.
    pub actions: [Vec<[f64; 4]>; 3],
    /// The winners.
    pub won: [bool; 3],
    /// The features of all three players in every position after an action.
    pub positions: Vec<[[f64; 4]; 3]>,
}

/// The rules that the report played by.
pub(super) fn rules() -> Result<<Chexers as Tabletop>::Rules, TrainError> {
    Ok(Chexers::rules(&Spec::named("referee"))?)
}

/// Plays a game; beta_come is of this version and has these weights. As the text describes it, it is written down by
/// the features of the text, and Greedy has them too. `watch` sees every event.
pub(super) fn play(
    options: &TrainOptions,
    lineup: [SeatedAgent; 3],
    (version, weights): (Version, Weights),
    random_plies: u64,
    seed: Seed,
    mut watch: impl FnMut(&TypedEvent<'_, Chexers>),
) -> Result<GameTrace, TrainError> {
    let rules = rules()?;
    let openings = Openings { starts: Vec::new(), random_plies };
    let begin: Chexers = start(&rules, &openings, 0, seed)?;
    let is_described = matches!(version, Version::Described { .. });
    let agents = lineup.map(|seated| -> Box<dyn Agent<Chexers>> {
        match seated {
            SeatedAgent::BetaCome => Box::new(BetaCome::new(version, weights)),
            SeatedAgent::Greedy if is_described => Box::new(GreedyPlayer::described(weights)),
            SeatedAgent::Greedy => Box::new(GreedyPlayer::default()),
            SeatedAgent::Random => Box::new(Random),
        }
    });
    let mut played = GameTrace::default();
    let end = game(options, &rules, &begin, agents.into(), seed, |event| {
        watch(&event);
        let armies = Army::all(&event.after());
        let seen = Colour::ALL.map(|colour| match version {
            Version::Described { edge } => described_features(&armies, colour, edge),
            _ => features(&armies, colour),
        });
        let mover = event.before.side() as usize;
        played.actions[mover].push(seen[mover]);
        played.positions.push(seen);
    })?;
    played.won = Colour::ALL.map(|colour| end.position.exits(colour) >= 4);
    Ok(played)
}

/// The seed of the game with this number of one part of a training.
pub(super) fn seed(options: &TrainOptions, part: u64, number: u64) -> Seed {
    let training = Seed(options.seed).derive(Purpose::Training, part);
    training.derive(Purpose::Game, number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seating_of_the_three_line_ups_occurs_once() {
        let mut sorted = LINEUPS.map(|lineup| format!("{lineup:?}"));
        sorted.sort();
        assert!(sorted.windows(2).all(|pair| pair[0] != pair[1]));
        let count = |seated| LINEUPS.iter().filter(move |lineup| lineup.contains(&seated));
        assert_eq!((count(B).count(), count(G).count(), count(R).count()), (12, 6, 12));
    }
}
