//! The position and its rules.

use ludarium::{ChancePlace, Game, Listing, MoveList, Rng, Scores, Seat, Turn};

/// Squares from a1, row by row.
pub(crate) const SIDE: u8 = 5;
/// Where a stone is that was taken.
pub(crate) const GONE: u8 = SIDE * SIDE;
/// The squares of the stones of seat 0 at the start; those of seat 1 lie opposite.
pub(crate) const HOME: [u8; 6] = [20, 21, 22, 15, 16, 10];

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The corner that a seat wants to reach.
    pub(crate) fn goal(seat: usize) -> u8 {
        [SIDE - 1, GONE - SIDE][seat]
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

    /// The squares that a stone of the mover can reach in one step.
    fn steps(&self, from: u8) -> impl Iterator<Item = u8> {
        let (column, row) = (from % SIDE, from / SIDE);
        let seat = self.mover;
        [(1, 0), (0, 1), (1, 1)]
            .into_iter()
            .filter_map(move |(along, ahead)| {
                // Seat 0 goes right and down, seat 1 left and up.
                let (column, row) = match seat {
                    0 => (column + along, row.checked_sub(ahead)?),
                    _ => (column.checked_sub(along)?, row + ahead),
                };
                (column < SIDE && row < SIDE).then_some(row * SIDE + column)
            })
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
                self.steps(from)
                    .for_each(|to| out.push(Move::Step { stone, to }));
            }
        }
    }

    fn play(&mut self, mv: Move) {
        match mv {
            Move::Face(face) => self.roll = face,
            Move::Step { stone, to } => {
                let all = self.stones.as_flattened_mut().iter_mut();
                all.filter(|square| **square == to)
                    .for_each(|square| *square = GONE);
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

    /// Without a list, for quick playouts.
    fn roll(&self, rng: &mut Rng) -> Move {
        Move::Face(1 + rng.below(6) as u8)
    }

    fn scores(&self) -> Scores {
        self.winner().map_or(Scores::shared(2), Scores::win)
    }

    fn key(&self) -> u64 {
        let stones = self.stones.as_flattened().iter();
        let key = stones.fold(0, |key: u64, &square| (key << 5) | u64::from(square));
        // 60 bits of squares, three of the roll, one of the mover.
        let key = (key << 4) | u64::from(self.roll << 1 | self.mover);
        (key ^ (key >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
