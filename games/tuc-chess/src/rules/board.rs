//! Squares, sets of squares and the random numbers of the key.
//!
//! A row takes eight bits of which the first five are squares. The three spare columns are never set
//! in any set of pieces, so that a step over the left or right edge reaches no square instead of wrapping.

use std::fmt;

use ludarium_game::Seat;

/// Rows of the board; row 0 is Black's back row, at the top.
pub const ROWS: u8 = 7;
/// Columns of the board, from the left.
pub const COLUMNS: u8 = 5;

/// From one row to the next, in bits.
pub(super) const ROW: u8 = 8;
/// All 35 squares.
pub(super) const BOARD: u64 = 0x001F_1F1F_1F1F_1F1F;
/// The first column.
pub(super) const COLUMN_0: u64 = 0x0001_0101_0101_0101;
/// The rows in which pawns leave the board, White's and Black's.
pub(super) const LAST_ROWS: u64 = row(0) | row(6);

/// The squares of a row.
pub(super) const fn row(row: u8) -> u64 {
    0x1F << (ROW * row)
}

/// One of the 35 squares, written as its row and its column: `42`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in a row and a column, if the board has it.
    pub const fn new(row: u8, column: u8) -> Option<Square> {
        if row < ROWS && column < COLUMNS { Some(Square(ROW * row + column)) } else { None }
    }

    /// The square of a bit; bits outside the board give no meaningful square.
    #[inline]
    pub(super) const fn from_bit_index(index: u8) -> Square {
        Square(index & 63)
    }

    /// The first square of a set, row by row; the set must not be empty.
    #[inline]
    pub(super) fn lowest(set: u64) -> Square {
        Square::from_bit_index(set.trailing_zeros() as u8)
    }

    /// All squares, row by row.
    pub fn all() -> impl Iterator<Item = Square> {
        squares(BOARD)
    }

    /// The row, from 0 at the top.
    pub const fn row(self) -> u8 {
        self.0 / ROW
    }

    /// The column, from 0 at the left.
    pub const fn column(self) -> u8 {
        self.0 % ROW
    }

    /// The position of the square's bit in a set.
    #[inline]
    pub(super) const fn index(self) -> u8 {
        self.0
    }

    /// The square whose bit is this number of places higher; wraps at the ends.
    #[inline]
    pub(super) const fn offset(self, places: i8) -> Square {
        Square::from_bit_index(self.0.wrapping_add_signed(places))
    }

    /// The set of this square alone.
    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.row(), self.column())
    }
}

/// The squares of a set, row by row.
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let index = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(Square(index))
    })
}

/// A side, as an index that the compiler knows to be small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Side {
    White,
    Black,
}

impl Side {
    pub(super) const BOTH: [Side; 2] = [Side::White, Side::Black];

    #[inline]
    pub(super) const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    #[inline]
    pub(super) const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// What to add to a pawn's index for a step ahead.
    #[inline]
    pub(super) const fn ahead(self) -> i8 {
        match self {
            Side::White => -(ROW as i8),
            Side::Black => ROW as i8,
        }
    }
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// One step ahead; captures diagonally ahead.
    Pawn,
    /// Up to three squares along a row or a column.
    Rook,
    /// One step along a row or a column.
    King,
}

impl Kind {
    /// All kinds, in order.
    pub const ALL: [Kind; 3] = [Kind::Pawn, Kind::Rook, Kind::King];

    /// How many of them a side has at the start.
    pub const fn at_start(self) -> u32 {
        match self {
            Kind::Pawn => 7,
            Kind::Rook => 2,
            Kind::King => 1,
        }
    }
}

/// The keys of a kind of piece, by the index of its square.
#[inline]
pub(super) fn piece_keys(side: Side, kind: Kind) -> &'static [u64; 64] {
    &KEYS[side as usize][kind as usize]
}

/// The key of a present on a square.
#[inline]
pub(super) fn present_key(square: Square) -> u64 {
    KEYS[0][3][square.index() as usize & 63]
}

// By side and kind; there is room for the presents after White's kinds.
static KEYS: [[[u64; 64]; 4]; 2] = {
    let mut keys = [[[0; 64]; 4]; 2];
    let mut index = 0;
    while index < 2 * 4 * 64 {
        keys[index / 256][index / 64 % 4][index % 64] = scatter(index as u64);
        index += 1;
    }
    keys
};

/// Mixes the bits of a number; different numbers stay different.
pub(super) const fn scatter(number: u64) -> u64 {
    let mut x = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x = (x ^ (x >> 29)).wrapping_mul(0xA076_1D64_78BD_642F);
    x ^ (x >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_has_35_squares_in_reading_order() {
        let names: Vec<String> = Square::all().map(|square| square.to_string()).collect();
        assert_eq!(names.len(), 35);
        assert!(names.is_sorted());
        assert_eq!((names[0].as_str(), names[34].as_str()), ("00", "64"));
        assert_eq!(Square::new(7, 0), None);
        assert_eq!(Square::new(0, 5), None);
    }

    #[test]
    fn all_keys_differ() {
        let different: std::collections::HashSet<u64> =
            KEYS.iter().flatten().flatten().copied().collect();
        assert_eq!(different.len(), 8 * 64);
    }
}
