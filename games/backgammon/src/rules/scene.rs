//! The picture: a board of 24 triangles, each with room for five checkers, a bar, trays and dice.
//!
//! White's home is on the right, below. Cells are counted as White counts: `13.2` is the second checker's place on its
//! point 13.

use ludarium_game::{
    Caption, Cell, Game, Hue, Line, Piece, Point, Scene, Seat, SeatStyle, Shape, Tone, Turn,
};

use super::men::{BAR, Men, OFF};
use super::{Backgammon, NAMES, Stakes};

/// The places of a point; a checker with a number stands for more.
const PLACES: u8 = 5;
/// The strip above and below the board for the numbers of points, in two rows.
const RIM: f32 = 0.9;
/// The height of the board: points of both sides and a strip between them, on which the dice lie.
const HEIGHT: f32 = 11.5;
/// Where the bar and the trays begin, and where the picture ends.
const BAR_LEFT: f32 = 6.0;
const TRAY_LEFT: f32 = 13.25;
const WIDTH: f32 = TRAY_LEFT + 1.0;
/// The height of a triangle.
const REACH: f32 = 4.9;
/// Half of a die's place, and from the middle of the board's half to the middle of a die.
const DIE: f32 = 0.62;
const DICE_APART: f32 = 0.65;

pub(super) fn scene(position: &Backgammon) -> Scene {
    let mut scene = Scene {
        width: WIDTH,
        height: HEIGHT + 2.0 * RIM,
        seats: [Seat(0), Seat(1)].map(style).into(),
        rim: (1..BAR).flat_map(numbers).collect(),
        captions: captions(position),
        lines: [BAR_LEFT, BAR_LEFT + 1.0].map(upright).into(),
        ..Scene::default()
    };
    for seat in Seat::all(2) {
        for slot in OFF..=BAR {
            add_places(position.men(seat), Slot { seat, slot }, &mut scene);
        }
        add_dice(position, seat, &mut scene);
    }
    scene.cells.extend([field("left", 0.0, Seat(1)), field("right", BAR_LEFT + 1.0, Seat(0))]);
    scene
}

/// A slot of a seat, as it counts.
#[derive(Clone, Copy)]
struct Slot {
    seat: Seat,
    slot: u8,
}

impl Slot {
    /// As White counts; a bar and a tray belong to one seat.
    fn for_white(self) -> u8 {
        if self.seat == Seat(0) { self.slot } else { BAR - self.slot }
    }

    fn is_point(self) -> bool {
        (1..BAR).contains(&self.slot)
    }

    /// The name of a place, counted from 1.
    fn name(self, place: u8) -> String {
        let letter = ["w", "b"][self.seat.index() & 1];
        match self.slot {
            OFF => format!("off-{letter}.{place}"),
            BAR => format!("bar-{letter}.{place}"),
            _ => format!("{}.{place}", self.for_white()),
        }
    }

    /// The left edge of the column.
    fn left(self) -> f32 {
        match (self.slot, self.for_white()) {
            (OFF, _) => TRAY_LEFT,
            (BAR, _) => BAR_LEFT,
            (_, point @ 7..=12) => f32::from(12 - point),
            (_, point @ 13..=18) => f32::from(point - 13),
            (_, point @ 19..) => f32::from(point - 12),
            (_, point) => f32::from(13 - point),
        }
    }

    /// Whether the first checker stands above the others.
    fn hangs(self) -> bool {
        match self.slot {
            OFF => self.seat == Seat(1),
            BAR => self.seat == Seat(0),
            _ => self.for_white() > 12,
        }
    }

    /// From the edge at which the first checker stands.
    fn height(self, units: f32) -> f32 {
        let (first, units) = match (self.slot, self.hangs()) {
            // The places of the bar fill it.
            (BAR, _) => (HEIGHT / 2.0, units * HEIGHT / (2.0 * f32::from(PLACES))),
            (_, true) => (0.0, units),
            (_, false) => (HEIGHT, units),
        };
        RIM + first + if self.hangs() { units } else { -units }
    }
}

fn add_places(men: Men, slot: Slot, scene: &mut Scene) {
    let count = men.on(slot.slot);
    for place in 1..=PLACES {
        let name = slot.name(place);
        let known = scene.cell(&name);
        let cell = known.unwrap_or(scene.cells.len());
        if known.is_none() {
            scene.cells.push(place_cell(name, slot, place));
        }
        if count >= place {
            let shape =
                if place == PLACES && count > PLACES { Shape::Discs(count) } else { Shape::Disc };
            scene.pieces.push(Piece { cell, owner: Some(slot.seat), shape });
        }
    }
}

/// A part of a triangle, or a square of the bar or a tray.
fn place_cell(name: String, slot: Slot, place: u8) -> Cell {
    let [near, far] = [place - 1, place].map(f32::from);
    let middle = slot.left() + 0.5;
    let half =
        |units: f32| if slot.is_point() { 0.5 * (1.0 - units / REACH).max(0.0) } else { 0.5 };
    let far = if slot.is_point() { far.min(REACH) } else { far };
    let at = |units: f32, side: f32| Point::new(middle + side * half(units), slot.height(units));
    let mut ring = vec![at(near, -1.0), at(near, 1.0), at(far, 1.0)];
    if half(far) > 0.0 {
        ring.push(at(far, -1.0));
    }
    Cell {
        name,
        outline: vec![ring],
        centre: Point::new(middle, slot.height(near + 0.48)),
        room: 0.5,
        tone: match slot.for_white() {
            _ if !slot.is_point() => Tone::Dark,
            point if (point % 2 == 0) == (point <= 12) => Tone::Light,
            _ => Tone::Dark,
        },
        labelled: false,
    }
}

/// The dice lie on the right of the player who rolled them.
fn add_dice(position: &Backgammon, seat: Seat, scene: &mut Scene) {
    let dice = position.dice().filter(|_| position.mover() == seat);
    for (index, x) in (0..).zip(dice_at(seat)) {
        let cell = scene.cells.len();
        let middle = Point::new(x, RIM + HEIGHT / 2.0);
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let corner = |(x, y): (f32, f32)| Point::new(middle.x + DIE * x, middle.y + DIE * y);
        scene.cells.push(Cell {
            name: format!("dice-{}.{}", ["w", "b"][seat.index() & 1], index + 1),
            outline: vec![corners.map(corner).to_vec()],
            centre: middle,
            room: DIE,
            tone: Tone::Middle,
            labelled: false,
        });
        if let Some(dice) = dice {
            let shape = Shape::DieFace(dice[index]);
            scene.pieces.push(Piece { cell, owner: Some(seat), shape });
        }
    }
}

/// Where the dice of a seat lie.
fn dice_at(seat: Seat) -> [f32; 2] {
    let middle = if seat == Seat(0) { BAR_LEFT + 4.0 } else { 3.0 };
    [middle - DICE_APART, middle + DICE_APART]
}

/// An edge of the bar.
fn upright(x: f32) -> Line {
    Line { points: vec![Point::new(x, RIM), Point::new(x, RIM + HEIGHT)], owner: None }
}

/// A half of the board without its points and the dice of a seat.
fn field(name: &str, left: f32, dice: Seat) -> Cell {
    let ring = |left: f32, top: f32, width: f32, height: f32| {
        let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
        corners.map(|(x, y)| Point::new(left + x, top + y)).to_vec()
    };
    let mut outline = vec![ring(left, RIM, 6.0, HEIGHT)];
    for slot in (1..BAR).map(|slot| Slot { seat: Seat(0), slot }) {
        if (left..left + 6.0).contains(&slot.left()) {
            let tip = Point::new(slot.left() + 0.5, slot.height(REACH));
            let base = [0.0, 1.0].map(|x| Point::new(slot.left() + x, slot.height(0.0)));
            outline.push(vec![base[0], base[1], tip]);
        }
    }
    for x in dice_at(dice) {
        outline.push(ring(x - DIE, RIM + HEIGHT / 2.0 - DIE, 2.0 * DIE, 2.0 * DIE));
    }
    Cell {
        name: format!("field.{name}"),
        outline,
        centre: Point::new(left + 5.5, RIM + HEIGHT / 2.0),
        room: 0.3,
        tone: Tone::Middle,
        labelled: false,
    }
}

/// The number of a point for White, and outside it the one for Black.
fn numbers(point: u8) -> [(Point, String); 2] {
    let slot = Slot { seat: Seat(0), slot: point };
    let at = |units: f32| Point::new(slot.left() + 0.5, slot.height(-units));
    [(at(0.25), point.to_string()), (at(0.65), format!("({})", BAR - point))]
}

fn style(seat: Seat) -> SeatStyle {
    SeatStyle {
        name: NAMES[seat.index() & 1].to_owned(),
        letter: ['W', 'B'][seat.index() & 1],
        hue: [Hue::White, Hue::Black][seat.index() & 1],
    }
}

fn captions(position: &Backgammon) -> Vec<Caption> {
    let mover = position.mover();
    let name = NAMES[mover.index() & 1];
    let active = position.turn() != Turn::Over;
    let text = match (position.won(), position.dice()) {
        (Some((winner, points)), _) => {
            let name = NAMES[winner.index() & 1];
            match (position.stakes, points) {
                (Stakes::Money, 2) => format!("{name} wins a gammon: 2 points"),
                (Stakes::Money, 3) => format!("{name} wins a backgammon: 3 points"),
                _ => format!("{name} wins"),
            }
        }
        (None, Some([larger, smaller])) => format!("{name} to play {larger}{smaller}"),
        (None, None) if position.is_opening() => "the first roll decides who begins".to_owned(),
        (None, None) => format!("{name} to roll"),
    };
    let about = |seat: Seat| Caption {
        text: format!("{}: {} pips", NAMES[seat.index() & 1], position.men(seat).pips()),
        seat: Some(seat),
        active: false,
    };
    let seat = position.won().map_or(mover, |(winner, _)| winner);
    let seat = (!position.is_opening()).then_some(seat);
    vec![Caption { text, seat, active }, about(Seat(0)), about(Seat(1))]
}

/// The checkers that move, one step after the other: the last one on its point, then where it comes to lie.
pub(super) fn clicks(
    position: &Backgammon,
    steps: impl IntoIterator<Item = (u8, u8)>,
) -> Vec<String> {
    let seat = position.mover();
    let mut at = *position;
    let mut clicks = Vec::new();
    for (from, die) in steps {
        let from = Slot { seat, slot: from };
        clicks.push(from.name(at.men(seat).on(from.slot).clamp(1, PLACES)));
        let landing = at.step(from.slot, die);
        let to = Slot { seat, slot: landing.to };
        clicks.push(to.name(at.men(seat).on(to.slot).clamp(1, PLACES)));
    }
    clicks
}
