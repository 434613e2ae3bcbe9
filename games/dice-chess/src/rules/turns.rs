//! Which sequences of moves make up a turn of the three-dice game.
//!
//! A turn ends with the capture of the king, or it uses as many dice as any sequence without such a
//! capture can use and cannot be continued. A single move is legal if it begins such a turn.

use std::fmt;

use ludarium_game::{Game, Turn};

use super::board::Board;
use super::dice::DicePool;
use super::generate::Promotions;
use super::moves::Move;
use super::pieces::Kind;
use super::three_dice::ThreeDice;

/// The moves of a whole turn: one to three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sequence {
    moves: [Move; 3],
    len: u8,
    captures_king: bool,
}

impl Sequence {
    const EMPTY: Sequence = Sequence { moves: [Move::PASS; 3], len: 0, captures_king: false };

    /// The moves in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.len as usize]
    }

    /// Whether the last move captures the king.
    pub fn captures_king(&self) -> bool {
        self.captures_king
    }

    /// How many dice the moves use: one each, but two for castling.
    pub fn dice_used(&self) -> usize {
        let castlings = self.moves().iter().filter(|mv| mv.is_castling());
        self.moves().len() + castlings.count()
    }

    fn and(mut self, mv: Move, captures_king: bool) -> Sequence {
        self.moves[self.len as usize] = mv;
        self.len += 1;
        self.captures_king = captures_king;
        self
    }
}

/// The moves with a blank between them.
impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mv) in self.moves().iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            write!(f, "{blank}{mv}")?;
        }
        Ok(())
    }
}

const PROMOTIONS: Promotions = Promotions {
    kinds: &[Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen],
    king_capture_is_plain: true,
};

/// A side in the middle of its turn: the pieces and the dice it has not yet used.
#[derive(Clone, Copy)]
pub(super) struct PartialTurn {
    pub(super) board: Board,
    pub(super) dice: DicePool,
}

impl PartialTurn {
    /// Calls `stop` with every single move that the dice allow, in the order of the die and castling last,
    /// until it returns true; returns whether it did.
    #[inline]
    pub(super) fn any_move(&self, mut stop: impl FnMut(Move) -> bool) -> bool {
        for kind in self.dice.kinds() {
            if self.board.any_move(kind, PROMOTIONS, &mut stop) {
                return true;
            }
        }
        self.dice.has(Kind::King) && self.dice.has(Kind::Rook) && self.board.any_castling(&mut stop)
    }

    /// Whether any piece can move.
    pub(super) fn can_move(&self) -> bool {
        let passing = self.board.enemy_targets();
        let mut kinds = self.dice.kinds();
        kinds.any(|kind| self.board.is_mobile(kind, 0, passing))
    }

    pub(super) fn captures_king(&self, mv: Move) -> bool {
        self.board.enemy_king() >> mv.to() & 1 != 0
    }

    /// What a move leaves; castling uses a king die and a rook die.
    pub(super) fn after(&self, mv: Move) -> PartialTurn {
        let mut next = *self;
        next.board.make(mv);
        next.dice = next.dice.without(mv.moved());
        if mv.is_castling() {
            next.dice = next.dice.without(Kind::Rook);
        }
        next
    }

    /// Whether some sequence without capture of the king uses at least `count` dice.
    pub(super) fn can_use(&self, count: u32) -> bool {
        if count <= 1 {
            let (king, passing) = (self.board.enemy_king(), self.board.enemy_targets());
            let mut kinds = self.dice.kinds();
            return count == 0 || kinds.any(|kind| self.board.is_mobile(kind, king, passing));
        }
        if self.dice.len() < count {
            return false;
        }
        self.any_move(|mv| {
            if self.captures_king(mv) {
                return false;
            }
            let next = self.after(mv);
            next.can_use(count.saturating_sub(self.dice.len() - next.dice.len()))
        })
    }

    /// The largest number of dice that a sequence without capture of the king can use.
    pub(super) fn most_dice(&self) -> u32 {
        let mut counts = (1..=self.dice.len()).rev();
        counts.find(|&count| self.can_use(count)).unwrap_or(0)
    }

    /// Whether some sequence captures the king.
    pub(super) fn can_capture_king(&self) -> bool {
        let mut kinds = self.dice.kinds();
        if kinds.any(|kind| self.board.attacks_king(kind)) {
            return true;
        }
        self.dice.len() > 1 && self.any_move(|mv| self.after(mv).can_capture_king())
    }

    fn collect(&self, begun: Sequence, goal: Option<u32>, out: &mut Vec<Sequence>) {
        self.any_move(|mv| {
            let sequence = begun.and(mv, self.captures_king(mv));
            if sequence.captures_king {
                out.push(sequence);
                return false;
            }
            let next = self.after(mv);
            let goal = goal.and_then(|goal| goal.checked_sub(self.dice.len() - next.dice.len()));
            if next.can_move() {
                next.collect(sequence, goal, out);
            } else if goal == Some(0) {
                out.push(sequence);
            }
            false
        });
    }
}

impl ThreeDice {
    /// Replaces `out` by every way to play the rest of this turn, each exactly once; none when the only
    /// move is a pass and when no roll is pending.
    ///
    /// The first moves of these sequences are exactly the legal moves.
    pub fn turns(&self, out: &mut Vec<Sequence>) {
        out.clear();
        if !matches!(self.turn(), Turn::Seat(_)) {
            return;
        }
        let partial_turn = self.partial_turn();
        let goal = (!self.must_capture()).then(|| partial_turn.most_dice());
        partial_turn.collect(Sequence::EMPTY, goal, out);
    }
}
