//! Draws the parts of a shape into a circle on the picture.

use ludarium_game::{Design, Hue, LetterSpot, Point, ShapePart};

use crate::path::Path;
use crate::picture::{Item, Paint, Text};
use crate::theme::{Colour, Swatch};

/// Half the box in which shapes are outlined.
const HALF: f32 = 50.0;

/// The middle of the box.
const MIDDLE: (f32, f32) = (HALF, HALF);

/// Width of outlines in the box.
const LINE: f32 = 3.4;

/// The colour of a ribbon.
const RIBBON: Colour = Colour::hex(0xc22f4e);

/// The light on what is seen from above.
const LIGHT: Colour = Colour::hex(0xffffff);

/// Draws pieces into a circle on the picture.
pub(crate) struct PieceDrawer {
    /// Middle of the circle.
    pub centre: Point,
    /// Radius of the circle.
    pub radius: f32,
    pub swatch: Swatch,
    /// The seat's letter, where colour alone would have to tell seats apart.
    pub letter: Option<char>,
}

impl PieceDrawer {
    /// The items of a piece, from back to front; the letter comes last.
    pub fn draw(&self, design: &Design) -> Vec<Item> {
        let mut items = Vec::new();
        for part in design.parts.iter() {
            self.part(part, &mut items);
        }
        match (self.letter, design.letter) {
            (Some(letter), LetterSpot::Badge(x, y, radius)) => {
                self.badge(letter, (x, y), radius, &mut items);
            }
            (Some(letter), LetterSpot::Body(size, room)) => {
                let text = self.text(&letter.to_string(), MIDDLE, size, room);
                items.push(Item::Text(text));
            }
            (Some(_), LetterSpot::Nowhere) | (None, _) => {}
        }
        items
    }

    fn part(&self, part: &ShapePart, items: &mut Vec<Item>) {
        let Swatch { fill, stroke, ink } = self.swatch;
        match part {
            ShapePart::Body(rings, ellipses) => {
                let mut path = Path::read(rings);
                for &(x, y, rx, ry) in *ellipses {
                    path.ellipse(Point { x, y }, rx, ry);
                }
                let path = path.map(|p| self.place((p.x, p.y)));
                // First a thick copy in the outline's colour: only its outer half stays visible.
                let under = Paint::fill(stroke).outlined(stroke, self.length(2.0 * LINE));
                items.push(Item::Path(path.clone(), under));
                items.push(Item::Path(path, Paint::fill(fill)));
            }
            ShapePart::Groove(line) => {
                let paint = Paint::line(stroke, self.length(LINE * 0.8));
                items.push(Item::Path(self.path(line), paint));
            }
            ShapePart::Dots(dots) => {
                for &(x, y, radius) in *dots {
                    items.push(self.circle((x, y), radius, Paint::fill(stroke)));
                }
            }
            ShapePart::Ribbon(rings) => {
                let paint = Paint::fill(RIBBON).outlined(stroke, self.length(LINE * 0.8));
                items.push(Item::Path(self.path(rings), paint));
            }
            ShapePart::Token => {
                let edge = Paint::fill(fill).outlined(stroke, self.length(LINE));
                items.push(self.circle(MIDDLE, 46.0, edge));
                let ring = Paint::line(ink, self.length(LINE * 0.5)).faded(0.55);
                items.push(self.circle(MIDDLE, 36.0, ring));
            }
            ShapePart::Tile { corner, size, line } => {
                let radius = self.length(size.0.min(size.1) * 0.2);
                let (width, height) = (self.length(size.0), self.length(size.1));
                let path = Path::rounded(self.place(*corner), width, height, radius);
                let paint = Paint::fill(fill).outlined(stroke, self.length(*line));
                items.push(Item::Path(path, paint));
            }
            &ShapePart::Cube(x, y, half) => self.cube((x, y), half, items),
            &ShapePart::Pip(x, y, radius) => {
                items.push(self.circle((x, y), radius, Paint::fill(ink)));
            }
            ShapePart::Text { content, middle, size, room } => {
                items.push(Item::Text(self.text(content, *middle, *size, *room)))
            }
        }
    }

    /// A die seen from a corner: light from above and from the left, and an ace on top.
    fn cube(&self, (x, y): (f32, f32), half: f32, items: &mut Vec<Item>) {
        let Swatch { fill, stroke, ink } = self.swatch;
        let (rise, high) = (half / 2.0, 0.75 * half);
        let [back, right, front, left] =
            [(x, y - rise), (x + half, y), (x, y + rise), (x - half, y)];
        let below = |(x, y): (f32, f32)| (x, y + high);
        let ring = |corners: &[(f32, f32)]| {
            let mut path = Path::default();
            path.ring(&corners.iter().map(|&corner| self.place(corner)).collect::<Vec<_>>());
            path
        };
        let edge = |width: f32| self.length(LINE * width);
        let whole = ring(&[back, right, below(right), below(front), below(left), left]);
        items.push(Item::Path(whole, Paint::fill(fill).outlined(stroke, edge(0.9))));
        let side = ring(&[front, right, below(right), below(front)]);
        items.push(Item::Path(side, Paint::fill(stroke).faded(0.38)));
        let light = Paint::fill(LIGHT).faded(0.3);
        items.push(Item::Path(ring(&[back, right, front, left]), light));
        let mut edges = Path::default();
        for line in [[left, front].as_slice(), &[right, front, below(front)]] {
            edges.stroke(&line.iter().map(|&corner| self.place(corner)).collect::<Vec<_>>());
        }
        items.push(Item::Path(edges, Paint::line(stroke, edge(0.5))));
        let mut pip = Path::default();
        pip.ellipse(self.place((x, y)), self.length(half * 0.24), self.length(half * 0.13));
        items.push(Item::Path(pip, Paint::fill(ink)));
    }

    /// A small round label with a seat's letter, readable on every colour.
    fn badge(&self, letter: char, at: (f32, f32), radius: f32, items: &mut Vec<Item>) {
        let base = Swatch::of(Hue::White);
        let paint = Paint::fill(base.fill).outlined(base.stroke, self.length(2.2));
        items.push(self.circle(at, radius, paint));
        let text = self.text(&letter.to_string(), at, radius * 1.4, radius * 1.6);
        let colour = base.ink;
        items.push(Item::Text(Text { colour, ..text }));
    }

    fn path(&self, written: &str) -> Path {
        Path::read(written).map(|p| self.place((p.x, p.y)))
    }

    fn circle(&self, at: (f32, f32), radius: f32, paint: Paint) -> Item {
        Item::Circle(self.place(at), self.length(radius), paint)
    }

    fn text(&self, content: &str, middle: (f32, f32), size: f32, room: f32) -> Text {
        let (size, room) = (self.length(size), self.length(room));
        Text::centred(content, self.place(middle), size, room, self.swatch.ink).in_bold()
    }

    fn length(&self, length: f32) -> f32 {
        length * self.radius / HALF
    }

    fn place(&self, (x, y): (f32, f32)) -> Point {
        Point::new(self.centre.x + self.length(x - HALF), self.centre.y + self.length(y - HALF))
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::Shape;

    use super::*;
    use crate::path::PathStep;

    fn points(path: &Path) -> Vec<Vec<Point>> {
        let mut rings: Vec<Vec<Point>> = Vec::new();
        for step in &path.0 {
            match *step {
                PathStep::Move(p) => rings.push(vec![p]),
                PathStep::Line(p) => rings.last_mut().unwrap().push(p),
                PathStep::Curve(a, b, p) => rings.last_mut().unwrap().extend([a, b, p]),
                PathStep::Close => {}
            }
        }
        rings
    }

    /// Rings that ran against each other would cut holes into the body.
    #[test]
    fn the_rings_of_a_body_run_the_same_way_round() {
        let parts = Shape::usual().flat_map(|shape| shape.design().parts.into_owned());
        for part in parts {
            let ShapePart::Body(rings, _) = part else {
                continue;
            };
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
        let drawer = PieceDrawer {
            centre: Point { x: 0.0, y: 0.0 },
            radius: 50.0,
            swatch: Swatch::neutral(),
            letter: Some('W'),
        };
        let others =
            [Shape::Dice(200), Shape::Discs(15), Shape::DieFace(7), Shape::label("a long text")];
        for shape in Shape::usual().chain(others) {
            for item in drawer.draw(&shape.design()) {
                // A circle is measured by its radius: the handles of its curves lie outside.
                let reach = match (&item, item.shape()) {
                    (Item::Circle(centre, radius, _), _) => centre.x.hypot(centre.y) + radius,
                    (_, Ok((path, _))) => {
                        let outline = points(&path).concat();
                        outline.iter().map(|p| p.x.hypot(p.y)).fold(0.0, f32::max)
                    }
                    (_, Err(_)) => 0.0,
                };
                assert!(reach <= 51.5, "{shape:?}: {reach}");
            }
        }
    }
}
