//! Random numbers for the parts of a position; the key of a position is their exclusive or.

use super::dice::DicePool;
use super::pieces::{Kind, Side};

/// The finaliser of SplitMix64: scatters small numbers over 64 bits.
const fn scatter(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn numbers<const N: usize>(first: u64) -> [u64; N] {
    let mut all = [0; N];
    let mut index = 0;
    while index < N {
        all[index] = scatter(first + index as u64);
        index += 1;
    }
    all
}

static PIECES: [u64; 2 * 6 * 64] = numbers(1 << 16);
static TARGETS: [u64; 64] = numbers(2 << 16);
static RIGHTS: [u64; 16] = numbers(3 << 16);
const BLACK_TO_MOVE: u64 = scatter(4 << 16);
const CAPTURE_ONLY: u64 = scatter(5 << 16);
const DICE: u64 = 6 << 16;

/// A piece on a square.
#[inline]
pub(super) fn piece(side: Side, kind: Kind, square: u8) -> u64 {
    PIECES[(side as usize * 6 + kind as usize) * 64 + (square as usize & 63)]
}

/// A square where a pawn may be captured en passant.
#[inline]
pub(super) fn target(square: u8) -> u64 {
    TARGETS[square as usize & 63]
}

/// The castling rights.
#[inline]
pub(super) fn rights(rights: u8) -> u64 {
    RIGHTS[rights as usize & 15]
}

/// The side to move.
#[inline]
pub(super) const fn side(side: Side) -> u64 {
    match side {
        Side::White => 0,
        Side::Black => BLACK_TO_MOVE,
    }
}

/// The dice that are not used yet; 0 when there are none.
#[inline]
pub(super) const fn dice(dice: DicePool) -> u64 {
    if dice.is_empty() {
        return 0;
    }
    scatter(DICE + dice.code() as u64)
}

/// The turn has to end with the capture of the king.
#[inline]
pub(super) const fn capture_only(must: bool) -> u64 {
    if must { CAPTURE_ONLY } else { 0 }
}
