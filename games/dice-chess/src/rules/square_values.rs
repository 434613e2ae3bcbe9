//! Piece-square tables: what each square is worth to each piece.
//!
//! They are the tables of the public "simplified evaluation function" of chess programming.

use super::pieces::{Kind, Side};

type SquareValues = [i8; 64];

/// What a square is worth to a piece of this side and kind; `late` chooses between the king's two tables.
#[inline]
pub fn square_value(side: Side, kind: Kind, square: u8, late: bool) -> i32 {
    let table = match kind {
        Kind::King if late => &KING_LATE,
        _ => &TABLES[kind as usize],
    };
    // The tables are written as White sees the board, rank 8 first; Black sees the ranks the other way round.
    let place = match side {
        Side::White => square ^ 56,
        Side::Black => square,
    };
    i32::from(table[place as usize & 63])
}

#[rustfmt::skip]
static TABLES: [SquareValues; 6] = [
    [
          0,   0,   0,   0,   0,   0,   0,   0,
         50,  50,  50,  50,  50,  50,  50,  50,
         10,  10,  20,  30,  30,  20,  10,  10,
          5,   5,  10,  25,  25,  10,   5,   5,
          0,   0,   0,  20,  20,   0,   0,   0,
          5,  -5, -10,   0,   0, -10,  -5,   5,
          5,  10,  10, -20, -20,  10,  10,   5,
          0,   0,   0,   0,   0,   0,   0,   0,
    ],
    [
        -50, -40, -30, -30, -30, -30, -40, -50,
        -40, -20,   0,   0,   0,   0, -20, -40,
        -30,   0,  10,  15,  15,  10,   0, -30,
        -30,   5,  15,  20,  20,  15,   5, -30,
        -30,   0,  15,  20,  20,  15,   0, -30,
        -30,   5,  10,  15,  15,  10,   5, -30,
        -40, -20,   0,   5,   5,   0, -20, -40,
        -50, -40, -30, -30, -30, -30, -40, -50,
    ],
    [
        -20, -10, -10, -10, -10, -10, -10, -20,
        -10,   0,   0,   0,   0,   0,   0, -10,
        -10,   0,   5,  10,  10,   5,   0, -10,
        -10,   5,   5,  10,  10,   5,   5, -10,
        -10,   0,  10,  10,  10,  10,   0, -10,
        -10,  10,  10,  10,  10,  10,  10, -10,
        -10,   5,   0,   0,   0,   0,   5, -10,
        -20, -10, -10, -10, -10, -10, -10, -20,
    ],
    [
          0,   0,   0,   0,   0,   0,   0,   0,
          5,  10,  10,  10,  10,  10,  10,   5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
          0,   0,   0,   5,   5,   0,   0,   0,
    ],
    [
        -20, -10, -10,  -5,  -5, -10, -10, -20,
        -10,   0,   0,   0,   0,   0,   0, -10,
        -10,   0,   5,   5,   5,   5,   0, -10,
         -5,   0,   5,   5,   5,   5,   0,  -5,
          0,   0,   5,   5,   5,   5,   0,  -5,
        -10,   5,   5,   5,   5,   5,   0, -10,
        -10,   0,   5,   0,   0,   0,   0, -10,
        -20, -10, -10,  -5,  -5, -10, -10, -20,
    ],
    [
        -30, -40, -40, -50, -50, -40, -40, -30,
        -30, -40, -40, -50, -50, -40, -40, -30,
        -30, -40, -40, -50, -50, -40, -40, -30,
        -30, -40, -40, -50, -50, -40, -40, -30,
        -20, -30, -30, -40, -40, -30, -30, -20,
        -10, -20, -20, -20, -20, -20, -20, -10,
         20,  20,   0,   0,   0,   0,  20,  20,
         20,  30,  10,   0,   0,  10,  30,  20,
    ],
];

#[rustfmt::skip]
static KING_LATE: SquareValues = [
    -50, -40, -30, -20, -20, -30, -40, -50,
    -30, -20, -10,   0,   0, -10, -20, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -30,   0,   0,   0,   0, -30, -30,
    -50, -30, -30, -30, -30, -30, -30, -50,
];

#[cfg(test)]
mod tests {
    use super::super::attacks::square_of;
    use super::*;

    fn value(side: Side, kind: Kind, square: &str, late: bool) -> i32 {
        square_value(side, kind, square_of(square).unwrap(), late)
    }

    #[test]
    fn each_side_sees_the_board_from_its_own_end() {
        use Kind::{King, Knight, Pawn, Queen, Rook};
        assert_eq!(value(Side::White, Pawn, "e2", false), -20);
        assert_eq!(value(Side::White, Pawn, "e7", false), 50);
        assert_eq!(value(Side::Black, Pawn, "e2", false), 50);
        assert_eq!(value(Side::White, Knight, "f3", false), 10);
        assert_eq!(value(Side::White, Knight, "b5", false), 5);
        assert_eq!(value(Side::White, Rook, "d1", false), 5);
        assert_eq!(value(Side::Black, Rook, "d1", false), 0);
        // The only table that is not the same on both wings.
        assert_eq!(value(Side::White, Queen, "b3", false), 5);
        assert_eq!(value(Side::White, Queen, "g3", false), 0);
        assert_eq!(value(Side::Black, Queen, "b6", false), 5);
        assert_eq!(value(Side::White, King, "g1", false), 30);
        assert_eq!(value(Side::White, King, "g1", true), -30);
        assert_eq!(value(Side::Black, King, "e5", true), 40);
    }

    #[test]
    fn sums_of_the_tables() {
        let sum = |kind, late| -> i32 {
            let squares = 0..64;
            squares.map(|square| square_value(Side::White, kind, square, late)).sum()
        };
        let sums = Kind::ALL.map(|kind| sum(kind, false));
        assert_eq!(sums, [660, -810, -140, 30, -185, -1460]);
        assert_eq!(sum(Kind::King, true), -640);
    }
}
