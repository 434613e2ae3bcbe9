//! Listing and picking the moves of the side to move.

use ludarium_game::{Game, MoveList, Rng, Turn};

use super::board::{BOARD, COLUMN_0, Kind, ROW, Side, Square, row, squares};
use super::reach::LongReach;
use super::{Move, TucChess};

/// Returned where there is no move to pick, which callers must not ask for.
const NO_MOVE: Move = Move::step(Square::from_bit_index(0), Square::from_bit_index(0));

/// The pawns that can go ahead, capture to the left, or capture to the right.
#[derive(Clone, Copy)]
struct MovablePawns {
    ahead: u64,
    left: u64,
    right: u64,
}

impl MovablePawns {
    /// The number of moves. A capture to the left never starts in the first column, nor one to the
    /// right in the last, so that both sets fit into one.
    #[inline(always)]
    fn count(&self) -> u32 {
        let captures = self.left >> 1 | self.right << 4;
        let count = count_few(self.ahead);
        if captures == 0 { count } else { count + count_few(captures) }
    }
}

/// The size of a set of at most 15: seven pawns go ahead in seven ways and capture in 14. The last
/// multiplication adds up all sixteen half bytes in the highest one.
#[inline(always)]
fn count_few(set: u64) -> u32 {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    (fours.wrapping_mul(0x1111_1111_1111_1111) >> 60) as u32
}

impl TucChess {
    /// The moves that the course's own client knows: it never captures with a pawn that can step onto
    /// the last row, and looks to the right only from column 0 or after a possible capture to the
    /// left. In the order of [`Game::moves`]; replaces `out`.
    pub fn template_moves(&self, out: &mut MoveList<Move>) {
        let MovablePawns { ahead, left, right } = self.pawns_of(self.side);
        let arriving = ahead & self.row_before_last();
        let pawns = MovablePawns {
            ahead,
            left: left & !arriving,
            right: right & !arriving & (left | COLUMN_0),
        };
        self.list_steps(pawns, 0, out);
    }

    pub(super) fn list_moves(&self, out: &mut MoveList<Move>) {
        let pawns = self.pawns_of(self.side);
        self.list_steps(pawns, self.jumping_pawns(), out);
    }

    fn list_steps(&self, pawns: MovablePawns, jumping: u64, out: &mut MoveList<Move>) {
        out.clear();
        if !matches!(self.turn(), Turn::Seat(_)) {
            return;
        }
        let long = self.rooks_and_king();
        for from in squares(pawns.ahead | pawns.left | pawns.right | jumping | long) {
            if long & from.bit() != 0 {
                let reach = self.reach(from);
                for number in 0..reach.total() {
                    out.push(reach.nth(from, number));
                }
                continue;
            }
            let to = from.offset(self.side.ahead());
            if pawns.ahead & from.bit() != 0 {
                out.push(Move::step(from, to));
            }
            if pawns.left & from.bit() != 0 {
                out.push(Move::step(from, to.offset(-1)));
            }
            if pawns.right & from.bit() != 0 {
                out.push(Move::step(from, to.offset(1)));
            }
            if jumping & from.bit() != 0 {
                for to in squares(self.jump_targets(from)) {
                    out.push(Move::step(from, to));
                }
            }
        }
    }

    #[inline(always)] // Called on its own it costs a tenth of a playout.
    pub(super) fn pick_move(&self, rng: &mut Rng, buffer: &mut MoveList<Move>) -> Move {
        if self.rules.quirks && self.jumping_pawns() != 0 {
            self.list_moves(buffer);
            return buffer[rng.below(buffer.len() as u32) as usize];
        }
        // Two copies of the code, each with its directions as constants.
        match self.side {
            Side::White => self.pick_for(Side::White, rng),
            Side::Black => self.pick_for(Side::Black, rng),
        }
    }

    /// Counts the moves, draws a number, and goes through the pieces in order up to that move. The pawns
    /// are counted last: their sets would take registers away from the rooks.
    #[inline(always)]
    fn pick_for(&self, side: Side, rng: &mut Rng) -> Move {
        let own = self.sides[side as usize];
        let rooks = own & self.kinds[Kind::Rook as usize];
        let (mut first_rook, mut second_rook) = (LongReach::default(), LongReach::default());
        let mut count = 0;
        if rooks != 0 {
            first_rook = self.rook_reach(side, Square::lowest(rooks));
            count += first_rook.total();
            let other = rooks & (rooks - 1);
            if other != 0 {
                second_rook = self.rook_reach(side, Square::lowest(other));
                count += second_rook.total();
            }
        }
        let king = own & self.kinds[Kind::King as usize];
        let king_reach = self.king_reach(side, Square::lowest(king));
        let pawns = self.pawns_of(side);
        count += pawns.count() + king_reach.total();
        let mut number = rng.below(count);
        let captures = pawns.left | pawns.right;
        let long = rooks | king;
        let mut rest = pawns.ahead | captures | long;
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            if long & bit != 0 {
                let reach = if bit == king {
                    king_reach
                } else {
                    std::mem::replace(&mut first_rook, second_rook)
                };
                if number < reach.total() {
                    return reach.nth(Square::lowest(bit), number);
                }
                number -= reach.total();
            } else {
                let step = |sideways| {
                    let from = Square::lowest(bit);
                    Move::step(from, from.offset(side.ahead() + sideways))
                };
                if pawns.ahead & bit != 0 {
                    if number == 0 {
                        return step(0);
                    }
                    number -= 1;
                }
                if captures & bit != 0 {
                    if pawns.left & bit != 0 {
                        if number == 0 {
                            return step(-1);
                        }
                        number -= 1;
                    }
                    if pawns.right & bit != 0 {
                        if number == 0 {
                            return step(1);
                        }
                        number -= 1;
                    }
                }
            }
            rest ^= bit;
        }
        NO_MOVE
    }

    /// Whether `side`, which is to move, has no move. Presents block no move, so they do not matter.
    #[inline(always)]
    pub(super) fn is_stuck(&self, side: Side) -> bool {
        self.pawns_of(side).ahead == 0 && self.has_no_other_move()
    }

    /// Whether the side to move has no move except the pawns' steps ahead.
    #[inline(never)]
    fn has_no_other_move(&self) -> bool {
        let open = BOARD & !self.own();
        let beside_open = open << ROW | open >> ROW | open << 1 | open >> 1;
        // This is nearly always so; the other cases need not be fast.
        if self.rooks_and_king() & beside_open != 0 {
            return false;
        }
        let pawns = self.pawns_of(self.side);
        let jump = self.jumping_pawns() != 0 && row(6) & !self.pieces() != 0;
        pawns.left | pawns.right == 0 && !jump
    }

    #[inline(always)]
    fn pawns_of(&self, side: Side) -> MovablePawns {
        let pawns = self.sides[side as usize] & self.kinds[Kind::Pawn as usize];
        let enemy = self.sides[side.other() as usize];
        let ahead = side.ahead() as u32;
        MovablePawns {
            ahead: pawns & !self.pieces().rotate_right(ahead & 63),
            left: pawns & enemy.rotate_right(ahead.wrapping_sub(1) & 63),
            right: pawns & enemy.rotate_right(ahead.wrapping_add(1) & 63),
        }
    }

    /// The black pawns before the last row, which the servers let jump.
    #[inline]
    fn jumping_pawns(&self) -> u64 {
        if self.rules.quirks && self.side == Side::Black {
            self.own() & self.kinds[Kind::Pawn as usize] & row(5)
        } else {
            0
        }
    }

    /// Any square of the last row without a piece; straight ahead is the pawn's ordinary step.
    fn jump_targets(&self, from: Square) -> u64 {
        row(6) & !self.pieces() & !from.offset(Side::Black.ahead()).bit()
    }

    fn row_before_last(&self) -> u64 {
        match self.side {
            Side::White => row(1),
            Side::Black => row(5),
        }
    }

    /// The rooks and the king of the side to move.
    fn rooks_and_king(&self) -> u64 {
        self.own() & !self.kinds[Kind::Pawn as usize]
    }
}
