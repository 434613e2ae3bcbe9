//! Games with few checkers and bear-offs, solved: by the index, from a list of positions, and by others.

use std::collections::{HashMap, HashSet};
use std::ops::{ControlFlow, Range};

use super::in_variant;
use ludarium_backgammon::rules::{Backgammon, CheckerIndex};
use ludarium_game::{Game, MoveList, Seat, Tabletop, Turn};
use ludarium_search::solve::{
    Equations, Indexed, IndexedEquations, Link, SolveOptions, TwoSeatState, Worth, solve,
    solve_two_seats,
};

fn start(variant: &str) -> Backgammon {
    let rules = ludarium_game::battery::rules::<Backgammon>(variant);
    Backgammon::start(&rules, &mut ludarium_game::Rng::new(ludarium_game::Seed(1)))
}

#[test]
fn every_number_has_its_position() {
    let index = CheckerIndex::new(&start("money:start=24x1.23x1")).unwrap();
    // 351 placements of two checkers, of which one has both off: then the game is over.
    assert_eq!(index.count(), 350 * 350);
    let mut known = HashSet::new();
    for number in 0..index.count() {
        let Some(position) = index.position(number) else { continue };
        assert!(known.insert(position.describe()), "{number}");
        assert_eq!(index.number(&position).map(|found| found.index), Some(number));
    }
    assert!(CheckerIndex::new(&start("money:start=hyper")).is_some());
    assert!(CheckerIndex::new(&start("money")).is_none(), "there are 10^21");
}

/// The list of positions knows nothing of the index.
#[test]
fn the_index_gives_what_a_list_of_positions_gives() {
    let options = SolveOptions::default();
    let mut tell = |_| ControlFlow::Continue(());
    for variant in ["money:start=24x1", "win:start=24x1"] {
        let begin = start(variant);
        let index = CheckerIndex::new(&begin).unwrap();
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
    let index = CheckerIndex::new(&begin).unwrap();
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

/// What bearing off takes on average, as a share: 1 less this part of every roll.
const ROLL: f64 = 1.0 / 64.0;

/// The home boards of one player who is alone there, by the pips that are left: 54 264 with up to 15 checkers.
struct BearOff {
    homes: Vec<[u8; 6]>,
    /// The homes after each roll, with its probability.
    after: Vec<Vec<(f64, Vec<usize>)>>,
    /// The first home with as many pips or more.
    first: Vec<usize>,
}

fn pips(home: &[u8; 6]) -> usize {
    (1..).zip(home).map(|(point, &count)| point * usize::from(count)).sum()
}

impl BearOff {
    fn new() -> BearOff {
        let mut homes = vec![[0; 6]];
        for point in 0..6 {
            for number in 0..homes.len() {
                let home: [u8; 6] = homes[number];
                for count in 1..=15 - home.iter().sum::<u8>() {
                    let mut more = home;
                    more[point] = count;
                    homes.push(more);
                }
            }
        }
        homes.sort_by_key(pips);
        let numbers: HashMap<[u8; 6], usize> = homes.iter().copied().zip(0..).collect();
        let after = homes.iter().map(|home| after_rolls(home, &numbers)).collect();
        let first = (0..=91).map(|sum| homes.partition_point(|home| pips(home) < sum)).collect();
        BearOff { homes, after, first }
    }
}

/// By the plays of the game.
fn after_rolls(home: &[u8; 6], numbers: &HashMap<[u8; 6], usize>) -> Vec<(f64, Vec<usize>)> {
    let position = alone(home);
    let (mut outcomes, mut moves) = (Vec::new(), MoveList::new());
    if position.turn() == Turn::Chance {
        let _ = position.chances(&mut outcomes);
    }
    let lead = |(roll, part): (_, f64)| {
        let mut rolled = position;
        rolled.play(roll);
        rolled.moves(&mut moves);
        let next = moves.iter().map(|&mv| {
            let mut next = rolled;
            next.play(mv);
            let men = next.men(Seat(0));
            numbers[&[1, 2, 3, 4, 5, 6].map(|point| men.on(point))]
        });
        (part, next.collect())
    };
    outcomes.into_iter().map(lead).collect()
}

/// White rolls with this home board, and Black has everything on the bar.
fn alone(home: &[u8; 6]) -> Backgammon {
    let signs = home.map(|count| if count == 0 { '-' } else { char::from(b'A' + count - 1) });
    let white = String::from_iter(signs);
    in_variant("money", &format!("XGID=o{white}{:-<19}:0:0:1:00:0:0:0:0:10", ""))
}

impl Equations for BearOff {
    fn count(&self) -> usize {
        self.homes.len()
    }

    fn layers(&self) -> usize {
        self.first.len() - 1
    }

    fn layer(&self, number: usize) -> Range<usize> {
        self.first[number]..self.first[number + 1]
    }

    fn look<W: Worth>(&self, index: usize, of: &mut impl FnMut(Link) -> W) -> W {
        let mut best = |next: &[usize]| {
            W::chosen(next.iter().map(|&index| of(Link { index, other_seat: false })))
        };
        let rolls = self.after[index].iter().map(|(part, next)| (*part, best(next)));
        match index {
            0 => W::exact(1.0),
            _ => W::drawn([(1.0, W::drawn(rolls)), (ROLL, W::exact(-1.0))].into_iter()),
        }
    }
}

/// The plain definition: steps of single checkers, in both orders of the dice.
fn plain_means(homes: &[[u8; 6]]) -> HashMap<[u8; 6], f64> {
    fn add(home: [u8; 6], dice: &[usize], ends: &mut HashSet<[u8; 6]>) {
        let Some((&die, rest)) = dice.split_first().filter(|_| pips(&home) > 0) else {
            ends.insert(home);
            return;
        };
        let highest = home.iter().rposition(|&count| count > 0).unwrap() + 1;
        for from in (1..=highest).filter(|&from| home[from - 1] > 0) {
            let mut next = home;
            next[from - 1] -= 1;
            match from.checked_sub(die) {
                Some(0) => {}
                Some(to) => next[to - 1] += 1,
                None if from == highest => {}
                None => continue,
            }
            add(next, rest, ends);
        }
    }
    let mut means = HashMap::from([([0; 6], 0.0)]);
    for &home in &homes[1..] {
        let mut mean = 1.0;
        for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
            let mut ends = HashSet::new();
            if one == other {
                add(home, &[one; 4], &mut ends);
            } else {
                add(home, &[one, other], &mut ends);
                add(home, &[other, one], &mut ends);
            }
            let least = ends.iter().map(|end| means[end]).fold(f64::INFINITY, f64::min);
            mean += least / 36.0;
        }
        means.insert(home, mean);
    }
    means
}

fn read_home(text: &str) -> [u8; 6] {
    let counts = text.bytes().map(|sign| if sign == b'-' { 0 } else { sign - b'A' + 1 });
    counts.collect::<Vec<u8>>().try_into().unwrap()
}

/// The lines of the file after a remark: what is before the last blank, and the number.
fn facts(part: usize) -> Vec<(&'static str, f64)> {
    let parts = include_str!("../data/bearoff.txt").split('#').nth(part + 1).unwrap();
    let lines = parts.lines().skip(1).map(|line| line.rsplit_once(' ').unwrap());
    lines.map(|(text, number)| (text, number.parse().unwrap())).collect()
}

#[test]
fn bearing_off_alone_agrees_with_the_plain_definition_and_gnu_backgammon() {
    let bear_off = BearOff::new();
    assert_eq!(bear_off.count(), 54_264);
    let mut state = TwoSeatState::new(&bear_off);
    let mut tell = |_| ControlFlow::Continue(());
    solve_two_seats(&bear_off, &mut state, &SolveOptions::default(), &mut tell).unwrap();
    let means = plain_means(&bear_off.homes);
    let solved: HashMap<[u8; 6], f64> = bear_off
        .homes
        .iter()
        .copied()
        .zip(&state.bounds)
        .map(|(home, bounds)| (home, (1.0 - bounds.middle()) / ROLL))
        .collect();
    for home in &bear_off.homes {
        assert!((solved[home] - means[home]).abs() < 1e-9, "{home:?}");
    }
    let facts = facts(0);
    assert_eq!(facts.len(), 41);
    for (home, mean) in facts {
        let found = solved[&read_home(home)];
        assert!((found - mean).abs() < 1e-3, "{home}: {found}, not {mean}");
    }
}

/// Both bear off, with up to four checkers each.
#[test]
fn bearing_off_together_agrees_with_gnu_backgammon() {
    let mut tell = |_| ControlFlow::Continue(());
    let facts = facts(1);
    assert_eq!(facts.len(), 24);
    for (homes, points) in facts {
        let (own, other) = homes.split_once(' ').unwrap();
        let home = |text: &str, lowest: u8| {
            read_home(text)
                .map(|count| if count == 0 { '-' } else { char::from(lowest + count - 1) })
        };
        let (white, mut black) = (home(own, b'A'), home(other, b'a'));
        black.reverse();
        let [white, black] = [white, black].map(String::from_iter);
        let position =
            in_variant("money", &format!("XGID=-{white}{:-<12}{black}-:0:0:1:00:0:0:0:0:10", ""));
        let solved = solve(&[position], &SolveOptions::default(), &mut tell).unwrap();
        let found = 6.0 * f64::from(solved.of(&position).unwrap().of(Seat(0)).0) - 3.0;
        // The table has 16 bits for a number.
        assert!((found - points).abs() < 2e-4, "{homes}: {found}, not {points}");
    }
}
