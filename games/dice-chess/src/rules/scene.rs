//! The pictures of both games.

use ludarium_game::{Caption, Cell, Game, Hue, Piece, Point, Scene, SeatStyle, Shape, Tone, Turn};

use super::attacks::square_name;
use super::board::Board;
use super::dice::DicePool;
use super::one_die::DiceChess;
use super::pieces::{Kind, Side};
use super::three_dice::ThreeDice;

/// The rim for the coordinates, left of the squares and below them.
const RIM: f32 = 0.5;

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
    let caption = Caption {
        text,
        seat: (turn != Turn::Over).then(|| board.side.seat()),
        active: turn != Turn::Over,
    };
    Scene {
        width: 8.0 + RIM,
        height: 8.0 + RIM,
        seats: [Side::White, Side::Black].map(style).into(),
        cells: (0..64).map(cell).collect(),
        pieces: (0..64).filter_map(|square| piece(board, square)).collect(),
        lines: Vec::new(),
        rim: (0..8).flat_map(coordinates).collect(),
        captions: vec![caption],
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

/// Rank 8 is at the top.
fn cell(square: u8) -> Cell {
    let (x, y) = (RIM + f32::from(square % 8), f32::from(7 - square / 8));
    let tone = if (square % 8 + square / 8).is_multiple_of(2) { Tone::Dark } else { Tone::Light };
    Cell::square(square_name(square), x, y, tone)
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

/// The letter below a file and the digit beside the rank of the same number.
fn coordinates(index: u8) -> [(Point, String); 2] {
    let file = Point::new(RIM + f32::from(index) + 0.5, 8.0 + RIM / 2.0);
    let rank = Point::new(RIM / 2.0, f32::from(7 - index) + 0.5);
    [(file, ((b'a' + index) as char).to_string()), (rank, (index + 1).to_string())]
}
