//! Random numbers that make up the key of a position.

use super::board::{SQUARES, Square};
use super::piece::Piece;

/// A number for every piece on every square.
static PIECES: [[u64; SQUARES]; Piece::CODES] = {
    let mut table = [[0; SQUARES]; Piece::CODES];
    let mut code = 0;
    while code < Piece::CODES {
        let mut square = 0;
        while square < SQUARES {
            table[code][square] = scramble((code * SQUARES + square) as u64);
            square += 1;
        }
        code += 1;
    }
    table
};

/// What a turn adds to the key, by seat.
pub(super) const TURNS: [u64; 3] = [0, scramble(1 << 32), scramble(1 << 33)];

/// What changes in the key when the turn goes from a seat to the next.
pub(super) const TURN_CHANGES: [u64; 3] =
    [TURNS[0] ^ TURNS[1], TURNS[1] ^ TURNS[2], TURNS[2] ^ TURNS[0]];

/// What a piece on a square adds to the key.
#[inline]
pub(super) fn of(piece: Piece, square: Square) -> u64 {
    PIECES[piece.code()][square.index()]
}

/// SplitMix64: a bijection, so that different numbers never get the same key.
const fn scramble(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
