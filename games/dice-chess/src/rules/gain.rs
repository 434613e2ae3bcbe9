//! What a move wins at once.

use ludarium_game::Gain;

use super::board::Board;
use super::evaluation::{OnBoard, PieceWeights};
use super::moves::Move;
use super::pieces::Kind;

/// The value of the captured piece, and what a promotion adds, in pawns. The king is worth most.
#[derive(Clone, Copy, Debug, Default)]
pub struct Capture;

impl<G: OnBoard> Gain<G> for Capture {
    #[inline]
    fn gain(&self, position: &G, mv: Move) -> f32 {
        let promotion = worth(mv.placed()) - worth(mv.moved());
        (captured(position.board(), mv).map_or(0, worth) + promotion) as f32 / 100.0
    }
}

fn worth(kind: Kind) -> i32 {
    PieceWeights::REPORT.of(kind)
}

fn captured(board: &Board, mv: Move) -> Option<Kind> {
    if mv.is_en_passant() {
        return Some(Kind::Pawn);
    }
    let (_, to) = mv.squares()?;
    if board.enemy() >> to & 1 == 0 {
        return None;
    }
    board.piece_at(to).map(|(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Spec, Tabletop};

    use super::super::{DiceChess, ThreeDice};
    use super::*;

    fn gain(text: &str, mv: &str) -> f32 {
        let rules = DiceChess::rules(&Spec::parse("seed:bare=off").unwrap()).unwrap();
        let position = DiceChess::parse(&rules, text).unwrap();
        Capture.gain(&position, position.parse_move(mv).unwrap())
    }

    #[test]
    fn captures_and_promotions_add_up() {
        let pawns = "3qk3/4P3/8/1Pp5/8/8/8/4K3 w - c6 0 1 1";
        assert_eq!(gain(pawns, "b5b6"), 0.0);
        assert_eq!(gain(pawns, "b5c6"), 1.0);
        assert_eq!(gain(pawns, "e7d8q"), 19.0);
        let steps = "3q1k2/4P3/8/8/8/8/8/4K3 w - - 0 1 1";
        assert_eq!(gain(steps, "e7e8q"), 9.0);
        assert_eq!(gain(steps, "e7f8q"), 29.0);
        assert_eq!(gain("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 6", "e1g1"), 0.0);
        assert_eq!(gain("4k3/8/8/8/4r3/8/8/4R1K1 w - - 0 1 4", "e1e4"), 5.35);
    }

    #[test]
    fn the_same_holds_with_three_dice() {
        let rules = ThreeDice::rules(&Spec::named("three-dice")).unwrap();
        let text = "3qk3/8/4N3/8/8/8/8/4K3 w - - 0 1 PNK";
        let position = ThreeDice::parse(&rules, text).unwrap();
        let mv = position.parse_move("e6d8").unwrap();
        assert_eq!(Capture.gain(&position, mv), 10.0);
    }
}
