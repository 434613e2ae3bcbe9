//! How far a rook or a king can go: the four directions at once, by bits.

use super::board::{BOARD, ROW, Square};
use super::{Kind, Move, TucChess};

/// What to add to a square's index to go up, down, left and right: the order of all move lists.
const DIRECTIONS: [i8; 4] = [-(ROW as i8), ROW as i8, -1, 1];

/// The number of moves up, down, left and right: a byte each, the first one lowest.
#[derive(Clone, Copy, Default)]
pub(super) struct Reach(u32);

impl Reach {
    /// The number of moves in all directions.
    #[inline]
    pub(super) fn total(self) -> u32 {
        self.0.wrapping_mul(0x0101_0101) >> 24
    }

    /// The move with a number below the total, counted by direction, near before far.
    #[inline]
    pub(super) fn nth(self, from: Square, mut number: u32) -> Move {
        let mut counts = self.0;
        for direction in DIRECTIONS {
            let count = counts & 0xFF;
            if number < count {
                return Move::step(from, from.offset(direction * (number as i8 + 1)));
            }
            number -= count;
            counts >>= 8;
        }
        Move::step(from, from)
    }
}

impl TucChess {
    /// The reach of a rook or a king of the side to move.
    #[inline]
    pub(super) fn reach(&self, from: Square) -> Reach {
        if self.kinds[Kind::Rook as usize] & from.bit() != 0 {
            self.rook_reach(from)
        } else {
            self.king_reach(from)
        }
    }

    /// After turning the set so that the king is at bit 0, its neighbours are at 56, 8, 63 and 1.
    #[inline]
    fn king_reach(&self, from: Square) -> Reach {
        let open = (BOARD & !self.own()).rotate_right(u32::from(from.index()));
        let up = open >> 56 & 1;
        let down = open & 1 << 8;
        let left = open >> 63 << 16;
        let right = (open & 1 << 1) << 23;
        Reach((up | down | left | right) as u32)
    }

    /// An own piece and the rim stop a rook before them; an enemy and a present stop it one square
    /// later, so they are moved on by one step. Turned so that the rook is at bit 0, the nearest
    /// obstacle in each direction tells the reach; a bit at distance four stands for the limit of 3.
    #[inline]
    fn rook_reach(&self, from: Square) -> Reach {
        let walls = !BOARD | self.own();
        let stops = self.enemy() | self.presents;
        let turned = |behind: u64| (walls | behind).rotate_right(u32::from(from.index()));
        let above = turned(stops >> ROW) & 0x0101_0100_0000_0000 | 1 << 32;
        let below = turned(stops << ROW) & 0x0000_0000_0101_0100 | 1 << 32;
        let up = above.leading_zeros() / u32::from(ROW);
        let down = below.trailing_zeros() / u32::from(ROW) - 1;
        let left = (turned(stops >> 1) | 1 << 60).leading_zeros();
        let right = (turned(stops << 1) >> 1 | 1 << 3).trailing_zeros();
        Reach(up | down << 8 | left << 16 | right << 24)
    }
}
