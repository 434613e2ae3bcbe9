//! The report's Basic agent: captures whatever it can, otherwise goes where its piece stands best.

use crate::rules::original::list_moves;
use crate::rules::{DiceChess, Kind, Move, OnBoard, Side, square_value};
use ludarium_game::{Agent, Budget, Decision, MoveList, Rng, Seat};

/// Takes the first capture it sees, otherwise goes where the piece's table is largest.
pub(super) struct Basic {
    /// From this turn on the king is drawn to the middle.
    pub(super) king_turn: u32,
}

impl Agent<DiceChess> for Basic {
    fn choose(&mut self, position: &DiceChess, _: &Budget, _: &mut Rng) -> Decision<Move> {
        Decision::plain(choose_clean(position, self.king_turn, &mut MoveList::new()))
    }
}

/// The choice of [`Basic`], for agents that think of it as their opponent.
pub(super) fn choose_clean(
    position: &DiceChess,
    king_turn: u32,
    moves: &mut MoveList<Move>,
) -> Move {
    let late = position.turns_played() >= king_turn;
    let capture = |mv: Move| mv.is_en_passant() || lands_on_piece(position, mv);
    let value = |mv: Move, to| square_value(position.side(), mv.moved(), to, late);
    choose(position, moves, capture, value)
}

/// The same as the original program has it.
///
/// It reads all tables as Black would, so that White's pieces see them upside down; it always uses the
/// king's early table; it does not see captures en passant; and for Black it mirrors the table in place
/// whenever it needs one. Only the queen's table is not its own mirror image, so that the queen sees it
/// the wrong way round every other time, beginning with the first.
#[derive(Default)]
pub(super) struct BasicAsFound {
    mirrored: bool,
}

impl Agent<DiceChess> for BasicAsFound {
    fn choose(&mut self, position: &DiceChess, _: &Budget, _: &mut Rng) -> Decision<Move> {
        let mirrored = !self.mirrored && position.side() == Side::Black;
        let mut looked_up = false;
        let value = |mv: Move, to: u8| {
            let queen = mv.moved() == Kind::Queen;
            looked_up |= queen && position.side() == Side::Black;
            let to = if queen && mirrored { to ^ 7 } else { to };
            square_value(Side::Black, mv.moved(), to, false)
        };
        let capture = |mv| lands_on_piece(position, mv);
        let chosen = choose(position, &mut MoveList::new(), capture, value);
        self.mirrored ^= looked_up;
        Decision::plain(chosen)
    }

    fn begin(&mut self, _position: &DiceChess, _seat: Seat) {
        self.mirrored = false;
    }
}

/// The first capture, otherwise the first move to a square of the largest value.
fn choose(
    position: &DiceChess,
    moves: &mut MoveList<Move>,
    is_capture: impl Fn(Move) -> bool,
    mut value: impl FnMut(Move, u8) -> i32,
) -> Move {
    list_moves(position, moves);
    if let Some(&capture) = moves.iter().find(|mv| is_capture(**mv)) {
        return capture;
    }
    let mut best = (i32::MIN, moves[0]);
    for &mv in &*moves {
        let value = mv.squares().map_or(i32::MIN, |(_, to)| value(mv, to));
        if value > best.0 {
            best = (value, mv);
        }
    }
    best.1
}

pub(super) fn lands_on_piece(position: &DiceChess, mv: Move) -> bool {
    let piece = mv.squares().and_then(|(_, to)| position.piece_at(to));
    piece.is_some_and(|(side, _)| side != position.side())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{answer, position};
    use super::*;
    use crate::rules::LATE;

    fn basic() -> Basic {
        Basic { king_turn: LATE }
    }

    #[test]
    fn the_first_capture_is_taken_whatever_it_wins() {
        let text = "4k3/8/8/3p4/4B3/5r2/8/4K3 w - - 0 1 3";
        assert_eq!(answer(&mut basic(), text), "e4f3");
        assert_eq!(answer(&mut BasicAsFound::default(), text), "e4f3");
    }

    #[test]
    fn only_the_clean_agent_sees_en_passant_as_a_capture() {
        let text = "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1 1";
        assert_eq!(answer(&mut basic(), text), "c5b6");
        // As found, c6 and b6 are worth −10 and −5: the tables are upside down for White.
        assert_eq!(answer(&mut BasicAsFound::default(), text), "c5b6");
        let text = "4k3/8/8/Pp6/8/8/8/4K3 w - b6 0 1 1";
        assert_eq!(answer(&mut basic(), text), "a5b6");
        assert_eq!(answer(&mut BasicAsFound::default(), text), "a5a6");
    }

    #[test]
    fn quiet_pieces_go_where_their_table_is_largest() {
        let white = "4k3/8/8/8/P7/8/4P3/4K3 w - - 0 1 1";
        assert_eq!(answer(&mut basic(), white), "e2e4");
        assert_eq!(answer(&mut BasicAsFound::default(), white), "e2e3");
        // Upside down, the rank before promotion is worth least and the third most.
        let race = "4k3/8/P7/8/8/8/3P4/4K3 w - - 0 1 1";
        assert_eq!(answer(&mut basic(), race), "a6a7");
        assert_eq!(answer(&mut BasicAsFound::default(), race), "d2d3");
        let king = "7k/8/8/8/8/8/8/4K3 w - - 0 26 6";
        assert_eq!(answer(&mut basic(), king), "e1d2");
        assert_eq!(answer(&mut BasicAsFound::default(), king), "e1f2");
        assert_eq!(answer(&mut Basic { king_turn: 51 }, king), "e1f1");
    }

    #[test]
    fn blacks_queen_sees_its_table_mirrored_every_other_time() {
        // Along the rank f6 is worth 5 and g6 nothing; mirrored g6 is worth 5 too, and comes first.
        let text = "4k3/6p1/7q/6p1/8/8/8/4K3 b - - 0 1 5";
        let mut agent = BasicAsFound::default();
        let answers: Vec<String> = (0..4).map(|_| answer(&mut agent, text)).collect();
        assert_eq!(answers, ["h6g6", "h6f6", "h6g6", "h6f6"]);
        answer(&mut agent, text);
        agent.begin(&position(text), Seat(1));
        assert_eq!(answer(&mut agent, text), "h6g6");
    }
}
