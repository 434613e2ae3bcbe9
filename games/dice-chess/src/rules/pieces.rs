//! The pieces: six kinds, two sides.

use ludarium_game::Seat;

/// What a piece is; the die shows the kinds in this order, from 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Kind {
    /// All kinds, in the order of the die.
    pub const ALL: [Kind; 6] =
        [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// The number on the die, 1 to 6.
    pub const fn face(self) -> u8 {
        self as u8 + 1
    }

    /// The kind of a number on the die.
    pub fn from_face(face: u32) -> Option<Kind> {
        Kind::ALL.get(face.checked_sub(1)? as usize).copied()
    }

    /// The letter in position and move texts, in lower case.
    pub const fn letter(self) -> char {
        b"pnbrqk"[self as usize] as char
    }

    /// The kind of a letter in either case.
    pub fn from_letter(letter: char) -> Option<Kind> {
        let small = letter.to_ascii_lowercase();
        Kind::ALL.into_iter().find(|kind| kind.letter() == small)
    }

    /// The English word.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Pawn => "pawn",
            Kind::Knight => "knight",
            Kind::Bishop => "bishop",
            Kind::Rook => "rook",
            Kind::Queen => "queen",
            Kind::King => "king",
        }
    }
}

/// Whose piece it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Side {
    White,
    Black,
}

impl Side {
    /// The opponent.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// White is the first seat, Black the second.
    #[inline]
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// The English word.
    pub const fn name(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }

    /// A letter in this side's case: upper for White, lower for Black.
    pub(super) const fn case(self, letter: char) -> char {
        match self {
            Side::White => letter.to_ascii_uppercase(),
            Side::Black => letter.to_ascii_lowercase(),
        }
    }
}
