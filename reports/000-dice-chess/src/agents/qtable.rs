//! The original program's QTable agent, which has no table.

use crate::agents::order::list_moves;
use crate::agents::piece_list::{PawnTerm, PieceList};
use crate::agents::piece_squares::SquarePair;
use ludarium_dice_chess::rules::{DiceChess, Kind, Move, OnBoard, PieceWeights};
use ludarium_game::MoveList;

use super::minimax::FirstBest;
use super::piece_memory::ListChooser;

/// The first of the captures that win most, otherwise the choice of the program's MiniMax.
pub(super) struct BestCapture;

impl ListChooser for BestCapture {
    fn answer(&self, position: &DiceChess, rolled: Kind, list: &PieceList) -> Option<SquarePair> {
        let mut moves = MoveList::new();
        list_moves(position, &mut moves);
        let mut best = (0, None);
        for &mv in &moves {
            let won = captured(position, mv).map_or(0, |kind| PieceWeights::PROGRAM.of(kind));
            if won > best.0 {
                best = (won, mv.squares().map(|(from, to)| (from ^ 56, to ^ 56)));
            }
        }
        let quiet = FirstBest { pawns: PawnTerm::None };
        best.1.or_else(|| quiet.answer(position, rolled, list))
    }
}

/// What stands where a move goes; a pawn captured in passing is not seen.
fn captured(position: &DiceChess, mv: Move) -> Option<Kind> {
    let (_, to) = mv.squares()?;
    let (_, kind) = position.piece_at(to)?;
    Some(kind)
}

#[cfg(test)]
mod tests {
    use super::super::piece_memory::Following;
    use super::super::tests::answer;
    use super::*;

    #[test]
    fn the_most_valuable_piece_is_captured_first_among_equals() {
        let mut agent = Following::new(BestCapture);
        // A bishop takes a pawn, a knight or a rook; then two knights, of which the lower right one comes first.
        assert_eq!(answer(&mut agent, "4k3/8/2n3p1/8/4B3/5r2/8/4K3 w - - 0 1 3"), "e4f3");
        assert_eq!(answer(&mut agent, "4k3/8/2n3p1/8/4B3/5n2/8/4K3 w - - 0 1 3"), "e4f3");
    }

    #[test]
    fn without_a_capture_it_is_minimax() {
        let mut agent = Following::new(BestCapture);
        let quiet = FirstBest { pawns: PawnTerm::None };
        let mut minimax = Following::new(quiet);
        for text in [
            "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1 1",
            // The pawn could be taken in passing, which it does not see as a capture.
            "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1 1",
        ] {
            assert_eq!(answer(&mut agent, text), answer(&mut minimax, text));
        }
    }
}
