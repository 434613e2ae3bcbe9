//! Listing and picking the moves of the side to move.

use ludarium_game::{Game, MoveList, Rng, Turn};

use super::board::{BOARD, COLUMN_0, Kind, ROW, Square, row, squares};
use super::reach::Reach;
use super::{BLACK, Move, TucChess, WHITE};

/// Two rooks and a king.
const MOST_LONG_PIECES: usize = 3;

/// What is picked where there is nothing to pick, which is not allowed.
const NO_MOVE: Move = Move::step(Square::from_bit_index(0), Square::from_bit_index(0));

/// The pawns that can go ahead, capture to the left, capture to the right, or jump.
#[derive(Clone, Copy)]
struct Pawns {
    ahead: u64,
    left: u64,
    right: u64,
    jumping: u64,
}

impl Pawns {
    #[inline]
    fn movers(&self) -> u64 {
        self.ahead | self.left | self.right | self.jumping
    }
}

impl TucChess {
    /// The moves that the course's own client knows: it never captures with a pawn that can step onto
    /// the last row, and looks to the right only from column 0 or after a possible capture to the
    /// left. In the order of [`Game::moves`]; replaces `out`.
    pub fn template_moves(&self, out: &mut MoveList<Move>) {
        let Pawns {
            ahead, left, right, ..
        } = self.pawns();
        let arriving = ahead
            & if self.side_to_move() == WHITE {
                row(1)
            } else {
                row(5)
            };
        let pawns = Pawns {
            ahead,
            left: left & !arriving,
            right: right & !arriving & (left | COLUMN_0),
            jumping: 0,
        };
        self.list_steps(pawns, out);
    }

    pub(super) fn list_moves(&self, out: &mut MoveList<Move>) {
        self.list_steps(self.pawns(), out);
    }

    fn list_steps(&self, pawns: Pawns, out: &mut MoveList<Move>) {
        out.clear();
        if !matches!(self.turn(), Turn::Seat(_)) {
            return;
        }
        let long = self.long_pieces();
        for from in squares(pawns.movers() | long) {
            if long & from.bit() != 0 {
                let reach = self.reach(from);
                for number in 0..reach.total() {
                    out.push(reach.nth(from, number));
                }
                continue;
            }
            let to = from.offset(self.ahead());
            if pawns.ahead & from.bit() != 0 {
                out.push(Move::step(from, to));
            }
            if pawns.left & from.bit() != 0 {
                out.push(Move::step(from, to.offset(-1)));
            }
            if pawns.right & from.bit() != 0 {
                out.push(Move::step(from, to.offset(1)));
            }
            if pawns.jumping & from.bit() != 0 {
                for to in squares(self.jump_targets(from)) {
                    out.push(Move::step(from, to));
                }
            }
        }
    }

    /// Counts the moves, draws a number, and goes through the pieces in order up to that move.
    #[inline]
    pub(super) fn pick_move(&self, rng: &mut Rng) -> Move {
        let pawns = self.pawns();
        let long = self.long_pieces();
        let mut reaches = [Reach::default(); MOST_LONG_PIECES];
        let mut count = self.count_pawn_moves(pawns);
        for (from, reach) in squares(long).zip(&mut reaches) {
            *reach = self.reach(from);
            count += reach.total();
        }
        let mut number = rng.below(count);
        let mut reaches = reaches.into_iter();
        for from in squares(pawns.movers() | long) {
            if long & from.bit() != 0 {
                let reach = reaches.next().unwrap_or_default();
                if number < reach.total() {
                    return reach.nth(from, number);
                }
                number -= reach.total();
                continue;
            }
            let to = from.offset(self.ahead());
            for (able, to) in [
                (pawns.ahead, to),
                (pawns.left, to.offset(-1)),
                (pawns.right, to.offset(1)),
            ] {
                if able & from.bit() != 0 {
                    if number == 0 {
                        return Move::step(from, to);
                    }
                    number -= 1;
                }
            }
            if pawns.jumping & from.bit() != 0 {
                let targets = self.jump_targets(from);
                if let Some(to) = squares(targets).nth(number as usize) {
                    return Move::step(from, to);
                }
                number -= targets.count_ones();
            }
        }
        NO_MOVE
    }

    #[inline]
    fn count_pawn_moves(&self, pawns: Pawns) -> u32 {
        let mut count = pawns.ahead.count_ones();
        if pawns.left | pawns.right != 0 {
            count += pawns.left.count_ones() + pawns.right.count_ones();
        }
        if pawns.jumping != 0 {
            let jumps = squares(pawns.jumping).map(|from| self.jump_targets(from).count_ones());
            count += jumps.sum::<u32>();
        }
        count
    }

    /// Whether the side to move has no move. Presents stop nobody, so they do not matter.
    #[inline]
    pub(super) fn is_stuck(&self) -> bool {
        let pawns = self.pawns();
        if pawns.ahead != 0 {
            return false;
        }
        let open = BOARD & !self.own();
        let beside_open = open << ROW | open >> ROW | open << 1 | open >> 1;
        self.long_pieces() & beside_open == 0 && self.count_pawn_moves(pawns) == 0
    }

    #[inline]
    fn pawns(&self) -> Pawns {
        let pawns = self.own() & self.kinds[Kind::Pawn as usize];
        let ahead = self.ahead() as u32;
        let jumps = self.rules.quirks && self.side_to_move() == BLACK;
        Pawns {
            ahead: pawns & !self.pieces().rotate_right(ahead & 63),
            left: pawns & self.enemy().rotate_right(ahead.wrapping_sub(1) & 63),
            right: pawns & self.enemy().rotate_right(ahead.wrapping_add(1) & 63),
            jumping: if jumps { pawns & row(5) } else { 0 },
        }
    }

    /// What to add to a pawn's index for a step ahead.
    #[inline]
    fn ahead(&self) -> i8 {
        if self.side_to_move() == WHITE {
            -(ROW as i8)
        } else {
            ROW as i8
        }
    }

    /// The rooks and the king of the side to move.
    #[inline]
    fn long_pieces(&self) -> u64 {
        self.own() & !self.kinds[Kind::Pawn as usize]
    }

    /// A black pawn before the last row goes to any square there without a piece; straight ahead is
    /// its ordinary step.
    fn jump_targets(&self, from: Square) -> u64 {
        row(6) & !self.pieces() & !from.offset(self.ahead()).bit()
    }
}
