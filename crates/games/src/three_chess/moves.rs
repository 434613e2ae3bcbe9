//! Which moves are legal.

use ludarium_game::{MoveList, Rng, Seat};

use super::ThreeChess;
use super::board::{Square, Squares, squares};
use super::piece::{Kind, Piece};
use super::reach::{LEAPS, SLIDERS, Sliders};

/// A move: the squares where a piece starts and ends. Castling is the king's part of it.
///
/// Moves in order are their texts in alphabetical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece starts.
    pub start: Square,
    /// Where it ends.
    pub end: Square,
}

/// The most men a seat can have.
pub(super) const MOST_MEN: usize = 16;

/// The columns of the back rank that matter for castling.
const KING_COLUMN: usize = 4;

/// A way to castle: columns of the back rank.
pub(super) struct Castling {
    pub(super) king_to: usize,
    pub(super) rook_from: usize,
    pub(super) rook_to: usize,
    /// The squares that must be empty, as a set in Blue's section.
    between: Squares,
}

/// Castling to the left and to the right.
pub(super) const CASTLINGS: [Castling; 2] = [
    Castling {
        king_to: 2,
        rook_from: 0,
        rook_to: 3,
        between: 1 << 4 | 1 << 8 | 1 << 12,
    },
    Castling {
        king_to: 6,
        rook_from: 7,
        rook_to: 5,
        between: 1 << 20 | 1 << 24,
    },
];

/// The square on a seat's own back rank.
pub(super) const fn home(seat: Seat, column: usize) -> Square {
    Square::from_index(32 * seat.index() + 4 * column)
}

/// Where a piece can go, castling apart: `own` men block, `enemies` can be captured.
#[inline]
pub(super) fn reach(
    sliders: &Sliders,
    piece: Piece,
    start: Square,
    own: Squares,
    enemies: Squares,
) -> Squares {
    let seat = piece.seat().index();
    let occupied = own | enemies;
    match piece.kind() {
        Kind::Pawn => {
            let mut push = LEAPS.push[seat][start.index()] & !occupied;
            if start.section() == seat && start.row() == 1 {
                push |= push << 1 & !occupied;
            }
            push | LEAPS.capture[seat][start.index()] & enemies
        }
        Kind::Knight => LEAPS.knight[start.index()] & !own,
        Kind::Bishop => sliders.bishop(start, occupied) & !own,
        Kind::Rook => sliders.rook(start, occupied) & !own,
        Kind::Queen => (sliders.bishop(start, occupied) | sliders.rook(start, occupied)) & !own,
        Kind::King => LEAPS.king[start.index()] & !own,
    }
}

impl ThreeChess {
    /// Calls `visit` with the square of every man of the seat to move and the squares it can go to,
    /// in order, until `visit` answers false.
    #[inline(always)]
    fn visit(&self, mut visit: impl FnMut(Square, Squares) -> bool) {
        let seat = self.turn;
        let sliders = &*SLIDERS;
        let own = self.colours[seat.index()];
        let enemies = (self.colours[0] | self.colours[1] | self.colours[2]) ^ own;
        for start in squares(own) {
            let Some(piece) = self.board[start.index()] else {
                continue;
            };
            let mut ends = reach(sliders, piece, start, own, enemies);
            if piece.kind() == Kind::King && start == home(seat, KING_COLUMN) {
                ends |= self.castlings(seat, own | enemies);
            }
            if !visit(start, ends) {
                return;
            }
        }
    }

    /// Where a king that stands on its first square can castle to.
    fn castlings(&self, seat: Seat, occupied: Squares) -> Squares {
        let rook = Some(Piece::new(seat, Kind::Rook));
        let mut ends = 0;
        for castling in &CASTLINGS {
            let corner = home(seat, castling.rook_from);
            let between = castling.between << (32 * seat.index());
            if self.board[corner.index()] == rook && occupied & between == 0 {
                ends |= home(seat, castling.king_to).bit();
            }
        }
        ends
    }

    /// Writes the moves of the seat to move, in order.
    pub(super) fn list_moves(&self, out: &mut MoveList<Move>) {
        self.visit(|start, ends| {
            for end in squares(ends) {
                out.push(Move { start, end });
            }
            true
        });
    }

    /// Whether the seat to move has a move.
    pub(super) fn can_move(&self) -> bool {
        let mut found = false;
        self.visit(|_, ends| {
            found = ends != 0;
            !found
        });
        found
    }

    /// Draws a move as from the list, without writing the list.
    pub(super) fn draw_move(&self, rng: &mut Rng) -> Move {
        let mut starts = [Square::from_index(0); MOST_MEN];
        let mut sets = [0; MOST_MEN];
        let mut men = 0;
        let mut total = 0;
        let mut counts = [0; MOST_MEN];
        self.visit(|start, ends| {
            starts[men] = start;
            sets[men] = ends;
            counts[men] = ends.count_ones();
            total += counts[men];
            men += 1;
            true
        });
        let mut rest = rng.below(total);
        let mut man = 0;
        while rest >= counts[man] {
            rest -= counts[man];
            man += 1;
        }
        let mut ends = sets[man];
        for _ in 0..rest {
            ends &= ends - 1;
        }
        Move {
            start: starts[man],
            end: Square::from_index(ends.trailing_zeros() as usize),
        }
    }
}

/// Where a piece could go from `start` with `friends` and `enemies` on the board, castling apart.
///
/// Any arrangement will do, also one that cannot occur in a game.
pub fn reachable(
    piece: Piece,
    start: Square,
    friends: &[Square],
    enemies: &[Square],
) -> impl Iterator<Item = Square> {
    let set = |squares: &[Square]| squares.iter().fold(0, |set, square| set | square.bit());
    let own = set(friends) | start.bit();
    squares(reach(&SLIDERS, piece, start, own, set(enemies) & !own))
}
