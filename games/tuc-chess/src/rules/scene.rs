//! The picture: squares with row 0 at the top, row digits at the left, column digits below.

use ludarium_game::{
    Caption, Cell, Game, Hue, Line, Piece, Point, Scene, Seat, SeatStyle, Shape, Tabletop, Tone,
    Turn,
};

use super::{BLACK, COLUMNS, Kind, Pending, ROWS, Square, TucChess, WHITE};

/// Room for the digits, left of the board and below it.
const RIM: f32 = 0.5;

const NAMES: [&str; 2] = ["White", "Black"];

impl TucChess {
    pub(super) fn draw_scene(&self) -> Scene {
        Scene {
            width: RIM + f32::from(COLUMNS),
            height: f32::from(ROWS) + RIM,
            seats: vec![seat_style(WHITE, 'W', Hue::White), seat_style(BLACK, 'B', Hue::Black)],
            cells: Square::all().map(cell).collect(),
            pieces: self.pieces_in_order(),
            lines: vec![goal_line(0, WHITE), goal_line(ROWS, BLACK)],
            rim: rim(),
            captions: self.captions(),
        }
    }

    fn pieces_in_order(&self) -> Vec<Piece> {
        let piece_on = |(cell, square): (usize, Square)| {
            let owner = [WHITE, BLACK]
                .into_iter()
                .find(|seat| self.sides[seat.index()] & square.bit() != 0);
            let shape = match (owner, self.kind_on(square)) {
                (Some(_), Kind::Pawn) => Shape::Pawn,
                (Some(_), Kind::Rook) => Shape::Rook,
                (Some(_), Kind::King) => Shape::King,
                (None, _) if self.presents & square.bit() != 0 => Shape::Present,
                (None, _) => return None,
            };
            Some(Piece { cell, owner, shape })
        };
        Square::all().enumerate().filter_map(piece_on).collect()
    }

    fn captions(&self) -> Vec<Caption> {
        let mut captions: Vec<Caption> = [WHITE, BLACK]
            .into_iter()
            .map(|seat| {
                let active = self.turn() == Turn::Seat(seat);
                let points = match self.points(seat) {
                    1 => "1 point".to_owned(),
                    points => format!("{points} points"),
                };
                Caption {
                    text: format!("{}: {points}", NAMES[seat.index()]),
                    seat: Some(seat),
                    active,
                }
            })
            .collect();
        let mut say = |text: String| {
            captions.push(Caption { text, seat: None, active: false });
        };
        if self.rules.ply_limit != 0 {
            say(format!("Move {} of {}", self.ply, self.rules.ply_limit));
        }
        match self.pending {
            Pending::Nothing => {}
            Pending::Arrival => say("Chance: will a present appear?".into()),
            Pending::ValueAndArrival => {
                say("Chance: what is the present worth, and will another appear?".into());
            }
            Pending::Value => say("Chance: what is the present worth?".into()),
        }
        if self.turn() == Turn::Over {
            say(self.result());
        }
        captions
    }

    fn result(&self) -> String {
        let scores = self.scores();
        let winner = [WHITE, BLACK].into_iter().find(|&seat| scores.of(seat).0 == 1.0);
        match winner {
            Some(seat) => format!("{} wins: {}", NAMES[seat.index()], self.ending()),
            None => format!("Draw: {}", self.ending()),
        }
    }
}

fn seat_style(seat: Seat, letter: char, hue: Hue) -> SeatStyle {
    SeatStyle { name: NAMES[seat.index()].to_owned(), letter, hue }
}

/// The corner of the squares at the top left of a row and a column.
fn corner(row: u8, column: u8) -> Point {
    Point::new(RIM + f32::from(column), f32::from(row))
}

fn cell(square: Square) -> Cell {
    let (row, column) = (square.row(), square.column());
    let Point { x, y } = corner(row, column);
    let light = (row + column).is_multiple_of(2);
    let tone = if light { Tone::Light } else { Tone::Dark };
    Cell::square(square.to_string(), x, y, tone)
}

/// How far its line lies off the edge, so that it covers no piece.
const OFF: f32 = 0.14;

/// The edge where a side's pawns leave the board.
fn goal_line(row: u8, seat: Seat) -> Line {
    let off = if row == 0 { -OFF } else { OFF };
    let points = [corner(row, 0), corner(row, COLUMNS)].map(|end| Point::new(end.x, end.y + off));
    Line { points: points.to_vec(), owner: Some(seat) }
}

fn rim() -> Vec<(Point, String)> {
    let rows = (0..ROWS).map(|row| {
        let place = Point::new(RIM / 2.0, f32::from(row) + 0.5);
        (place, row.to_string())
    });
    let columns = (0..COLUMNS).map(|column| {
        let place = Point::new(RIM + f32::from(column) + 0.5, f32::from(ROWS) + 0.75 * RIM);
        (place, column.to_string())
    });
    rows.chain(columns).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_the_goals_cover_no_square() {
        let board = 0.0..f32::from(ROWS);
        for line in [goal_line(0, WHITE), goal_line(ROWS, BLACK)] {
            // A line is 0.16 wide.
            let covers = |y: f32| board.contains(&(y - 0.08)) || board.contains(&(y + 0.08));
            assert!(line.points.iter().all(|point| !covers(point.y)), "{:?}", line.points);
        }
    }
}
