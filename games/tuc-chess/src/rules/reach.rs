//! How far a rook or a king can go: the four directions at once, by bits and tables.
//!
//! All sets are rotated so that the piece is at bit 3. Then the low byte holds the line along its row,
//! and a multiplication gathers the line along its column.

use super::board::{BOARD, ROW, Side, Square};
use super::{Kind, Move, TucChess};

/// What to add to a square's index to go up, down, left and right: the order of all move lists.
const DIRECTIONS: [i8; 4] = [-(ROW as i8), ROW as i8, -1, 1];

/// The moves of a piece: their number in the low byte; in the high one how many of them go up, down,
/// left and right, two bits each, the first ones lowest.
#[derive(Clone, Copy, Default)]
pub(super) struct LongReach(u16);

impl LongReach {
    /// The number of moves in all directions.
    #[inline]
    pub(super) fn total(self) -> u32 {
        u32::from(self.0 as u8)
    }

    /// The move with a number below the total, counted by direction, near before far.
    #[inline]
    pub(super) fn nth(self, from: Square, number: u32) -> Move {
        let offsets = &TABLES.offsets[usize::from(self.0 >> 8)];
        Move::step(from, from.offset(offsets[number as usize & 15]))
    }
}

impl TucChess {
    /// The reach of a rook or a king of the side to move.
    #[inline]
    pub(super) fn reach(&self, from: Square) -> LongReach {
        if self.kinds[Kind::Rook as usize] & from.bit() != 0 {
            self.rook_reach(self.side, from)
        } else {
            self.king_reach(self.side, from)
        }
    }

    #[inline(always)]
    pub(super) fn king_reach(&self, side: Side, from: Square) -> LongReach {
        let open = turned(BOARD & !self.sides[side as usize], from);
        let beside = (open & sources(&BESIDE)).wrapping_mul(gathering(&BESIDE)) >> 60;
        LongReach(TABLES.king[beside as usize])
    }

    /// Own pieces and the edge stop a rook before them; enemies and presents stop it on their square, as if
    /// the square after them were blocked.
    #[inline(always)]
    pub(super) fn rook_reach(&self, side: Side, from: Square) -> LongReach {
        let walls = turned(!BOARD | self.sides[side as usize], from);
        let stops = turned(self.sides[side.other() as usize] | self.presents, from);
        let row = walls as u8 | TABLES.behind[usize::from(stops as u8)];
        let column = (walls & sources(&COLUMN)).wrapping_mul(gathering(&COLUMN))
            | (stops & sources(&COLUMN_BEHIND)).wrapping_mul(gathering(&COLUMN_BEHIND));
        LongReach(TABLES.row[usize::from(row)] + TABLES.column[(column >> 57) as usize])
    }
}

/// The set rotated so that the square is at bit 3.
#[inline(always)]
fn turned(set: u64, square: Square) -> u64 {
    set.rotate_right(u32::from(square.index().wrapping_sub(3) & 63))
}

/// Bits to gather: from where to where. In the lists below the places that a bit's shift takes the
/// other bits to are all different and below the ones wanted, so that nothing carries into these.
type Gathering = [(u32, u32)];

/// The squares above, beside and below the piece, to the four highest bits.
const BESIDE: [(u32, u32); 4] = [(4, 60), (59, 61), (2, 62), (11, 63)];
/// The squares below and above the piece, the farthest below first, to the seven highest bits.
const COLUMN: [(u32, u32); 6] = [(27, 57), (19, 58), (11, 59), (59, 61), (51, 62), (43, 63)];
/// The same squares to the places of their neighbours further away.
const COLUMN_BEHIND: [(u32, u32); 4] = [(19, 57), (11, 58), (59, 62), (51, 63)];

/// The bits that are gathered.
const fn sources(gathering: &Gathering) -> u64 {
    let (mut set, mut index) = (0, 0);
    while index < gathering.len() {
        set |= 1 << gathering[index].0;
        index += 1;
    }
    set
}

/// The factor that shifts every bit to its place.
const fn gathering(gathering: &Gathering) -> u64 {
    let (mut factor, mut index) = (0, 0);
    while index < gathering.len() {
        factor |= 1 << (gathering[index].1 - gathering[index].0);
        index += 1;
    }
    factor
}

/// One static, so that all tables share one address.
struct ReachTables {
    /// The squares of a line one step further away from the middle than those of a set.
    behind: [u8; 256],
    /// The reach along a row and along a column, by the line's obstacles. A line has seven squares,
    /// the piece on the middle one.
    row: [u16; 256],
    column: [u16; 256],
    /// The reach of a king, by the open squares beside it, in the order of [`BESIDE`].
    king: [u16; 16],
    /// What to add to the index of the origin, by the high byte of the reach and the move's number.
    offsets: [[i8; 16]; 256],
}

static TABLES: ReachTables = {
    let mut tables = ReachTables {
        behind: [0; 256],
        row: [0; 256],
        column: [0; 256],
        king: [0; 16],
        offsets: [[0; 16]; 256],
    };
    let mut set = 0;
    while set < 256 {
        tables.behind[set] = (set as u8 & 0b000_0110) >> 1 | (set as u8 & 0b011_0000) << 1;
        let (mut low, mut high) = (0, 0);
        while low < 3 && set >> (2 - low) & 1 == 0 {
            low += 1;
        }
        while high < 3 && set >> (4 + high) & 1 == 0 {
            high += 1;
        }
        tables.row[set] = reach([0, 0, low, high]);
        tables.column[set] = reach([high, low, 0, 0]);
        tables.offsets[set] = offsets(set);
        set += 1;
    }
    let mut set = 0;
    while set < 16 {
        tables.king[set] =
            reach([set as u16 >> 1 & 1, set as u16 >> 3 & 1, set as u16 >> 2 & 1, set as u16 & 1]);
        set += 1;
    }
    tables
};

/// The reach of these numbers of moves up, down, left and right.
const fn reach([up, down, left, right]: [u16; 4]) -> u16 {
    (up + down + left + right) | (up | down << 2 | left << 4 | right << 6) << 8
}

/// The offsets of all moves of a reach, from its high byte.
const fn offsets(counts: usize) -> [i8; 16] {
    let mut offsets = [0; 16];
    let (mut number, mut direction) = (0, 0);
    while direction < 4 {
        let mut step = 1;
        while step <= (counts >> (2 * direction) & 3) as i8 {
            offsets[number] = DIRECTIONS[direction] * step;
            number += 1;
            step += 1;
        }
        direction += 1;
    }
    offsets
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Purpose, Seed, Spec, Tabletop};

    use super::*;

    /// The moves of a rook or a king, found by walking.
    fn walked(position: &TucChess, from: Square, furthest: i8) -> Vec<Move> {
        let mut moves = Vec::new();
        for (rows, columns) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            for distance in 1..=furthest {
                let row = from.row().wrapping_add_signed(rows * distance);
                let column = from.column().wrapping_add_signed(columns * distance);
                let Some(to) = Square::new(row, column) else {
                    break;
                };
                if position.own() & to.bit() != 0 {
                    break;
                }
                moves.push(Move::step(from, to));
                if (position.enemy() | position.presents) & to.bit() != 0 {
                    break;
                }
            }
        }
        moves
    }

    #[test]
    fn the_tables_agree_with_walking() {
        let mut rng = Seed(7).stream(Purpose::Test, 0);
        let rules = TucChess::rules(&Spec::parse("2021").unwrap()).unwrap();
        let mut position = TucChess::start(&rules, &mut rng);
        for _ in 0..2000 {
            let (one, another, third) = (rng.bits(), rng.bits(), rng.bits());
            position.sides = [BOARD & one & another, BOARD & !one & another];
            position.presents = BOARD & !another & third;
            for from in Square::all().filter(|from| position.own() & from.bit() != 0) {
                for (reach, furthest) in [
                    (position.rook_reach(Side::White, from), 3),
                    (position.king_reach(Side::White, from), 1),
                ] {
                    let moves: Vec<Move> =
                        (0..reach.total()).map(|number| reach.nth(from, number)).collect();
                    assert_eq!(moves, walked(&position, from, furthest), "from {from}");
                }
            }
        }
    }
}
