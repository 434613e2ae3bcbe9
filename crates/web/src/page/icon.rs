//! The icons of the page where it is installed: a die, drawn as the boards are.

use ludarium_draw::{Style, png as draw};
use ludarium_game::{Cell, Hue, Piece, Point, Scene, Seat, SeatStyle, Shape, Tone};

/// The icons by name, with their width in pixels.
pub const SIZES: [(&str, u32); 2] = [("icon-192.png", 192), ("icon-512.png", 512)];

/// The icon as a PNG file, as high as it is wide.
pub fn png(width: u32) -> Result<Vec<u8>, String> {
    let style = Style { captions: false, coordinates: false, ..Style::default() };
    draw(&scene(), &style, width).map_err(|error| format!("the icon cannot be drawn: {error}"))
}

/// One field with a die on it.
fn scene() -> Scene {
    let corner = |x, y| Point { x, y };
    Scene {
        width: 1.0,
        height: 1.0,
        seats: vec![SeatStyle { name: "Ludarium".to_owned(), letter: 'L', hue: Hue::White }],
        cells: vec![Cell {
            name: "icon".to_owned(),
            outline: vec![vec![
                corner(0.0, 0.0),
                corner(1.0, 0.0),
                corner(1.0, 1.0),
                corner(0.0, 1.0),
            ]],
            centre: corner(0.5, 0.5),
            room: 0.5,
            tone: Tone::Dark,
            labelled: false,
        }],
        pieces: vec![Piece { cell: 0, owner: Some(Seat(0)), shape: Shape::DieFace(5) }],
        ..Scene::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_are_square_and_as_wide_as_they_say() {
        for (name, width) in SIZES {
            let file = png(width).unwrap();
            assert!(file.starts_with(b"\x89PNG"), "{name}");
            let side = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().unwrap());
            assert_eq!((side(16), side(20)), (width, width), "{name}");
        }
    }
}
