//! How far a rook or a king can go: the four directions at once, by bits.

use super::board::{BOARD, COLUMN_0, ROW, Side, Square};
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
            self.rook_reach(self.side, from)
        } else {
            self.king_reach(self.side, from)
        }
    }

    /// After turning the set so that the king is at bit 0, its neighbours are at 56, 8, 63 and 1.
    #[inline]
    pub(super) fn king_reach(&self, side: Side, from: Square) -> Reach {
        let open = (BOARD & !self.sides[side as usize]).rotate_right(u32::from(from.index()));
        let up = open >> 56 & 1;
        let down = open & 1 << 8;
        let left = open >> 63 << 16;
        let right = (open & 1 << 1) << 23;
        Reach((up | down | left | right) as u32)
    }

    /// Turned so that the rook is at bit 24, the squares up to three steps away from it are every
    /// eighth bit from 0 to 48, and the bits 21 to 27.
    #[inline(always)]
    pub(super) fn rook_reach(&self, side: Side, from: Square) -> Reach {
        let turn = u32::from(from.index().wrapping_sub(24) & 63);
        let walls = (!BOARD | self.sides[side as usize]).rotate_right(turn);
        let stops = (self.sides[side.other() as usize] | self.presents).rotate_right(turn);
        let column = |set: u64| (set & COLUMN_0).wrapping_mul(0x0204_0810_2040_8000) >> 57;
        let row = |set: u64| set >> 21;
        let vertical = reach_along_line(column(walls), column(stops));
        let horizontal = reach_along_line(row(walls), row(stops));
        Reach(vertical | horizontal << 16)
    }
}

/// The reach back and forth along a line of seven squares of which the rook has the middle one: a byte
/// each. Walls stop it before them; other things stop it one square later.
#[inline(always)]
fn reach_along_line(walls: u64, stops: u64) -> u32 {
    let obstacles = walls as u8 | BEHIND[stops as usize & 127];
    u32::from(LINE_REACH[obstacles as usize])
}

/// The squares of a line one step further away from the middle than those of a set.
static BEHIND: [u8; 128] = {
    let mut behind = [0; 128];
    let mut set = 0;
    while set < 128 {
        behind[set] = (set as u8 & 0b000_0111) >> 1 | (set as u8 & 0b011_0000) << 1;
        set += 1;
    }
    behind
};

/// How many squares are free of obstacles from the middle of a line, back in the low byte and forth
/// in the high one; the eighth bit of the index does not matter.
static LINE_REACH: [u16; 256] = {
    let mut reach = [0; 256];
    let mut obstacles = 0;
    while obstacles < 256 {
        let mut back = 0;
        while back < 3 && obstacles >> (2 - back) & 1 == 0 {
            back += 1;
        }
        let mut forth = 0;
        while forth < 3 && obstacles >> (4 + forth) & 1 == 0 {
            forth += 1;
        }
        reach[obstacles] = back | forth << 8;
        obstacles += 1;
    }
    reach
};
