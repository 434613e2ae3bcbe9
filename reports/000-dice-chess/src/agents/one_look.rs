//! What the original tree agents see one ply ahead, which is all that they see.

use ludarium_dice_chess::rules::{DiceChess, Kind, OnBoard, Side};

use super::piece_list::{ListedMove, PawnTerm, PieceList};
use super::piece_squares::{PieceSquares, SquarePair};

/// A position with the list of its pieces, in the eyes of the side to move.
///
/// The pieces that move are those of the list, and the squares that they can go to are those that the board leaves
/// free. So a pawn that is only in the list moves too, and a piece that is only on the board does not.
pub(super) struct OneLook<'a> {
    pub(super) list: &'a PieceList,
    board: PieceSquares,
    side: Side,
    turn: u32,
    pub(super) pawns: PawnTerm,
}

/// A move with the program's value of what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JudgedMove {
    pub(super) mv: ListedMove,
    pub(super) value: i32,
}

impl<'a> OneLook<'a> {
    /// As MiniMax looks: at the position itself.
    pub(super) fn at(position: &DiceChess, list: &'a PieceList, pawns: PawnTerm) -> OneLook<'a> {
        let board = PieceSquares::uncopied(position);
        OneLook { list, board, side: position.side(), turn: position.turns_played(), pawns }
    }

    /// As ExpectiMiniMax and the hybrid look: at a copy, in which no pawn can be captured in passing.
    pub(super) fn at_copy(
        position: &DiceChess,
        list: &'a PieceList,
        pawns: PawnTerm,
    ) -> OneLook<'a> {
        OneLook { board: PieceSquares::new(position), ..OneLook::at(position, list, pawns) }
    }

    /// The moves of a kind in the order of the list.
    pub(super) fn moves(&self, kind: Kind) -> Vec<ListedMove> {
        let mut moves = Vec::new();
        let pieces = self.list.pieces().iter().copied();
        for piece in pieces.filter(|piece| (piece.side, piece.kind) == (self.side, kind)) {
            let add = |to| moves.push(ListedMove { piece, to });
            self.board.reach(self.side, kind, piece.square, add);
        }
        moves
    }

    /// The moves of a kind with their values, in the order of the list. What was rolled does not matter.
    pub(super) fn judge(&self, kind: Kind) -> Vec<JudgedMove> {
        let value = |mv| self.list.after(mv).value(self.side, self.turn, self.pawns);
        let judged = |mv| JudgedMove { mv, value: value(mv) };
        self.moves(kind).into_iter().map(judged).collect()
    }

    /// MiniMax: the first best move of the kind rolled. Where the list has none, the first move of any kind.
    pub(super) fn best_rolled(&self, rolled: Kind) -> Option<JudgedMove> {
        let judged = self.judge(rolled);
        let best = first_best(judged.iter().map(|judged| judged.value));
        let any_kind = || Kind::ALL.into_iter().find_map(|kind| self.judge(kind).first().copied());
        best.map(|place| judged[place]).or_else(any_kind)
    }

    /// ExpectiMiniMax: the sum of the values after all moves of each kind that can move, in the order of the die.
    pub(super) fn sums(&self) -> Vec<(Kind, i32)> {
        let sum = |kind| {
            let judged = self.judge(kind);
            let values = judged.iter().map(|judged| judged.value);
            (!judged.is_empty()).then(|| (kind, values.sum()))
        };
        Kind::ALL.into_iter().filter_map(sum).collect()
    }

    /// The move of a kind that goes where the `place`-th of its moves does.
    ///
    /// The program takes the list after that move, and looks in it for the first piece that stands where a piece of
    /// its kind can go on the board. So another piece may go there; and where none can, it stops.
    pub(super) fn found_move(&self, kind: Kind, place: usize) -> Option<SquarePair> {
        let after = self.list.after(*self.moves(kind).get(place)?);
        let on_board = |from: &u8| self.board.on(*from) == Some((self.side, kind));
        let mut steps = Vec::new();
        for from in (0..64).filter(on_board) {
            self.board.reach(self.side, kind, from, |to| steps.push((from, to)));
        }
        let own =
            after.pieces().iter().filter(|piece| (piece.side, piece.kind) == (self.side, kind));
        let mut found = own.filter_map(|piece| steps.iter().find(|step| step.1 == piece.square));
        found.next().copied()
    }
}

/// The place of the first of the largest values.
pub(super) fn first_best(values: impl Iterator<Item = i32>) -> Option<usize> {
    values
        .enumerate()
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
        .map(|best| best.0)
}

/// The place of the kind of piece that the original ExpectiMiniMax and the hybrid move, whatever was rolled; `None`
/// where no piece can move.
///
/// Of the sums of each kind that can move, in the order of the die, it counts those that are smaller than all before
/// them, and takes the kind with that number among those that can move.
pub(super) fn found_place(sums: &[(Kind, i32)]) -> Option<usize> {
    let mut lowest = i32::MAX;
    let mut minima = 0_usize;
    for &(_, sum) in sums {
        if sum < lowest {
            lowest = sum;
            minima += 1;
        }
    }
    (!sums.is_empty()).then(|| minima.max(1) - 1)
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Game, Tabletop};

    use super::super::piece_squares::squares_text;
    use super::super::tests::position;
    use super::*;

    fn text(mv: ListedMove) -> String {
        squares_text(mv.squares())
    }

    fn values(text_of: &str, kind: Kind) -> Vec<(String, i32)> {
        let position = position(text_of);
        let list = PieceList::new(&position);
        let now = list.value(position.side(), position.turns_played(), PawnTerm::None);
        let judged = OneLook::at(&position, &list, PawnTerm::None).judge(kind).into_iter();
        judged.map(|judged| (text(judged.mv), judged.value - now)).collect()
    }

    #[test]
    fn promotion_castling_and_en_passant_are_misjudged() {
        // A promotion looks like a pawn that goes from a good square to a worthless one.
        let pawn = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        let judged = values(pawn, Kind::Pawn);
        assert_eq!(judged, [("a7a8".into(), -50), ("a7b8".into(), 525 - 50)]);
        // Only the king castles: the rook's better square d1 does not count.
        let king = values("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", Kind::King);
        assert_eq!(king.last(), Some(&("e1c1".into(), 10)));
        // The pawn captured in passing stays: c5 0 and b6 10.
        let passing = values("4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1", Kind::Pawn);
        assert_eq!(passing[1], ("c5b6".into(), 0));
    }

    #[test]
    fn a_copy_sees_no_capture_in_passing() {
        let position = position("4k3/8/2p5/1pP5/8/8/8/4K3 w - b6 0 1");
        let list = PieceList::new(&position);
        let kinds =
            |look: OneLook<'_>| -> Vec<Kind> { look.sums().into_iter().map(|sum| sum.0).collect() };
        let whole = OneLook::at(&position, &list, PawnTerm::None);
        assert_eq!(kinds(whole), [Kind::Pawn, Kind::King]);
        let copy = OneLook::at_copy(&position, &list, PawnTerm::None);
        assert_eq!(kinds(copy), [Kind::King]);
    }

    #[test]
    fn a_promoted_piece_cannot_move_until_it_has_moved() {
        let mut position = position("7k/P7/8/8/8/8/1P6/4K3 w - - 0 1 1");
        let mut list = PieceList::new(&position);
        for text in ["a7a8q", "6", "h8h7", "5"] {
            let mv = position.parse_move(text).unwrap();
            list.note(&position, mv);
            position.play(mv);
        }
        let look = OneLook::at(&position, &list, PawnTerm::None);
        assert!(look.moves(Kind::Queen).is_empty());
        assert_eq!(
            look.best_rolled(Kind::Queen).map(|judged| text(judged.mv)),
            Some("b2b3".into())
        );
    }

    #[test]
    fn a_pawn_captured_in_passing_moves_on() {
        let mut position = position("4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1 1");
        let mut list = PieceList::new(&position);
        let mv = position.parse_move("c5b6").unwrap();
        list.note(&position, mv);
        position.play(mv);
        let look = OneLook::at_copy(&position, &list, PawnTerm::None);
        let moves: Vec<String> = look.moves(Kind::Pawn).into_iter().map(text).collect();
        assert_eq!(moves, ["b5b4"]);
        // There is no such pawn on the board.
        assert_eq!(look.found_move(Kind::Pawn, 0), None);
    }

    #[test]
    fn the_kind_is_chosen_by_counting_minima() {
        // White is behind, so more moves mean a smaller sum. Pawn: 1 move; rook: 10; king: 5. The sums of
        // pawn and rook are new minima, that of the king is not: the second kind that can move is the rook.
        let position = position("1q2k3/8/8/8/8/7P/8/R3K3 w - - 0 1");
        let list = PieceList::new(&position);
        let sums = OneLook::at_copy(&position, &list, PawnTerm::None).sums();
        let kinds: Vec<Kind> = sums.iter().map(|sum| sum.0).collect();
        assert_eq!(kinds, [Kind::Pawn, Kind::Rook, Kind::King]);
        assert!(sums[1].1 < sums[0].1 && sums[0].1 < 0 && sums[1].1 < sums[2].1, "{sums:?}");
        assert_eq!(found_place(&sums), Some(1));
        assert_eq!(found_place(&[]), None);
    }

    #[test]
    fn the_first_piece_that_can_reach_the_best_place_moves() {
        // To c3 from b1 is best, but the program finds the knight on e4 first.
        let position = position("7k/8/8/8/4N3/8/8/1N5K w - - 0 1");
        let list = PieceList::new(&position);
        let look = OneLook::at_copy(&position, &list, PawnTerm::None);
        let judged = look.judge(Kind::Knight);
        let best = first_best(judged.iter().map(|judged| judged.value)).unwrap();
        let found = look.found_move(Kind::Knight, best).map(squares_text);
        assert_eq!([text(judged[best].mv), found.unwrap()], ["b1c3", "e4c3"]);
    }
}
