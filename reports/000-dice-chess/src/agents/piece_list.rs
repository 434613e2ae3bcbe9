//! The list of pieces that the original tree agents keep beside the board.

use ludarium_game::{Game, Turn, sort_by};

use crate::agents::order::{list_all, way};
use ludarium_dice_chess::rules::{
    DiceChess, Kind, LATE, Move, OnBoard, PieceWeights, Side, square_value,
};

/// A piece and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedPiece {
    /// Whose piece it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
    /// Where it stands; a1 = 0, b1 = 1, … h8 = 63.
    pub square: u8,
}

/// How the evaluation counts pawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PawnTerm {
    /// Nothing: variant 1 of the report.
    #[default]
    None,
    /// Variant 2 as the program has it. Pawns with another pawn *behind* them count as doubled, if it is
    /// their own, or blocked, if it is not; and a side pays for each of them once for each of its pieces.
    AsFound,
}

/// All pieces in the order of the program's list: first as a position text names them, then every piece that
/// moves goes to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceList {
    pieces: Vec<ListedPiece>,
}

impl PieceList {
    /// The list of a position whose past is not known.
    pub fn new(position: &DiceChess) -> PieceList {
        let squares = (0..64).map(|place| place ^ 56);
        let piece = |square| {
            let (side, kind) = position.piece_at(square)?;
            Some(ListedPiece { side, kind, square })
        };
        PieceList { pieces: squares.filter_map(piece).collect() }
    }

    /// The pieces in order.
    pub fn pieces(&self) -> &[ListedPiece] {
        &self.pieces
    }

    /// Whether these are the pieces of a position.
    pub fn fits(&self, position: &DiceChess) -> bool {
        let all = (0..64).filter(|&square| position.piece_at(square).is_some());
        let here =
            |piece: &ListedPiece| position.piece_at(piece.square) == Some((piece.side, piece.kind));
        all.count() == self.pieces.len() && self.pieces.iter().all(here)
    }

    /// Brings the list up to date after a move at `position`; rolls and passes change nothing.
    ///
    /// A promoted pawn is a queen from then on. In the program it stayed a pawn in the list, which could
    /// then neither move nor be found; there is no such piece in this game.
    pub fn note(&mut self, position: &DiceChess, mv: Move) {
        let Some((_, to)) = mv.squares() else {
            return;
        };
        if mv.is_en_passant() {
            self.pieces.retain(|piece| piece.square != to ^ 8);
        }
        self.move_piece(mv);
        if let (Some(piece), Some(kind)) = (self.pieces.last_mut(), mv.promoted()) {
            piece.kind = kind;
        }
        if mv.is_castling() {
            // The program moves the rook first and the king last.
            let mut after = *position;
            after.play(mv);
            let king = self.pieces.pop();
            let stays = |piece: &ListedPiece| {
                after.piece_at(piece.square) == Some((piece.side, piece.kind))
            };
            let rook = self.pieces.iter().position(|piece| !stays(piece));
            if let Some(rook) = rook {
                let mut rook = self.pieces.remove(rook);
                rook.square = mv.from().midpoint(to);
                self.pieces.push(rook);
            }
            self.pieces.extend(king);
        }
    }

    /// The list as the program looks ahead: the piece goes to the end, and what stood there is gone. Nothing
    /// else happens: a pawn stays a pawn on the last rank, the rook of a castling stays, and en passant
    /// captures nothing.
    fn move_piece(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        self.pieces.retain(|piece| piece.square != to);
        if let Some(index) = self.pieces.iter().position(|piece| piece.square == from) {
            let mut piece = self.pieces.remove(index);
            piece.square = to;
            self.pieces.push(piece);
        }
    }

    /// The program's value of a list for a side. `turn` is the number of turns played at the root: it
    /// decides between the two tables of the king.
    pub fn value(&self, side: Side, turn: u32, pawns: PawnTerm) -> i32 {
        let late = turn >= LATE;
        let own = |piece: &ListedPiece| if piece.side == side { 1 } else { -1 };
        let worth = |piece: &ListedPiece| {
            let place = square_value(piece.side, piece.kind, piece.square, late);
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

    /// The pawns of a side with a pawn of either side right behind them, times the pieces of that side.
    fn found_weakness(&self, side: Side) -> i32 {
        let is_pawn = |piece: &&ListedPiece| piece.kind == Kind::Pawn;
        let behind = |piece: &ListedPiece| match side {
            Side::White => piece.square.wrapping_sub(8),
            Side::Black => piece.square + 8,
        };
        let held =
            |square: u8| self.pieces.iter().filter(is_pawn).any(|piece| piece.square == square);
        let own = || self.pieces.iter().filter(|piece| piece.side == side);
        let weak = own().filter(is_pawn).filter(|piece| held(behind(piece)));
        weak.count() as i32 * own().count() as i32
    }

    /// The moves of a kind with the program's values of what they lead to, in the order of the list.
    /// What was rolled does not matter.
    pub fn judge(&self, position: &DiceChess, kind: Kind, pawns: PawnTerm) -> Vec<(Move, i32)> {
        let side = position.side();
        let mut moves = list_all(position, kind);
        let place = |mv: &Move| self.pieces.iter().position(|piece| piece.square == mv.from());
        let order = |mv: &Move| (place(mv), way(side, *mv));
        sort_by(&mut moves, |a, b| order(a).cmp(&order(b)));
        let value = |mv: Move| {
            let mut after = self.clone();
            after.move_piece(mv);
            (mv, after.value(side, position.turns_played(), pawns))
        };
        moves.into_iter().map(value).collect()
    }

    /// The kind of piece that the original ExpectiMiniMax agent moves, whatever was rolled; `None` where
    /// no piece can move.
    ///
    /// For each kind that can move, in the order of the die, it adds up the values after all moves of the
    /// kind. It counts how often such a sum is smaller than all before it, and takes the kind with that
    /// number among those that can move.
    pub fn found_type_choice(&self, position: &DiceChess, pawns: PawnTerm) -> Option<Kind> {
        if position.turn() == Turn::Over {
            return None;
        }
        let mut playable = Vec::new();
        let (mut lowest, mut minima) = (i32::MAX, 0);
        for kind in Kind::ALL {
            let judged = self.judge(position, kind, pawns);
            if judged.is_empty() {
                continue;
            }
            playable.push(kind);
            let sum = judged.iter().map(|(_, value)| value).sum();
            if sum < lowest {
                lowest = sum;
                minima += 1;
            }
        }
        playable.get(minima.max(1) - 1).copied()
    }

    /// The move of a kind that the original ExpectiMiniMax agent makes. It finds the best place to go, and
    /// then moves the first piece in the order of [`list_moves`](super::order::list_moves) that can go there.
    pub fn found_move(&self, position: &DiceChess, kind: Kind, pawns: PawnTerm) -> Option<Move> {
        let best = first_best(&self.judge(position, kind, pawns))?;
        let mut moves = list_all(position, kind).into_iter();
        moves.find(|mv| mv.to() == best.to())
    }
}

/// The first move with the largest value.
pub fn first_best(judged: &[(Move, i32)]) -> Option<Move> {
    let best = judged.iter().map(|(_, value)| value).max()?;
    let found = judged.iter().find(|(_, value)| value == best);
    found.map(|(mv, _)| *mv)
}

#[cfg(test)]
mod tests {
    use ludarium_game::{MoveList, Rng, Seed, Spec, Tabletop};

    use super::*;
    use ludarium_dice_chess::rules::Positional;

    fn position(text: &str) -> DiceChess {
        let rules = DiceChess::rules(&Spec::parse("seed:bare=off").unwrap()).unwrap();
        DiceChess::parse(&rules, text).unwrap()
    }

    fn order(list: &PieceList) -> String {
        let name = |piece: &ListedPiece| {
            let letter = match piece.side {
                Side::White => piece.kind.letter().to_ascii_uppercase(),
                Side::Black => piece.kind.letter().to_ascii_lowercase(),
            };
            let file = (b'a' + piece.square % 8) as char;
            format!("{letter}{file}{}", piece.square / 8 + 1)
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
            assert!(list.fits(&position));
        }
        order(&list)
    }

    #[test]
    fn a_piece_that_moves_goes_to_the_end() {
        let text = "r3k3/4P3/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(order_after(text, &[]), "ra8 ke8 Pe7 Ke1 Rh1");
        let moves = [("6", "e1g1"), ("4", "a8a1"), ("4", "f1a1"), ("6", "e8d7"), ("1", "e7e8q")];
        assert_eq!(order_after(text, &moves[..1]), "ra8 ke8 Pe7 Rf1 Kg1");
        assert_eq!(order_after(text, &moves[..3]), "ke8 Pe7 Kg1 Ra1");
        assert_eq!(order_after(text, &moves), "Kg1 Ra1 kd7 Qe8");
        let passing = "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1";
        assert_eq!(order_after(passing, &[("1", "c5b6")]), "ke8 Ke1 Pb6");
    }

    #[test]
    fn the_list_follows_random_games() {
        for seed in 0..20 {
            let mut rng = Rng::new(Seed(seed));
            let mut position = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
            let mut list = PieceList::new(&position);
            let mut moves = MoveList::new();
            while position.turn() != Turn::Over {
                let mv = match position.turn() {
                    Turn::Chance => position.roll(&mut rng),
                    _ => position.pick(&mut rng, &mut moves),
                };
                list.note(&position, mv);
                position.play(mv);
                assert!(list.fits(&position));
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

    fn values(text: &str, kind: Kind) -> Vec<(String, i32)> {
        let position = position(text);
        let list = PieceList::new(&position);
        let now = list.value(position.side(), position.turns_played(), PawnTerm::None);
        let judged = list.judge(&position, kind, PawnTerm::None).into_iter();
        judged.map(|(mv, value)| (mv.to_string(), value - now)).collect()
    }

    #[test]
    fn promotion_castling_and_en_passant_are_misjudged() {
        // A promotion looks like a pawn that goes from a good square to a worthless one.
        let pawn = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        let judged = values(pawn, Kind::Pawn);
        assert_eq!(judged, [("a7a8q".into(), -50), ("a7b8q".into(), 525 - 50)]);
        // Only the king castles: the rook's better square d1 does not count.
        let king = values("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", Kind::King);
        assert_eq!(king.last(), Some(&("e1c1".into(), 10)));
        // The pawn captured in passing stays: c5 0 and b6 10.
        let passing = values("4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1", Kind::Pawn);
        assert_eq!(passing[1], ("c5b6".into(), 0));
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

    #[test]
    fn the_type_is_chosen_by_counting_minima() {
        // White is behind, so more moves mean a smaller sum. Pawn: 1 move; rook: 10; king: 5. The sums of
        // pawn and rook are new minima, that of the king is not: the second kind that can move is the rook.
        let position = position("1q2k3/8/8/8/8/7P/8/R3K3 w - - 0 1");
        let list = PieceList::new(&position);
        let sums = [Kind::Pawn, Kind::Rook, Kind::King].map(|kind| -> i32 {
            let judged = list.judge(&position, kind, PawnTerm::None);
            judged.iter().map(|(_, value)| value).sum()
        });
        assert!(sums[1] < sums[0] && sums[0] < 0 && sums[1] < sums[2], "{sums:?}");
        let chosen = list.found_type_choice(&position, PawnTerm::None);
        assert_eq!(chosen, Some(Kind::Rook));
    }

    #[test]
    fn the_first_piece_that_can_reach_the_best_place_moves() {
        // To c3 from b1 is best, but the program finds the knight on e4 first.
        let position = position("7k/8/8/8/4N3/8/8/1N5K w - - 0 1");
        let list = PieceList::new(&position);
        let best = first_best(&list.judge(&position, Kind::Knight, PawnTerm::None));
        let found = list.found_move(&position, Kind::Knight, PawnTerm::None);
        let names = [best, found].map(|mv| mv.unwrap().to_string());
        assert_eq!(names, ["b1c3", "e4c3"]);
    }
}
