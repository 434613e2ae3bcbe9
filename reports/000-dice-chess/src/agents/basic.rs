//! The report's Basic agent: captures whatever it can, otherwise goes where its piece stands best.

use super::order::list_moves;
use ludarium_agents::{Entry, Parameters};
use ludarium_dice_chess::rules::{DiceChess, LATE, Move, OnBoard, square_value};
use ludarium_game::{Agent, Budget, Decision, MoveList, Rng};

/// The entry of the catalogue.
pub(super) fn entry() -> Entry<DiceChess> {
    Entry::new(
        "basic",
        "takes the first capture it sees, otherwise goes where its piece stands best",
        |p| {
            let king_turn = read_king_turn(p);
            move || Basic { king_turn }
        },
    )
}

/// Reads the turn from which the king has its late table.
pub(super) fn read_king_turn(p: &mut Parameters<'_>) -> u32 {
    p.whole(
        "king-turn",
        0..=100_000,
        u64::from(LATE),
        "the turn of both sides from which the king is judged by its late table",
    ) as u32
}

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

/// The first capture, otherwise the first move to a square of the largest value.
pub(super) fn choose(
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

/// Whether a move captures otherwise than in passing.
pub(super) fn lands_on_piece(position: &DiceChess, mv: Move) -> bool {
    let piece = mv.squares().and_then(|(_, to)| position.piece_at(to));
    piece.is_some_and(|(side, _)| side != position.side())
}

#[cfg(test)]
mod tests {
    use super::super::tests::answer;
    use super::*;

    fn basic() -> Basic {
        Basic { king_turn: LATE }
    }

    #[test]
    fn the_first_capture_is_taken_whatever_it_wins() {
        let text = "4k3/8/8/3p4/4B3/5r2/8/4K3 w - - 0 1 3";
        assert_eq!(answer(&mut basic(), text), "e4f3");
    }

    #[test]
    fn a_capture_in_passing_is_one() {
        let text = "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1 1";
        assert_eq!(answer(&mut basic(), text), "c5b6");
        let text = "4k3/8/8/Pp6/8/8/8/4K3 w - b6 0 1 1";
        assert_eq!(answer(&mut basic(), text), "a5b6");
    }

    #[test]
    fn quiet_pieces_go_where_their_table_is_largest() {
        let white = "4k3/8/8/8/P7/8/4P3/4K3 w - - 0 1 1";
        assert_eq!(answer(&mut basic(), white), "e2e4");
        let race = "4k3/8/P7/8/8/8/3P4/4K3 w - - 0 1 1";
        assert_eq!(answer(&mut basic(), race), "a6a7");
        let king = "7k/8/8/8/8/8/8/4K3 w - - 0 26 6";
        assert_eq!(answer(&mut basic(), king), "e1d2");
        assert_eq!(answer(&mut Basic { king_turn: 51 }, king), "e1f1");
    }
}
