//! The pieces: what they are, whose they are, what they are worth, and lists of captured ones.

use std::num::NonZeroU8;

use ludarium_game::Seat;

/// The letters of the pieces in the notation, by seat and kind.
const LETTERS: [&[u8; 6]; 3] = [b"PNBRQK", b"pnbrqk", b"123456"];

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
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
    /// All kinds, in order.
    pub const ALL: [Kind; 6] =
        [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// The name in English.
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

    /// What a piece is worth in the score of a seat.
    pub const fn value(self) -> i32 {
        match self {
            Kind::Pawn => 1,
            Kind::Knight | Kind::Bishop => 3,
            Kind::Rook => 5,
            Kind::Queen => 9,
            Kind::King => 40,
        }
    }
}

/// A piece of a seat, in one byte that is never 0: 8 × (seat + 1) + kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// The number of codes below which all pieces lie; for tables.
    pub(super) const CODES: usize = 32;

    /// A piece of a seat; Red's, for a seat that the game does not have.
    #[inline]
    pub const fn new(seat: Seat, kind: Kind) -> Piece {
        let seat = if seat.0 < 3 { seat.0 } else { 2 };
        match NonZeroU8::new(8 * (seat + 1) + kind as u8) {
            Some(code) => Piece(code),
            None => unreachable!(),
        }
    }

    /// Whose it is.
    #[inline]
    pub const fn seat(self) -> Seat {
        Seat(self.0.get() / 8 - 1)
    }

    /// What it is.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self.0.get() % 8 {
            0 => Kind::Pawn,
            1 => Kind::Knight,
            2 => Kind::Bishop,
            3 => Kind::Rook,
            4 => Kind::Queen,
            _ => Kind::King,
        }
    }

    /// The byte, below [`Piece::CODES`].
    #[inline]
    pub(super) const fn code(self) -> usize {
        self.0.get() as usize % Piece::CODES
    }

    /// The piece with a letter of the notation: `PNBRQK` Blue, `pnbrqk` Green, `123456` Red.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let mut pieces = Seat::all(3).flat_map(|seat| Kind::ALL.map(|kind| Piece::new(seat, kind)));
        pieces.find(|piece| piece.letter() == letter)
    }

    /// The letter of the notation.
    pub fn letter(self) -> char {
        char::from(LETTERS[self.seat().index()][self.kind() as usize])
    }
}

/// The pieces that one seat has captured, in order: 4 bits each, the newest lowest, 0 for none.
///
/// A seat can capture at most the 32 pieces of the two others, so the list is always long enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Captured(u128);

impl Captured {
    /// Adds a piece that `capturer` has taken from another seat.
    #[inline]
    pub(super) fn push(&mut self, capturer: Seat, piece: Piece) {
        let seat = piece.seat();
        debug_assert_ne!(seat, capturer, "nobody captures their own pieces");
        // The next seat's pieces are 1 to 6, those of the seat after that 7 to 12.
        let next = seat.0 == capturer.0 + 1 || seat.0 + 2 == capturer.0;
        let code = piece.kind() as u8 + if next { 1 } else { 7 };
        self.0 = self.0 << 4 | u128::from(code);
    }

    /// The newest piece.
    pub(super) fn last(self, capturer: Seat) -> Option<Piece> {
        piece_of((self.0 % 16) as u8, capturer)
    }

    /// What the pieces are worth together.
    pub(super) fn value(self) -> i32 {
        let (mut rest, mut value) = (self.0, 0);
        while rest != 0 {
            value += VALUES[(rest % 16) as usize];
            rest >>= 4;
        }
        value
    }

    /// All pieces, the oldest first.
    pub(super) fn pieces(self, capturer: Seat) -> impl Iterator<Item = Piece> {
        (0..32)
            .rev()
            .filter_map(move |place| piece_of((self.0 >> (4 * place) & 15) as u8, capturer))
    }
}

/// The value of a piece by its code in a list of captured ones.
const VALUES: [i32; 16] = {
    let mut values = [0; 16];
    let mut index = 0;
    while index < 12 {
        values[index + 1] = Kind::ALL[index % 6].value();
        index += 1;
    }
    values
};

fn piece_of(code: u8, capturer: Seat) -> Option<Piece> {
    let index = code.checked_sub(1)?;
    let seat = Seat((capturer.0 + 1 + index / 6) % 3);
    Some(Piece::new(seat, Kind::ALL[usize::from(index % 6)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_pieces() -> impl Iterator<Item = Piece> + Clone {
        Seat::all(3).flat_map(|seat| Kind::ALL.map(|kind| Piece::new(seat, kind)))
    }

    #[test]
    fn a_piece_is_its_seat_and_kind_and_its_letter() {
        let letters: String = all_pieces().map(Piece::letter).collect();
        assert_eq!(letters, "PNBRQKpnbrqk123456");
        for piece in all_pieces() {
            assert_eq!(Piece::new(piece.seat(), piece.kind()), piece);
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
        }
        assert_eq!(Piece::from_letter('7'), None);
        assert_eq!(Piece::from_letter('Ɛ'), None);
    }

    #[test]
    fn captured_pieces_keep_their_order_up_to_all_pieces_of_the_others() {
        for capturer in Seat::all(3) {
            let others = all_pieces().filter(|piece| piece.seat() != capturer);
            let taken: Vec<Piece> = others.cycle().take(32).collect();
            let mut list = Captured::default();
            assert_eq!(list.last(capturer), None);
            for (count, &piece) in taken.iter().enumerate() {
                list.push(capturer, piece);
                assert_eq!(list.last(capturer), Some(piece));
                assert!(list.pieces(capturer).eq(taken[..=count].iter().copied()));
                let value: i32 = list.pieces(capturer).map(|p| p.kind().value()).sum();
                assert_eq!(list.value(), value);
            }
        }
    }
}
