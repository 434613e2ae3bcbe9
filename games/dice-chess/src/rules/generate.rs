//! Which moves there are: listed, counted, or only whether there is one.

use super::attacks::{self, BitSquares, FILE_A, FILE_H, SliderTable, rank};
use super::board::{Board, CASTLINGS};
use super::moves::Move;
use super::pieces::{Kind, Side};

/// What pawns on the last rank become.
#[derive(Clone, Copy)]
pub(super) struct Promotions {
    /// The choices, in the order listed.
    pub(super) kinds: &'static [Kind],
    /// Whether a pawn that captures the king there stays a pawn, since the game is over.
    pub(super) king_capture_is_plain: bool,
}

/// Where the pawns of the side to move can go, by the way they go there.
struct PawnTargets {
    step: u64,
    double: u64,
    /// Captures towards the a-file, en passant included.
    west: u64,
    /// Captures towards the h-file, en passant included.
    east: u64,
    /// What to add to a destination to find the square left.
    back: Back,
}

struct Back {
    step: u8,
    double: u8,
    west: u8,
    east: u8,
}

const fn back(step: i8, west: i8, east: i8) -> Back {
    Back { step: step as u8, double: (2 * step) as u8, west: west as u8, east: east as u8 }
}

const fn last_rank(side: Side) -> u64 {
    match side {
        Side::White => rank(7),
        Side::Black => rank(0),
    }
}

/// A visitor of moves, set by set, in the order of the game: a function that looks at each, or one that only counts.
pub(super) trait MoveVisitor {
    /// Is shown the moves to a set of squares, each as `shape` makes it; returns whether the walk ends here.
    fn meet(&mut self, targets: u64, shape: impl Fn(u8) -> Move) -> bool;
}

impl<F: FnMut(Move) -> bool> MoveVisitor for F {
    #[inline]
    fn meet(&mut self, targets: u64, shape: impl Fn(u8) -> Move) -> bool {
        BitSquares(targets).any(|to| self(shape(to)))
    }
}

/// How many moves there are.
pub(super) struct MoveCount(pub(super) u32);

impl MoveVisitor for MoveCount {
    #[inline]
    fn meet(&mut self, targets: u64, _: impl Fn(u8) -> Move) -> bool {
        self.0 += targets.count_ones();
        false
    }
}

/// The move after a number of others.
pub(super) struct Nth {
    pub(super) before: u32,
    pub(super) found: Move,
}

impl MoveVisitor for Nth {
    #[inline]
    fn meet(&mut self, mut targets: u64, shape: impl Fn(u8) -> Move) -> bool {
        while targets != 0 {
            if self.before == 0 {
                self.found = shape(targets.trailing_zeros() as u8);
                return true;
            }
            self.before -= 1;
            targets &= targets - 1;
        }
        false
    }
}

/// Shows the moves of pawns to a set of squares.
#[inline]
fn any_to(set: u64, back: u8, shape: impl Fn(u8, u8) -> Move, walk: &mut impl MoveVisitor) -> bool {
    walk.meet(set, |to| shape(to.wrapping_add(back), to))
}

/// The squares that pawns of a side attack, towards the a-file and towards the h-file.
#[inline]
pub(super) fn pawn_attacks(side: Side, pawns: u64) -> (u64, u64) {
    let (not_a, not_h) = (pawns & !FILE_A, pawns & !FILE_H);
    match side {
        Side::White => (not_a << 7, not_h << 9),
        Side::Black => (not_a >> 9, not_h >> 7),
    }
}

/// The squares that pawns of a side can go to straight on, by one step and by two.
#[inline]
fn pawn_steps(side: Side, pawns: u64, occupied: u64) -> (u64, u64) {
    let (step, double) = match side {
        Side::White => {
            let step = pawns << 8 & !occupied;
            (step, (step & rank(2)) << 8)
        }
        Side::Black => {
            let step = pawns >> 8 & !occupied;
            (step, (step & rank(5)) >> 8)
        }
    };
    (step, double & !occupied)
}

/// The squares that pawns of a side can go to as pawns, en passant left out.
#[inline]
pub(super) fn pawn_goals(side: Side, pawns: u64, enemy: u64, occupied: u64) -> u64 {
    let (west, east) = pawn_attacks(side, pawns);
    let (step, double) = pawn_steps(side, pawns, occupied);
    (step | double | (west | east) & enemy) & !last_rank(side)
}

/// The squares from which each kind of a side captures the other side's king, which is a set of at most one square.
#[inline]
pub(super) fn around_king(side: Side, king: u64, occupied: u64) -> [u64; 6] {
    if king == 0 {
        return [0; 6];
    }
    let square = king.trailing_zeros() as u8;
    let sliders = SliderTable::new();
    let (straight, diagonal) = (sliders.rook(square, occupied), sliders.bishop(square, occupied));
    // Pawns capture diagonally, away from their own side.
    let (west, east) = pawn_attacks(side.other(), king);
    [
        west | east,
        attacks::knight(square),
        diagonal,
        straight,
        straight | diagonal,
        attacks::king(square),
    ]
}

impl Board {
    /// The squares that pawns of the side to move attack, towards the a-file and towards the h-file.
    #[inline]
    fn pawn_attacks(&self, pawns: u64) -> (u64, u64) {
        pawn_attacks(self.side, pawns)
    }

    #[inline]
    fn pawn_targets(&self) -> PawnTargets {
        let pawns = self.own_kind(Kind::Pawn);
        let victims = self.enemy() | self.enemy_targets();
        let (west, east) = self.pawn_attacks(pawns);
        let (step, double) = pawn_steps(self.side, pawns, self.occupied());
        let back = match self.side {
            Side::White => const { back(-8, -7, -9) },
            Side::Black => const { back(8, 9, 7) },
        };
        PawnTargets { step, double, west: west & victims, east: east & victims, back }
    }

    /// Walks through every move of a kind; returns whether the walk ended before the last.
    #[inline]
    pub(super) fn any_move(
        &self,
        kind: Kind,
        promotions: Promotions,
        walk: &mut impl MoveVisitor,
    ) -> bool {
        let occupied = self.occupied();
        match kind {
            Kind::Pawn => self.any_pawn_move(walk) || self.any_promotion(promotions, walk),
            Kind::Knight => self.any_reach(kind, attacks::knight, walk),
            Kind::Bishop => self.any_reach(kind, |from| attacks::bishop(from, occupied), walk),
            Kind::Rook => self.any_reach(kind, |from| attacks::rook(from, occupied), walk),
            Kind::Queen => self.any_reach(kind, |from| attacks::queen(from, occupied), walk),
            Kind::King => self.any_reach(kind, attacks::king, walk),
        }
    }

    #[inline]
    fn any_reach(
        &self,
        kind: Kind,
        reach: impl Fn(u8) -> u64,
        walk: &mut impl MoveVisitor,
    ) -> bool {
        BitSquares(self.own_kind(kind))
            .any(|from| walk.meet(reach(from) & !self.own(), |to| Move::plain(kind, from, to)))
    }

    #[inline]
    fn any_pawn_move(&self, walk: &mut impl MoveVisitor) -> bool {
        let PawnTargets { step, double, west, east, back } = self.pawn_targets();
        let passing = self.enemy_targets();
        let other_ranks = !last_rank(self.side);
        let plain = |from, to| Move::plain(Kind::Pawn, from, to);
        any_to(step & other_ranks, back.step, plain, walk)
            || any_to(double, back.double, Move::double_step, walk)
            || any_to(west & !passing & other_ranks, back.west, plain, walk)
            || any_to(east & !passing & other_ranks, back.east, plain, walk)
            || (passing != 0
                && (any_to(west & passing, back.west, Move::en_passant, walk)
                    || any_to(east & passing, back.east, Move::en_passant, walk)))
    }

    /// Walks through every promotion; returns whether the walk ended before the last.
    #[inline]
    pub(super) fn any_promotion(
        &self,
        promotions: Promotions,
        walk: &mut impl MoveVisitor,
    ) -> bool {
        let pawns = self.pawn_targets();
        let last = last_rank(self.side);
        if (pawns.step | pawns.west | pawns.east) & last == 0 {
            return false;
        }
        let plain = if promotions.king_capture_is_plain { self.enemy_king() } else { 0 };
        let mut each = |set: u64, back: u8| {
            BitSquares(set & last).any(|to| {
                let from = to.wrapping_add(back);
                if plain >> to & 1 != 0 {
                    return walk.meet(1 << to, |to| Move::plain(Kind::Pawn, from, to));
                }
                let mut kinds = promotions.kinds.iter();
                kinds.any(|&kind| walk.meet(1 << to, |to| Move::promotion(kind, from, to)))
            })
        };
        each(pawns.step, pawns.back.step)
            || each(pawns.west, pawns.back.west)
            || each(pawns.east, pawns.back.east)
    }

    /// Walks through every castling; returns whether the walk ended before the last.
    #[inline]
    pub(super) fn any_castling(&self, walk: &mut impl MoveVisitor) -> bool {
        if self.rights == 0 {
            return false;
        }
        CASTLINGS[self.side as usize].iter().any(|way| {
            self.rights & way.right != 0
                && self.occupied() & way.path == 0
                && walk.meet(1 << way.king.1, |to| Move::castling(way.king.0, to))
        })
    }

    /// Whether a pawn can go to the last rank.
    #[inline]
    pub(super) fn can_promote(&self) -> bool {
        let pawns = self.own_kind(Kind::Pawn);
        let (west, east) = self.pawn_attacks(pawns);
        let (step, _) = pawn_steps(self.side, pawns, self.occupied());
        (step | ((west | east) & self.enemy())) & last_rank(self.side) != 0
    }

    /// Whether pieces of a kind can move to a square outside `avoid`; `passing` are the squares where en
    /// passant counts.
    ///
    /// Whole sets of pieces are tested at once: a slider can move if and only if it stands beside a square,
    /// in one of its directions, that is not its own side's. Castling is not looked at, because then the king
    /// can also step.
    #[inline(always)]
    pub(super) fn is_mobile(&self, kind: Kind, avoid: u64, passing: u64) -> bool {
        let pieces = self.own_kind(kind);
        let free = !(self.own() | avoid);
        // Neighbours of the free squares, not of the pieces: so the kinds share them.
        let diagonal = || attacks::diagonal_neighbours(free);
        let straight = || attacks::straight_neighbours(free);
        match kind {
            Kind::Pawn => {
                pawn_steps(self.side, pieces, self.occupied()).0 != 0 || {
                    let (west, east) = self.pawn_attacks(pieces);
                    (west | east) & (self.enemy() & !avoid | passing) != 0
                }
            }
            Kind::Knight => BitSquares(pieces).any(|from| attacks::knight(from) & free != 0),
            Kind::Bishop => pieces & diagonal() != 0,
            Kind::Rook => pieces & straight() != 0,
            Kind::Queen | Kind::King => pieces & (diagonal() | straight()) != 0,
        }
    }

    /// The kinds with a piece that can move; one bit each, the pawn's lowest.
    #[inline(always)]
    pub(super) fn mobile_kinds(&self, passing: u64) -> u8 {
        let bit = |kind| u8::from(self.is_mobile(kind, 0, passing)) << kind as u8;
        // Written out, so that each test is compiled for its own kind.
        bit(Kind::Pawn)
            | bit(Kind::Knight)
            | bit(Kind::Bishop)
            | bit(Kind::Rook)
            | bit(Kind::Queen)
            | bit(Kind::King)
    }

    /// Whether pieces of a kind can capture the other side's king.
    pub(super) fn attacks_king(&self, kind: Kind) -> bool {
        let king = self.enemy_king();
        let pieces = self.own_kind(kind);
        if king == 0 || pieces == 0 {
            return false;
        }
        let square = king.trailing_zeros() as u8;
        let occupied = self.occupied();
        let reach = match kind {
            Kind::Pawn => {
                let (west, east) = self.pawn_attacks(pieces);
                return (west | east) & king != 0;
            }
            Kind::Knight => attacks::knight(square),
            Kind::Bishop => attacks::bishop(square, occupied),
            Kind::Rook => attacks::rook(square, occupied),
            Kind::Queen => attacks::queen(square, occupied),
            Kind::King => attacks::king(square),
        };
        reach & pieces != 0
    }

    /// The kinds of a side that could capture the other side's king if it were their turn, one bit each.
    pub(super) fn kinds_on_king(&self, side: Side) -> u8 {
        let own = self.sides[side as usize];
        let king = self.kinds[Kind::King as usize] & self.sides[side.other() as usize];
        let mut kinds = 0;
        let around = around_king(side, king, self.occupied());
        for (kind, from) in around.into_iter().enumerate() {
            kinds |= u8::from(own & self.kinds[kind] & from != 0) << kind;
        }
        kinds
    }
}
