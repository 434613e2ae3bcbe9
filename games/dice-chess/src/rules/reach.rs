//! What the pieces of a side attack, kind by kind, and from where the other side's king can be captured.
//!
//! An evaluation asks for all of this at every leaf of a search, so sets of squares are asked many at once, and nothing
//! is looked up twice.

use super::attacks::{self, BitSquares, SliderTable};
use super::board::Board;
use super::evaluation::OnBoard;
use super::generate;
use super::pieces::{Kind, Side};

/// A set of squares for each kind, in the order of [`Kind::ALL`].
type ByKind = [u64; 6];

/// The squares that each kind of piece of a side attacks, all looked up once.
///
/// Sets of kinds have one bit each, in the order of [`Kind::ALL`].
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// The pieces of the side, and of the other one.
    own: u64,
    enemy: u64,
    /// The pieces of each kind, of both sides.
    kinds: ByKind,
    /// The squares attacked by each kind.
    attacked: ByKind,
    /// All of them.
    squares: u64,
    /// The squares that each kind can go to, promotions and en passant left out.
    goals: ByKind,
    /// The squares from which each kind captures the other side's king.
    around_king: ByKind,
}

impl Reach {
    /// What a side attacks.
    #[inline]
    pub fn of(position: &impl OnBoard, side: Side) -> Reach {
        let Board { sides, kinds, .. } = *position.board();
        let [own, enemy] = [side, side.other()].map(|side| sides[side as usize]);
        Reach::new(kinds, [own, enemy], side)
    }

    /// What the first of two sets of pieces attacks, if its pawns go the way of `side`.
    #[inline(always)]
    pub fn new(kinds: ByKind, [own, enemy]: [u64; 2], side: Side) -> Reach {
        let sliders = SliderTable::new();
        let occupied = own | enemy;
        let pawns = own & kinds[Kind::Pawn as usize];
        let (west, east) = generate::pawn_attacks(side, pawns);
        let straight = |pieces| union(pieces, |from| sliders.rook(from, occupied));
        let diagonal = |pieces| union(pieces, |from| sliders.bishop(from, occupied));
        let [bishops, rooks, queens] =
            [Kind::Bishop, Kind::Rook, Kind::Queen].map(|kind| own & kinds[kind as usize]);
        let attacked = [
            west | east,
            union(own & kinds[Kind::Knight as usize], attacks::knight),
            diagonal(bishops),
            straight(rooks),
            diagonal(queens) | straight(queens),
            union(own & kinds[Kind::King as usize], attacks::king),
        ];
        let mut goals = attacked.map(|attacked| attacked & !own);
        goals[Kind::Pawn as usize] = generate::pawn_goals(side, pawns, enemy, occupied);
        let king = enemy & kinds[Kind::King as usize];
        Reach {
            own,
            enemy,
            kinds,
            attacked,
            squares: attacked.iter().fold(0, |all, one| all | one),
            goals,
            around_king: generate::around_king(side, king, occupied),
        }
    }

    /// The kinds that attack one of these squares.
    #[inline]
    pub fn on(&self, squares: u64) -> u8 {
        kinds(|kind| self.attacked[kind] & squares)
    }

    /// All squares that are attacked.
    #[inline]
    pub fn squares(&self) -> u64 {
        self.squares
    }

    /// The kinds that can go to one of these squares.
    #[inline]
    pub fn to(&self, squares: u64) -> u8 {
        kinds(|kind| self.goals[kind] & squares)
    }

    /// The squares that the pieces of a kind can go to.
    #[inline]
    pub fn goals(&self, kind: Kind) -> u64 {
        self.goals[kind as usize]
    }

    /// The kinds that attack a piece of each kind of the other side: six bits for each attacked kind, the pawn's lowest.
    #[inline]
    pub fn on_kinds(&self) -> u64 {
        (0..6).fold(0, |bits, kind| {
            bits | u64::from(self.on(self.enemy & self.kinds[kind])) << (6 * kind)
        })
    }

    /// The pieces that capture the other side's king, if it were their turn, and the empty squares between them and it.
    #[inline]
    pub fn threatening(&self) -> [u64; 2] {
        let mut pieces = 0;
        for kind in 0..6 {
            pieces |= self.own & self.kinds[kind] & self.around_king[kind];
        }
        // Knights threaten from squares that are on no line, and where nothing is on the way anyhow.
        let straight = self.around_king[Kind::Rook as usize];
        let diagonal = self.around_king[Kind::Bishop as usize];
        let occupied = self.own | self.enemy;
        let mut between = 0;
        for from in BitSquares(pieces & (straight | diagonal)) {
            between |= match straight >> from & 1 {
                0 => diagonal & attacks::bishop(from, occupied),
                _ => straight & attacks::rook(from, occupied),
            };
        }
        [pieces, between]
    }

    /// The kinds of the side whose reach is `other` with a piece that is attacked and not defended.
    #[inline]
    pub fn hanging(&self, other: &Reach) -> u8 {
        let hanging = self.squares & self.enemy & !other.squares;
        kinds(|kind| self.kinds[kind] & hanging)
    }

    /// The kinds with a piece that can go to one of these squares from which it captures the other side's king afterwards.
    #[inline]
    pub fn to_threaten(&self, squares: u64) -> u8 {
        kinds(|kind| self.goals[kind] & self.around_king[kind] & squares)
    }

    /// The squares that a piece of a kind captures the other side's king from.
    #[inline]
    pub fn towards_king(&self, kind: Kind) -> u64 {
        self.around_king[kind as usize]
    }

    /// The kinds that attack a square beside the other side's king.
    #[inline]
    pub fn beside_king(&self) -> u8 {
        self.on(self.around_king[Kind::King as usize])
    }

    /// The squares that the other side's king can step to and nothing here attacks.
    #[inline]
    pub fn left_to_king(&self) -> u64 {
        self.around_king[Kind::King as usize] & !self.enemy & !self.squares
    }
}

/// The kinds for which a set of squares, found by the number of the kind, is not empty.
#[inline(always)]
fn kinds(squares: impl Fn(usize) -> u64) -> u8 {
    (0..6).fold(0, |kinds, kind| kinds | u8::from(squares(kind) != 0) << kind)
}

/// All squares that pieces on these squares reach.
#[inline(always)]
fn union(pieces: u64, reach: impl Fn(u8) -> u64) -> u64 {
    BitSquares(pieces).fold(0, |set, from| set | reach(from))
}

#[cfg(test)]
mod tests {
    use ludarium_agents::battery::walk;

    use super::super::DiceChess;
    use super::*;

    const SIDES: [Side; 2] = [Side::White, Side::Black];

    /// The kinds with a move for which something holds, found by trying.
    fn kinds_with(position: &DiceChess, side: Side, holds: impl Fn(Kind, u8) -> bool) -> u8 {
        let mut board = *position.board();
        board.side = side;
        let mut kinds = 0;
        for kind in Kind::ALL {
            let found =
                board.any_move(kind, position.promotions(), &mut |mv: super::super::Move| {
                    mv.placed() == kind && !mv.is_en_passant() && holds(kind, mv.to())
                });
            kinds |= u8::from(found) << kind as u8;
        }
        kinds
    }

    /// Whether a piece of a kind, put on a square in place of what stands there, captures the other side's king.
    fn captures(position: &DiceChess, side: Side, kind: Kind, square: u8) -> bool {
        let mut alone = *position.board();
        alone.side = side;
        let king = alone.enemy_king();
        // The other pieces only stand in the way.
        let others = alone.occupied() & !king & !(1 << square);
        alone.sides[side as usize] = 1 << square;
        alone.sides[side.other() as usize] = king | others;
        alone.kinds = [0; 6];
        alone.kinds[Kind::King as usize] = king;
        alone.kinds[kind as usize] |= 1 << square;
        if kind != Kind::Pawn {
            alone.kinds[Kind::Pawn as usize] = others;
        }
        king != 0 && king >> square & 1 == 0 && alone.attacks_king(kind)
    }

    #[test]
    fn what_is_attacked_can_be_captured() {
        walk::<DiceChess>("seed", 8, 120, |position| {
            for side in SIDES {
                let reach = Reach::of(position, side);
                let mut wanted = 0;
                for victim in Kind::ALL {
                    let squares = position.squares_of(side.other(), victim);
                    let mut kinds = kinds_with(position, side, |_, to| squares >> to & 1 != 0);
                    // Pawns that capture on the last rank become something else.
                    let pawns = reach.attacked[0] & squares & 0xFF00_0000_0000_00FF != 0;
                    kinds |= u8::from(pawns);
                    assert_eq!(reach.on(squares), kinds);
                    wanted |= u64::from(kinds) << (6 * victim as u8);
                }
                assert_eq!(reach.on_kinds(), wanted);
            }
        });
    }

    #[test]
    fn kinds_go_where_their_moves_lead() {
        walk::<DiceChess>("seed", 4, 120, |position| {
            for side in SIDES {
                let reach = Reach::of(position, side);
                let mut reached = [0; 6];
                for square in 0..64 {
                    let kinds = kinds_with(position, side, |_, to| to == square);
                    assert_eq!(reach.to(1 << square), kinds, "{side:?} in {position:?}");
                    for kind in Kind::ALL {
                        reached[kind as usize] += u32::from(kinds >> kind as u8 & 1);
                    }
                }
                for kind in &Kind::ALL {
                    assert_eq!(reach.goals(*kind).count_ones(), reached[*kind as usize]);
                }
            }
        });
    }

    #[test]
    fn threats_are_those_of_the_next_roll_and_of_the_one_after_a_move() {
        walk::<DiceChess>("seed", 4, 120, |position| {
            for side in SIDES {
                let reach = Reach::of(position, side);
                let [threatening, between] = reach.threatening();
                let kinds = super::kinds(|kind| threatening & position.board().kinds[kind]);
                assert_eq!(kinds, position.board.kinds_on_king(side));
                for kind in [Kind::Bishop, Kind::Rook] {
                    let from = (0..64).filter(|&from| captures(position, side, kind, from));
                    assert_eq!(reach.towards_king(kind).count_ones(), from.count() as u32);
                }
                for squares in [!0, 0x00FF_0F0F_AAAA_5555] {
                    let wanted = kinds_with(position, side, |kind, to| {
                        squares >> to & 1 != 0 && captures(position, side, kind, to)
                    });
                    assert_eq!(reach.to_threaten(squares), wanted);
                }
                // A piece in between ends a threat.
                for square in (0..64).filter(|&square| position.piece_at(square).is_none()) {
                    let mut blocked = *position;
                    blocked.board.put(side.other(), Kind::Pawn, square);
                    let ends = |kind: Kind| {
                        position.pieces_of(side, kind).any(|from| {
                            captures(position, side, kind, from)
                                && !captures(&blocked, side, kind, from)
                        })
                    };
                    let wanted = Kind::ALL.into_iter().any(ends);
                    assert_eq!(between >> square & 1 != 0, wanted, "{square} in {position:?}");
                }
            }
        });
    }

    #[test]
    fn what_is_attacked_and_not_defended_hangs() {
        walk::<DiceChess>("seed", 4, 120, |position| {
            for side in SIDES {
                let [reach, other] = [side, side.other()].map(|side| Reach::of(position, side));
                let mut wanted = 0;
                for kind in Kind::ALL {
                    let hangs =
                        |square: u8| reach.on(1 << square) != 0 && other.on(1 << square) == 0;
                    let found = position.pieces_of(side.other(), kind).any(hangs);
                    wanted |= u8::from(found) << kind as u8;
                }
                assert_eq!(reach.hanging(&other), wanted);
            }
        });
    }

    #[test]
    fn the_squares_beside_a_king_are_counted() {
        walk::<DiceChess>("seed", 8, 120, |position| {
            for side in SIDES {
                let reach = Reach::of(position, side);
                let Some(king) = position.pieces_of(side.other(), Kind::King).next() else {
                    continue;
                };
                let beside = |square: &u8| {
                    let files = (square % 8).abs_diff(king % 8);
                    let ranks = (square / 8).abs_diff(king / 8);
                    files.max(ranks) == 1
                };
                let mut kinds = 0;
                let mut left = 0;
                for square in (0..64).filter(beside) {
                    kinds |= reach.on(1 << square);
                    let own =
                        matches!(position.piece_at(square), Some((other, _)) if other != side);
                    left += u32::from(!own && reach.on(1 << square) == 0);
                }
                assert_eq!((reach.beside_king(), reach.left_to_king().count_ones()), (kinds, left));
            }
        });
    }
}
