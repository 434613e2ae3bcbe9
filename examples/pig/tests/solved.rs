//! Perfect play for two players agrees with the published solution: Neller and Presser, Optimal Play of the Dice Game Pig,
//! UMAP Journal 25 (1), 2004.

use std::ops::ControlFlow;

use ludarium::search::solve::{Solution, SolveOptions, solve};
use ludarium::{Game, Seat, Spec, Tabletop};
use pig::{Move, Pig, Rules};

/// The position with these points, with the first player to move.
fn position(own: u8, other: u8, of_turn: u8) -> Pig {
    let rules = Pig::rules(&Spec::named("hundred")).unwrap();
    Pig::parse(&rules, &format!("{own},{other} 1 {of_turn} 0")).unwrap()
}

/// The points of a turn with which the first player should roll, among those that a turn can come to without the goal.
fn rolls(solution: &Solution, own: u8, other: u8) -> Vec<u8> {
    let share = |here: &Pig, mv| {
        let mut after = *here;
        after.play(mv);
        solution.of(&after).unwrap().of(Seat(0)).0
    };
    let should_roll = |&of_turn: &u8| {
        let here = position(own, other, of_turn);
        share(&here, Move::Roll) > share(&here, Move::Hold)
    };
    (2..100 - own).filter(should_roll).collect()
}

#[test]
fn two_players_to_a_hundred() {
    let start = Pig::new(Rules {
        players: 2,
        goal: 100,
    });
    let solution = solve(&[start], &SolveOptions::default(), &mut |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    let first = solution.of(&start).unwrap().of(Seat(0)).0;
    assert_eq!(format!("{:.2} %", 100.0 * first), "53.06 %");
    assert!(solution.error().unwrap() < 1e-8 && solution.open() == 0);
    // At the start one holds with 21 points. Nobody reaches more than 99 without winning.
    assert_eq!(rolls(&solution, 0, 0), (2..21).collect::<Vec<_>>());
    // With 41 points against 49 one rolls below 22, and again with 27; far ahead nobody holds, for a win is near.
    let with_41 = rolls(&solution, 41, 49);
    let expected: Vec<u8> = (2..22).chain([27, 57, 58]).collect();
    assert_eq!(with_41, expected);
}
