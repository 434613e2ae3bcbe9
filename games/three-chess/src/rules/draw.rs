//! Drawing a random move without knowing how many there are.
//!
//! Random games do little else, and counting the moves is most of the work of listing them. So the
//! slots of all pieces are numbered, a number is drawn, and if its slot holds no legal move
//! now, another one is drawn. Every legal move has one slot, so all are equally likely.

use ludarium_game::{Game, MoveList, Rng};

use super::board::Square;
use super::moves::CASTLINGS;
use super::piece::Kind;
use super::slots::{DIAGONAL, KING, KNIGHT, MoveSlot, PAWN, SLOTS, STRAIGHT};
use super::squares::Squares;
use super::{Move, ThreeChess};

/// How often eight numbers are drawn before the moves are listed after all.
const ROUNDS: usize = 8;

/// How many pieces of a seat move along diagonals, how many along rows and columns, and its pawns and
/// knights. A queen counts twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Movers([u8; 4]);

impl Movers {
    const OF_KIND: [[u8; 4]; 6] =
        [[0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0]];

    /// Adds a piece.
    pub(super) fn add(&mut self, kind: Kind) {
        for (count, more) in self.0.iter_mut().zip(Movers::OF_KIND[kind as usize]) {
            *count += more;
        }
    }

    /// Removes a piece.
    pub(super) fn remove(&mut self, kind: Kind) {
        for (count, less) in self.0.iter_mut().zip(Movers::OF_KIND[kind as usize]) {
            *count -= less;
        }
    }

    /// Where the slots of each group end, when they are numbered in this order and the king's last.
    #[inline]
    fn slot_ends(self) -> SlotEnds {
        let [diagonal, straight, pawn, knight] = self.0.map(u32::from);
        let diagonal = DIAGONAL * diagonal;
        let straight = diagonal + STRAIGHT * straight;
        let pawn = straight + PAWN * pawn;
        let knight = pawn + KNIGHT * knight;
        let king = knight + KING;
        SlotEnds { diagonal, straight, pawn, knight, king }
    }
}

/// The first number after the slots of each group of pieces.
struct SlotEnds {
    diagonal: u32,
    straight: u32,
    pawn: u32,
    knight: u32,
    king: u32,
}

impl ThreeChess {
    /// Draws a legal move, each equally likely.
    pub(super) fn draw_move(&self, rng: &mut Rng, buffer: &mut MoveList<Move>) -> Move {
        let ends = self.movers[self.turn.index()].slot_ends();
        // Only a seat with many queens has more slots than one draw can reach.
        if let Ok(total) = u8::try_from(ends.king) {
            let [blue, green, red] = self.colours;
            let taken = blue | green | red;
            for _ in 0..ROUNDS {
                for number in rng.several_below(total, 8) {
                    if let Some(mv) = self.move_in_slot(number.into(), &ends, taken) {
                        return mv;
                    }
                }
            }
        }
        self.moves(buffer);
        buffer[rng.below(buffer.len() as u32) as usize]
    }

    /// The move in a slot of the seat to move, if it is legal.
    #[inline]
    fn move_in_slot(&self, number: u32, ends: &SlotEnds, taken: Squares) -> Option<Move> {
        let seat = self.turn.index();
        let own = self.colours[seat];
        let pieces = |kind: Kind| self.kinds[kind as usize];
        // Counted back from the end of its group, which is known.
        let place = |pieces: Squares, end: u32, slots: u32| {
            let rest = end - 1 - number;
            let start = (pieces & own).nth((rest / slots) as usize)?;
            Some((start, (rest % slots) as usize))
        };
        let (start, slot): (Square, MoveSlot) = if number < ends.diagonal {
            let movers = pieces(Kind::Bishop) | pieces(Kind::Queen);
            let (start, slot) = place(movers, ends.diagonal, DIAGONAL)?;
            (start, SLOTS.diagonal[start.index()][slot])
        } else if number < ends.straight {
            let movers = pieces(Kind::Rook) | pieces(Kind::Queen);
            let (start, slot) = place(movers, ends.straight, STRAIGHT)?;
            (start, SLOTS.straight[start.index()][slot])
        } else if number < ends.pawn {
            let (start, slot) = place(pieces(Kind::Pawn), ends.pawn, PAWN)?;
            let slot = SLOTS.pawn[seat][start.index()][slot];
            if slot.must_capture() && !taken.holds(slot.end()) {
                return None;
            }
            (start, slot)
        } else if number < ends.knight {
            let (start, slot) = place(pieces(Kind::Knight), ends.knight, KNIGHT)?;
            (start, SLOTS.knight[start.index()][slot])
        } else {
            let (start, slot) = place(pieces(Kind::King), ends.king, KING)?;
            let [left, right] = &CASTLINGS[seat];
            let castling = match KING as usize - slot {
                1 => Some(left),
                2 => Some(right),
                _ => None,
            };
            if let Some(castling) = castling.filter(|castling| castling.king_from == start) {
                let end = castling.king_to;
                let may = self.may_castle(castling, taken);
                return may.then_some(Move { start, end });
            }
            (start, SLOTS.king[start.index()][slot])
        };
        let end = slot.end();
        (slot.is_open(taken) && !own.holds(end)).then_some(Move { start, end })
    }
}
