//! The picture: the board with its rosettes, and on both sides the pieces that wait and those that are home.

use ludarium_game::{
    Caption, Cell, Game, Hue, Line, Piece, Point, Scene, Seat, SeatStyle, Shape, Tone, Turn,
};

use super::notation::{ROWS, RowPlace};
use super::{DARK, LIGHT, Move, Ur};

/// The rim for the letters left of the board, and for the numbers below it.
const RIM: f32 = 0.5;

/// The side of a slot for a piece beside the board, and its distance from the board.
const SLOT: f32 = 0.5;
const GAP: f32 = 0.25;

/// The width of the petals of a rosette.
const PETALS: f32 = 0.4;

const NAMES: [&str; 2] = ["Light", "Dark"];

impl Ur {
    pub(super) fn picture(&self) -> Scene {
        let columns = f32::from(self.rules.track.columns);
        let squares = RowPlace::all(&self.rules).filter(|place| place.is_square(&self.rules));
        let squares: Vec<RowPlace> = squares.collect();
        let rosettes = squares.iter().filter(|place| place.is_rosette(&self.rules));
        let mut scene = Scene {
            width: RIM + columns,
            height: 3.0 + 2.0 * (SLOT + GAP) + RIM,
            seats: vec![style(LIGHT, 'L', Hue::White), style(DARK, 'D', Hue::Black)],
            cells: squares.iter().map(|&place| self.cell(place)).collect(),
            pieces: Vec::new(),
            lines: rosettes.flat_map(|&place| petals(place)).collect(),
            rim: rim(self.rules.track.columns),
            captions: self.captions(),
        };
        for (cell, &place) in squares.iter().enumerate() {
            let owner = self.owner(place);
            scene.pieces.extend(owner.map(|seat| disc(cell, seat)));
        }
        for seat in [DARK, LIGHT] {
            for (group, pieces) in
                [(Group::Waiting, self.waiting(seat)), (Group::Home, self.home(seat))]
            {
                for slot in 1..=self.rules.pieces {
                    if slot <= pieces {
                        scene.pieces.push(disc(scene.cells.len(), seat));
                    }
                    scene.cells.push(self.slot(seat, group, slot));
                }
            }
        }
        scene
    }

    fn cell(&self, place: RowPlace) -> Cell {
        let Point { x, y } = corner(place);
        let tone = if place.is_rosette(&self.rules) { Tone::Dark } else { Tone::Light };
        Cell::square(place.name(), x, y, tone)
    }

    /// A place beside the board, at the side's own row: waiting pieces at the left, those that are home at the right.
    fn slot(&self, seat: Seat, group: Group, slot: u8) -> Cell {
        let row = if seat == DARK { 0.0 } else { SLOT + GAP + 3.0 + GAP };
        let right = RIM + f32::from(self.rules.track.columns);
        let x = match group {
            Group::Waiting => RIM + f32::from(slot - 1) * SLOT,
            Group::Home => right - f32::from(slot) * SLOT,
        };
        let corners = [(0.0, 0.0), (SLOT, 0.0), (SLOT, SLOT), (0.0, SLOT)];
        Cell {
            name: group.slot_name(seat, slot),
            outline: vec![corners.map(|(right, down)| Point::new(x + right, row + down)).to_vec()],
            centre: Point::new(x + SLOT / 2.0, row + SLOT / 2.0),
            room: SLOT / 2.0,
            tone: Tone::Middle,
            labelled: false,
        }
    }

    fn captions(&self) -> Vec<Caption> {
        let active = self.turn() != Turn::Over;
        let side = |seat: Seat| {
            let (waiting, home) = (self.waiting(seat), self.home(seat));
            Caption {
                text: format!("{}: {waiting} to enter, {home} home", NAMES[seat.index()]),
                seat: Some(seat),
                active: active && seat == self.mover,
            }
        };
        let name = NAMES[self.mover.index()];
        let text = match (self.turn(), self.roll) {
            (Turn::Over, _) => format!("{name} wins: all pieces are home"),
            (Turn::Seat(_), Some(roll)) if self.targets(roll) == 0 => {
                format!("{name} rolled {roll} and cannot move")
            }
            (Turn::Seat(_), Some(roll)) => format!("{name} rolled {roll}"),
            _ => format!("{name} to roll"),
        };
        vec![side(LIGHT), side(DARK), Caption { text, seat: None, active: false }]
    }

    /// The cells that spell a move.
    pub(super) fn cells_of(&self, mv: Move) -> Vec<String> {
        let Move::Step { from, to } = mv else { return Vec::new() };
        let (seat, rules) = (self.mover, &self.rules);
        let square = |step| RowPlace::of_step(rules, seat, step).map(RowPlace::name);
        let last_waiting = || Group::Waiting.slot_name(seat, self.waiting(seat));
        let next_home = || Group::Home.slot_name(seat, self.home(seat) + 1);
        vec![square(from).unwrap_or_else(last_waiting), square(to).unwrap_or_else(next_home)]
    }
}

/// The pieces beside the board.
#[derive(Clone, Copy)]
enum Group {
    Waiting,
    Home,
}

impl Group {
    /// `waiting-L7`, `home-D1`.
    fn slot_name(self, seat: Seat, slot: u8) -> String {
        let group = match self {
            Group::Waiting => "waiting",
            Group::Home => "home",
        };
        let letter = if seat == LIGHT { 'L' } else { 'D' };
        format!("{group}-{letter}{slot}")
    }
}

fn style(seat: Seat, letter: char, hue: Hue) -> SeatStyle {
    SeatStyle { name: NAMES[seat.index()].to_owned(), letter, hue }
}

fn disc(cell: usize, seat: Seat) -> Piece {
    Piece { cell, owner: Some(seat), shape: Shape::Disc }
}

/// The upper left corner of a place.
fn corner(place: RowPlace) -> Point {
    let down = SLOT + GAP + f32::from(place.row);
    Point::new(RIM + f32::from(place.column - 1), down)
}

/// A rosette: two squares, one of them standing on a corner.
fn petals(place: RowPlace) -> [Line; 2] {
    let Point { x, y } = corner(place);
    let ring = |turn: f32| {
        let corner = |index: u8| {
            let angle = (f32::from(index) / 4.0 + turn) * std::f32::consts::TAU;
            Point::new(x + 0.5 + PETALS * angle.cos(), y + 0.5 + PETALS * angle.sin())
        };
        Line { points: (0..=4).map(corner).collect(), owner: None }
    };
    [ring(0.0), ring(0.125)]
}

/// The letters of the rows and the numbers of the columns.
fn rim(columns: u8) -> Vec<(Point, String)> {
    let rows = (0..3).map(|row| {
        let Point { y, .. } = corner(RowPlace { row, column: 1 });
        (Point::new(RIM / 2.0, y + 0.5), ROWS[usize::from(row)].to_string())
    });
    let numbers = (1..=columns).map(|column| {
        let Point { x, y } = corner(RowPlace { row: 2, column });
        (Point::new(x + 0.5, y + 1.0 + GAP + SLOT + RIM / 2.0), column.to_string())
    });
    rows.chain(numbers).collect()
}
