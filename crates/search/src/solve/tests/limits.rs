//! What a solver refuses, and what it does with many threads and interruptions.

use std::ops::{ControlFlow, Range};

use ludarium_game::{Game, Listing, MoveList, Scores, Seat, Turn};

use super::super::{
    Equations, Link, Reached, SolveError, SolveOptions, TwoSeatState, Worth, solve, solve_two_seats,
};
use super::quiet;

/// A walk that ends with each step with a chance of one half, and with 3 in 5 for the first seat.
struct Walk(usize);

impl Equations for Walk {
    fn count(&self) -> usize {
        self.0
    }

    fn look<W: Worth>(&self, index: usize, of: &mut impl FnMut(Link) -> W) -> W {
        let mut at = |index| of(Link { index: index % self.0, other_seat: false });
        let ways = [at(index + 1), at(index + self.0 - 1)].map(|share| (0.25, share));
        let ends = [(0.3, W::exact(1.0)), (0.2, W::exact(0.0))];
        W::drawn(ways.into_iter().chain(ends))
    }
}

fn walked(threads: usize, most_sweeps: u32, state: &mut TwoSeatState) -> Result<(), SolveError> {
    let options = SolveOptions { threads, ..SolveOptions::default() };
    let mut sweeps = 0;
    solve_two_seats(&Walk(50_000), state, &options, &mut |_| {
        sweeps += 1;
        if sweeps >= most_sweeps { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}

#[test]
fn a_large_layer_is_the_same_on_any_number_of_threads_and_after_interruptions() {
    let mut whole = TwoSeatState::new(&Walk(50_000));
    walked(1, u32::MAX, &mut whole).unwrap();
    assert!(whole.largest_gap() < 1e-11);
    assert!(whole.bounds.iter().all(|bounds| (bounds.middle() - 0.6).abs() < 1e-11));
    let mut parted = TwoSeatState::new(&Walk(50_000));
    let mut interruptions = 0;
    while let Err(error) = walked(3, 5, &mut parted) {
        assert_eq!(error, SolveError::Interrupted);
        interruptions += 1;
    }
    assert!(interruptions > 3);
    assert_eq!(parted, whole);
}

/// Two layers, of which the first leads to the second.
struct Upwards;

impl Equations for Upwards {
    fn count(&self) -> usize {
        2
    }

    fn layers(&self) -> usize {
        2
    }

    fn layer(&self, number: usize) -> Range<usize> {
        number..number + 1
    }

    fn look<W: Worth>(&self, index: usize, of: &mut impl FnMut(Link) -> W) -> W {
        of(Link { index: index + 1, other_seat: false })
    }
}

#[test]
fn a_layer_that_leads_to_a_later_one_is_an_error() {
    let mut state = TwoSeatState::new(&Upwards);
    let found = solve_two_seats(&Upwards, &mut state, &SolveOptions::default(), &mut quiet());
    assert_eq!(found, Err(SolveError::Layers { layer: 0..1 }));
}

/// Counts up to a number.
#[derive(Clone, Debug, PartialEq)]
struct Counter {
    count: u32,
    until: u32,
    /// Counts that differ by this have one key.
    keys: u32,
    listed: bool,
}

impl Game for Counter {
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.count {
            count if count >= self.until => Turn::Over,
            _ if !self.listed => Turn::Chance,
            _ => Turn::Seat(Seat(0)),
        }
    }

    fn moves(&self, out: &mut MoveList<u8>) {
        out.clear();
        out.push(0);
    }

    fn play(&mut self, _: u8) {
        self.count += 1;
    }

    fn chances(&self, out: &mut Vec<(u8, f64)>) -> Listing {
        out.clear();
        Listing::TooMany
    }

    fn scores(&self) -> Scores {
        Scores::win(Seat(0))
    }

    fn key(&self) -> u64 {
        (self.count % self.keys).into()
    }
}

const COUNTER: Counter = Counter { count: 0, until: 1000, keys: 2000, listed: true };

fn error(start: Counter, memory: u64) -> String {
    let options = SolveOptions { memory, ..SolveOptions::default() };
    solve(&[start], &options, &mut quiet()).unwrap_err().to_string()
}

#[test]
fn what_cannot_be_solved_is_said() {
    let known = solve(&[COUNTER], &SolveOptions::default(), &mut quiet()).unwrap();
    assert_eq!((known.count(), known.of(&COUNTER)), (1001, Some(Scores::win(Seat(0)))));
    let large = error(COUNTER, 10_000);
    assert!(large.starts_with("too large: ") && large.contains("10000 bytes"), "{large}");
    let drawn = error(Counter { listed: false, ..COUNTER }, 1 << 20);
    assert!(drawn.contains("cannot be listed"), "{drawn}");
    // Two positions with one key: without the whole positions the loop would pass for an endless game.
    let weak = error(Counter { keys: 100, ..COUNTER }, 1 << 20);
    assert!(weak.contains("differ") && weak.contains("count: 100"), "{weak}");
}

#[test]
fn an_interruption_ends_the_finding() {
    let mut stop = |_| ControlFlow::Break(());
    let found = Reached::from(&[COUNTER], &SolveOptions::default(), &mut stop);
    assert_eq!(found.err(), Some(SolveError::Interrupted));
}
