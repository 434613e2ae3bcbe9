//! What pieces are drawn with, and the outlines of the fixed shapes.
//!
//! Every outline is drawn in a box of 100 × 100 and fits into the circle round its middle, so
//! that it fits into any cell.

use std::borrow::Cow;

/// The width of outlines in the box.
const LINE: f32 = 3.4;

/// A part of a piece. Paths are written like the attribute `d` of SVG, with `M`, `L`, `C` and `Z`
/// and blanks between all numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapePart {
    /// Overlapping rings and ellipses (x, y, two radii), painted as one body.
    Body(&'static str, &'static [(f32, f32, f32, f32)]),
    /// Lines drawn into a body.
    Groove(&'static str),
    /// Dots in the colour of the outline: x, y, radius.
    Dots(&'static [(f32, f32, f32)]),
    /// A ribbon round a body.
    Ribbon(&'static str),
    /// A round token in the middle.
    Token,
    /// A rounded rectangle with an outline.
    Tile {
        /// The upper left corner.
        corner: (f32, f32),
        /// Width and height.
        size: (f32, f32),
        /// Width of the outline.
        line: f32,
    },
    /// A die seen from a corner: the middle of its upper face (x, y), and half its width.
    Cube(f32, f32, f32),
    /// A dot in the colour of text: x, y, radius.
    Pip(f32, f32, f32),
    /// A line of bold text.
    Text {
        /// The text.
        content: Cow<'static, str>,
        /// The middle of the text.
        middle: (f32, f32),
        /// The size of the font.
        size: f32,
        /// The width there is; longer text is made smaller.
        room: f32,
    },
}

/// Where a piece shows the letter of its seat, on top of all parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LetterSpot {
    /// On a small round label: x, y, radius.
    Badge(f32, f32, f32),
    /// On the body, in the middle: the size of the font and the width there is.
    Body(f32, f32),
    /// Nowhere: the cell has the colour of the seat.
    Nowhere,
}

/// The base of all chess pieces.
const BASE: ShapePart = ShapePart::Body(
    "M 26 91 C 22 91 21 87 23 84 C 25 80 28 78 32 78 L 68 78 C 72 78 75 80 77 84 C 79 87 78 91 74 91 Z",
    &[],
);

pub(super) const PAWN: &[ShapePart] = &[
    BASE,
    ShapePart::Body(
        "M 57 46 C 57 60 63 70 71 80 L 29 80 C 37 70 43 60 43 46 Z",
        &[(50.0, 29.0, 14.5, 14.5), (50.0, 46.0, 16.0, 4.5)],
    ),
    ShapePart::Groove("M 40 50 C 46 51.5 54 51.5 60 50"),
];

pub(super) const ROOK: &[ShapePart] = &[
    BASE,
    ShapePart::Body(
        "M 36 15 L 36 22 L 44.5 22 L 44.5 15 L 55.5 15 L 55.5 22 L 64 22 L 64 15 L 75 15 L 75 32 C 75 35 69 40 64 42 L 36 42 C 31 40 25 35 25 32 L 25 15 Z \
         M 63 40 L 67 80 L 33 80 L 37 40 Z",
        &[],
    ),
    ShapePart::Groove("M 34 42 L 66 42"),
];

pub(super) const BISHOP: &[ShapePart] = &[
    BASE,
    ShapePart::Body(
        "M 50 15 C 63 25 70 36 68 46 C 67 54 61 59 57 61 L 43 61 C 39 59 33 54 32 46 C 30 36 37 25 50 15 Z \
         M 58 62 C 58 70 63 75 69 80 L 31 80 C 37 75 42 70 42 62 Z",
        &[(50.0, 12.5, 5.0, 5.0), (50.0, 62.5, 18.0, 4.5)],
    ),
    ShapePart::Groove(
        "M 58 28 L 48 43 M 37 58.5 C 46 57.5 54 57.5 63 58.5 M 39 66.5 C 46 67.5 54 67.5 61 66.5",
    ),
];

pub(super) const QUEEN: &[ShapePart] = &[
    BASE,
    ShapePart::Body(
        "M 33 47 L 34 23 L 44.5 44 L 50 19 L 55.5 44 L 66 23 L 67 47 L 83 32 L 69 62 L 31 62 L 17 32 Z \
         M 69 61 C 62 68 64 75 71 80 L 29 80 C 36 75 38 68 31 61 Z",
        &[
            (16.5, 30.0, 4.6, 4.6),
            (33.5, 20.5, 4.6, 4.6),
            (50.0, 15.5, 4.6, 4.6),
            (66.5, 20.5, 4.6, 4.6),
            (83.5, 30.0, 4.6, 4.6),
        ],
    ),
    ShapePart::Groove("M 32 62 C 42 59 58 59 68 62"),
];

pub(super) const KING: &[ShapePart] = &[
    BASE,
    ShapePart::Body(
        "M 46.5 4 L 53.5 4 L 53.5 9.5 L 59 9.5 L 59 16 L 53.5 16 L 53.5 26 L 46.5 26 L 46.5 16 L 41 16 L 41 9.5 L 46.5 9.5 Z \
         M 33 63 C 23 56 16 46 19 37 C 22 29 36 27 43 35 C 43 27 47 23 50 23 C 53 23 57 27 57 35 C 64 27 78 29 81 37 C 84 46 77 56 67 63 Z \
         M 67 62 C 62 68 64 75 71 80 L 29 80 C 36 75 38 68 33 62 Z",
        &[],
    ),
    ShapePart::Groove(
        "M 33 62.5 C 42 59 58 59 67 62.5 M 50 58 C 50 48 47 41 43 35 M 50 58 C 50 48 53 41 57 35",
    ),
];

pub(super) const KNIGHT: &[ShapePart] = &[
    BASE,
    ShapePart::Body(
        "M 31 80 C 31 69 36 63 42 57 C 46 53 48 51 48 47 C 44 52 39 53 34 54 C 32 58 29 62 25 62 C 22 62 20 60 20 60 C 17 59 15 56 16 52 C 17 47 22 42 25 35 C 27 29 29 25 34 21 L 34 10 L 43 16 C 45 15.5 47 15.5 49 16 L 53 9 L 57 19 C 70 25 78 40 77 58 C 77 66 75 74 73 80 Z",
        &[],
    ),
    ShapePart::Groove("M 55 24 C 64 31 69 43 68 60 M 20 59 C 22 57 24 55 27 54"),
    ShapePart::Dots(&[(36.5, 32.5, 3.0), (21.5, 51.0, 1.7)]),
];

pub(super) const PRESENT: &[ShapePart] = &[
    ShapePart::Body(
        "M 22 48 L 78 48 L 78 84 C 78 86 77 87 75 87 L 25 87 C 23 87 22 86 22 84 Z \
         M 17 34 L 83 34 L 83 50 L 17 50 Z",
        &[],
    ),
    ShapePart::Groove("M 18 50 L 82 50"),
    ShapePart::Ribbon(
        "M 44 34 L 56 34 L 56 87 L 44 87 Z \
         M 50 33 C 40 33 26 31 26 22 C 26 12 44 14 50 33 C 56 14 74 12 74 22 C 74 31 60 33 50 33 Z",
    ),
];

pub(super) const DISC: &[ShapePart] = &[ShapePart::Token];

/// A token with a number on it.
pub(super) fn discs(count: u8) -> Vec<ShapePart> {
    vec![ShapePart::Token, text(count.to_string().into(), 52.0)]
}

/// A pile of dice, the fifth to the eighth in a column behind the others; other numbers are written on a die.
pub(super) fn dice(count: u8) -> Vec<ShapePart> {
    /// Half the width of a die; its upper face is as high as that, and its sides are lower.
    const HALF: f32 = 20.0;
    const STEP: f32 = 0.75 * HALF;
    const COLUMN: u8 = 4;
    if !(1..=2 * COLUMN).contains(&count) {
        let die = ShapePart::Tile { corner: (14.0, 14.0), size: (72.0, 72.0), line: LINE };
        return vec![die, text(count.to_string().into(), 60.0)];
    }
    let (front, back) = (count.min(COLUMN), count.saturating_sub(COLUMN));
    let above = |dice: u8, base: f32| base + STEP * f32::from(dice.saturating_sub(1)) + HALF / 2.0;
    let top = above(front, 0.0).max(if back > 0 { above(back, HALF / 2.0) } else { 0.0 });
    let lowest = 50.0 + (top - STEP - HALF / 2.0) / 2.0;
    let aside = if back > 0 { HALF / 2.0 } else { 0.0 };
    let column = |dice: u8, x: f32, y: f32| {
        (0..dice).map(move |level| ShapePart::Cube(x, y - STEP * f32::from(level), HALF))
    };
    let behind = column(back, 50.0 + aside, lowest - HALF / 2.0);
    behind.chain(column(front, 50.0 - aside, lowest)).collect()
}

/// One die from above: pips from 1 to 6, otherwise the number.
pub(super) fn die_face(number: u8) -> Vec<ShapePart> {
    let die = ShapePart::Tile { corner: (14.0, 14.0), size: (72.0, 72.0), line: LINE };
    if !(1..=6).contains(&number) {
        return vec![die, text(number.to_string().into(), 60.0)];
    }
    let has = |least: u8| number >= least;
    // Each pair of opposite pips from the number on that shows it, and the middle of odd numbers.
    let pips = [
        (has(2), -1.0, -1.0),
        (has(2), 1.0, 1.0),
        (has(4), 1.0, -1.0),
        (has(4), -1.0, 1.0),
        (has(6), -1.0, 0.0),
        (has(6), 1.0, 0.0),
        (number % 2 == 1, 0.0, 0.0),
    ];
    let shown = pips.into_iter().filter(|(shown, ..)| *shown);
    let pip = |(_, x, y): (bool, f32, f32)| ShapePart::Pip(50.0 + 19.0 * x, 50.0 + 19.0 * y, 7.0);
    std::iter::once(die).chain(shown.map(pip)).collect()
}

/// A text in a frame.
pub(super) fn label(content: Cow<'static, str>) -> Vec<ShapePart> {
    let frame = ShapePart::Tile { corner: (12.0, 20.0), size: (76.0, 60.0), line: LINE };
    vec![frame, text(content, 58.0)]
}

fn text(content: Cow<'static, str>, room: f32) -> ShapePart {
    ShapePart::Text { content, middle: (50.0, 50.0), size: 40.0, room }
}
