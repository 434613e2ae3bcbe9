//! `Indexed`: a game that can number its positions.

use std::marker::PhantomData;
use std::ops::Range;

use ludarium_game::{Game, Listing, MoveList, Seat, Turn};

use super::{Equations, Link, Worth};

/// Moves and outcomes between two numbered positions at most, and positions that one look meets: an index that numbers too
/// little is found out.
const DEEPEST: u32 = 64;
const MOST_MET: u32 = 1 << 20;

/// No position has this number; who asks for it ends the search with an error.
const NOWHERE: Link = Link { index: usize::MAX, other_seat: false };

/// The number of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// The number.
    pub index: usize,
    /// Whose share is kept there. Two positions that differ in nothing but colours may have one number.
    pub seat: Seat,
}

/// The numbers of positions of a game with two seats that share 1, without a list: a perfect index.
///
/// Not every position needs a number. One without it is worth what follows from it, so it is enough to number, for instance,
/// positions before a roll. Every line of play must come to a numbered position or to its end within 64 moves and outcomes.
pub trait Indexed<G: Game>: Send + Sync {
    /// The number of numbers. Some may belong to no position.
    fn count(&self) -> usize;

    /// The number of a position. History and counters must not matter: see [`Game::forget`].
    fn number(&self, position: &G) -> Option<Numbered>;

    /// The position with a number; with the seat of [`Numbered`] as the game's index likes it.
    fn position(&self, index: usize) -> Option<G>;

    /// Where the layers of numbers end, in order; the last one ends at the number of numbers. What follows from a position is
    /// in its layer or in an earlier one. By default there is one layer.
    fn layer_ends(&self) -> Vec<usize> {
        vec![self.count()]
    }

    /// How far play has come at a position with a number: see [`Equations::progress`].
    fn progress(&self, _position: &G) -> u32 {
        0
    }
}

/// What the positions of an index say of each other. They take no memory.
pub struct IndexedEquations<'a, G> {
    index: &'a dyn Indexed<G>,
    layer_ends: Vec<usize>,
    game: PhantomData<G>,
}

impl<'a, G: Game> IndexedEquations<'a, G> {
    /// Those of an index.
    pub fn new(index: &'a dyn Indexed<G>) -> IndexedEquations<'a, G> {
        IndexedEquations { index, layer_ends: index.layer_ends(), game: PhantomData }
    }

    /// What is said of any position of the game with the eyes of a seat, from what `of` says of numbered ones.
    pub fn worth<W: Worth>(&self, position: &G, seat: Seat, of: &mut impl FnMut(Link) -> W) -> W {
        Look { index: self.index, seat, of, met: 0, lists: Vec::new() }.worth(position, 0)
    }
}

impl<G: Game> Equations for IndexedEquations<'_, G> {
    fn count(&self) -> usize {
        self.index.count()
    }

    fn layers(&self) -> usize {
        self.layer_ends.len()
    }

    fn layer(&self, number: usize) -> Range<usize> {
        let start = number.checked_sub(1).map_or(0, |before| self.layer_ends[before]);
        start..self.layer_ends[number]
    }

    fn progress(&self, index: usize) -> u32 {
        self.index.position(index).map_or(0, |position| self.index.progress(&position))
    }

    fn look<W: Worth>(&self, index: usize, of: &mut impl FnMut(Link) -> W) -> W {
        let position = self.index.position(index);
        let numbered = position.as_ref().and_then(|position| self.index.number(position));
        let (Some(position), Some(Numbered { seat, .. })) = (position, numbered) else {
            return W::exact(0.5);
        };
        Look { index: self.index, seat, of, met: 0, lists: Vec::new() }.after(&position, 0)
    }
}

/// A look at what follows, with the eyes of a seat.
struct Look<'a, G: Game, F> {
    index: &'a dyn Indexed<G>,
    seat: Seat,
    of: &'a mut F,
    met: u32,
    /// Lists to be filled again.
    lists: Vec<MoveList<G::Move>>,
}

impl<G: Game, F> Look<'_, G, F> {
    /// What is said of a position that follows after this number of moves and outcomes.
    fn worth<W: Worth>(&mut self, position: &G, depth: u32) -> W
    where
        F: FnMut(Link) -> W,
    {
        self.met += 1;
        match self.index.number(position) {
            Some(Numbered { index, seat }) => {
                (self.of)(Link { index, other_seat: seat != self.seat })
            }
            None if depth > DEEPEST || self.met > MOST_MET => (self.of)(NOWHERE),
            None => self.after(position, depth),
        }
    }

    fn after_move<W: Worth>(&mut self, position: &G, mv: G::Move, depth: u32) -> W
    where
        F: FnMut(Link) -> W,
    {
        let mut after = position.clone();
        after.play(mv);
        self.worth(&after, depth + 1)
    }

    fn after<W: Worth>(&mut self, position: &G, depth: u32) -> W
    where
        F: FnMut(Link) -> W,
    {
        let own = self.seat;
        match position.turn() {
            Turn::Over => W::exact(position.scores().of(own).0.into()),
            Turn::Chance => {
                let mut outcomes = Vec::new();
                match position.chances(&mut outcomes) {
                    Listing::Complete => {
                        W::drawn(outcomes.into_iter().map(|(outcome, part)| {
                            (part, self.after_move(position, outcome, depth))
                        }))
                    }
                    Listing::TooMany => (self.of)(NOWHERE),
                }
            }
            Turn::Seat(seat) => {
                let mut moves = self.lists.pop().unwrap_or_default();
                position.moves(&mut moves);
                let worths = moves.iter().map(|&mv| self.after_move(position, mv, depth));
                let best = if seat == own {
                    W::chosen(worths)
                } else {
                    W::chosen(worths.map(W::of_other)).of_other()
                };
                self.lists.push(moves);
                best
            }
        }
    }
}
