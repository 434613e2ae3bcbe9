//! Surveys of Sprint: they add up, do not depend on threads, and do depend on the seed.

use ludarium_arena::testing::games;
use ludarium_arena::{Survey, survey};
use ludarium_game::sprint::Sprint;
use ludarium_game::{Seed, Spec, Tabletop};

fn surveyed(variant: &str, seed: u64, threads: usize) -> Survey {
    let rules = Sprint::rules(&Spec::parse(variant).unwrap()).unwrap();
    survey::<Sprint>(&rules, 60, Seed(seed), threads, &mut |_| {})
}

fn check(variant: &str, seats: usize) {
    let one = surveyed(variant, 5, 1);
    assert_eq!(one, surveyed(variant, 5, 4));
    assert_ne!(one.lengths, surveyed(variant, 6, 1).lengths);
    assert_eq!(one.lengths.len(), 60);
    assert_eq!(one.wins.len(), seats);
    assert_eq!(one.wins.iter().sum::<u64>() + one.draws, 60);
    assert_eq!(one.endings.values().sum::<u64>(), 60);
    // A runner walks or runs.
    let twice = |(choices, moves): (&u64, &u64)| *choices == 2 * moves;
    assert!(one.choices.iter().zip(&one.lengths).all(twice));
    assert_eq!(one.widest, 2);
    let rules = games().rules("sprint", Some(variant)).unwrap();
    assert_eq!(one, rules.survey(60, Seed(5), 2, &mut |_| {}));
}

#[test]
fn a_survey_adds_up_and_follows_its_seed_alone() {
    check("strict", 2);
    check("lenient:players=4", 4);
}

#[test]
fn every_roll_is_counted() {
    // The die falls after every run, which is about every second move.
    let found = surveyed("strict:track=100", 1, 2);
    let (events, moves): (u64, u64) = (found.events.iter().sum(), found.lengths.iter().sum());
    assert!(moves > 1000, "{moves}");
    let share = events as f64 / moves as f64;
    assert!((0.45..0.55).contains(&share), "{events} of {moves}");
    let fits = |(events, moves): (&u64, &u64)| 0 < *events && events < moves;
    assert!(found.events.iter().zip(&found.lengths).all(fits));
}
