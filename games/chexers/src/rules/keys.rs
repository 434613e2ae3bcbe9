//! The random numbers that make up a position's key.

/// One for a piece of each colour on each bit of the board.
pub(super) static PIECE: [[u64; 64]; 3] = numbers(1);

/// One for each number of exits of each colour; the first player to four ends the game.
pub(super) static EXITS: [[u64; 8]; 3] = numbers(2);

/// One for each colour to move, already combined with that of the next colour, so that a single
/// exclusive-or passes the turn on.
pub(super) static PASS_TURN: [u64; 3] =
    [TURN[0][0] ^ TURN[1][0], TURN[1][0] ^ TURN[2][0], TURN[2][0] ^ TURN[0][0]];

/// One for each colour to move.
pub(super) const TURN: [[u64; 1]; 3] = numbers(3);

/// A table of numbers from the SplitMix64 sequence of a seed.
const fn numbers<const N: usize>(seed: u64) -> [[u64; N]; 3] {
    let mut table = [[0; N]; 3];
    let mut state = seed << 32;
    let mut row = 0;
    while row < 3 {
        let mut column = 0;
        while column < N {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            table[row][column] = z ^ (z >> 31);
            column += 1;
        }
        row += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numbers_differ() {
        let mut all: Vec<u64> = PIECE.concat();
        all.extend(EXITS.concat());
        all.extend(TURN.concat());
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
