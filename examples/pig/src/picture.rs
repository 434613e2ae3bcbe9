//! The picture: a cell that rolls the die (no position knows what it showed last), and the points of each player.

use ludarium::{Caption, Cell, Game, Hue, Piece, Point, Scene, Seat, SeatStyle, Shape, Tone, Turn};

use crate::{Move, Pig};

/// The names of the cells.
const DIE: &str = "die";
const TURN: &str = "turn";

/// A square cell with its upper left corner at a place.
fn cell(name: String, x: f32, y: f32, tone: Tone) -> Cell {
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
    let point = |(right, down): (f32, f32)| Point {
        x: x + right,
        y: y + down,
    };
    Cell {
        name,
        outline: vec![corners.map(point).to_vec()],
        centre: point((0.5, 0.5)),
        room: 0.45,
        tone,
        labelled: false,
    }
}

pub(crate) fn scene(position: &Pig) -> Scene {
    let hues = [Hue::Blue, Hue::Orange, Hue::Green, Hue::Purple];
    let seats = Seat::all(position.seats()).map(|seat| SeatStyle {
        name: format!("Player {}", seat.0 + 1),
        letter: char::from(b'A' + seat.0),
        hue: hues[seat.index()],
    });
    let mover = Seat(position.mover);
    let mut cells = vec![
        cell(DIE.to_owned(), 0.0, 0.0, Tone::Light),
        cell(TURN.to_owned(), 1.0, 0.0, Tone::Dark),
    ];
    let points = Shape::label(position.turn_points.to_string());
    let mut pieces = vec![
        piece(0, None, Shape::label("roll")),
        piece(1, Some(mover), points),
    ];
    for (seat, kept) in Seat::all(position.seats()).zip(position.kept()) {
        let place = cells.len();
        let x = f32::from(seat.0);
        cells.push(cell(format!("p{}", seat.0 + 1), x, 1.0, Tone::Owned(seat)));
        pieces.push(piece(place, Some(seat), Shape::label(kept.to_string())));
    }
    let text = match position.turn() {
        Turn::Over => position.winner().map_or("nobody wins".to_owned(), |seat| {
            format!("Player {} wins", seat.0 + 1)
        }),
        Turn::Chance => "the die rolls".to_owned(),
        Turn::Seat(_) => format!("{} points in this turn", position.turn_points),
    };
    let active = position.turn() != Turn::Over;
    Scene {
        width: position.seats().max(2) as f32,
        height: 2.0,
        seats: seats.collect(),
        cells,
        pieces,
        captions: vec![Caption {
            text,
            seat: active.then_some(mover),
            active,
        }],
        ..Scene::default()
    }
}

fn piece(cell: usize, owner: Option<Seat>, shape: Shape) -> Piece {
    Piece { cell, owner, shape }
}

/// A click on the die's cell rolls it, a click on the own points keeps those of the turn.
pub(crate) fn clicks(position: &Pig, mv: Move) -> Vec<String> {
    match mv {
        Move::Roll => vec![DIE.to_owned()],
        Move::Hold => vec![format!("p{}", position.mover + 1)],
        Move::Face(_) => Vec::new(),
    }
}
