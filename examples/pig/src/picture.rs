//! The picture: a cell that rolls the die (no position knows what it showed last), and the points of each player.

use ludarium::{Caption, Cell, Game, Piece, Scene, Seat, SeatStyle, Shape, Tone, Turn};

use crate::{Move, Pig};

/// The names of the cells.
const DIE: &str = "die";
const TURN: &str = "turn";

pub(crate) fn scene(position: &Pig) -> Scene {
    let mover = Seat(position.mover);
    let mut cells = vec![
        Cell::square(DIE, 0.0, 0.0, Tone::Light),
        Cell::square(TURN, 1.0, 0.0, Tone::Dark),
    ];
    let points = Shape::label(position.turn_points.to_string());
    let mut pieces = vec![
        Piece::new(0, None, Shape::label("roll")),
        Piece::new(1, Some(mover), points),
    ];
    for (seat, kept) in Seat::all(position.seats()).zip(position.kept()) {
        let place = cells.len();
        let (name, x) = (format!("p{}", seat.0 + 1), f32::from(seat.0));
        cells.push(Cell::square(name, x, 1.0, Tone::Owned(seat)));
        let points = Shape::label(kept.to_string());
        pieces.push(Piece::new(place, Some(seat), points));
    }
    let text = match position.turn() {
        Turn::Over => position.winner().map_or("nobody wins".to_owned(), |seat| {
            format!("Player {} wins", seat.0 + 1)
        }),
        Turn::Chance => "the die rolls".to_owned(),
        Turn::Seat(_) => format!("{} points in this turn", position.turn_points),
    };
    Scene {
        width: position.seats().max(2) as f32,
        height: 2.0,
        seats: SeatStyle::players(position.seats()),
        cells,
        pieces,
        captions: vec![Caption::of_turn(text, position.turn(), mover)],
        ..Scene::default()
    }
}

/// A click on the die's cell rolls it, a click on the own points keeps those of the turn.
pub(crate) fn clicks(position: &Pig, mv: Move) -> Vec<String> {
    match mv {
        Move::Roll => vec![DIE.to_owned()],
        Move::Hold => vec![format!("p{}", position.mover + 1)],
        Move::Face(_) => Vec::new(),
    }
}
