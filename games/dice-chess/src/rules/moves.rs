//! A move or a roll in two bytes.

use std::fmt;

use super::attacks::square_name;
use super::dice::DicePool;
use super::pieces::{Kind, Side};

/// A move of a piece, a pass, or a roll of the dice.
///
/// Bits 0 to 5 hold the square reached, bits 6 to 11 the square left, bits 12 to 15 the shape; a roll
/// holds its dice in the lower twelve bits. The shape tells the kind of the piece, so the board need not be
/// read to know it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

/// Shapes below this one are plain moves, numbered as the kinds.
const PROMOTION: u16 = 6;
const CASTLING: u16 = 10;
const EN_PASSANT: u16 = 11;
const DOUBLE_STEP: u16 = 12;
const ROLL: u16 = 13;
const PASS: u16 = 14;

/// The kind of piece that leaves, for each shape of a piece's move.
const MOVED: [Kind; 16] = {
    let mut kinds = [Kind::Pawn; 16];
    let mut plain = 0;
    while plain < 6 {
        kinds[plain] = Kind::ALL[plain];
        plain += 1;
    }
    kinds[CASTLING as usize] = Kind::King;
    kinds
};

/// The kind of piece that arrives, for each shape of a piece's move.
const PLACED: [Kind; 16] = {
    let mut kinds = MOVED;
    let mut kind = Kind::Knight as usize;
    while kind <= Kind::Queen as usize {
        kinds[PROMOTION as usize + kind - 1] = Kind::ALL[kind];
        kind += 1;
    }
    kinds
};

impl Move {
    /// The only move of a side that cannot move a piece.
    pub const PASS: Move = Move(PASS << 12);

    const fn new(shape: u16, from: u8, to: u8) -> Move {
        Move(shape << 12 | (from as u16) << 6 | to as u16)
    }

    /// A roll of the dice.
    #[inline]
    pub const fn roll(dice: DicePool) -> Move {
        Move(ROLL << 12 | dice.code())
    }

    #[inline]
    pub(super) const fn plain(kind: Kind, from: u8, to: u8) -> Move {
        Move::new(kind as u16, from, to)
    }

    /// A pawn becomes a knight, bishop, rook or queen.
    #[inline]
    pub(super) const fn promotion(to_kind: Kind, from: u8, to: u8) -> Move {
        Move::new(PROMOTION - 1 + to_kind as u16, from, to)
    }

    /// Written as the king's move.
    #[inline]
    pub(super) const fn castling(from: u8, to: u8) -> Move {
        Move::new(CASTLING, from, to)
    }

    #[inline]
    pub(super) const fn en_passant(from: u8, to: u8) -> Move {
        Move::new(EN_PASSANT, from, to)
    }

    #[inline]
    pub(super) const fn double_step(from: u8, to: u8) -> Move {
        Move::new(DOUBLE_STEP, from, to)
    }

    #[inline]
    const fn shape(self) -> u16 {
        self.0 >> 12
    }

    /// The dice of a roll; `None` for a move.
    #[inline]
    pub const fn dice(self) -> Option<DicePool> {
        if self.shape() == ROLL {
            return Some(DicePool::from_code(self.0 & 0xFFF));
        }
        None
    }

    /// The squares left and reached, a1 = 0, b1 = 1, … h8 = 63; `None` for a pass or a roll.
    pub const fn squares(self) -> Option<(u8, u8)> {
        if self.shape() >= ROLL {
            return None;
        }
        Some((self.from(), self.to()))
    }

    /// What a pawn becomes; `None` for every other move.
    pub const fn promoted(self) -> Option<Kind> {
        if self.shape() >= PROMOTION && self.shape() < CASTLING {
            return Some(self.placed());
        }
        None
    }

    /// Whether the king and a rook move together.
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.shape() == CASTLING
    }

    /// Whether a pawn captures a pawn that has just passed it.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.shape() == EN_PASSANT
    }

    /// Whether a pawn makes its first move over two squares.
    #[inline]
    pub const fn is_double_step(self) -> bool {
        self.shape() == DOUBLE_STEP
    }

    /// The square left; of no meaning for a pass or a roll.
    #[inline]
    pub const fn from(self) -> u8 {
        (self.0 >> 6) as u8 & 63
    }

    /// The square reached; of no meaning for a pass or a roll.
    #[inline]
    pub const fn to(self) -> u8 {
        self.0 as u8 & 63
    }

    /// The kind of piece that leaves its square; of no meaning for a pass or a roll.
    #[inline]
    pub const fn moved(self) -> Kind {
        MOVED[self.shape() as usize & 15]
    }

    /// The kind of piece that stands there afterwards.
    #[inline]
    pub const fn placed(self) -> Kind {
        PLACED[self.shape() as usize & 15]
    }
}

/// Moves in UCI form, a pass as `-`, a roll as its letters.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(dice) = self.dice() {
            return f.write_str(&dice.letters(Side::White));
        }
        let Some((from, to)) = self.squares() else {
            return f.write_str("-");
        };
        write!(f, "{}{}", square_name(from), square_name(to))?;
        match self.promoted() {
            Some(kind) => write!(f, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_tell_the_pieces_and_the_text() {
        let step = Move::plain(Kind::Rook, 0, 56);
        assert_eq!((step.moved(), step.placed()), (Kind::Rook, Kind::Rook));
        assert_eq!(step.to_string(), "a1a8");
        for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            let mv = Move::promotion(kind, 52, 61);
            assert_eq!((mv.moved(), mv.placed()), (Kind::Pawn, kind));
            assert_eq!(mv.to_string(), format!("e7f8{}", kind.letter()));
        }
        let castling = Move::castling(4, 6);
        assert_eq!((castling.moved(), castling.promoted()), (Kind::King, None));
        assert_eq!(castling.to_string(), "e1g1");
    }

    #[test]
    fn passes_and_rolls_have_no_squares() {
        let dice = DicePool::from_letters("KKK").unwrap();
        let roll = Move::roll(dice);
        assert_eq!((roll.dice(), roll.squares()), (Some(dice), None));
        assert_eq!((Move::PASS.dice(), Move::PASS.squares()), (None, None));
        assert_eq!((roll.to_string(), Move::PASS.to_string()), ("KKK".into(), "-".into()));
    }
}
