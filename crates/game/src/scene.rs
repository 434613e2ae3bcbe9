//! `Scene`: the picture of a position as data. The page, the terminal, SVG and PNG draw it without
//! knowing the game.

use crate::{Hue, Seat, Shape};

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
    /// The name used in the notation (`e4`, `BD3`, `-1,2`, `17`); different for each cell.
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

impl Cell {
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
}

impl Scene {
    /// The index of the cell with a name.
    pub fn cell(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell.name == name)
    }

    /// What stands on a cell.
    pub fn piece_on(&self, cell: usize) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.cell == cell)
    }
}
