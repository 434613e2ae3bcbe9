//! `Tensors`: a game in numbers, for those who train networks.
//!
//! Every move has a fixed number, its *action*, and every position is a few arrays of numbers, its *observation*. Both
//! are told as a seat sees them: the board is turned as if that seat were the first, and the others follow in the
//! order of turns. So what is learned in one seat holds in all.
//!
//! [`Generic`] does this for any game. A game that knows better implements [`Tensors`]: what [`Tensors::action`] and
//! [`Tensors::observe`] say is all that matters. Nothing here is used while games are played or searched.

mod any;
mod generic;
mod vector;

pub use any::{AnyTensors, Numbering, Playouts, TypedTensors};
pub use generic::Generic;
pub use vector::{AnyVector, Buffers, CHANCE, NewThreads, StepTask, StepThreads};

use crate::{Seat, Tabletop};

/// One array of an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// What it is called, in one word.
    pub name: &'static str,
    /// How long it is in each dimension, the slowest first.
    pub shape: Vec<usize>,
    /// What its numbers mean, for readers.
    pub meaning: &'static str,
}

impl Array {
    /// An array with a name, a shape and a meaning.
    pub fn new(name: &'static str, shape: &[usize], meaning: &'static str) -> Array {
        Array { name, shape: shape.to_vec(), meaning }
    }

    /// How many numbers it has.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// A way to turn the board after which the game is the same: where each action and each number of the turned position
/// stands in the position itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// What is done to the board, in one word.
    pub name: &'static str,
    /// Action `a` of the turned position is action `actions[a]` of the position.
    pub actions: Vec<u32>,
    /// Number `i` of the turned observation is number `observation[i]` of the observation.
    pub observation: Vec<u32>,
}

/// How a game looks to a learner. It is made for one variant and holds for all its positions.
pub trait Tensors<G: Tabletop>: Send + Sync {
    /// How many actions there are; every action is below.
    fn actions(&self) -> usize;

    /// The arrays of an observation, in the order in which [`Tensors::observe`] writes them.
    fn arrays(&self) -> Vec<Array>;

    /// The action of a legal move of the seat to move, as that seat sees the board; different for different legal
    /// moves. Only called at `Turn::Seat`.
    fn action(&self, position: &G, mv: G::Move) -> usize;

    /// Writes what a seat sees of a position, at any turn. `out` has the size of all arrays together and holds zeros.
    fn observe(&self, position: &G, seat: Seat, out: &mut [f32]);

    /// Replaces `out` by the actions of all legal moves, which are `moves`. `None` is a move that has no action, because
    /// there are more of its kind than can be told apart; games with a list of actions of their own have none.
    fn number(&self, position: &G, moves: &[G::Move], out: &mut Vec<Option<u32>>) {
        out.clear();
        let actions = moves.iter().map(|&mv| self.action(position, mv));
        out.extend(actions.map(|action| Some(action as u32)));
    }

    /// How the board can be turned without changing the game, beyond what looking from a seat does already.
    fn symmetries(&self) -> Vec<Symmetry> {
        Vec::new()
    }
}

/// Where the arrays of an observation begin, for those who write them.
pub fn offsets(arrays: &[Array]) -> Vec<usize> {
    let mut next = 0;
    let begin = |array: &Array| {
        let here = next;
        next += array.size();
        here
    };
    arrays.iter().map(begin).collect()
}

/// How many seats after `viewer` a seat sits, in a game with `seats` seats that move in their order.
#[inline]
pub fn seats_after(viewer: Seat, seat: Seat, seats: usize) -> usize {
    (seat.index() + seats - viewer.index()) % seats
}

#[cfg(test)]
mod tests;
