//! The outlines of the pieces.
//!
//! Every outline is drawn in a box of 100 × 100 and fits into the circle round its middle, so
//! that it can be placed into the room of any cell.

use ludarium_game::{Hue, Point, Shape};

use crate::path::Path;
use crate::picture::{Item, Paint, Text};
use crate::theme::{Colour, Swatch};

/// Half the box in which outlines are drawn.
const HALF: f32 = 50.0;

/// Width of outlines in the box.
const LINE: f32 = 3.4;

/// The colour of a present's ribbon.
const RIBBON: Colour = Colour::hex(0xc22f4e);

/// A part of a piece, from back to front.
enum Part {
    /// Overlapping rings and ellipses that are painted as one body.
    Body(&'static str, &'static [(f32, f32, f32, f32)]),
    /// Lines drawn into the body.
    Groove(&'static str),
    /// Dots: x, y, radius.
    Dots(&'static [(f32, f32, f32)]),
    /// A ribbon round the body.
    Ribbon(&'static str),
}

/// What all chess pieces stand on.
const FOOT: Part = Part::Body(
    "M 26 91 C 22 91 21 87 23 84 C 25 80 28 78 32 78 L 68 78 C 72 78 75 80 77 84 C 79 87 78 91 74 91 Z",
    &[],
);

const PAWN: &[Part] = &[
    FOOT,
    Part::Body(
        "M 57 46 C 57 60 63 70 71 80 L 29 80 C 37 70 43 60 43 46 Z",
        &[(50.0, 29.0, 14.5, 14.5), (50.0, 46.0, 16.0, 4.5)],
    ),
    Part::Groove("M 40 50 C 46 51.5 54 51.5 60 50"),
];

const ROOK: &[Part] = &[
    FOOT,
    Part::Body(
        "M 36 15 L 36 22 L 44.5 22 L 44.5 15 L 55.5 15 L 55.5 22 L 64 22 L 64 15 L 75 15 L 75 32 C 75 35 69 40 64 42 L 36 42 C 31 40 25 35 25 32 L 25 15 Z \
         M 63 40 L 67 80 L 33 80 L 37 40 Z",
        &[],
    ),
    Part::Groove("M 34 42 L 66 42"),
];

const BISHOP: &[Part] = &[
    FOOT,
    Part::Body(
        "M 50 15 C 63 25 70 36 68 46 C 67 54 61 59 57 61 L 43 61 C 39 59 33 54 32 46 C 30 36 37 25 50 15 Z \
         M 58 62 C 58 70 63 75 69 80 L 31 80 C 37 75 42 70 42 62 Z",
        &[(50.0, 12.5, 5.0, 5.0), (50.0, 62.5, 18.0, 4.5)],
    ),
    Part::Groove(
        "M 58 28 L 48 43 M 37 58.5 C 46 57.5 54 57.5 63 58.5 M 39 66.5 C 46 67.5 54 67.5 61 66.5",
    ),
];

const QUEEN: &[Part] = &[
    FOOT,
    Part::Body(
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
    Part::Groove("M 32 62 C 42 59 58 59 68 62"),
];

const KING: &[Part] = &[
    FOOT,
    Part::Body(
        "M 46.5 4 L 53.5 4 L 53.5 9.5 L 59 9.5 L 59 16 L 53.5 16 L 53.5 26 L 46.5 26 L 46.5 16 L 41 16 L 41 9.5 L 46.5 9.5 Z \
         M 33 63 C 23 56 16 46 19 37 C 22 29 36 27 43 35 C 43 27 47 23 50 23 C 53 23 57 27 57 35 C 64 27 78 29 81 37 C 84 46 77 56 67 63 Z \
         M 67 62 C 62 68 64 75 71 80 L 29 80 C 36 75 38 68 33 62 Z",
        &[],
    ),
    Part::Groove(
        "M 33 62.5 C 42 59 58 59 67 62.5 M 50 58 C 50 48 47 41 43 35 M 50 58 C 50 48 53 41 57 35",
    ),
];

const KNIGHT: &[Part] = &[
    FOOT,
    Part::Body(
        "M 31 80 C 31 69 36 63 42 57 C 46 53 48 51 48 47 C 44 52 39 53 34 54 C 32 58 29 62 25 62 C 22 62 20 60 20 60 C 17 59 15 56 16 52 C 17 47 22 42 25 35 C 27 29 29 25 34 21 L 34 10 L 43 16 C 45 15.5 47 15.5 49 16 L 53 9 L 57 19 C 70 25 78 40 77 58 C 77 66 75 74 73 80 Z",
        &[],
    ),
    Part::Groove("M 55 24 C 64 31 69 43 68 60 M 20 59 C 22 57 24 55 27 54"),
    Part::Dots(&[(36.5, 32.5, 3.0), (21.5, 51.0, 1.7)]),
];

const PRESENT: &[Part] = &[
    Part::Body(
        "M 22 48 L 78 48 L 78 84 C 78 86 77 87 75 87 L 25 87 C 23 87 22 86 22 84 Z \
         M 17 34 L 83 34 L 83 50 L 17 50 Z",
        &[],
    ),
    Part::Groove("M 18 50 L 82 50"),
    Part::Ribbon(
        "M 44 34 L 56 34 L 56 87 L 44 87 Z \
         M 50 33 C 40 33 26 31 26 22 C 26 12 44 14 50 33 C 56 14 74 12 74 22 C 74 31 60 33 50 33 Z",
    ),
];

/// Draws pieces into a circle on the picture.
pub(crate) struct Stamp {
    /// Middle of the circle.
    pub centre: Point,
    /// Radius of the circle.
    pub radius: f32,
    pub swatch: Swatch,
    /// The seat's letter, where colour alone would have to tell seats apart.
    pub letter: Option<char>,
}

impl Stamp {
    /// The items of a piece, from back to front.
    pub fn draw(&self, shape: Shape) -> Vec<Item> {
        let parts = match shape {
            Shape::Pawn => PAWN,
            Shape::Knight => KNIGHT,
            Shape::Bishop => BISHOP,
            Shape::Rook => ROOK,
            Shape::Queen => QUEEN,
            Shape::King => KING,
            Shape::Present => PRESENT,
            Shape::Disc => return self.disc(),
            Shape::Dice(count) => return self.dice(count),
        };
        let mut items = Vec::new();
        for part in parts {
            self.part(part, &mut items);
        }
        if let Some(letter) = self.letter {
            self.badge(letter, 76.0, 70.0, 16.0, &mut items);
        }
        items
    }

    fn part(&self, part: &Part, items: &mut Vec<Item>) {
        let (fill, stroke) = (self.swatch.fill, self.swatch.stroke);
        match part {
            Part::Body(rings, ellipses) => {
                let mut path = Path::read(rings);
                for &(x, y, rx, ry) in *ellipses {
                    path.ellipse(Point { x, y }, rx, ry);
                }
                let path = path.map(|p| self.place(p));
                // First a thick copy in the outline's colour: only its outer half stays visible.
                let under = Paint::fill(stroke).outlined(stroke, self.length(2.0 * LINE));
                items.push(Item::Path(path.clone(), under));
                items.push(Item::Path(path, Paint::fill(fill)));
            }
            Part::Groove(line) => {
                let path = Path::read(line).map(|p| self.place(p));
                items.push(Item::Path(
                    path,
                    Paint::line(stroke, self.length(LINE * 0.8)),
                ));
            }
            Part::Dots(dots) => {
                for &(x, y, radius) in *dots {
                    let centre = self.place(Point { x, y });
                    items.push(Item::Circle(
                        centre,
                        self.length(radius),
                        Paint::fill(stroke),
                    ));
                }
            }
            Part::Ribbon(rings) => {
                let path = Path::read(rings).map(|p| self.place(p));
                let paint = Paint::fill(RIBBON).outlined(stroke, self.length(LINE * 0.8));
                items.push(Item::Path(path, paint));
            }
        }
    }

    fn disc(&self) -> Vec<Item> {
        let (fill, stroke) = (self.swatch.fill, self.swatch.stroke);
        let edge = Paint::fill(fill).outlined(stroke, self.length(LINE));
        let mut items = vec![
            Item::Circle(self.centre, self.length(46.0), edge),
            Item::Circle(
                self.centre,
                self.length(36.0),
                Paint::line(self.swatch.ink, self.length(LINE * 0.5)).faded(0.55),
            ),
        ];
        if let Some(letter) = self.letter {
            let text = self.text(&letter.to_string(), self.centre, 44.0, 60.0);
            items.push(Item::Text(text));
        }
        items
    }

    /// A large die with the number on it, and beside it as many little dice, four to a pile.
    fn dice(&self, count: u8) -> Vec<Item> {
        const LITTLE: f32 = 12.5;
        let (fill, stroke) = (self.swatch.fill, self.swatch.stroke);
        let mut items = Vec::new();
        let die = |x: f32, y: f32, side: f32, line: f32| {
            let corner = self.place(Point { x, y });
            let (side, radius) = (self.length(side), self.length(side * 0.2));
            let paint = Paint::fill(fill).outlined(stroke, self.length(line));
            Item::Path(Path::rounded(corner, side, side, radius), paint)
        };
        for index in 0..count.min(8) {
            let x = 62.5 + LITTLE * f32::from(index / 4);
            let y = 62.5 - LITTLE * f32::from(index % 4);
            items.push(die(x, y, LITTLE, 2.0));
            let pip = self.place(Point {
                x: x + LITTLE / 2.0,
                y: y + LITTLE / 2.0,
            });
            items.push(Item::Circle(
                pip,
                self.length(1.9),
                Paint::fill(self.swatch.ink),
            ));
        }
        items.push(die(8.0, 24.0, 51.0, LINE));
        let middle = self.place(Point { x: 36.0, y: 51.0 });
        let number = self.text(&count.to_string(), middle, 46.0, 44.0);
        items.push(Item::Text(number));
        if let Some(letter) = self.letter {
            self.badge(letter, 17.5, 27.0, 11.0, &mut items);
        }
        items
    }

    /// A small round label with a seat's letter, readable on every colour.
    fn badge(&self, letter: char, x: f32, y: f32, radius: f32, items: &mut Vec<Item>) {
        let centre = self.place(Point { x, y });
        let base = Swatch::of(Hue::White);
        let paint = Paint::fill(base.fill).outlined(base.stroke, self.length(2.2));
        items.push(Item::Circle(centre, self.length(radius), paint));
        let text = self.text(&letter.to_string(), centre, radius * 1.4, radius * 1.6);
        let colour = base.ink;
        items.push(Item::Text(Text { colour, ..text }));
    }

    fn text(&self, content: &str, middle: Point, size: f32, room: f32) -> Text {
        let (size, room) = (self.length(size), self.length(room));
        Text::centred(content, middle, size, room, self.swatch.ink).in_bold()
    }

    fn length(&self, length: f32) -> f32 {
        length * self.radius / HALF
    }

    fn place(&self, p: Point) -> Point {
        Point {
            x: self.centre.x + self.length(p.x - HALF),
            y: self.centre.y + self.length(p.y - HALF),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::Step;

    const CHESS: [&[Part]; 7] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, PRESENT];

    fn points(path: &Path) -> Vec<Vec<Point>> {
        let mut rings: Vec<Vec<Point>> = Vec::new();
        for step in &path.0 {
            match *step {
                Step::Move(p) => rings.push(vec![p]),
                Step::Line(p) => rings.last_mut().unwrap().push(p),
                Step::Curve(a, b, p) => rings.last_mut().unwrap().extend([a, b, p]),
                Step::Close => {}
            }
        }
        rings
    }

    /// Rings that ran against each other would cut holes into the body.
    #[test]
    fn the_rings_of_a_body_run_the_same_way_round() {
        for part in CHESS.into_iter().flatten() {
            let Part::Body(rings, _) = part else { continue };
            for ring in points(&Path::read(rings)) {
                let area: f32 = (0..ring.len())
                    .map(|k| {
                        let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
                        a.x * b.y - b.x * a.y
                    })
                    .sum();
                assert!(area > 0.0, "{rings}");
            }
        }
    }

    #[test]
    fn pieces_fit_into_their_circle() {
        let stamp = Stamp {
            centre: Point { x: 0.0, y: 0.0 },
            radius: 50.0,
            swatch: Swatch::neutral(),
            letter: Some('W'),
        };
        let shapes = [
            Shape::Pawn,
            Shape::Knight,
            Shape::Bishop,
            Shape::Rook,
            Shape::Queen,
            Shape::King,
            Shape::Disc,
            Shape::Present,
            Shape::Dice(8),
        ];
        for shape in shapes {
            for item in stamp.draw(shape) {
                let reach = match item {
                    Item::Path(path, _) => points(&path)
                        .concat()
                        .iter()
                        .map(|p| p.x.hypot(p.y))
                        .fold(0.0, f32::max),
                    Item::Circle(centre, radius, _) => centre.x.hypot(centre.y) + radius,
                    Item::Text(_) => 0.0,
                };
                assert!(reach <= 51.5, "{shape:?}: {reach}");
            }
        }
    }
}
