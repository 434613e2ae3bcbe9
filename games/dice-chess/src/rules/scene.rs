//! The pictures of both games.

use ludarium_game::{Caption, Game, Hue, Piece, Scene, SeatStyle, Shape, Turn};

use super::board::Board;
use super::dice::DicePool;
use super::one_die::DiceChess;
use super::pieces::{Kind, Side};
use super::three_dice::ThreeDice;

impl DiceChess {
    pub(super) fn picture(&self) -> Scene {
        let name = self.side().name();
        let text = match (self.turn(), self.rolled()) {
            (Turn::Over, _) => result(self.winner(), self.ending_text()),
            (Turn::Chance, _) => format!("{name} to roll"),
            (Turn::Seat(_), Some(kind)) => format!("{name} rolled a {}", kind.name()),
            (Turn::Seat(_), None) => format!("{name} cannot move and passes"),
        };
        with_caption(&self.board, text, self.turn())
    }
}

impl ThreeDice {
    pub(super) fn picture(&self) -> Scene {
        let name = self.side().name();
        let text = match self.turn() {
            Turn::Over => result(self.winner(), self.ending_text()),
            Turn::Chance => format!("{name} to roll"),
            Turn::Seat(_) => {
                let rest = if !self.partial_turn().can_move() {
                    "; cannot move and passes"
                } else if self.must_capture() {
                    "; must capture the king"
                } else {
                    ""
                };
                format!("{name}'s dice: {}{rest}", words(self.dice()))
            }
        };
        with_caption(&self.board, text, self.turn())
    }
}

/// `pawn, rook, rook`.
fn words(dice: DicePool) -> String {
    let names: Vec<&str> = dice.each().map(Kind::name).collect();
    names.join(", ")
}

fn result(winner: Option<Side>, reason: &str) -> String {
    match winner {
        Some(side) => format!("{} wins: {reason}", side.name()),
        None => format!("Draw: {reason}"),
    }
}

fn with_caption(board: &Board, text: String, turn: Turn) -> Scene {
    Scene {
        seats: [Side::White, Side::Black].map(style).into(),
        pieces: (0..64).filter_map(|square| piece(board, square)).collect(),
        captions: vec![Caption::of_turn(text, turn, board.side.seat())],
        ..Scene::grid(8, 8)
    }
}

fn style(side: Side) -> SeatStyle {
    SeatStyle {
        name: side.name().to_owned(),
        letter: match side {
            Side::White => 'W',
            Side::Black => 'B',
        },
        hue: match side {
            Side::White => Hue::White,
            Side::Black => Hue::Black,
        },
    }
}

fn piece(board: &Board, square: u8) -> Option<Piece> {
    let (side, kind) = board.piece_at(square)?;
    Some(Piece {
        cell: square as usize,
        owner: Some(side.seat()),
        shape: match kind {
            Kind::Pawn => Shape::Pawn,
            Kind::Knight => Shape::Knight,
            Kind::Bishop => Shape::Bishop,
            Kind::Rook => Shape::Rook,
            Kind::Queen => Shape::Queen,
            Kind::King => Shape::King,
        },
    })
}
