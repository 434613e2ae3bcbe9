//! Trained agents meet in games whose scores survive an interruption.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::rules::TucChess;
use ludarium_game::{Seed, Spec, Tabletop};
use ludarium_search::Random;
use ludarium_train::battery::Desk;
use ludarium_train::{Comparison, Entrant};

/// More games than are written down at once; every one needs two agents.
#[test]
fn scores_that_are_written_down_are_not_played_again() {
    let built = AtomicUsize::new(0);
    let entrant = |name| {
        Entrant::new(name, || {
            built.fetch_add(1, Ordering::Relaxed);
            Random
        })
    };
    let comparison: Comparison<'_, TucChess> = Comparison {
        rules: TucChess::rules(&Spec::named("2021")).unwrap(),
        entrants: vec![entrant("one"), entrant("other")],
        lineups: vec![vec![0, 1]],
        random_plies: 0,
        deals: 33,
        seed: Seed(1),
    };
    let desk = Desk::new(2);
    let play = || {
        built.store(0, Ordering::Relaxed);
        let outcomes = comparison.play(&desk.order, &mut |_| ()).unwrap();
        (outcomes, built.load(Ordering::Relaxed) / 2)
    };
    let (first, games) = play();
    assert_eq!((first.len(), games), (66, 66));
    assert_eq!(play(), (first.clone(), 0));
    let path = desk.order.folder.join("in-play.csv");
    let text = std::fs::read_to_string(&path).unwrap();
    // A heading and thirty games; the last of them lacks a seat, as no list of ours does.
    let kept: Vec<&str> = text.lines().take(31).collect();
    let cut = kept[30].rsplit_once(',').unwrap().0;
    std::fs::write(&path, format!("{}\n{cut}\n", kept[..30].join("\n"))).unwrap();
    assert_eq!(play(), (first, 66 - 29));
}
