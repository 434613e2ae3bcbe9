//! The list of pieces that the original tree agents keep beside the board.

use crate::agents::piece_squares::SquarePair;
use ludarium_dice_chess::rules::{
    DiceChess, Kind, LATE, Move, OnBoard, PieceWeights, Side, square_value,
};

/// A piece and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ListedPiece {
    pub(super) side: Side,
    pub(super) kind: Kind,
    /// Counted from a8 to h1.
    pub(super) square: u8,
}

/// A move of a piece in the list. The piece may be missing on the board, and then it is no move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ListedMove {
    pub(super) piece: ListedPiece,
    pub(super) to: u8,
}

impl ListedMove {
    pub(super) fn squares(self) -> SquarePair {
        (self.piece.square, self.to)
    }
}

/// How the evaluation counts pawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PawnTerm {
    /// Nothing: variant 1 of the report.
    #[default]
    None,
    /// Variant 2 as the program has it. Pawns with another pawn *behind* them count as doubled, if it is
    /// their own, or blocked, if it is not; and a side pays for each of them once for each of its pieces.
    AsFound,
}

/// All pieces in the order of the program's list: first as a position text names them, then every piece that
/// moves goes to the end.
///
/// After special moves it is not what stands on the board. A promoted pawn stays a pawn, so that the new piece can
/// not move; once somebody has moved it, it is in the list twice, as itself and as the pawn where it was promoted. A
/// pawn captured in passing stays too. Both are there until something moves to their squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PieceList {
    pieces: Vec<ListedPiece>,
}

impl PieceList {
    /// The list of a position whose past is not known.
    pub(super) fn new(position: &DiceChess) -> PieceList {
        let piece = |square: u8| {
            let (side, kind) = position.piece_at(square ^ 56)?;
            Some(ListedPiece { side, kind, square })
        };
        PieceList { pieces: (0..64).filter_map(piece).collect() }
    }

    /// The pieces in order.
    pub(super) fn pieces(&self) -> &[ListedPiece] {
        &self.pieces
    }

    /// Brings the list up to date after a move at `position`; rolls and passes change nothing.
    pub(super) fn note(&mut self, position: &DiceChess, mv: Move) {
        let Some((from, to)) = mv.squares() else {
            return;
        };
        let side = position.side();
        if mv.is_castling() {
            // The rook first; what else the list may have on its new square stays.
            let corner = if to > from { to | 7 } else { to & !7 };
            let rook = ListedPiece { side, kind: Kind::Rook, square: corner ^ 56 };
            self.pieces.retain(|piece| *piece != rook);
            self.pieces.push(ListedPiece { square: from.midpoint(to) ^ 56, ..rook });
        }
        let moved = ListedPiece { side, kind: mv.moved(), square: from ^ 56 };
        let to = to ^ 56;
        self.pieces.retain(|piece| *piece != moved && piece.square != to);
        self.pieces.push(ListedPiece { square: to, ..moved });
    }

    /// The list as the program looks ahead: the piece goes to the end, and what stood there is gone unless it is of
    /// the same side and kind. Nothing else happens: a pawn stays a pawn on the last rank, the rook of a castling
    /// stays, and en passant captures nothing.
    pub(super) fn after(&self, mv: ListedMove) -> PieceList {
        let moved = ListedPiece { square: mv.to, ..mv.piece };
        let stays = |piece: &&ListedPiece| {
            **piece != mv.piece && (piece.square != mv.to || **piece == moved)
        };
        let mut pieces: Vec<_> = self.pieces.iter().filter(stays).copied().collect();
        pieces.push(moved);
        PieceList { pieces }
    }

    /// The program's value of a list for a side. `turn` is the number of turns played at the root: it
    /// decides between the two tables of the king.
    pub(super) fn value(&self, side: Side, turn: u32, pawns: PawnTerm) -> i32 {
        let late = turn >= LATE;
        let own = |piece: &ListedPiece| if piece.side == side { 1 } else { -1 };
        let worth = |piece: &ListedPiece| {
            let place = square_value(piece.side, piece.kind, piece.square ^ 56, late);
            own(piece) * (PieceWeights::PROGRAM.of(piece.kind) + place)
        };
        let pieces: i32 = self.pieces.iter().map(worth).sum();
        match pawns {
            PawnTerm::None => pieces,
            PawnTerm::AsFound => {
                pieces - 50 * self.found_weakness(side) + 50 * self.found_weakness(side.other())
            }
        }
    }

    /// How often a pawn of a side has a pawn of either side right behind it, times the pieces of that side.
    fn found_weakness(&self, side: Side) -> i32 {
        let is_pawn = |piece: &&ListedPiece| piece.kind == Kind::Pawn;
        let behind = |piece: &ListedPiece| match side {
            Side::White => piece.square + 8,
            Side::Black => piece.square.wrapping_sub(8),
        };
        let pawns_on = |square: u8| {
            let here = |piece: &&ListedPiece| piece.square == square;
            self.pieces.iter().filter(is_pawn).filter(here).count()
        };
        let own = || self.pieces.iter().filter(|piece| piece.side == side);
        let weak: usize = own().filter(is_pawn).map(|pawn| pawns_on(behind(pawn))).sum();
        (weak * own().count()) as i32
    }
}

#[cfg(test)]
mod tests {
    use ludarium_dice_chess::rules::Positional;
    use ludarium_game::{Game, MoveList, Rng, Seed, Tabletop, Turn};

    use super::super::tests::position;
    use super::*;

    fn order(list: &PieceList) -> String {
        let name = |piece: &ListedPiece| {
            let letter = match piece.side {
                Side::White => piece.kind.letter().to_ascii_uppercase(),
                Side::Black => piece.kind.letter().to_ascii_lowercase(),
            };
            let file = (b'a' + piece.square % 8) as char;
            format!("{letter}{file}{}", 8 - piece.square / 8)
        };
        list.pieces.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    /// The order after some moves, each as a roll and a move.
    fn order_after(text: &str, moves: &[(&str, &str)]) -> String {
        let mut position = position(text);
        let mut list = PieceList::new(&position);
        for (roll, mv) in moves {
            for part in [roll, mv] {
                let mv = position.parse_move(part).unwrap();
                list.note(&position, mv);
                position.play(mv);
            }
        }
        order(&list)
    }

    #[test]
    fn a_piece_that_moves_goes_to_the_end() {
        let text = "r3k3/4P3/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(order_after(text, &[]), "ra8 ke8 Pe7 Ke1 Rh1");
        let moves = [("6", "e1g1"), ("4", "a8a1"), ("4", "f1a1"), ("6", "e8d7")];
        assert_eq!(order_after(text, &moves[..1]), "ra8 ke8 Pe7 Rf1 Kg1");
        assert_eq!(order_after(text, &moves[..3]), "ke8 Pe7 Kg1 Ra1");
        let long = "r3k3/8/8/8/8/8/8/4K3 b q - 0 1";
        assert_eq!(order_after(long, &[("6", "e8c8")]), "Ke1 rd8 kc8");
    }

    #[test]
    fn a_promoted_pawn_stays_a_pawn_until_something_moves_to_its_square() {
        let text = "2r3k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
        let moves = [("1", "e7e8q"), ("6", "g8g7"), ("5", "e8e7"), ("4", "c8e8")];
        assert_eq!(order_after(text, &moves[..1]), "rc8 kg8 Ke1 Pe8");
        assert_eq!(order_after(text, &moves[..3]), "rc8 Ke1 Pe8 kg7 Qe7");
        assert_eq!(order_after(text, &moves), "Ke1 kg7 Qe7 re8");
    }

    #[test]
    fn a_pawn_captured_in_passing_stays_until_something_moves_to_its_square() {
        let text = "1r2k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1";
        let moves = [("1", "c5b6"), ("4", "b8b6"), ("6", "e1e2"), ("4", "b6b5")];
        assert_eq!(order_after(text, &moves[..1]), "rb8 ke8 pb5 Ke1 Pb6");
        assert_eq!(order_after(text, &moves[..2]), "ke8 pb5 Ke1 rb6");
        assert_eq!(order_after(text, &moves), "ke8 Ke2 rb5");
    }

    #[test]
    fn a_pawn_looks_through_one_of_its_own_that_is_only_in_the_list() {
        // Black's pawn on b5 is gone from the board, and the one on b6 may go there.
        let mut list = PieceList::new(&position("4k3/8/1p6/1p6/8/8/8/4K3 b - - 0 1"));
        let pawn = list.pieces[1];
        let after = list.after(ListedMove { piece: pawn, to: pawn.square + 8 });
        assert_eq!(order(&after), "ke8 pb5 Ke1 pb5");
        // Of another side or kind it is taken off.
        list.pieces[2].side = Side::White;
        let after = list.after(ListedMove { piece: pawn, to: pawn.square + 8 });
        assert_eq!(order(&after), "ke8 Ke1 pb5");
    }

    #[test]
    fn without_special_moves_the_list_is_what_stands_on_the_board() {
        for seed in 0..20 {
            let mut rng = Rng::new(Seed(seed));
            let mut position = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
            let mut list = PieceList::new(&position);
            let mut moves = MoveList::new();
            while position.turn() != Turn::Over {
                let mv = match position.turn() {
                    Turn::Chance => position.roll(&mut rng),
                    _ => position.pick(&mut rng, &mut moves),
                };
                if mv.is_en_passant() || mv.promoted().is_some() {
                    break;
                }
                list.note(&position, mv);
                position.play(mv);
                let on_board = PieceList::new(&position).pieces;
                assert_eq!(on_board.len(), list.pieces.len());
                assert!(on_board.iter().all(|piece| list.pieces.contains(piece)));
                // The two sets of weights differ in the rook alone while both kings stand.
                let rooks = list.pieces.iter().filter(|piece| piece.kind == Kind::Rook);
                let lead: i32 =
                    rooks.map(|piece| if piece.side == Side::White { 1 } else { -1 }).sum();
                let value = list.value(Side::White, position.turns_played(), PawnTerm::None);
                if position.turn() != Turn::Over {
                    assert_eq!(value + 10 * lead, Positional::raw(&position));
                }
                let black = list.value(Side::Black, position.turns_played(), PawnTerm::None);
                assert_eq!(value, -black);
            }
        }
    }

    #[test]
    fn pawns_are_counted_on_the_wrong_side_and_for_every_piece() {
        // White's e4 has e3 behind it and d5 has Black's d4 behind it: two weak pawns, four pieces. Black's d4 has
        // White's d5 behind it: one weak pawn, two pieces.
        let position = position("4k3/8/8/3P4/3pP3/4P3/8/4K3 w - - 0 1");
        let list = PieceList::new(&position);
        assert_eq!(list.found_weakness(Side::White), 2 * 4);
        assert_eq!(list.found_weakness(Side::Black), 2);
        let terms = [PawnTerm::None, PawnTerm::AsFound];
        let [without, with] = terms.map(|term| list.value(Side::White, 0, term));
        assert_eq!(with - without, -50 * 8 + 50 * 2);
    }
}
