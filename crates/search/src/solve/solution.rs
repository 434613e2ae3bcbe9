//! `Solution`: the shares of all positions that can be reached.

use ludarium_game::{Game, Scores, Seat, Value};

use super::{
    Equations, ManySeatState, Reached, SolveError, SolveOptions, TellSolver, TwoSeatState,
    solve_many_seats, solve_two_seats,
};

/// How far a solution is, for any number of seats.
#[derive(Clone, Debug, PartialEq)]
pub enum SolveState {
    /// Two seats that share 1.
    Two(TwoSeatState),
    /// Everything else.
    Many(ManySeatState),
}

impl SolveState {
    /// Nothing is known yet.
    pub fn new(reached: &Reached) -> SolveState {
        if reached.is_duel() {
            SolveState::Two(TwoSeatState::new(reached))
        } else {
            SolveState::Many(ManySeatState::new(reached))
        }
    }
}

/// The shares of all positions that were reached.
#[derive(Debug)]
pub struct Solution {
    reached: Reached,
    state: SolveState,
    /// The numbers of positions, ordered by their keys.
    by_key: Vec<u32>,
}

/// Solves all positions that can be reached from some starts.
///
/// # Example
/// Two seats take one to three matches in turn, and the one who takes the last one wins.
/// ```
/// use std::ops::ControlFlow;
/// # use ludarium_game::{Game, MoveList, Scores, Seat, Turn};
/// # #[derive(Clone, Debug, PartialEq)]
/// # struct Nim { left: u8, mover: u8 }
/// # impl Game for Nim {
/// #     type Move = u8;
/// #     fn seats(&self) -> usize { 2 }
/// #     fn turn(&self) -> Turn {
/// #         if self.left == 0 { Turn::Over } else { Turn::Seat(Seat(self.mover)) }
/// #     }
/// #     fn moves(&self, out: &mut MoveList<u8>) {
/// #         out.clear();
/// #         (1..=self.left.min(3)).for_each(|count| out.push(count));
/// #     }
/// #     fn play(&mut self, count: u8) { self.left -= count; self.mover = 1 - self.mover; }
/// #     fn scores(&self) -> Scores { Scores::win(Seat(1 - self.mover)) }
/// #     fn key(&self) -> u64 { u64::from(self.left) << 1 | u64::from(self.mover) }
/// # }
/// use ludarium_search::solve::{SolveOptions, solve};
///
/// let start = Nim { left: 21, mover: 0 };
/// let mut tell = |_| ControlFlow::Continue(());
/// let solution = solve(&[start.clone()], &SolveOptions::default(), &mut tell).unwrap();
/// assert_eq!(solution.of(&start).unwrap().of(Seat(0)).0, 1.0);
/// assert_eq!(solution.of(&Nim { left: 20, mover: 0 }), None, "after 21 it is the other's turn");
/// assert_eq!(solution.of(&Nim { left: 20, mover: 1 }).unwrap().of(Seat(1)).0, 0.0);
/// ```
pub fn solve<G: Game>(
    starts: &[G],
    options: &SolveOptions,
    tell: &mut TellSolver<'_>,
) -> Result<Solution, SolveError> {
    let reached = Reached::from(starts, options, tell)?;
    let mut state = SolveState::new(&reached);
    match &mut state {
        SolveState::Two(state) => solve_two_seats(&reached, state, options, tell)?,
        SolveState::Many(state) => solve_many_seats(&reached, state, tell)?,
    }
    Ok(Solution::new(reached, state))
}

impl Solution {
    /// What a state says of the positions that it was made for.
    pub fn new(reached: Reached, state: SolveState) -> Solution {
        let mut by_key: Vec<u32> = (0..reached.count() as u32).collect();
        by_key.sort_unstable_by_key(|&index| reached.key(index as usize));
        Solution { reached, state, by_key }
    }

    /// The shares of a position; `None` where it was not reached. A position that cannot be reached may have the key of one
    /// that can, which happens once in 2^64 for each that can.
    pub fn of<G: Game>(&self, position: &G) -> Option<Scores> {
        let key = |index: &u32| self.reached.key(*index as usize);
        let place = self.by_key.binary_search_by_key(&position.key(), key).ok()?;
        Some(self.scores(self.by_key[place] as usize))
    }

    /// All positions in the order of their keys: key and shares.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = (u64, Scores)> + '_ {
        let numbers = self.by_key.iter().map(|&index| index as usize);
        numbers.map(|index| (self.reached.key(index), self.scores(index)))
    }

    /// The number of positions.
    pub fn count(&self) -> usize {
        self.reached.count()
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.reached.seats()
    }

    /// What every share is off by at most, but for rounding; `None` for more than two seats that come back to positions, where
    /// nothing is proven.
    pub fn error(&self) -> Option<f64> {
        match &self.state {
            SolveState::Two(state) => Some(state.largest_gap() / 2.0),
            SolveState::Many(_) if self.reached.layers() == self.count() => Some(0.0),
            SolveState::Many(_) => None,
        }
    }

    /// The number of positions whose shares are not certain, because bounds did not meet.
    pub fn open(&self) -> u64 {
        match &self.state {
            SolveState::Two(state) => state.open(),
            SolveState::Many(_) => 0,
        }
    }

    /// The number of positions in which a seat has several best moves that give others different shares. With two seats there
    /// is none.
    pub fn ties(&self) -> u64 {
        match &self.state {
            SolveState::Two(_) => 0,
            SolveState::Many(state) => state.ties,
        }
    }

    fn scores(&self, index: usize) -> Scores {
        match &self.state {
            SolveState::Two(state) => {
                let share = state.bounds[index].middle();
                Scores::new(&[share as f32, (1.0 - share) as f32])
            }
            SolveState::Many(state) => {
                let seats = self.seats();
                let mut scores = Scores::ZERO;
                for (seat, share) in Seat::all(seats).zip(&state.shares[index * seats..]) {
                    scores.set(seat, Value(*share as f32));
                }
                scores
            }
        }
    }
}
