//! The board inside the original program's tree: pieces and nothing else.
//!
//! There is no castling and no en passant, pawns become queens, and only a captured king ends the game.

use crate::agents::order::steps;
use ludarium_dice_chess::rules::{DiceChess, Kind, OnBoard, PieceWeights, Side};
use ludarium_game::Rng;

use super::queue::{ScoredStep, StepQueue};

/// Squares are counted from a8 to h1, as the program looks at them.
#[derive(Clone, Copy)]
pub(super) struct TreeBoard {
    pieces: [Option<(Side, Kind)>; 64],
    /// Where the pieces of each side and kind stand.
    places: [[u64; 6]; 2],
    side: Side,
    winner: Option<Side>,
}

impl TreeBoard {
    pub(super) fn new(position: &DiceChess) -> TreeBoard {
        let mut board = TreeBoard {
            pieces: [None; 64],
            places: [[0; 6]; 2],
            side: position.side(),
            winner: None,
        };
        for square in 0..64 {
            if let Some(piece) = position.piece_at(square ^ 56) {
                board.put(piece, square);
            }
        }
        board
    }

    fn put(&mut self, (side, kind): (Side, Kind), square: u8) {
        self.pieces[square as usize] = Some((side, kind));
        self.places[side as usize][kind as usize] |= 1 << square;
    }

    fn lift(&mut self, square: u8) -> Option<(Side, Kind)> {
        let (side, kind) = self.pieces[square as usize].take()?;
        self.places[side as usize][kind as usize] &= !(1 << square);
        Some((side, kind))
    }

    /// The side that has captured the king.
    pub(super) fn winner(&self) -> Option<Side> {
        self.winner
    }

    fn at(&self, square: u8) -> Option<(Side, Kind)> {
        self.pieces[square as usize & 63]
    }

    /// Whether an action captures the king.
    pub(super) fn wins(&self, action: &ScoredStep) -> bool {
        matches!(self.at(action.to), Some((_, Kind::King)))
    }

    pub(super) fn play(&mut self, action: ScoredStep) {
        let captured = self.lift(action.to);
        if let Some((side, mut kind)) = self.lift(action.from) {
            if kind == Kind::Pawn && rank_from(side, action.to) == 8 {
                kind = Kind::Queen;
            }
            self.put((side, kind), action.to);
        }
        if matches!(captured, Some((_, Kind::King))) {
            self.winner = Some(self.side);
        }
        self.side = self.side.other();
    }

    /// The pieces of one kind of the side to move, in the order of the squares.
    fn own(&self, kind: Kind) -> impl Iterator<Item = u8> + use<> {
        let mut places = self.places[self.side as usize][kind as usize];
        std::iter::from_fn(move || {
            let square = places.trailing_zeros() as u8;
            (places != 0).then(|| {
                places &= places - 1;
                square
            })
        })
    }

    /// The kinds that can move.
    pub(super) fn rolls(&self) -> impl Iterator<Item = Kind> + '_ {
        Kind::ALL.into_iter().filter(|&kind| self.can_move(kind))
    }

    fn can_move(&self, kind: Kind) -> bool {
        let steps = steps(self.side, kind);
        self.own(kind).any(|from| {
            let mut targets = steps.iter().enumerate();
            targets.any(|(index, &by)| match step(from, by).map(|to| self.at(to)) {
                None => false,
                Some(None) => kind != Kind::Pawn || index == 0,
                Some(Some((side, _))) => side != self.side && (kind != Kind::Pawn || index != 0),
            })
        })
    }

    /// Replaces `out` by the actions of the pieces of a kind, each with its score.
    pub(super) fn list(&self, kind: Kind, rng: &mut Rng, out: &mut StepQueue) {
        out.clear();
        let king =
            self.places[self.side.other() as usize][Kind::King as usize].trailing_zeros() as u8;
        for from in self.own(kind) {
            let distance = distance(from, king);
            let near = 60.0 - 3.0 * distance;
            let fraction = rng.unit();
            match kind {
                Kind::Pawn => self.list_pawn(from, near, fraction, out),
                Kind::Knight => self.list_piece(from, kind, near + fraction, out),
                // A king keeps away unless it is far away already.
                Kind::King if distance <= 6.0 => {
                    self.list_piece(from, kind, distance + fraction, out)
                }
                _ => self.list_piece(from, kind, near + fraction, out),
            }
        }
    }

    fn list_piece(&self, from: u8, kind: Kind, quiet: f64, out: &mut StepQueue) {
        let slides = matches!(kind, Kind::Bishop | Kind::Rook | Kind::Queen);
        for &by in steps(self.side, kind) {
            let mut square = from;
            while let Some(to) = step(square, by) {
                square = to;
                let score = match self.at(to) {
                    None => quiet,
                    Some((side, _)) if side == self.side => break,
                    Some((_, victim)) => worth(victim),
                };
                out.push(ScoredStep { from, to, score });
                if !slides || self.at(to).is_some() {
                    break;
                }
            }
        }
    }

    /// A pawn that can make two steps does not make one.
    fn list_pawn(&self, from: u8, near: f64, fraction: f64, out: &mut StepQueue) {
        let steps = steps(self.side, Kind::Pawn);
        let empty = |square: &u8| self.at(*square).is_none();
        if let Some(one) = step(from, steps[0]).filter(empty) {
            let may = rank_from(self.side, from) == 2;
            let two = step(one, steps[0]).filter(empty).filter(|_| may);
            let score = match rank_from(self.side, one) {
                _ if two.is_some() => near,
                8 => worth(Kind::Queen) - 100.0,
                7 => worth(Kind::Queen) - 200.0,
                _ => near,
            };
            out.push(ScoredStep { from, to: two.unwrap_or(one), score: score + fraction });
        }
        for to in steps[1..].iter().filter_map(|&by| step(from, by)) {
            if let Some((side, victim)) = self.at(to)
                && side != self.side
            {
                let last = rank_from(self.side, to) == 8;
                let promotion = if last { worth(Kind::Queen) } else { 0.0 };
                let score = worth(victim) + promotion + fraction;
                out.push(ScoredStep { from, to, score });
            }
        }
    }
}

fn worth(kind: Kind) -> f64 {
    f64::from(PieceWeights::PROGRAM.of(kind))
}

/// The square a step away.
fn step(square: u8, (right, up): (i8, i8)) -> Option<u8> {
    let file = (square % 8).wrapping_add_signed(right);
    let row = (square / 8).wrapping_add_signed(-up);
    (file < 8 && row < 8).then(|| 8 * row + file)
}

/// The rank of a square, 1 to 8, counted from a side's own end.
fn rank_from(side: Side, square: u8) -> u8 {
    match side {
        Side::White => 8 - square / 8,
        Side::Black => 1 + square / 8,
    }
}

/// Steps along files and ranks from one square to another.
fn distance(from: u8, to: u8) -> f64 {
    f64::from((from % 8).abs_diff(to % 8) + (from / 8).abs_diff(to / 8))
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Seed, Spec, Tabletop};

    use super::*;

    /// The actions of a kind as moves with the whole part of their scores, in the order of the squares.
    fn listed(text: &str, kind: Kind) -> Vec<(String, i32)> {
        let rules = DiceChess::rules(&Spec::parse("seed:bare=off").unwrap()).unwrap();
        let board = TreeBoard::new(&DiceChess::parse(&rules, text).unwrap());
        let mut queue = StepQueue::default();
        board.list(kind, &mut Rng::new(Seed(1)), &mut queue);
        let name = |square: u8| format!("{}{}", (b'a' + square % 8) as char, 8 - square / 8);
        let mut actions: Vec<ScoredStep> = queue.iter().copied().collect();
        actions.sort_by_key(|action| (action.from, action.to));
        let show = |action: ScoredStep| (name(action.from) + &name(action.to), action.score as i32);
        actions.into_iter().map(show).collect()
    }

    fn expect(text: &str, kind: Kind, expected: &[(&str, i32)]) {
        let found = listed(text, kind);
        let found: Vec<(&str, i32)> =
            found.iter().map(|(mv, score)| (mv.as_str(), *score)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn pawns_have_their_own_scores() {
        // a2 is 4 + 6 from e8: 60 − 30; the single step is missing. The capture on b8 promotes.
        let text = "1r2k3/P2P4/4P1p1/5P2/8/8/P7/4K3 w - - 0 1";
        let expected = [
            ("a7b8", 1525),
            ("a7a8", 900),
            ("d7d8", 900),
            ("d7e8", 21_000),
            ("e6e7", 800),
            ("f5f6", 48),
            ("f5g6", 100),
            ("a2a4", 30),
        ];
        let mut sorted = expected;
        sorted.sort_by_key(|(mv, _)| {
            let bytes = mv.as_bytes();
            (b'8' - bytes[1], bytes[0], b'8' - bytes[3], bytes[2])
        });
        expect(text, Kind::Pawn, &sorted);
    }

    #[test]
    fn pieces_near_the_enemy_king_move_first_and_kings_keep_away() {
        let text = "7k/8/8/8/8/8/8/N6K w - - 0 1";
        expect(text, Kind::Knight, &[("a1b3", 18), ("a1c2", 18)]);
        // The kings are 7 apart: 60 − 21.
        expect(text, Kind::King, &[("h1g2", 39), ("h1h2", 39), ("h1g1", 39)]);
        let text = "7k/8/7K/8/8/8/8/8 w - - 0 1";
        let scores: Vec<i32> = listed(text, Kind::King).iter().map(|(_, score)| *score).collect();
        assert_eq!(scores, [2; 5]);
    }

    #[test]
    fn neither_castling_nor_en_passant_exists() {
        let castling = listed("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", Kind::King);
        assert_eq!(castling.len(), 5);
        let passing = listed("4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1", Kind::Pawn);
        assert_eq!(passing.len(), 1);
    }
}
