//! Drawing a random move without writing the list of moves.
//!
//! Random games do little else, so this counts instead of listing: how many moves start on each
//! square, which fixes the square that a drawn number falls on, and only then where that man can go.

use ludarium_game::Rng;

use super::board::{SQUARES, Square, Squares, for_each_square};
use super::piece::Kind;
use super::reach::LEAPS;
use super::{Move, ThreeChess};

/// A row of every section.
const fn row(row: u32) -> Squares {
    0x1111_1111_1111_1111_1111_1111 << row
}

/// The squares of each section.
static SECTIONS: [Squares; 3] = [0xFFFF_FFFF, 0xFFFF_FFFF << 32, 0xFFFF_FFFF << 64];

const COLUMN_A: Squares = 0x0000_000F_0000_000F_0000_000F;
const COLUMN_H: Squares = COLUMN_A << 28;

impl ThreeChess {
    /// Draws a move as from the list, without writing the list.
    pub(super) fn draw_move(&self, rng: &mut Rng) -> Move {
        let view = self.view();
        let mut counts = [0u8; SQUARES];
        let mut total = 0;
        let men = |kind: Kind| self.men(&view, kind);

        // Pawns all at once: forward is one number more in the own section and one less elsewhere,
        // a column aside is four more or less. Only pawns at the seam do not fit in.
        let (pawns, home) = (men(Kind::Pawn), SECTIONS[view.seat]);
        let (up, down) = (pawns & home & !row(3), pawns & !home);
        let (empty, enemies) = (view.empty, view.enemies);
        let push = up & empty >> 1 | down & empty << 1;
        let double = push & home & row(1) & empty >> 2;
        let left = (up & enemies << 3 | down & enemies << 5) & !COLUMN_A;
        let right = (up & enemies >> 5 | down & enemies >> 3) & !COLUMN_H;
        for set in [push, double, left, right] {
            for_each_square(set, |start| {
                counts[start.index()] += 1;
                total += 1;
            });
        }

        for_each_square(pawns & home & row(3), |start| {
            let push = LEAPS.push[view.seat][start.index()] & empty;
            let mut count = u32::from(push != 0);
            let mut captures = view.pawn_captures(start);
            while captures != 0 {
                captures &= captures - 1;
                count += 1;
            }
            counts[start.index()] = count as u8;
            total += count;
        });

        let mut tally = |start: Square, ends: Squares| {
            let count = count(ends);
            counts[start.index()] += count as u8;
            total += count;
        };
        for_each_square(men(Kind::Knight), |start| {
            tally(start, view.reach(Kind::Knight, start))
        });
        let queens = men(Kind::Queen);
        for_each_square(men(Kind::Bishop) | queens, |start| {
            tally(start, view.reach(Kind::Bishop, start));
        });
        for_each_square(men(Kind::Rook) | queens, |start| {
            tally(start, view.reach(Kind::Rook, start));
        });
        for_each_square(men(Kind::King), |start| {
            tally(start, self.ends(&view, Kind::King, start));
        });

        let mut rest = rng.below(total);
        for (base, half) in [(0, view.own as u64), (64, (view.own >> 64) as u64)] {
            let mut men = half;
            while men != 0 {
                let start = Square::from_index(base + men.trailing_zeros() as usize);
                let count = u32::from(counts[start.index()]);
                if rest < count {
                    let mut ends = self.ends(&view, self.kind(start), start);
                    for _ in 0..rest {
                        ends &= ends - 1;
                    }
                    return Move {
                        start,
                        end: Square::from_index(ends.trailing_zeros() as usize),
                    };
                }
                rest -= count;
                men &= men - 1;
            }
        }
        unreachable!("a seat to move has a move")
    }
}

/// The size of a set. Counting half by half lets the compiler count both at a time.
#[inline]
fn count(set: Squares) -> u32 {
    [set as u64, (set >> 64) as u64]
        .map(u64::count_ones)
        .iter()
        .sum()
}
