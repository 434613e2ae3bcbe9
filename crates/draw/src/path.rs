//! Outlines of lines and cubic curves.

use ludarium_game::Point;

/// One stroke of the pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PathStep {
    Move(Point),
    Line(Point),
    Curve(Point, Point, Point),
    Close,
}

/// A drawing made of closed rings or open strokes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Path(pub Vec<PathStep>);

/// A cubic curve comes nearest to a quarter of a circle with handles of this length.
const QUARTER: f32 = 0.552_285;

impl Path {
    /// Adds a closed ring of straight sides; fewer than two points add nothing.
    pub fn ring(&mut self, points: &[Point]) {
        self.stroke(points);
        if points.len() > 1 {
            self.0.push(PathStep::Close);
        }
    }

    /// Adds an open stroke of straight sides; fewer than two points add nothing.
    pub fn stroke(&mut self, points: &[Point]) {
        if let [first, rest @ ..] = points
            && !rest.is_empty()
        {
            self.0.push(PathStep::Move(*first));
            self.0.extend(rest.iter().copied().map(PathStep::Line));
        }
    }

    /// Adds an upright ellipse.
    pub fn ellipse(&mut self, centre: Point, rx: f32, ry: f32) {
        let at = |dx: f32, dy: f32| Point::new(centre.x + dx * rx, centre.y + dy * ry);
        let k = QUARTER;
        self.0.extend([
            PathStep::Move(at(1.0, 0.0)),
            PathStep::Curve(at(1.0, k), at(k, 1.0), at(0.0, 1.0)),
            PathStep::Curve(at(-k, 1.0), at(-1.0, k), at(-1.0, 0.0)),
            PathStep::Curve(at(-1.0, -k), at(-k, -1.0), at(0.0, -1.0)),
            PathStep::Curve(at(k, -1.0), at(1.0, -k), at(1.0, 0.0)),
            PathStep::Close,
        ]);
    }

    /// A rectangle with rounded corners, from its upper left corner.
    pub fn rounded(from: Point, width: f32, height: f32, radius: f32) -> Path {
        let at = |x: f32, y: f32| Point::new(from.x + x, from.y + y);
        let (w, h, r) = (width, height, radius.min(width / 2.0).min(height / 2.0));
        // Distance of a curve's handle from the corner.
        let k = r * (1.0 - QUARTER);
        Path(vec![
            PathStep::Move(at(r, 0.0)),
            PathStep::Line(at(w - r, 0.0)),
            PathStep::Curve(at(w - k, 0.0), at(w, k), at(w, r)),
            PathStep::Line(at(w, h - r)),
            PathStep::Curve(at(w, h - k), at(w - k, h), at(w - r, h)),
            PathStep::Line(at(r, h)),
            PathStep::Curve(at(k, h), at(0.0, h - k), at(0.0, h - r)),
            PathStep::Line(at(0.0, r)),
            PathStep::Curve(at(0.0, k), at(k, 0.0), at(r, 0.0)),
            PathStep::Close,
        ])
    }

    /// Reads a drawing in the style of SVG: `M x y`, `L x y`, `C x y x y x y` and `Z`, with
    /// blanks between; what cannot be read is left out.
    pub fn read(text: &str) -> Path {
        let mut path = Path::default();
        let mut command = "";
        let mut numbers: Vec<f32> = Vec::new();
        for word in text.split_whitespace() {
            match word.parse() {
                Ok(number) => numbers.push(number),
                Err(_) => command = word,
            }
            match (command, numbers.as_slice()) {
                ("M", &[x, y]) => path.0.push(PathStep::Move(Point { x, y })),
                ("L", &[x, y]) => path.0.push(PathStep::Line(Point { x, y })),
                ("C", &[a, b, c, d, x, y]) => path.0.push(PathStep::Curve(
                    Point { x: a, y: b },
                    Point { x: c, y: d },
                    Point { x, y },
                )),
                ("Z", []) => path.0.push(PathStep::Close),
                _ => continue,
            }
            numbers.clear();
        }
        path
    }

    /// The path with every point moved by a rule.
    pub fn map(&self, place: impl Fn(Point) -> Point) -> Path {
        Path(
            self.0
                .iter()
                .map(|step| match *step {
                    PathStep::Move(p) => PathStep::Move(place(p)),
                    PathStep::Line(p) => PathStep::Line(place(p)),
                    PathStep::Curve(a, b, p) => PathStep::Curve(place(a), place(b), place(p)),
                    PathStep::Close => PathStep::Close,
                })
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_point_is_no_ring() {
        let mut path = Path::default();
        path.ring(&[Point { x: 1.0, y: 1.0 }]);
        path.stroke(&[]);
        assert_eq!(path, Path::default());
    }

    #[test]
    fn a_written_path_is_read() {
        let at = |x, y| Point { x, y };
        let expected = vec![
            PathStep::Move(at(1.0, 2.0)),
            PathStep::Line(at(3.0, -4.5)),
            PathStep::Line(at(0.0, 0.0)),
            PathStep::Curve(at(1.0, 1.0), at(2.0, 2.0), at(3.0, 3.0)),
            PathStep::Close,
        ];
        assert_eq!(Path::read("M 1 2 L 3 -4.5 0 0 C 1 1 2 2 3 3 Z").0, expected);
    }

    #[test]
    fn an_ellipse_touches_its_four_ends() {
        let mut path = Path::default();
        path.ellipse(Point { x: 5.0, y: 5.0 }, 2.0, 1.0);
        let ends: Vec<Point> = path
            .0
            .iter()
            .filter_map(|step| match step {
                PathStep::Curve(_, _, end) => Some(*end),
                _ => None,
            })
            .collect();
        let expected = [(5.0, 6.0), (3.0, 5.0), (5.0, 4.0), (7.0, 5.0)];
        assert_eq!(ends, expected.map(|(x, y)| Point { x, y }));
    }
}
