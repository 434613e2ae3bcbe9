//! The pieces on the board, and what a move does to them. Nothing here knows dice.

use super::attacks::{BitSquares, rank};
use super::keys;
use super::moves::Move;
use super::pieces::{Kind, Side};

/// The right to castle, one bit each.
pub(super) const WHITE_SHORT: u8 = 1;
pub(super) const WHITE_LONG: u8 = 2;
pub(super) const BLACK_SHORT: u8 = 4;
pub(super) const BLACK_LONG: u8 = 8;

/// Everything a chess position holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Board {
    /// The pieces of each side.
    pub(super) sides: [u64; 2],
    /// The pieces of each kind, of both sides.
    pub(super) kinds: [u64; 6],
    /// The squares passed over by pawns that may be captured en passant: White's on rank 3, Black's on
    /// rank 6.
    pub(super) targets: u64,
    /// The key of everything in this struct except the two counters.
    pub(super) key: u64,
    /// Turns finished since the start, by the counters of the position text.
    pub(super) plies: u32,
    /// Moves since the last capture or pawn move.
    pub(super) quiet: u32,
    /// The side to move.
    pub(super) side: Side,
    /// The castling rights still held.
    pub(super) rights: u8,
}

/// One way to castle.
pub(super) struct CastlingWay {
    /// The bit in [`Board::rights`].
    pub(super) right: u8,
    pub(super) king: (u8, u8),
    pub(super) rook: (u8, u8),
    /// The squares that must be empty.
    pub(super) path: u64,
}

const fn castling(right: u8, king: (u8, u8), rook: (u8, u8), path: u64) -> CastlingWay {
    CastlingWay { right, king, rook, path }
}

/// Short and long castling of each side.
pub(super) static CASTLINGS: [[CastlingWay; 2]; 2] = [
    [castling(WHITE_SHORT, (4, 6), (7, 5), 0x60), castling(WHITE_LONG, (4, 2), (0, 3), 0x0E)],
    [
        castling(BLACK_SHORT, (60, 62), (63, 61), 0x60 << 56),
        castling(BLACK_LONG, (60, 58), (56, 59), 0x0E << 56),
    ],
];

/// The rights that survive a move from or to a square.
static RIGHTS_KEPT: [u8; 64] = {
    let mut kept = [15; 64];
    kept[4] = !(WHITE_SHORT | WHITE_LONG) & 15;
    kept[7] = !WHITE_SHORT & 15;
    kept[0] = !WHITE_LONG & 15;
    kept[60] = !(BLACK_SHORT | BLACK_LONG) & 15;
    kept[63] = !BLACK_SHORT & 15;
    kept[56] = !BLACK_LONG & 15;
    kept
};

impl Board {
    /// A board without pieces, White to move.
    pub(super) const EMPTY: Board = Board {
        sides: [0; 2],
        kinds: [0; 6],
        targets: 0,
        key: 0,
        plies: 0,
        quiet: 0,
        side: Side::White,
        rights: 0,
    };

    /// The usual start position, White to move.
    pub(super) fn start() -> Board {
        use Kind::{Bishop, King, Knight, Pawn, Queen, Rook};
        let mut board = Board::EMPTY;
        let first_rank = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        for (file, kind) in (0..).zip(first_rank) {
            board.put(Side::White, kind, file);
            board.put(Side::White, Pawn, 8 + file);
            board.put(Side::Black, Pawn, 48 + file);
            board.put(Side::Black, kind, 56 + file);
        }
        board.rights = WHITE_SHORT | WHITE_LONG | BLACK_SHORT | BLACK_LONG;
        board.key = board.key_from_scratch();
        board
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn put(&mut self, side: Side, kind: Kind, square: u8) {
        self.sides[side as usize] |= 1 << square;
        self.kinds[kind as usize] |= 1 << square;
        self.key ^= keys::piece(side, kind, square);
    }

    /// Takes a piece off its square.
    #[inline]
    fn take(&mut self, side: Side, kind: Kind, square: u8) {
        self.sides[side as usize] &= !(1 << square);
        self.kinds[kind as usize] &= !(1 << square);
        self.key ^= keys::piece(side, kind, square);
    }

    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// The pieces of the side to move.
    #[inline]
    pub(super) fn own(&self) -> u64 {
        self.sides[self.side as usize]
    }

    /// The pieces of the other side.
    #[inline]
    pub(super) fn enemy(&self) -> u64 {
        self.sides[self.side.other() as usize]
    }

    /// The pieces of one kind of the side to move.
    #[inline]
    pub(super) fn own_kind(&self, kind: Kind) -> u64 {
        self.kinds[kind as usize] & self.own()
    }

    /// The other side's king, as a set of at most one square.
    #[inline]
    pub(super) fn enemy_king(&self) -> u64 {
        self.kinds[Kind::King as usize] & self.enemy()
    }

    /// The en-passant squares that the side to move may capture on.
    #[inline]
    pub(super) fn enemy_targets(&self) -> u64 {
        self.targets & targets_of(self.side.other())
    }

    /// What stands on a square.
    pub(super) fn piece_at(&self, square: u8) -> Option<(Side, Kind)> {
        let set = 1 << square;
        let side = match (self.sides[0] & set, self.sides[1] & set) {
            (0, 0) => return None,
            (0, _) => Side::Black,
            _ => Side::White,
        };
        Some((side, self.kind_at(square)))
    }

    /// The kind of piece on an occupied square.
    #[inline]
    fn kind_at(&self, square: u8) -> Kind {
        let index = self.kinds.iter().position(|pieces| pieces >> square & 1 != 0);
        Kind::ALL[index.unwrap_or(0)]
    }

    /// The side whose king is gone.
    #[inline]
    pub(super) fn without_king(&self) -> Option<Side> {
        let kings = self.kinds[Kind::King as usize];
        if kings & kings.wrapping_sub(1) != 0 {
            return None;
        }
        Some(match kings & self.sides[0] {
            0 => Side::White,
            _ => Side::Black,
        })
    }

    /// Whether a side has a single piece left.
    #[inline]
    pub(super) fn is_bare(&self, side: Side) -> bool {
        let pieces = self.sides[side as usize];
        pieces & pieces.wrapping_sub(1) == 0
    }

    /// Makes a move of a piece for the side to move, which stays the side to move.
    #[inline(always)]
    pub(super) fn make(&mut self, mv: Move) {
        let (us, them) = (self.side, self.side.other());
        let (from, to) = (mv.from(), mv.to());
        let (left, reached) = (1u64 << from, 1u64 << to);
        debug_assert!(self.own_kind(mv.moved()) & left != 0, "{mv} is not legal");
        self.quiet += 1;
        if self.sides[them as usize] & reached != 0 {
            self.take(them, self.kind_at(to), to);
            self.quiet = 0;
        }
        self.sides[us as usize] ^= left | reached;
        self.kinds[mv.moved() as usize] ^= left;
        self.kinds[mv.placed() as usize] ^= reached;
        self.key ^= keys::piece(us, mv.moved(), from) ^ keys::piece(us, mv.placed(), to);
        if mv.moved() == Kind::Pawn {
            self.quiet = 0;
            if mv.is_en_passant() {
                // The captured pawn stands beside the square left, one rank behind the square reached.
                self.take(them, Kind::Pawn, to ^ 8);
            }
        } else if mv.is_castling() {
            let long = usize::from(to < from);
            let (from, to) = CASTLINGS[us as usize][long].rook;
            self.take(us, Kind::Rook, from);
            self.put(us, Kind::Rook, to);
        }
        if self.rights != 0 {
            let kept = RIGHTS_KEPT[from as usize & 63] & RIGHTS_KEPT[to as usize & 63];
            self.set_rights(self.rights & kept);
        }
        if self.targets != 0 {
            // A target is gone when a piece stands on it, and when the pawn that made it is.
            let touched = left | reached;
            let spoilt = reached | (touched & rank(3)) >> 8 | (touched & rank(4)) << 8;
            self.set_targets(self.targets & !spoilt);
        }
        if mv.is_double_step() {
            self.set_targets(self.targets | 1 << ((from + to) / 2));
        }
    }

    /// Gives the turn to the other side, whose own pawns can no longer be captured en passant.
    #[inline]
    pub(super) fn end_turn(&mut self) {
        self.plies += 1;
        self.side = self.side.other();
        self.key ^= keys::side(Side::Black);
        if self.targets != 0 {
            self.set_targets(self.targets & !targets_of(self.side));
        }
    }

    #[inline]
    fn set_targets(&mut self, targets: u64) {
        for square in BitSquares(self.targets ^ targets) {
            self.key ^= keys::target(square);
        }
        self.targets = targets;
    }

    #[inline]
    fn set_rights(&mut self, rights: u8) {
        self.key ^= keys::rights(self.rights) ^ keys::rights(rights);
        self.rights = rights;
    }

    /// The key by its definition.
    pub(super) fn key_from_scratch(&self) -> u64 {
        let pieces = (0..64).filter_map(|square| {
            let (side, kind) = self.piece_at(square)?;
            Some(keys::piece(side, kind, square))
        });
        let targets = BitSquares(self.targets).map(keys::target);
        pieces
            .chain(targets)
            .fold(keys::rights(self.rights) ^ keys::side(self.side), |key, part| key ^ part)
    }
}

/// The squares where pawns of a side may be captured en passant.
pub(super) const fn targets_of(side: Side) -> u64 {
    match side {
        Side::White => rank(2),
        Side::Black => rank(5),
    }
}
