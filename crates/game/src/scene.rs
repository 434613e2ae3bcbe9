//! `Scene`: the picture of a position as data. The page, the terminal, SVG and PNG draw it without
//! knowing the game.

use std::f32::consts::TAU;

use crate::{Hue, Seat, Shape, Turn};

/// A point of the picture; x grows to the right, y downwards, in the scene's own units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

impl Point {
    /// The point at these coordinates.
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }
}

/// The picture of a position.
///
/// One unit is about the width of a cell. All points lie inside `width` × `height`; the code that
/// draws adds its own margin and puts captions beside the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Width of the board.
    pub width: f32,
    /// Height of the board.
    pub height: f32,
    /// The seats with their names, in seat order.
    pub seats: Vec<SeatStyle>,
    /// The places of the board, not overlapping, in the game's order.
    pub cells: Vec<Cell>,
    /// What is on the cells.
    pub pieces: Vec<Piece>,
    /// Lines over the cells: seams, goal edges.
    pub lines: Vec<Line>,
    /// Coordinates and other small text on the board's rim, for instance `a` … `h`.
    pub rim: Vec<(Point, String)>,
    /// Sentences beside the board: whose turn, the roll, the score of each seat.
    pub captions: Vec<Caption>,
}

/// What a seat is called and how it looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatStyle {
    /// `White`, `Red`, `Player 3`.
    pub name: String,
    /// The letter that identifies the seat without colour.
    pub letter: char,
    /// The colour of the seat's pieces and places.
    pub hue: Hue,
}

/// A place of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The name used in the notation (`e4`, `BD3`, `-1,2`, `17`); different for each cell. `13.2` is the second part of the
    /// place `13`: parts of a place are one to the eye and to a click. On the parts of `dice-…` lies what was rolled.
    pub name: String,
    /// The outline: one ring, or several where the place has holes or parts (even-odd rule).
    pub outline: Vec<Vec<Point>>,
    /// The middle of a piece on this cell; inside the outline.
    pub centre: Point,
    /// The radius of the largest circle round `centre` that a piece may fill.
    pub room: f32,
    /// What the place looks like.
    pub tone: Tone,
    /// Whether the name is drawn in the cell (boards without coordinates on the rim).
    pub labelled: bool,
}

/// The look of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// A square between light and dark, where a board has three shades.
    Middle,
    /// A place that belongs to a seat.
    Owned(Seat),
}

/// Something on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Index into [`Scene::cells`].
    pub cell: usize,
    /// Whose it is; `None` for neutral things.
    pub owner: Option<Seat>,
    /// What it looks like.
    pub shape: Shape,
}

impl Piece {
    /// A piece on a cell, by its index.
    pub fn new(cell: usize, owner: Option<Seat>, shape: Shape) -> Piece {
        Piece { cell, owner, shape }
    }
}

/// A line over the cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The corners, in order.
    pub points: Vec<Point>,
    /// Whose line it is (a goal edge); `None` for a neutral seam.
    pub owner: Option<Seat>,
}

/// A sentence beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// The sentence.
    pub text: String,
    /// The seat it is about.
    pub seat: Option<Seat>,
    /// Whether this seat is the one to act.
    pub active: bool,
}

impl SeatStyle {
    /// `Player 1`, `Player 2` … with the letters `A`, `B` … and colours of their own.
    pub fn players(seats: usize) -> Vec<SeatStyle> {
        let hues = [
            Hue::Blue,
            Hue::Orange,
            Hue::Green,
            Hue::Purple,
            Hue::Red,
            Hue::Yellow,
            Hue::Sky,
            Hue::Grey,
        ];
        let player = |(seat, hue): (Seat, Hue)| SeatStyle {
            name: format!("Player {}", seat.0 + 1),
            letter: char::from(b'A' + seat.0),
            hue,
        };
        Seat::all(seats).zip(hues).map(player).collect()
    }
}

impl Caption {
    /// A sentence about whose turn it is: of the mover until the game is over.
    pub fn of_turn(text: impl Into<String>, turn: Turn, mover: Seat) -> Caption {
        let active = turn != Turn::Over;
        Caption { text: text.into(), seat: active.then_some(mover), active }
    }
}

impl Cell {
    /// The place that the cell is a part of: `13` for `13.2`.
    pub fn place(&self) -> Option<&str> {
        self.name.rsplit_once('.').map(|(place, _)| place)
    }

    /// A square with sides of 1, its upper left corner at (`x`, `y`).
    pub fn square(name: impl Into<String>, x: f32, y: f32, tone: Tone) -> Cell {
        let point = |(right, down): (f32, f32)| Point::new(x + right, y + down);
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        Cell {
            name: name.into(),
            outline: vec![corners.map(point).to_vec()],
            centre: point((0.5, 0.5)),
            room: 0.5,
            tone,
            labelled: false,
        }
    }

    /// A regular hexagon with a corner on top, 1 wide. Rows of them lie [`Cell::HEX_ROW`] apart.
    pub fn hexagon(name: impl Into<String>, centre: Point, tone: Tone) -> Cell {
        let corners = (0..6).map(|corner| hexagon_corner(centre, corner));
        Cell {
            name: name.into(),
            outline: vec![corners.collect()],
            centre,
            // Half a unit would touch the sides.
            room: 0.43,
            tone,
            labelled: true,
        }
    }

    /// The height between the middles of two rows of hexagons.
    pub const HEX_ROW: f32 = 1.5 * HEX_REACH;

    /// A round place with this radius, for boards of points and lines.
    pub fn disc(name: impl Into<String>, centre: Point, radius: f32, tone: Tone) -> Cell {
        const CORNERS: u8 = 24;
        let corner = |corner: u8| {
            let (sine, cosine) = (TAU * f32::from(corner) / f32::from(CORNERS)).sin_cos();
            Point::new(centre.x + radius * cosine, centre.y + radius * sine)
        };
        Cell {
            name: name.into(),
            outline: vec![(0..CORNERS).map(corner).collect()],
            centre,
            room: radius,
            tone,
            labelled: false,
        }
    }
}

/// From the centre of a hexagon of width 1 to its corners.
pub const HEX_REACH: f32 = 0.577_350_26;

/// A corner of a hexagon of width 1, clockwise from the lower left.
pub fn hexagon_corner(centre: Point, corner: usize) -> Point {
    let (x, y) =
        [(-0.5, 0.5), (-0.5, -0.5), (0.0, -1.0), (0.5, -0.5), (0.5, 0.5), (0.0, 1.0)][corner % 6];
    Point::new(centre.x + x, centre.y + HEX_REACH * y)
}

/// The room for coordinates at the left and below.
const RIM: f32 = 0.5;

impl Scene {
    /// A board of squares, from `a1` at the lower left, row by row; letters stand below it, numbers at the left. The
    /// game adds seats, pieces and captions. At most 26 columns have a letter.
    pub fn grid(rows: u8, columns: u8) -> Scene {
        let letter = |column: u8| char::from(b'a' + column % 26);
        let (width, height) = (f32::from(columns) + RIM, f32::from(rows) + RIM);
        let left = |column: u8| RIM + f32::from(column);
        let top = |row: u8| f32::from(rows - 1 - row);
        let cells = (0..rows).flat_map(|row| {
            (0..columns).map(move |column| {
                let light = (row + column) % 2 == 1;
                let tone = if light { Tone::Light } else { Tone::Dark };
                let name = format!("{}{}", letter(column), row + 1);
                Cell::square(name, left(column), top(row), tone)
            })
        });
        let below = (0..columns).map(|column| {
            let middle = Point::new(left(column) + 0.5, height - RIM / 2.0);
            (middle, letter(column).to_string())
        });
        let beside =
            (0..rows).map(|row| (Point::new(RIM / 2.0, top(row) + 0.5), (row + 1).to_string()));
        Scene {
            width,
            height,
            cells: cells.collect(),
            rim: below.chain(beside).collect(),
            ..Scene::default()
        }
    }

    /// Draws lines from one cell to the next, by their indices: the ways on a board of points.
    pub fn connect(&mut self, cells: &[usize]) {
        let points = cells.iter().filter_map(|&cell| self.cells.get(cell));
        let points = points.map(|cell| cell.centre).collect();
        self.lines.push(Line { points, owner: None });
    }

    /// The index of the cell with a name.
    pub fn cell(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell.name == name)
    }

    /// What stands on a cell.
    pub fn piece_on(&self, cell: usize) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.cell == cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_is_named_from_the_lower_left() {
        let grid = Scene::grid(2, 3);
        let names: Vec<&str> = grid.cells.iter().map(|cell| cell.name.as_str()).collect();
        assert_eq!(names, ["a1", "b1", "c1", "a2", "b2", "c2"]);
        let lowest = &grid.cells[0];
        assert!(lowest.centre.y > grid.cells[3].centre.y && lowest.tone == Tone::Dark);
        let rim: Vec<&str> = grid.rim.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(rim, ["a", "b", "c", "1", "2"]);
        assert_eq!((grid.rim[0].0.x, grid.rim[3].0.y), (lowest.centre.x, lowest.centre.y));
    }

    #[test]
    fn points_are_joined_by_lines_between_their_middles() {
        let places = [Point::new(1.0, 1.0), Point::new(3.0, 1.0)];
        let discs = places.map(|place| Cell::disc("", place, 0.3, Tone::Light));
        let mut board = Scene { cells: discs.into(), ..Scene::default() };
        board.connect(&[0, 1]);
        assert_eq!(board.lines[0].points, places);
        let ring = &board.cells[0].outline[0];
        assert!(ring.iter().all(|p| ((p.x - 1.0).hypot(p.y - 1.0) - 0.3).abs() < 1e-6));
    }
}
