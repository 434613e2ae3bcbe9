//! The positions that the original agents look at: pieces, rights to castle, and a square passed by a pawn.
//!
//! A move takes a piece from one square to another and removes what stood there. Pawns stay pawns on the last
//! rank, a capture in passing removes nothing, the rook does not castle along, and a lost king ends nothing. A king
//! on its first square may castle wherever its side has the right and the squares between are empty.

use crate::agents::order::steps;
use ludarium_dice_chess::rules::{DiceChess, Kind, OnBoard, PieceWeights, Side, square_value};

/// What a king counts for when the pieces are added up.
const KING: i32 = 200_000;

/// The squares left and reached.
pub(super) type SquarePair = (u8, u8);

/// A pair of squares as four letters: `e2e4`.
pub(super) fn squares_text((from, to): SquarePair) -> String {
    let name = |square: u8| format!("{}{}", (b'a' + square % 8) as char, 8 - square / 8);
    name(from) + &name(to)
}

/// Squares are counted from a8 to h1, in the order in which the program lists the pieces.
#[derive(Clone, Copy)]
pub(super) struct PieceSquares {
    at: [Option<(Side, Kind)>; 64],
    /// Where the pieces of each side stand.
    places: [u64; 2],
    /// Whether each side may castle, short and long.
    rights: [[bool; 2]; 2],
    /// The squares that a pawn has just passed, one bit each.
    passed: u64,
}

impl PieceSquares {
    /// The position as the program copies it: the square passed by a pawn gets lost.
    pub(super) fn new(position: &DiceChess) -> PieceSquares {
        let rights = |side| [true, false].map(|short| position.may_castle(side, short));
        let rights = [Side::White, Side::Black].map(rights);
        let mut pieces = PieceSquares { at: [None; 64], places: [0; 2], rights, passed: 0 };
        for square in 0..64 {
            if let Some(piece) = position.piece_at(square ^ 56) {
                pieces.put(piece, square);
            }
        }
        pieces
    }

    /// The position itself, in which pawns can be captured in passing.
    pub(super) fn uncopied(position: &DiceChess) -> PieceSquares {
        let passed = position.passed_squares().fold(0, |set, square| set | 1 << (square ^ 56));
        PieceSquares { passed, ..PieceSquares::new(position) }
    }

    /// The same with all rights to castle.
    pub(super) fn with_all_rights(self) -> PieceSquares {
        PieceSquares { rights: [[true; 2]; 2], ..self }
    }

    fn put(&mut self, piece: (Side, Kind), square: u8) {
        self.at[square as usize & 63] = Some(piece);
        self.places[piece.0 as usize] |= 1 << square;
    }

    fn lift(&mut self, square: u8) -> Option<(Side, Kind)> {
        let piece = self.at[square as usize & 63].take();
        self.places.iter_mut().for_each(|set| *set &= !(1 << square));
        piece
    }

    /// What stands on a square.
    pub(super) fn on(&self, square: u8) -> Option<(Side, Kind)> {
        self.at[square as usize & 63]
    }

    /// Moves a piece.
    pub(super) fn play(&mut self, (from, to): SquarePair) {
        self.lift(to);
        if let Some(piece) = self.lift(from) {
            self.put(piece, to);
        }
    }

    /// The pieces of a side with their squares, in the order of the squares.
    fn own(&self, side: Side) -> impl Iterator<Item = (u8, Kind)> {
        let mut places = self.places[side as usize];
        std::iter::from_fn(move || {
            let square = places.trailing_zeros() as u8;
            let (_, kind) = *self.at.get(square as usize)?.as_ref()?;
            places &= places - 1;
            Some((square, kind))
        })
    }

    /// Replaces `out` by the moves of a side.
    pub(super) fn list(&self, side: Side, out: &mut Vec<SquarePair>) {
        out.clear();
        for (from, kind) in self.own(side) {
            self.reach(side, kind, from, |to| out.push((from, to)));
        }
    }

    /// Calls `visit` with the squares that a piece could go to from a square, in the order of the program. Nothing is
    /// asked about what stands there.
    pub(super) fn reach(&self, side: Side, kind: Kind, from: u8, mut visit: impl FnMut(u8)) {
        let enemy = |to: u8| self.on(to).is_some_and(|(owner, _)| owner != side);
        let steps = steps(side, kind);
        if kind == Kind::Pawn {
            let empty = |square: &u8| self.on(*square).is_none();
            if let Some(one) = beside(from, steps[0]).filter(empty) {
                visit(one);
                let two = beside(one, steps[0]).filter(empty);
                two.filter(|_| from / 8 == home(side, 6)).map(&mut visit);
            }
            let captures = steps[1..].iter().filter_map(|&by| beside(from, by));
            let passed = |to: u8| self.passed & (1 << to) != 0 && self.on(to).is_none();
            return captures.filter(|&to| enemy(to) || passed(to)).for_each(visit);
        }
        let slides = matches!(kind, Kind::Bishop | Kind::Rook | Kind::Queen);
        for &by in steps {
            let mut square = from;
            while let Some(to) = beside(square, by) {
                let empty = self.on(to).is_none();
                if empty || enemy(to) {
                    visit(to);
                }
                if !slides || !empty {
                    break;
                }
                square = to;
            }
        }
        let first = 8 * home(side, 7);
        if kind == Kind::King && from == first + 4 {
            let free =
                |mut files: std::ops::Range<u8>| files.all(|file| self.on(first + file).is_none());
            let [short, long] = self.rights[side as usize];
            if short && free(5..7) {
                visit(first + 6);
            }
            if long && free(1..4) {
                visit(first + 2);
            }
        }
    }

    /// What the program rewards a side for, in whole numbers of 32 bits that wrap around.
    ///
    /// A tenth of the state: each *move* of the side counts for what its piece is worth where it stands. And
    /// fifty times the pieces, with the largest number added where the enemy king is gone and the smallest where
    /// the own one is: times 50 next to nothing remains of either, and the weight of the king decides.
    pub(super) fn reward(&self, side: Side) -> i32 {
        let state: i32 = self
            .own(side)
            .map(|(from, kind)| {
                let mut moves = 0;
                self.reach(side, kind, from, |_| moves += 1);
                let place = square_value(side, kind, from ^ 56, false);
                moves * (PieceWeights::PROGRAM.of(kind) + place)
            })
            .sum();
        let weight = |kind| match kind {
            Kind::King => KING,
            kind => PieceWeights::PROGRAM.of(kind),
        };
        let sum = |side| -> i32 { self.own(side).map(|(_, kind)| weight(kind)).sum() };
        let pieces = sum(side) - sum(side.other());
        let has_king = |side| self.own(side).any(|(_, kind)| kind == Kind::King);
        let end = match (has_king(side.other()), has_king(side)) {
            (false, _) => i32::MAX,
            (true, false) => i32::MIN,
            _ => 0,
        };
        (state / 10).wrapping_add(pieces.wrapping_add(end).wrapping_mul(50))
    }
}

/// The square a step away.
fn beside(square: u8, (right, up): (i8, i8)) -> Option<u8> {
    let file = (square % 8).wrapping_add_signed(right);
    let row = (square / 8).wrapping_add_signed(-up);
    (file < 8 && row < 8).then(|| 8 * row + file)
}

/// A row of the board that White sees here, and Black at the other end.
const fn home(side: Side, row: u8) -> u8 {
    match side {
        Side::White => row,
        Side::Black => 7 - row,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::position;
    use super::*;

    fn listed_in(pieces: &PieceSquares, side: Side) -> Vec<String> {
        let mut steps = Vec::new();
        pieces.list(side, &mut steps);
        steps.into_iter().map(squares_text).collect()
    }

    fn listed(text: &str) -> Vec<String> {
        let position = position(text);
        listed_in(&PieceSquares::new(&position).with_all_rights(), position.side())
    }

    #[test]
    fn moves_of_all_kinds_come_by_the_squares_of_the_pieces() {
        assert_eq!(
            listed("4k3/8/8/1p1p4/2P5/8/P7/7K w - - 0 1"),
            ["c4c5", "c4b5", "c4d5", "a2a3", "a2a4", "h1g2", "h1g1", "h1h2"]
        );
        let black = listed("4k3/2p5/1P1P4/8/8/8/8/4K3 b - - 0 1");
        assert_eq!(black[black.len() - 4..], ["c7c6", "c7c5", "c7d6", "c7b6"]);
    }

    #[test]
    fn castling_needs_empty_squares_and_nothing_else() {
        let castlings = |text: &str| -> Vec<String> {
            let all = listed(text).into_iter();
            all.filter(|mv| ["e1g1", "e1c1", "e8g8", "e8c8"].contains(&mv.as_str())).collect()
        };
        assert_eq!(castlings("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), ["e1g1", "e1c1"]);
        assert_eq!(castlings("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1"), ["e1g1"]);
        assert_eq!(castlings("4k1n1/8/8/8/8/8/8/4K3 b - - 0 1"), ["e8c8"]);
        assert!(castlings("8/4k3/8/8/8/8/8/4K3 b - - 0 1").is_empty());
    }

    #[test]
    fn rights_bind_where_they_are_not_given_to_all() {
        let position = position("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1");
        let castlings = |pieces: PieceSquares| -> Vec<String> {
            let sides = [Side::White, Side::Black].into_iter();
            let all = sides.flat_map(|side| listed_in(&pieces, side));
            all.filter(|mv| ["e1g1", "e1c1", "e8g8", "e8c8"].contains(&mv.as_str())).collect()
        };
        let pieces = PieceSquares::new(&position);
        assert_eq!(castlings(pieces), ["e1g1", "e8c8"]);
        assert_eq!(castlings(pieces.with_all_rights()), ["e1g1", "e1c1", "e8g8", "e8c8"]);
    }

    #[test]
    fn a_copy_forgets_the_square_that_a_pawn_passed() {
        let position = position("4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1");
        let pawn = |pieces: PieceSquares| listed_in(&pieces, Side::White)[..2].to_vec();
        assert_eq!(pawn(PieceSquares::uncopied(&position)), ["c5c6", "c5b6"]);
        assert_eq!(pawn(PieceSquares::new(&position)), ["c5c6", "e1d2"]);
    }

    #[test]
    fn special_moves_move_one_piece_only() {
        let position = position("4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
        let mut pieces = PieceSquares::new(&position);
        pieces.play((60, 62));
        assert_eq!(pieces.on(62), Some((Side::White, Kind::King)));
        assert_eq!(pieces.on(63), Some((Side::White, Kind::Rook)));
        pieces.play((8, 0));
        assert_eq!(pieces.on(0), Some((Side::White, Kind::Pawn)));
        let mut steps = Vec::new();
        pieces.list(Side::White, &mut steps);
        assert!(steps.iter().all(|&(from, _)| from != 0));
    }

    /// White's reward, after a piece has been taken off its square.
    fn reward(text: &str, gone: Option<u8>) -> i32 {
        let mut pieces = PieceSquares::new(&position(text));
        if let Some(square) = gone {
            pieces.lift(square);
        }
        pieces.reward(Side::White)
    }

    #[test]
    fn rewards_by_hand() {
        // Knight on b1: 3 moves of 350 − 40. King on h1: 3 moves of 20 000 + 20. Pawn on h7: 1 move of 100 + 50.
        // Black has a rook on a4, which no move attacks.
        let text = "4k3/7P/8/8/r7/8/8/1N5K w - - 0 1";
        let state = (3 * 310 + 3 * 20_020 + 150) / 10;
        let pieces = 100 + 350 - 525;
        assert_eq!(reward(text, None), state + 50 * pieces);
        // Black's king gone: 2^31 − 1 + 200 000 + pieces, times 50, modulo 2^32.
        assert_eq!(reward(text, Some(4)), state + 50 * (200_000 + pieces - 1));
        // White's king gone: −2^31 − 200 000 + pieces wraps to a positive number, and times 50 back again.
        let state = (3 * 310 + 150) / 10;
        assert_eq!(reward(text, Some(63)), state + 50 * (pieces - 200_000));
    }

    #[test]
    fn a_tenth_of_the_state_is_cut_off() {
        // A knight on a1 with 2 moves of 300, a pawn on e2 with 2 of 80, a king on h1 with 3 of 20 020: 60 820;
        // with the pawn on e3 its one move counts 100.
        assert_eq!(reward("4k3/8/8/8/8/8/4P3/N6K w - - 0 1", None), 6_082 + 50 * 450);
        assert_eq!(reward("4k3/8/8/8/8/4P3/8/N6K w - - 0 1", None), 6_076 + 50 * 450);
        // On a3 it counts 105: 60 765, of which a tenth is 6076.5.
        assert_eq!(reward("4k3/8/8/8/8/P7/8/N6K w - - 0 1", None), 6_076 + 50 * 450);
    }
}
