//! The plain solver: value iteration over all positions that can be reached, on one page.
//!
//! A position here is one in which the dice are about to fall: board, pieces home, and the side that rolls. Light and Dark
//! are told apart; positions with a pending roll and finished games are not counted.

use std::collections::HashMap;
use std::ops::ControlFlow;

use ludarium_game::{Game, MoveList, Tabletop, Turn, battery};
use ludarium_search::solve::{
    Indexed, IndexedEquations, Numbered, SolveOptions, TwoSeatState, solve as solve_all,
    solve_two_seats,
};
use ludarium_ur::rules::{DARK, LIGHT, Move, PositionIndex, Ur};

/// Iteration of a layer ends when no value changes by more.
const SMALLEST_CHANGE: f64 = 1e-12;

/// What can follow a roll: its probability, and what its moves lead to.
struct PlainThrow {
    probability: f64,
    after: Vec<After>,
}

/// What a move leads to.
enum After {
    Position(usize),
    Won(f64),
}

/// The positions that can be reached from a start, with Light's chance to win under perfect play.
struct PlainSolution {
    positions: Vec<Ur>,
    values: Vec<f64>,
}

impl PlainSolution {
    fn new(start: Ur) -> PlainSolution {
        let (positions, throws) = explore(start);
        let mut values = vec![0.5; positions.len()];
        // Pieces that are home stay there, so that a position depends on those with as many or more at home.
        let at_home = |position: &Ur| position.home(LIGHT) + position.home(DARK);
        for home in (0..=2 * start.played_by().pieces).rev() {
            let layer = (0..positions.len()).filter(|&place| at_home(&positions[place]) == home);
            let layer: Vec<usize> = layer.collect();
            loop {
                let mut change = 0.0_f64;
                for &place in &layer {
                    let value = mean(&throws[place], positions[place].mover() == LIGHT, &values);
                    change = change.max((value - values[place]).abs());
                    values[place] = value;
                }
                if change <= SMALLEST_CHANGE {
                    break;
                }
            }
        }
        PlainSolution { positions, values }
    }

    /// Light's chance at the start.
    fn at_start(&self) -> f64 {
        self.values[0]
    }
}

/// All positions that can be reached, and what follows them.
fn explore(start: Ur) -> (Vec<Ur>, Vec<Vec<PlainThrow>>) {
    let mut places = HashMap::from([(start.key(), 0)]);
    let (mut positions, mut throws) = (vec![start], Vec::new());
    let (mut outcomes, mut moves) = (Vec::new(), MoveList::new());
    while let Some(&position) = positions.get(throws.len()) {
        let _ = position.chances(&mut outcomes);
        let mut all = Vec::new();
        for &(roll, probability) in &outcomes {
            let mut rolled = position;
            rolled.play(roll);
            rolled.moves(&mut moves);
            let mut after = Vec::new();
            for &mv in &moves {
                let mut next = rolled;
                next.play(mv);
                if next.turn() == Turn::Over {
                    after.push(After::Won(next.scores().of(LIGHT).0.into()));
                    continue;
                }
                let place = *places.entry(next.key()).or_insert_with(|| {
                    positions.push(next);
                    positions.len() - 1
                });
                after.push(After::Position(place));
            }
            all.push(PlainThrow { probability, after });
        }
        throws.push(all);
    }
    (positions, throws)
}

/// The mean over the rolls, of the best move each.
fn mean(throws: &[PlainThrow], light: bool, values: &[f64]) -> f64 {
    let of = |after: &After| match after {
        After::Position(place) => values[*place],
        After::Won(share) => *share,
    };
    let best = |throw: &PlainThrow| {
        let values = throw.after.iter().map(of);
        if light { values.fold(0.0, f64::max) } else { values.fold(1.0, f64::min) }
    };
    throws.iter().map(|throw| throw.probability * best(throw)).sum()
}

fn solve(variant: &str) -> PlainSolution {
    PlainSolution::new(Ur::new(battery::rules::<Ur>(variant)))
}

#[test]
fn small_games_have_their_numbers_of_positions_and_values() {
    for (variant, positions, light) in [
        ("finkel:pieces=1", 434, 0.530_049_840),
        ("finkel:pieces=2", 25738, 0.518_572_907),
        ("finkel:pieces=3", 526_242, 0.516_201_102),
        ("masters:pieces=1", 423, 0.527_598_258),
        ("blitz:pieces=1", 554, 0.509_237_648),
        ("aseb:pieces=1", 554, 0.525_702_069),
    ] {
        let solved = solve(variant);
        assert_eq!(solved.positions.len(), positions, "{variant}");
        let found = solved.at_start();
        assert!((found - light).abs() < 1e-8, "{variant}: {found}");
        let (index, state) = by_index(variant, 1e-6);
        let error = state.largest_gap() / 2.0;
        assert!(error < 1e-5, "{variant}: {error}");
        for (position, &light) in solved.positions.iter().zip(&solved.values) {
            let found = of_light(&index, &state, position);
            assert!((found - light).abs() < error + 1e-9, "{variant}: {}", position.describe());
        }
    }
}

/// The laboratory's solver with its index.
fn by_index(variant: &str, precision: f64) -> (PositionIndex, TwoSeatState) {
    let index = PositionIndex::new(&battery::rules::<Ur>(variant));
    let equations = IndexedEquations::new(&index);
    let mut state = TwoSeatState::new(&equations);
    let options = SolveOptions { threads: 2, precision, ..SolveOptions::default() };
    let mut tell = |_| ControlFlow::Continue(());
    solve_two_seats(&equations, &mut state, &options, &mut tell).unwrap();
    (index, state)
}

/// Light's chance, as a state has it.
fn of_light(index: &PositionIndex, state: &TwoSeatState, position: &Ur) -> f64 {
    let Numbered { index, seat } = index.number(position).unwrap();
    let own = state.bounds[index].middle();
    if seat == LIGHT { own } else { 1.0 - own }
}

/// The table that RoyalUr-Java has of the game with two pieces: 12 990 positions with Light to roll, those that Light has won
/// included, and the value of the start in steps of 1/65535.
#[test]
fn two_pieces_agree_with_a_public_table() {
    let solved = solve("finkel:pieces=2");
    let index = PositionIndex::new(&battery::rules::<Ur>("finkel:pieces=2"));
    // All of Light's pieces are home and the other side has up to two on its 14 squares, or one of them home.
    let won = 1 + 14 + 91 + 1 + 14;
    assert_eq!(index.count() + won, 12990);
    assert_eq!((solved.at_start() * 65535.0).round(), 33985.0);
}

/// The solver of the laboratory, by the index and from a list of positions, is as near as it says.
#[test]
fn the_solver_agrees_with_the_plain_one() {
    let mut tell = |_| ControlFlow::Continue(());
    let options = SolveOptions::default();
    for variant in ["finkel:pieces=2", "masters:pieces=1", "blitz:pieces=1", "aseb:pieces=1"] {
        let plain = solve(variant);
        let (index, state) = by_index(variant, options.precision);
        assert!(state.largest_gap() < 1e-8, "{variant}: {}", state.largest_gap());
        let listed = solve_all(&plain.positions[..1], &options, &mut tell).unwrap();
        for (position, &light) in plain.positions.iter().zip(&plain.values) {
            let found = of_light(&index, &state, position);
            assert!((found - light).abs() < 1e-8, "{variant}: {}", position.describe());
            let found = f64::from(listed.of(position).unwrap().of(LIGHT).0);
            assert!((found - light).abs() < 1e-6, "{variant}: {}", position.describe());
        }
    }
}

/// Colours do not matter: a position and the same with the colours changed have values that sum to 1.
#[test]
fn positions_with_one_number_have_one_value() {
    for variant in ["finkel:pieces=2", "masters:pieces=1", "blitz:pieces=1", "aseb:pieces=1"] {
        let solved = solve(variant);
        let index = PositionIndex::new(&battery::rules::<Ur>(variant));
        let mut known = HashMap::new();
        for (position, &light) in solved.positions.iter().zip(&solved.values) {
            let own = if position.mover() == LIGHT { light } else { 1.0 - light };
            let number = index.number(position).unwrap();
            assert_eq!(number.seat, position.mover());
            let first = *known.entry(number.index).or_insert(own);
            assert!((first - own).abs() < 1e-9, "{}", position.describe());
        }
        assert!(known.len() * 2 >= solved.positions.len(), "{variant}");
    }
}

#[test]
fn every_number_is_a_position_and_layers_follow_each_other() {
    for variant in [
        "finkel:pieces=1",
        "finkel:pieces=3",
        "masters:pieces=2",
        "blitz:pieces=1",
        "aseb:pieces=2",
    ] {
        let index = PositionIndex::new(&battery::rules::<Ur>(variant));
        let ends = index.layer_ends();
        assert_eq!(ends.last(), Some(&index.count()));
        assert!(ends.is_sorted());
        let mut moves = MoveList::new();
        for number in 0..index.count() {
            let position = index.position(number).unwrap();
            let numbered = Numbered { index: number, seat: LIGHT };
            assert_eq!(index.number(&position), Some(numbered), "{}", position.describe());
            let layer = ends.partition_point(|&end| end <= number);
            let mut rolled = position;
            rolled.play(Move::Roll(1 + (number % 4) as u8));
            assert_eq!(index.number(&rolled), None);
            rolled.moves(&mut moves);
            for &mv in &moves {
                let mut next = rolled;
                next.play(mv);
                match index.number(&next) {
                    Some(after) => assert!(after.index < ends[layer], "{}", next.describe()),
                    None => assert_eq!(next.turn(), Turn::Over),
                }
            }
        }
        assert_eq!(index.position(index.count()), None);
    }
}

/// All arrangements, counted by a formula that knows nothing of the index: light and dark pieces on the shared squares, then
/// each side's own squares and its pieces home, of which there are fewer than all.
#[test]
fn the_index_has_all_arrangements() {
    for (variant, private, shared) in [("finkel", 6, 8), ("masters", 4, 12), ("aseb", 4, 12)] {
        for pieces in 1..=7 {
            let rules = battery::rules::<Ur>(&format!("{variant}:pieces={pieces}"));
            let side = |on_shared: u64| -> u64 {
                let left = pieces - on_shared;
                let places = (0..=left.min(private)).map(|own| {
                    let may_be_home = left - own + 1 - u64::from(on_shared + own == 0);
                    choose(private, own) * may_be_home
                });
                places.sum()
            };
            let mut count = 0;
            for light in 0..=pieces.min(shared) {
                for dark in 0..=pieces.min(shared - light) {
                    let squares = choose(shared, light) * choose(shared - light, dark);
                    count += squares * side(light) * side(dark);
                }
            }
            assert_eq!(PositionIndex::new(&rules).count() as u64, count, "{variant} {pieces}");
        }
    }
}

fn choose(of: u64, some: u64) -> u64 {
    (0..some).fold(1, |ways, done| ways * (of - done) / (done + 1))
}
