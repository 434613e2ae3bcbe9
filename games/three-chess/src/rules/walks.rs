//! Moves as the reference program finds them: a piece takes one of its steps, once or repeatedly.
//!
//! Several steps may lead to the same square. An agent that draws a step at random, as the reference's own agents
//! do, therefore does not choose all moves equally often, and never castles.

use super::board::{Direction, KNIGHT, Square};
use super::piece::{Kind, Piece};
use Direction::{Backward, Forward, Left, Right};

const PAWN: &[&[Direction]] = &[
    &[Forward],
    &[Forward, Forward],
    &[Forward, Left],
    &[Left, Forward],
    &[Forward, Right],
    &[Right, Forward],
];

const QUEEN: &[&[Direction]] = &[
    &[Forward, Left],
    &[Forward, Right],
    &[Left, Forward],
    &[Right, Forward],
    &[Backward, Left],
    &[Backward, Right],
    &[Left, Backward],
    &[Right, Backward],
    &[Forward],
    &[Backward],
    &[Left],
    &[Right],
];

/// How many of the queen's steps are the bishop's; the others are the rook's.
const DIAGONALS: usize = 8;

impl Kind {
    /// The steps of the piece as the reference lists them.
    pub const fn steps(self) -> &'static [&'static [Direction]] {
        match self {
            Kind::Pawn => PAWN,
            Kind::Knight => KNIGHT,
            Kind::Bishop => QUEEN.split_at(DIAGONALS).0,
            Kind::Rook => QUEEN.split_at(DIAGONALS).1,
            Kind::Queen | Kind::King => QUEEN,
        }
    }

    /// Whether the piece may repeat its step in one move.
    pub const fn slides(self) -> bool {
        matches!(self, Kind::Bishop | Kind::Rook | Kind::Queen)
    }
}

impl Piece {
    /// The squares that the piece reaches from `start` by repeating a step, up to the edge of the board.
    /// Pieces on the way do not matter.
    pub fn walk(self, start: Square, step: &'static [Direction]) -> impl Iterator<Item = Square> {
        let home = match self.kind() {
            Kind::Pawn => self.seat().index(),
            _ => start.section(),
        };
        std::iter::successors(start.step(home, step), move |square| square.step(home, step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Move, Rules, ThreeChess};
    use ludarium_game::{Game, MoveList, Purpose, Seed, Tabletop, Turn};

    #[test]
    fn there_are_as_many_steps_as_the_reference_lists() {
        let counts = Kind::ALL.map(|kind| kind.steps().len());
        assert_eq!(counts, [6, 16, 8, 4, 12, 12]);
    }

    #[test]
    fn walks_lead_to_every_move_but_castling() {
        let mut moves = MoveList::new();
        for game in 0..10 {
            let mut rng = Seed(8).stream(Purpose::Test, game);
            let mut position = ThreeChess::start(&Rules::default(), &mut rng);
            while position.turn() != Turn::Over {
                position.moves(&mut moves);
                for &Move { start, end } in &moves {
                    let piece = position.piece(start).expect("a piece to move");
                    let most = if piece.kind().slides() { 7 } else { 1 };
                    let reached =
                        piece.kind().steps().iter().any(|step| {
                            piece.walk(start, step).take(most).any(|square| square == end)
                        });
                    let castles = piece.kind() == Kind::King
                        && start.column() == 4
                        && start.row() == 0
                        && end.row() == 0
                        && start.column().abs_diff(end.column()) == 2;
                    assert_eq!(reached, !castles, "{start}-{end} in {}", position.describe());
                }
                let mv = position.pick(&mut rng, &mut moves);
                position.play(mv);
            }
        }
    }
}
