//! Surveys of real games: they add up, do not depend on threads, and do depend on the seed.

use ludarium_arena::{Survey, survey};
use ludarium_game::{Seed, Spec, Tabletop};
use ludarium_games::chexers::Chexers;
use ludarium_games::dice_chess::DiceChess;

fn surveyed<G: Tabletop>(variant: &str, seed: u64, threads: usize) -> Survey {
    let rules = G::rules(&Spec::named(variant)).unwrap();
    survey::<G>(&rules, 60, Seed(seed), threads, &|_| {})
}

fn check<G: Tabletop>(variant: &str, seats: usize) {
    let one = surveyed::<G>(variant, 5, 1);
    assert_eq!(one, surveyed::<G>(variant, 5, 4));
    assert_ne!(one.lengths, surveyed::<G>(variant, 6, 1).lengths);
    assert_eq!(one.lengths.len(), 60);
    assert_eq!(one.wins.len(), seats);
    assert_eq!(one.wins.iter().sum::<u64>() + one.draws, 60);
    assert_eq!(one.endings.values().sum::<u64>(), 60);
    // Every move was one of at least one.
    assert!(
        one.choices
            .iter()
            .zip(&one.lengths)
            .all(|(choices, moves)| choices >= moves)
    );
}

#[test]
fn a_survey_adds_up_and_follows_its_seed_alone() {
    check::<Chexers>("referee", 3);
    check::<DiceChess>("seed", 2);
}

#[test]
fn every_roll_is_counted() {
    // A die is thrown before each move.
    let found = surveyed::<DiceChess>("seed", 1, 2);
    assert_eq!(found.events, found.lengths);
}
