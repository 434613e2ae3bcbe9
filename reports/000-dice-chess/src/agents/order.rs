//! The order in which the original agents list moves.
//!
//! They look at the squares a8, b8, … h8, a7, … h1, and for each piece at its directions in a fixed order
//! that differs from kind to kind, along each from near to far.

use ludarium_game::{Game, MoveList, sort_by};

use ludarium_dice_chess::rules::{DiceChess, Kind, Move, Side};

/// Files to the right and ranks up.
type Shift = (i8, i8);

const KNIGHT: [Shift; 8] = [(-2, 1), (2, 1), (-1, 2), (1, 2), (1, -2), (-1, -2), (-2, -1), (2, -1)];

const DIAGONALS: [Shift; 4] = [(1, -1), (-1, -1), (-1, 1), (1, 1)];

const ROOK: [Shift; 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

const QUEEN: [Shift; 8] =
    [DIAGONALS[0], DIAGONALS[1], DIAGONALS[2], DIAGONALS[3], ROOK[0], ROOK[1], ROOK[2], ROOK[3]];

/// Castling comes after these: short, then long.
const KING: [Shift; 8] =
    [DIAGONALS[0], DIAGONALS[1], DIAGONALS[2], DIAGONALS[3], (1, 0), (-1, 0), (0, 1), (0, -1)];

const WHITE_PAWN: [Shift; 3] = [(0, 1), (-1, 1), (1, 1)];

const BLACK_PAWN: [Shift; 3] = [(0, -1), (1, -1), (-1, -1)];

/// The steps of a kind of piece in the order of the original agents, as files to the right and ranks up. A
/// pawn's first step is the quiet one, the others capture.
pub(super) fn steps(side: Side, kind: Kind) -> &'static [Shift] {
    match (kind, side) {
        (Kind::Pawn, Side::White) => &WHITE_PAWN,
        (Kind::Pawn, Side::Black) => &BLACK_PAWN,
        (Kind::Knight, _) => &KNIGHT,
        (Kind::Bishop, _) => &DIAGONALS,
        (Kind::Rook, _) => &ROOK,
        (Kind::Queen, _) => &QUEEN,
        (Kind::King, _) => &KING,
    }
}

/// Replaces `out` by the legal moves of the seat to move, in the order of the original agents.
pub(crate) fn list_moves(position: &DiceChess, out: &mut MoveList<Move>) {
    position.moves(out);
    let side = position.side();
    let place = |mv: &Move| (scan(*mv), way(side, *mv));
    sort_by(out, |a, b| place(a).cmp(&place(b)));
}

/// The place of the square left in the order a8, b8, … h1.
fn scan(mv: Move) -> u8 {
    mv.from() ^ 56
}

/// The place of a move among all that its piece might have. Of a choice of promotions the greatest piece
/// comes first; the original agents have no such choice.
fn way(side: Side, mv: Move) -> (usize, u8, u8) {
    let place = |square: u8| ((square % 8) as i8, (square / 8) as i8);
    let ((from_file, from_rank), (to_file, to_rank)) = (place(mv.from()), place(mv.to()));
    let (right, up) = (to_file - from_file, to_rank - from_rank);
    let distance = right.unsigned_abs().max(up.unsigned_abs());
    let towards = (right.signum(), up.signum());
    let steps = steps(side, mv.moved());
    let find = |step: Shift| {
        let index = steps.iter().position(|&known| known == step);
        index.unwrap_or(steps.len())
    };
    let direction = match mv.moved() {
        // Two steps come after one and before the captures, which the distance does not tell.
        Kind::Pawn if right != 0 => 1 + find(towards),
        Kind::Pawn => usize::from(mv.is_double_step()),
        Kind::Knight => find((right, up)),
        Kind::King if mv.is_castling() => steps.len() + usize::from(right < 0),
        _ => find(towards),
    };
    (direction, distance, Kind::King as u8 - mv.placed() as u8)
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Spec, Tabletop};

    use super::*;

    fn listed(text: &str) -> String {
        let rules = DiceChess::rules(&Spec::parse("seed:bare=off").unwrap()).unwrap();
        let position = DiceChess::parse(&rules, text).unwrap();
        let mut moves = MoveList::new();
        list_moves(&position, &mut moves);
        let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
        moves.join(" ")
    }

    #[test]
    fn pieces_come_from_the_eighth_rank_down_and_steps_before_captures() {
        let white = "4k3/8/8/1p1p4/2P5/8/P7/4K3 w - - 0 1 1";
        assert_eq!(listed(white), "c4c5 c4b5 c4d5 a2a3 a2a4");
        let black = "4k3/2p5/1P1P4/8/8/8/8/4K3 b - - 0 1 1";
        assert_eq!(listed(black), "c7c6 c7c5 c7d6 c7b6");
    }

    #[test]
    fn every_kind_has_its_own_order() {
        let at = |letter: char, roll: u8| format!("k7/8/8/8/3{letter}4/8/8/7K w - - 0 1 {roll}");
        assert_eq!(listed(&at('N', 2)), "d4b5 d4f5 d4c6 d4e6 d4e2 d4c2 d4b3 d4f3");
        assert_eq!(
            listed(&at('B', 3)),
            "d4e3 d4f2 d4g1 d4c3 d4b2 d4a1 d4c5 d4b6 d4a7 d4e5 d4f6 d4g7 d4h8"
        );
        assert_eq!(
            listed(&at('R', 4)),
            "d4d3 d4d2 d4d1 d4d5 d4d6 d4d7 d4d8 d4c4 d4b4 d4a4 d4e4 d4f4 d4g4 d4h4"
        );
        let queen = listed(&at('Q', 5));
        assert_eq!(queen, [listed(&at('B', 3)), listed(&at('R', 4))].join(" "));
        assert_eq!(
            listed("k7/p7/8/8/3K4/8/8/8 w - - 0 1 6"),
            "d4e3 d4c3 d4c5 d4e5 d4e4 d4c4 d4d5 d4d3"
        );
        let castling = "k7/8/8/8/8/8/3PPP2/R3K2R w KQ - 0 1 6";
        assert_eq!(listed(castling), "e1f1 e1d1 e1g1 e1c1");
    }
}
