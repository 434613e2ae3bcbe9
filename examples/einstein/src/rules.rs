//! The position and its rules.

use ludarium::{ChancePlace, Game, Grid, Listing, MoveList, Scores, Seat, Turn, key_of};

pub(crate) const BOARD: Grid = Grid::new(5, 5);
/// Where a stone is that was taken.
pub(crate) const GONE: u8 = BOARD.off();
/// The squares of the stones of seat 0 at the start; those of seat 1 lie opposite.
pub(crate) const HOME: [u8; 6] = [20, 21, 22, 15, 16, 10];

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EinStein {
    /// The square of each stone of each seat.
    pub(crate) stones: [[u8; 6]; 2],
    pub(crate) mover: u8,
    /// What the die shows; 0 before the roll.
    pub(crate) roll: u8,
}

/// A player's move or the fall of the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A stone goes to a square.
    Step {
        /// Which stone, counted from 0.
        stone: u8,
        /// Its new square.
        to: u8,
    },
    /// Chance: the die shows this.
    Face(u8),
}

impl EinStein {
    /// The corner that a seat wants to reach: e1 or a5.
    pub(crate) fn goal(seat: usize) -> u8 {
        [4, 20][seat]
    }

    /// Whether a stone of a seat stands in its far corner.
    pub(crate) fn is_home(&self, seat: usize) -> bool {
        self.stones[seat].contains(&EinStein::goal(seat))
    }

    pub(crate) fn has_won(&self, seat: usize) -> bool {
        self.is_home(seat) || self.stones[1 - seat] == [GONE; 6]
    }

    /// The seat that has won, if there is one.
    pub fn winner(&self) -> Option<Seat> {
        Seat::all(2).find(|seat| self.has_won(seat.index()))
    }

    /// The stones that the roll lets move: the one with its number, or the next lower and higher ones.
    fn movable(&self) -> [Option<u8>; 2] {
        let own = self.stones[usize::from(self.mover)];
        let left = |stone: &u8| own[usize::from(*stone)] != GONE;
        let rolled = self.roll.saturating_sub(1);
        if left(&rolled) {
            return [Some(rolled), None];
        }
        [(0..rolled).rev().find(left), (rolled + 1..6).find(left)]
    }

    /// The squares that a stone of the mover can reach in one step: seat 0 goes right and down, seat 1 left and up.
    fn steps(&self, from: u8) -> impl Iterator<Item = u8> {
        let way = [1, -1][usize::from(self.mover)];
        let ways = [(way, 0), (0, -way), (way, -way)].into_iter();
        ways.filter_map(move |(right, up)| BOARD.step(from, right, up))
    }
}

impl Game for EinStein {
    type Move = Move;

    const CHANCE: ChancePlace = ChancePlace::BeforeMove;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match (self.winner(), self.roll) {
            (Some(_), _) => Turn::Over,
            (None, 0) => Turn::Chance,
            (None, _) => Turn::Seat(Seat(self.mover)),
        }
    }

    /// The lower stone first; aside, ahead, across.
    fn moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        if let Turn::Seat(seat) = self.turn() {
            for stone in self.movable().into_iter().flatten() {
                let from = self.stones[seat.index()][usize::from(stone)];
                out.extend(self.steps(from).map(|to| Move::Step { stone, to }));
            }
        }
    }

    fn play(&mut self, mv: Move) {
        match mv {
            Move::Face(face) => self.roll = face,
            Move::Step { stone, to } => {
                let taken = |square| if square == to { GONE } else { square };
                self.stones = self.stones.map(|own| own.map(taken));
                self.stones[usize::from(self.mover)][usize::from(stone)] = to;
                (self.mover, self.roll) = (1 - self.mover, 0);
            }
        }
    }

    fn chances(&self, out: &mut Vec<(Move, f64)>) -> Listing {
        out.clear();
        if self.turn() == Turn::Chance {
            out.extend((1..=6).map(|face| (Move::Face(face), 1.0 / 6.0)));
        }
        Listing::Complete
    }

    fn scores(&self) -> Scores {
        self.winner().map_or(Scores::shared(2), Scores::win)
    }

    fn key(&self) -> u64 {
        key_of(self)
    }
}
