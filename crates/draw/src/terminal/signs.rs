//! The short texts on a board: pieces, names of cells, coordinates.

use ludarium_game::{Hue, OwnerLetter, Piece, Point, Scene, SeatStyle};

use super::canvas::CharacterLook;
use crate::theme::{Colour, Swatch};

/// A block of one or two lines, centred on a point.
pub(super) struct Sign {
    pub at: Point,
    /// The cell it belongs to; a text on the rim belongs to none.
    pub cell: Option<usize>,
    /// Each line with its look; a look without background shows the cell's own.
    pub lines: Vec<(String, CharacterLook)>,
}

/// All signs of a scene.
pub(super) fn of(scene: &Scene, colour: bool) -> Vec<Sign> {
    let cells = scene.cells.iter().enumerate().map(|(index, cell)| {
        let mut lines = Vec::new();
        for piece in scene.pieces.iter().filter(|piece| piece.cell == index) {
            lines.push(piece_text(scene, piece, colour));
        }
        if cell.labelled {
            lines.push((printable(&cell.name), CharacterLook::PLAIN));
        } else if lines.is_empty() {
            // On a coloured board an empty cell needs no sign but keeps its room.
            let empty = if colour { " " } else { "." };
            lines.push((empty.to_owned(), CharacterLook::PLAIN));
        }
        Sign { at: cell.centre, cell: Some(index), lines }
    });
    let rim = scene.rim.iter().map(|(at, text)| Sign {
        at: *at,
        cell: None,
        lines: vec![(printable(text), CharacterLook::PLAIN)],
    });
    // Without colours, a seat's line shows the seat's letter on each of its sides.
    let goals = scene.lines.iter().filter(|_| !colour).flat_map(|line| {
        let seat = line.owner.and_then(|owner| scene.seats.get(owner.index()));
        line.points.windows(2).filter_map(move |side| {
            let letter: String = seat?.letter.to_lowercase().collect();
            Some(Sign {
                at: Point::new((side[0].x + side[1].x) / 2.0, (side[0].y + side[1].y) / 2.0),
                cell: None,
                lines: vec![(printable(&letter), CharacterLook::PLAIN)],
            })
        })
    });
    cells
        .chain(rim)
        .chain(goals)
        .filter(|sign| sign.at.x.is_finite() && sign.at.y.is_finite())
        .collect()
}

/// Puts the lines of each sign into one, the name of the cell first: `16 A3`.
pub(super) fn join(signs: &mut [Sign]) {
    for sign in signs {
        let Some((_, look)) = sign.lines.first() else {
            continue;
        };
        let look = *look;
        let texts = sign.lines.iter().rev().map(|(text, _)| text.trim());
        let text = texts.collect::<Vec<_>>().join(" ");
        sign.lines = vec![(text, look)];
    }
}

/// Text without control characters: nothing in a scene may control the terminal.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect()
}

/// `Nw`: a white knight; `R`: a disc of Red; `A3`: three dice of A; `*`: a present.
fn piece_text(scene: &Scene, piece: &Piece, colour: bool) -> (String, CharacterLook) {
    let seat = piece.owner.and_then(|owner| scene.seats.get(owner.index()));
    let design = piece.shape.design();
    let text = match (seat, design.symbol) {
        (Some(seat), Some(symbol)) if colour && !seat.hue.needs_letter() => symbol.into_owned(),
        (Some(seat), _) => owned_sign(&design.sign, design.owner, seat.letter, colour),
        (None, _) => design.sign.into_owned(),
    };
    let look = if colour { look(seat) } else { CharacterLook::PLAIN };
    (printable(&text), look)
}

/// The sign of a shape with the letter of its owner.
fn owned_sign(sign: &str, place: OwnerLetter, letter: char, colour: bool) -> String {
    let upper: String = letter.to_uppercase().collect();
    match place {
        OwnerLetter::After => format!("{sign}{}", letter.to_lowercase()),
        // Two letters or two digits side by side would read as one word.
        OwnerLetter::Before if run_together(letter, sign) => format!("{upper}:{sign}"),
        OwnerLetter::Before => format!("{upper}{sign}"),
        OwnerLetter::Alone if colour => format!(" {upper} "),
        OwnerLetter::Alone => upper,
        OwnerLetter::Nowhere => sign.to_owned(),
    }
}

fn run_together(letter: char, sign: &str) -> bool {
    sign.chars().next().is_some_and(|first| {
        (letter.is_alphabetic() && first.is_alphabetic())
            || (letter.is_numeric() && first.is_numeric())
    })
}

/// White and Black differ by the colour of the text; other seats have a background of their own.
fn look(seat: Option<&SeatStyle>) -> CharacterLook {
    match seat {
        Some(seat) if seat.hue == Hue::White => CharacterLook::ink(Colour::hex(0xffffff)),
        Some(seat) if seat.hue == Hue::Black => CharacterLook::ink(Colour::hex(0x000000)),
        seat => {
            let swatch = seat.map_or_else(Swatch::neutral, |seat| Swatch::of(seat.hue));
            CharacterLook::chip(swatch.ink, swatch.fill)
        }
    }
}
