//! Squares, sets of squares, and where a piece on one square can go.
//!
//! A square is a number: a1 = 0, b1 = 1, … h8 = 63. A set of squares is a `u64` with one bit a square.

pub(super) use super::sliders::{SliderTable, bishop, rook};

pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(super) const FILE_H: u64 = FILE_A << 7;

/// The squares of a rank, 0 to 7.
pub(super) const fn rank(index: u8) -> u64 {
    0xFF << (8 * index)
}

/// `e4`.
pub(super) fn square_name(square: u8) -> String {
    let (file, rank) = (square % 8, square / 8);
    format!("{}{}", (b'a' + file) as char, rank + 1)
}

/// The square of a name.
pub(super) fn square_of(name: &str) -> Option<u8> {
    match *name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(8 * (rank - b'1') + (file - b'a')),
        _ => None,
    }
}

/// The squares of a set, in ascending order.
#[derive(Clone, Copy)]
pub(super) struct BitSquares(pub(super) u64);

impl Iterator for BitSquares {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

const fn leaps(steps: [(i8, i8); 8]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < 8 {
            let file = (square % 8) as i8 + steps[step].0;
            let rank = (square / 8) as i8 + steps[step].1;
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square] |= 1 << (8 * rank + file);
            }
            step += 1;
        }
        square += 1;
    }
    table
}

static KNIGHT: [u64; 64] =
    leaps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);

static KING: [u64; 64] =
    leaps([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);

#[inline]
pub(super) fn knight(square: u8) -> u64 {
    KNIGHT[square as usize & 63]
}

#[inline]
pub(super) fn king(square: u8) -> u64 {
    KING[square as usize & 63]
}

#[inline]
pub(super) fn queen(square: u8, occupied: u64) -> u64 {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares one diagonal step away from a set.
#[inline]
pub(super) const fn diagonal_neighbours(set: u64) -> u64 {
    let (not_a, not_h) = (set & !FILE_A, set & !FILE_H);
    not_a << 7 | not_a >> 9 | not_h << 9 | not_h >> 7
}

/// The squares one straight step away from a set.
#[inline]
pub(super) const fn straight_neighbours(set: u64) -> u64 {
    (set & !FILE_A) >> 1 | (set & !FILE_H) << 1 | set << 8 | set >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_squares_agree() {
        for square in 0..64 {
            assert_eq!(square_of(&square_name(square)), Some(square));
        }
        for name in ["", "e", "e9", "i1", "e44", "é4"] {
            assert_eq!(square_of(name), None, "{name}");
        }
    }

    #[test]
    fn tables_agree_with_steps() {
        for square in 0..64u8 {
            let set = 1u64 << square;
            assert_eq!(king(square), diagonal_neighbours(set) | straight_neighbours(set));
            let near = |other: u8| {
                let files = (square % 8).abs_diff(other % 8);
                let ranks = (square / 8).abs_diff(other / 8);
                files * ranks == 2
            };
            let leaps: u64 = (0..64).filter(|&o| near(o)).map(|o| 1u64 << o).sum();
            assert_eq!(knight(square), leaps);
        }
    }

    #[test]
    fn sliders_stop_at_the_first_piece() {
        let (a1, h8) = (0, 63);
        assert_eq!(rook(a1, 0), (FILE_A | rank(0)) & !1);
        assert_eq!(rook(a1, 1 << 16 | 1 << 40 | 1 << 1), 1 << 8 | 1 << 16 | 1 << 1);
        assert_eq!(bishop(h8, 1 << 45 | 1 << 9), 1 << 54 | 1 << 45);
        assert_eq!(queen(a1, 1 << 9) & diagonal_neighbours(1), 1 << 9);
    }
}
