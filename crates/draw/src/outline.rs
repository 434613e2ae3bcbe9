//! The outlines of the pieces as data, for pages that draw boards themselves.

use std::fmt::Write;

use ludarium_game::{Point, Shape};

use crate::path::{Path, PathStep};
use crate::picture::Item;
use crate::shapes::PieceDrawer;
use crate::theme::{Colour, Swatch};

/// A piece as parts in the unit circle round (0, 0), from back to front; y grows downwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// The piece itself.
    pub parts: Vec<Part>,
    /// What is drawn on top where the letter of the seat is shown.
    pub letter: Vec<Part>,
}

/// A part of a piece.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A path in the notation of SVG.
    Path {
        /// The path.
        data: String,
        /// What it is filled with.
        fill: Option<Ink>,
        /// What it is outlined with, and how wide.
        line: Option<(Ink, f32)>,
        /// From 0 (not seen) to 1.
        opacity: f32,
    },
    /// A bold text, centred.
    Text {
        /// The text; `None` for the letter of the seat.
        content: Option<String>,
        /// The middle of the baseline.
        at: Point,
        /// The size of the font.
        size: f32,
        /// Its colour.
        colour: Ink,
    },
}

/// What a part is painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The body colour of the seat's [`Swatch`].
    Fill,
    /// The outline colour of the seat's [`Swatch`].
    Stroke,
    /// The text colour of the seat's [`Swatch`].
    Text,
    /// The same colour for every seat.
    Fixed(Colour),
}

/// Colours that stand for the three roles of a swatch while a piece is drawn; no theme has them.
const ROLES: Swatch = Swatch {
    fill: Colour::hex(0x01_0203),
    stroke: Colour::hex(0x01_0204),
    ink: Colour::hex(0x01_0205),
};

/// The letter that stands for the letter of any seat.
const LETTER: char = 'W';

/// The outline of a shape.
pub fn outline(shape: &Shape) -> Outline {
    let design = shape.design();
    let draw = |letter| {
        let drawer = PieceDrawer { centre: Point::default(), radius: 1.0, swatch: ROLES, letter };
        drawer.draw(&design)
    };
    let plain = draw(None);
    let lettered = draw(Some(LETTER));
    Outline {
        parts: plain.iter().map(|item| part(item, false)).collect(),
        letter: lettered[plain.len()..].iter().map(|item| part(item, true)).collect(),
    }
}

fn part(item: &Item, of_letter: bool) -> Part {
    let (path, paint) = match item.shape() {
        Ok(shape) => shape,
        Err(text) => {
            return Part::Text {
                content: (!of_letter).then(|| text.content.clone()),
                at: text.at,
                size: text.size,
                colour: ink(text.colour),
            };
        }
    };
    Part::Path {
        data: data(&path),
        fill: paint.fill.map(ink),
        line: paint.stroke.map(|(colour, width)| (ink(colour), width)),
        opacity: paint.opacity,
    }
}

fn ink(colour: Colour) -> Ink {
    match colour {
        colour if colour == ROLES.fill => Ink::Fill,
        colour if colour == ROLES.stroke => Ink::Stroke,
        colour if colour == ROLES.ink => Ink::Text,
        colour => Ink::Fixed(colour),
    }
}

/// A path with four decimals: a unit circle needs more of them than a picture in pixels.
fn data(path: &Path) -> String {
    let mut out = String::new();
    let mut put = |letter: char, points: &[Point]| {
        out.push(letter);
        for (index, point) in points.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            write!(out, "{gap}{} {}", rounded(point.x), rounded(point.y))
                .expect("writing to a string succeeds");
        }
    };
    for step in &path.0 {
        match *step {
            PathStep::Move(p) => put('M', &[p]),
            PathStep::Line(p) => put('L', &[p]),
            PathStep::Curve(a, b, p) => put('C', &[a, b, p]),
            PathStep::Close => put('Z', &[]),
        }
    }
    out
}

fn rounded(value: f32) -> f32 {
    // Adding 0 turns -0 into 0.
    (value * 1e4).round() / 1e4 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_seats_are_roles_and_letters_come_on_top() {
        for shape in Shape::usual().chain([Shape::label("12")]) {
            let outline = outline(&shape);
            let filled = outline
                .parts
                .iter()
                .any(|part| matches!(part, Part::Path { fill: Some(Ink::Fill), .. }));
            assert!(filled, "{shape:?}");
            let letter =
                outline.letter.iter().any(|part| matches!(part, Part::Text { content: None, .. }));
            assert_eq!(letter, !matches!(shape, Shape::Dice(_)), "{shape:?}");
        }
    }

    /// The text on the body of a piece.
    fn text(shape: Shape) -> Option<String> {
        let parts = outline(&shape).parts.into_iter();
        parts
            .filter_map(|part| match part {
                Part::Text { content, .. } => content,
                Part::Path { .. } => None,
            })
            .next()
    }

    #[test]
    fn numbers_and_texts_are_written_on_their_pieces() {
        assert_eq!(text(Shape::Dice(9)).as_deref(), Some("9"));
        assert_eq!(text(Shape::label("K♠")).as_deref(), Some("K♠"));
        // The letter that stands for all letters is a text like any other.
        let letter = LETTER.to_string();
        assert_eq!(text(Shape::label(letter.clone())), Some(letter));
    }
}
