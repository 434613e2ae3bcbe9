//! Which moves are legal.

use ludarium_game::MoveList;

use super::ThreeChess;
use super::board::Square;
use super::piece::{Kind, Piece};
use super::reach::{LEAPS, SLIDERS, Sliders, TakenLines};
use super::squares::Squares;

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

/// The most pieces a seat can have.
pub(super) const MOST_PIECES: usize = 16;

/// The column of the back rank where the king starts.
const KING_COLUMN: usize = 4;

/// A way to castle.
pub(super) struct Castling {
    pub(super) king_from: Square,
    pub(super) king_to: Square,
    pub(super) rook_from: Square,
    pub(super) rook_to: Square,
    /// The squares that must be empty.
    between: Squares,
}

/// Castling to the left and to the right, for each seat.
pub(super) static CASTLINGS: [[Castling; 2]; 3] = [castlings(0), castlings(1), castlings(2)];

const fn castlings(section: usize) -> [Castling; 2] {
    const fn home(section: usize, column: usize) -> Square {
        Square::from_index(32 * section + 4 * column)
    }
    [
        Castling {
            king_from: home(section, KING_COLUMN),
            king_to: home(section, 2),
            rook_from: home(section, 0),
            rook_to: home(section, 3),
            between: Squares::EMPTY
                .with(home(section, 1))
                .with(home(section, 2))
                .with(home(section, 3)),
        },
        Castling {
            king_from: home(section, KING_COLUMN),
            king_to: home(section, 6),
            rook_from: home(section, 7),
            rook_to: home(section, 5),
            between: Squares::EMPTY.with(home(section, 5)).with(home(section, 6)),
        },
    ]
}

/// The board as seen by one seat.
pub(super) struct SeatBoard {
    pub(super) seat: usize,
    pub(super) own: Squares,
    pub(super) enemies: Squares,
    pub(super) empty: Squares,
    taken: TakenLines,
    sliders: &'static Sliders,
}

impl SeatBoard {
    #[inline]
    fn new(seat: usize, own: Squares, enemies: Squares) -> SeatBoard {
        SeatBoard {
            seat,
            own,
            enemies,
            empty: !(own | enemies),
            taken: TakenLines::new(own | enemies),
            sliders: &SLIDERS,
        }
    }

    /// Where a piece of the seat can go, castling not included.
    #[inline]
    pub(super) fn reach(&self, kind: Kind, start: Square) -> Squares {
        match kind {
            Kind::Pawn => self.pushes(start) | self.pawn_captures(start),
            Kind::Knight => LEAPS.knight[start.index()] & !self.own,
            Kind::Bishop => self.sliders.bishop(start, &self.taken) & !self.own,
            Kind::Rook => self.sliders.rook(start, &self.taken) & !self.own,
            Kind::Queen => self.sliders.queen(start, &self.taken) & !self.own,
            Kind::King => LEAPS.king[start.index()] & !self.own,
        }
    }

    /// Where a pawn can go without capture.
    #[inline]
    fn pushes(&self, start: Square) -> Squares {
        let push = LEAPS.push[self.seat][start.index()] & self.empty;
        if start.section() == self.seat && start.row() == 1 {
            push | push << 1 & self.empty
        } else {
            push
        }
    }

    /// Where a pawn can capture.
    #[inline]
    fn pawn_captures(&self, start: Square) -> Squares {
        LEAPS.capture[self.seat][start.index()] & self.enemies
    }
}

impl ThreeChess {
    /// The board as the seat to move sees it.
    #[inline]
    pub(super) fn view(&self) -> SeatBoard {
        let seat = self.turn.index();
        let [blue, green, red] = &self.colours;
        let own = self.colours[seat];
        SeatBoard::new(seat, own, (*blue | *green | *red) ^ own)
    }

    /// The pieces of a kind of the seat to move.
    #[inline]
    pub(super) fn pieces(&self, view: &SeatBoard, kind: Kind) -> Squares {
        self.kinds[kind as usize] & view.own
    }

    /// Where a piece of the seat to move can go.
    #[inline]
    pub(super) fn ends(&self, view: &SeatBoard, kind: Kind, start: Square) -> Squares {
        let ends = view.reach(kind, start);
        match kind {
            Kind::King => ends | self.castling_ends(view, start),
            _ => ends,
        }
    }

    /// Where a king can castle to.
    #[inline]
    fn castling_ends(&self, view: &SeatBoard, start: Square) -> Squares {
        let [left, right] = &CASTLINGS[view.seat];
        if start != left.king_from {
            return Squares::EMPTY;
        }
        let mut ends = Squares::EMPTY;
        for castling in [left, right] {
            if self.may_castle(castling, !view.empty) {
                ends = ends.with(castling.king_to);
            }
        }
        ends
    }

    /// Whether the seat to move can castle in this way, its king being on its first square.
    #[inline]
    pub(super) fn may_castle(&self, castling: &Castling, taken: Squares) -> bool {
        let rook = castling.rook_from;
        self.kinds[Kind::Rook as usize].holds(rook)
            && self.colours[self.turn.index()].holds(rook)
            && (castling.between & taken).is_empty()
    }

    /// Writes the moves of the seat to move, in order.
    pub(super) fn list_moves(&self, out: &mut MoveList<Move>) {
        let view = self.view();
        for start in view.own {
            for end in self.ends(&view, self.kind(start), start) {
                out.push(Move { start, end });
            }
        }
    }

    /// Whether the seat to move has a move.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        // Most often the king has one.
        let own = self.colours[self.turn.index()];
        let king = (self.kinds[Kind::King as usize] & own).into_iter().next();
        king.is_some_and(|king| !(LEAPS.king[king.index()] & !own).is_empty())
            || self.any_can_move()
    }

    #[cold]
    fn any_can_move(&self) -> bool {
        let view = self.view();
        let climbing = Squares::section(view.seat) & !Squares::row(3);
        let pawns = self.pieces(&view, Kind::Pawn) & climbing;
        !(pawns & view.empty >> 1).is_empty()
            || view
                .own
                .into_iter()
                .any(|start| !self.ends(&view, self.kind(start), start).is_empty())
    }
}

/// Where a piece could go from `start` with `friends` and `enemies` on the board, castling not included.
///
/// Any arrangement of pieces is allowed, even one that cannot occur in a game.
pub fn reachable(
    piece: Piece,
    start: Square,
    friends: &[Square],
    enemies: &[Square],
) -> impl Iterator<Item = Square> {
    let own: Squares = friends.iter().copied().chain([start]).collect();
    let enemies: Squares = enemies.iter().copied().collect();
    let view = SeatBoard::new(piece.seat().index(), own, enemies & !own);
    view.reach(piece.kind(), start).into_iter()
}
