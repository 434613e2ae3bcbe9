//! Every move that a piece could ever have from a square, with what it requires of the board.
//!
//! All pieces of a kind have equally many slots on every square; those that a square does not need stay
//! closed. One lookup in the table says whether one particular move is legal.

use super::board::{ACROSS_FIRST, COLUMN, FALLING, RISING, ROW, SQUARES, Square, StepPath};
use super::reach::LEAPS;
use super::squares::Squares;

/// The slots of a bishop, and of a queen that moves like one.
pub(super) const DIAGONAL: u32 = 17;
/// The slots of a rook, and of a queen that moves like one.
pub(super) const STRAIGHT: u32 = 14;
/// The slots of a pawn.
pub(super) const PAWN: u32 = 4;
/// The slots of a knight.
pub(super) const KNIGHT: u32 = 10;
/// The slots of a king. The last two are for castling where the king starts: it has no steps there.
pub(super) const KING: u32 = 9;

/// A move from a known square: in the lower 96 bits the squares that must be empty, above them where
/// it ends, above that whether it must capture.
#[derive(Clone, Copy)]
pub(super) struct MoveSlot(u128);

const END_AT: u32 = SQUARES as u32;
const CAPTURES_AT: u32 = END_AT + 8;

impl MoveSlot {
    const fn new(clear: Squares, end: Square) -> MoveSlot {
        MoveSlot(clear.bits() | (end.index() as u128) << END_AT)
    }

    const fn capture(end: Square) -> MoveSlot {
        MoveSlot(MoveSlot::new(Squares::EMPTY, end).0 | 1 << CAPTURES_AT)
    }

    /// No move: the piece's own square would have to be empty.
    const fn closed(start: Square) -> MoveSlot {
        MoveSlot::new(Squares::EMPTY.with(start), start)
    }

    /// Where the move ends.
    #[inline]
    pub(super) const fn end(self) -> Square {
        Square::from_index((self.0 >> END_AT) as usize % 128)
    }

    /// Whether the squares that must be empty are.
    #[inline]
    pub(super) const fn is_open(self, taken: Squares) -> bool {
        self.0 & taken.bits() == 0
    }

    /// Whether the move is legal only as a capture.
    #[inline]
    pub(super) const fn must_capture(self) -> bool {
        self.0 >> CAPTURES_AT != 0
    }
}

type SlotsBySquare<const COUNT: usize> = [[MoveSlot; COUNT]; SQUARES];

/// The slots by square; a pawn's by seat and square.
pub(super) struct Slots {
    pub(super) diagonal: SlotsBySquare<{ DIAGONAL as usize }>,
    pub(super) straight: SlotsBySquare<{ STRAIGHT as usize }>,
    pub(super) pawn: [SlotsBySquare<{ PAWN as usize }>; 3],
    pub(super) knight: SlotsBySquare<{ KNIGHT as usize }>,
    pub(super) king: SlotsBySquare<{ KING as usize }>,
}

/// The slots of every piece on every square.
pub(super) static SLOTS: Slots = Slots {
    diagonal: slides(&[RISING, FALLING, ACROSS_FIRST]),
    straight: slides(&[ROW, COLUMN]),
    pawn: [pawn_moves(0), pawn_moves(1), pawn_moves(2)],
    knight: leaps(&LEAPS.knight),
    king: leaps(&LEAPS.king),
};

/// All slots closed.
const fn closed<const COUNT: usize>() -> SlotsBySquare<COUNT> {
    let mut table = [[MoveSlot(0); COUNT]; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        table[index] = [MoveSlot::closed(Square::from_index(index)); COUNT];
        index += 1;
    }
    table
}

/// One slot for every square that is reached by repeating a step.
const fn slides<const COUNT: usize>(groups: &[&[StepPath]]) -> SlotsBySquare<COUNT> {
    let mut table = closed();
    let mut index = 0;
    while index < SQUARES {
        let start = Square::from_index(index);
        // Most squares of a diagonal are reached in either order of its steps.
        let mut known = Squares::EMPTY;
        let mut count = 0;
        let mut group = 0;
        while group < groups.len() {
            let mut step = 0;
            while step < groups[group].len() {
                let mut passed = Squares::EMPTY;
                let mut square = start;
                while let Some(next) = square.step(start.section(), groups[group][step]) {
                    if !known.holds(next) {
                        table[index][count] = MoveSlot::new(passed, next);
                        count += 1;
                    }
                    known = known.with(next);
                    passed = passed.with(next);
                    square = next;
                }
                step += 1;
            }
            group += 1;
        }
        index += 1;
    }
    table
}

/// One slot for every square of a leaper.
const fn leaps<const COUNT: usize>(ends: &[Squares; SQUARES]) -> SlotsBySquare<COUNT> {
    let mut table = closed();
    let mut index = 0;
    while index < SQUARES {
        let (mut count, mut end) = (0, 0);
        while end < SQUARES {
            let square = Square::from_index(end);
            if ends[index].holds(square) {
                table[index][count] = MoveSlot::new(Squares::EMPTY, square);
                count += 1;
            }
            end += 1;
        }
        index += 1;
    }
    table
}

/// A step ahead, two steps, and the captures, for the pawns of a seat.
const fn pawn_moves(seat: usize) -> SlotsBySquare<{ PAWN as usize }> {
    let mut table = closed();
    let mut index = 0;
    while index < SQUARES {
        let start = Square::from_index(index);
        let (mut count, mut end) = (0, 0);
        while end < SQUARES {
            let square = Square::from_index(end);
            if LEAPS.push[seat][index].holds(square) {
                let clear = Squares::EMPTY.with(square);
                table[index][count] = MoveSlot::new(clear, square);
                count += 1;
                if start.section() == seat && start.row() == 1 {
                    let second = Square::from_index(end + 1);
                    table[index][count] = MoveSlot::new(clear.with(second), second);
                    count += 1;
                }
            } else if LEAPS.capture[seat][index].holds(square) {
                table[index][count] = MoveSlot::capture(square);
                count += 1;
            }
            end += 1;
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Purpose, Seed};

    use super::*;
    use crate::rules::moves::CASTLINGS;
    use crate::rules::{Kind, Piece, Seat, reachable};

    /// Where the open slots lead, which must be to different squares.
    fn open(slots: &[MoveSlot], own: Squares, taken: Squares) -> Squares {
        let mut ends = Squares::EMPTY;
        for slot in slots.iter().filter(|slot| slot.is_open(taken)) {
            let wanted = !slot.must_capture() || taken.holds(slot.end());
            if wanted && !own.holds(slot.end()) {
                assert!(!ends.holds(slot.end()), "two slots to {}", slot.end());
                ends = ends.with(slot.end());
            }
        }
        ends
    }

    #[test]
    fn open_slots_are_the_moves_each_once() {
        let mut rng = Seed(5).stream(Purpose::Test, 0);
        for round in 0..100 {
            let mut random = || {
                let few = (0..round % 4).fold(u128::MAX, |set, _| {
                    set & (u128::from(rng.bits()) << 64 | u128::from(rng.bits()))
                });
                Squares::new(few & ((1 << SQUARES) - 1))
            };
            let (friends, enemies) = (random(), random());
            for start in Square::all() {
                let own = friends.with(start);
                let taken = own | enemies;
                let index = start.index();
                for seat in Seat::all(3) {
                    let ways: [(Kind, &[&[MoveSlot]]); 6] = [
                        (Kind::Pawn, &[&SLOTS.pawn[seat.index()][index]]),
                        (Kind::Knight, &[&SLOTS.knight[index]]),
                        (Kind::Bishop, &[&SLOTS.diagonal[index]]),
                        (Kind::Rook, &[&SLOTS.straight[index]]),
                        (Kind::Queen, &[&SLOTS.diagonal[index], &SLOTS.straight[index]]),
                        (Kind::King, &[&SLOTS.king[index]]),
                    ];
                    for (kind, slots) in ways {
                        let friends: Vec<Square> = own.into_iter().collect();
                        let enemies: Vec<Square> = enemies.into_iter().collect();
                        let piece = Piece::new(seat, kind);
                        let reached = reachable(piece, start, &friends, &enemies);
                        let open = open(&slots.concat(), own, taken);
                        assert!(open.into_iter().eq(reached), "{kind:?} {start}");
                    }
                }
            }
        }
    }

    #[test]
    fn no_slot_for_castling_is_taken_by_a_step() {
        for [castling, _] in &CASTLINGS {
            let king = castling.king_from;
            let alone = Squares::EMPTY.with(king);
            let last = &SLOTS.king[king.index()][KING as usize - 2..];
            assert!(last.iter().all(|slot| !slot.is_open(alone)));
        }
    }
}
