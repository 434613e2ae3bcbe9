//! More than two seats: max^n, each seat for its own share.

use super::reached::{Act, Reached};
use super::{Equations, SolveError, SolveNews, TellSolver};

/// Moves whose shares differ by no more are equally good.
pub const TIE: f64 = 1e-9;

/// Shares that change by less than this have settled.
const SETTLED: f64 = 1e-14;

/// Sweeps after which shares should have settled.
const MOST_SWEEPS: usize = 10_000;

/// Positions between two reports.
const PORTION: usize = 1 << 16;

/// How far a solution is. It can be stored at any time and continued.
#[derive(Clone, Debug, PartialEq)]
pub struct ManySeatState {
    /// The layers that are finished.
    pub layers_done: usize,
    /// The shares of all seats, one position after the other.
    pub shares: Vec<f64>,
    /// Positions of finished layers in which a seat has several best moves that give others different shares.
    pub ties: u64,
}

impl ManySeatState {
    /// Everybody has the same share of everything.
    pub fn new(reached: &Reached) -> ManySeatState {
        let seats = reached.seats();
        let shares = vec![1.0 / seats as f64; seats * reached.count()];
        ManySeatState { layers_done: 0, shares, ties: 0 }
    }
}

/// Solves what the state has not yet solved.
pub fn solve_many_seats(
    reached: &Reached,
    state: &mut ManySeatState,
    tell: &mut TellSolver<'_>,
) -> Result<(), SolveError> {
    let seats = reached.seats();
    let mut found = vec![0.0; seats];
    let mut silent = 0;
    for number in state.layers_done..reached.layers() {
        let layer = reached.layer(number);
        for sweep in 1.. {
            let mut change: f64 = 0.0;
            let mut ties = 0;
            for index in layer.clone() {
                ties += u64::from(look(reached, &state.shares, index, &mut found));
                let known = &mut state.shares[index * seats..][..seats];
                for (known, found) in known.iter_mut().zip(&found) {
                    change = change.max((*known - found).abs());
                    *known = *found;
                }
            }
            silent += layer.len();
            if silent > PORTION {
                silent = 0;
                let (done, of) = (layer.start as u64, reached.count() as u64);
                if tell(SolveNews::Solving { done, of, gap: change }).is_break() {
                    return Err(SolveError::Interrupted);
                }
            }
            if change <= SETTLED
                || (layer.len() == 1 && !reached.next(layer.start).contains(&(layer.start as u32)))
            {
                state.ties += ties;
                break;
            }
            if sweep == MOST_SWEEPS {
                return Err(SolveError::Unsettled { positions: layer.len(), seats });
            }
        }
        state.layers_done = number + 1;
    }
    Ok(())
}

/// The shares of a position from those that follow. Returns whether another best move gives others something else.
fn look(reached: &Reached, shares: &[f64], index: usize, found: &mut [f64]) -> bool {
    let seats = found.len();
    let next = reached.next(index);
    let of = |next: u32| &shares[next as usize * seats..][..seats];
    match reached.act(index) {
        Act::End(number) => {
            let scores = reached.result(number);
            for (found, &share) in found.iter_mut().zip(scores.as_slice(seats)) {
                *found = share.into();
            }
            false
        }
        Act::Draw(number) => {
            found.fill(0.0);
            for (part, &next) in reached.chances(number).iter().zip(next) {
                found.iter_mut().zip(of(next)).for_each(|(sum, share)| *sum += part * share);
            }
            false
        }
        Act::Choose(seat) => {
            let own = |next: u32| of(next)[seat.index()];
            let most = next.iter().map(|&next| own(next)).fold(f64::NEG_INFINITY, f64::max);
            let mut best = next.iter().filter(|&&next| own(next) >= most - TIE);
            let Some(&first) = best.next() else {
                return false;
            };
            found.copy_from_slice(of(first));
            let differs = |next: &&u32| {
                let pairs = of(**next).iter().zip(of(first));
                pairs.into_iter().any(|(a, b)| (a - b).abs() > TIE)
            };
            best.any(|next| differs(&next))
        }
    }
}
