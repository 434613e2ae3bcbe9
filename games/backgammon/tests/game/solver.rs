//! Games with few checkers and bear-offs, solved: by the index, from a list of positions, and by others.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::in_variant;
use ludarium_backgammon::rules::{Backgammon, PositionIndex};
use ludarium_game::{Seat, Tabletop};
use ludarium_search::solve::{
    Indexed, IndexedEquations, SolveOptions, TwoSeatState, solve, solve_two_seats,
};

fn start(variant: &str) -> Backgammon {
    let rules = ludarium_game::battery::rules::<Backgammon>(variant);
    Backgammon::start(&rules, &mut ludarium_game::Rng::new(ludarium_game::Seed(1)))
}

#[test]
fn every_number_has_its_position() {
    let index = PositionIndex::new(&start("money:start=24x1.23x1")).unwrap();
    // 351 placements of two checkers, of which one has both off: then the game is over.
    assert_eq!(index.count(), 350 * 350);
    let mut known = HashSet::new();
    for number in 0..index.count() {
        let Some(position) = index.position(number) else { continue };
        assert!(known.insert(position.describe()), "{number}");
        assert_eq!(index.number(&position).map(|found| found.index), Some(number));
    }
    assert!(PositionIndex::new(&start("money:start=hyper")).is_some());
    assert!(PositionIndex::new(&start("money")).is_none(), "there are 10^21");
}

/// The list of positions knows nothing of the index.
#[test]
fn the_index_gives_what_a_list_of_positions_gives() {
    let options = SolveOptions::default();
    let mut tell = |_| ControlFlow::Continue(());
    for variant in ["money:start=24x1", "win:start=24x1"] {
        let begin = start(variant);
        let index = PositionIndex::new(&begin).unwrap();
        let equations = IndexedEquations::new(&index);
        let mut state = TwoSeatState::new(&equations);
        solve_two_seats(&equations, &mut state, &options, &mut tell).unwrap();
        assert!(state.largest_gap() < 1e-9);
        let listed = solve(&[begin], &options, &mut tell).unwrap();
        let mut met = 0;
        for number in 0..index.count() {
            let Some(position) = index.position(number) else { continue };
            let Some(scores) = listed.of(&position) else { continue };
            let share = state.bounds[number].middle();
            assert!((share - f64::from(scores.of(Seat(0)).0)).abs() < 1e-6, "{position:?}");
            met += 1;
        }
        assert_eq!(met, 495);
    }
}

/// A game with one checker each, by the program that makes GNU Backgammon's tables of hypergammon.
#[test]
fn values_agree_with_a_table_of_gnu_backgammon() {
    let begin = start("money:start=24x1");
    let index = PositionIndex::new(&begin).unwrap();
    let equations = IndexedEquations::new(&index);
    let mut state = TwoSeatState::new(&equations);
    let mut tell = |_| ControlFlow::Continue(());
    solve_two_seats(&equations, &mut state, &SolveOptions::default(), &mut tell).unwrap();
    let lines = include_str!("../data/one-checker.txt").lines().skip(1);
    for line in lines {
        let (board, points) = line.split_once(' ').unwrap();
        let position = in_variant("money:start=24x1", &format!("XGID={board}:0:0:1:00:0:0:0:0:10"));
        let number = index.number(&position).unwrap().index;
        let (found, points): (f64, f64) =
            (6.0 * state.bounds[number].middle() - 3.0, points.parse().unwrap());
        assert!((found - points).abs() < 2e-5, "{board}: {found}, not {points}");
    }
}
