//! The picture: a row of cells with a disc for each stick. The terminal, the page and pictures are drawn from it.

use ludarium::{Caption, Cell, Game, Piece, Scene, Seat, SeatStyle, Shape, Tone};

use crate::{Move, @TYPE@};

pub(crate) fn scene(position: &@TYPE@) -> Scene {
    let sticks = position.rules.sticks;
    let cells = (0..sticks).map(|place| {
        let name = (place + 1).to_string();
        Cell::square(name, f32::from(place), 0.0, Tone::Light)
    });
    let pieces = (0..position.left).map(|place| Piece::new(place.into(), None, Shape::Disc));
    let text = format!("{} sticks", position.left);
    Scene {
        width: f32::from(sticks),
        height: 1.0,
        seats: SeatStyle::players(2),
        cells: cells.collect(),
        pieces: pieces.collect(),
        captions: vec![Caption::of_turn(text, position.turn(), Seat(position.mover))],
        ..Scene::default()
    }
}

/// A click on a stick takes it and all to the right of it.
pub(crate) fn clicks(position: &@TYPE@, mv: Move) -> Vec<String> {
    let Move::Take(sticks) = mv;
    vec![(position.left.saturating_sub(sticks) + 1).to_string()]
}
