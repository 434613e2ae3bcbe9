//! The picture: a map of areas with a stack of dice on each.

use std::cell::RefCell;
use std::f32::consts::TAU;
use std::sync::Arc;

use ludarium_game::{
    Caption, Cell, Hue, Line, Piece, Point, Scene, Seat, SeatStyle, Shape, Tabletop, Tone,
};

use super::outline::{AreaOutline, outlines};
use super::{Area, Dicewars, Game, Map, Phase, areas_in, certain, probability};

const HUES: [Hue; 8] =
    [Hue::Blue, Hue::Orange, Hue::Green, Hue::Purple, Hue::Yellow, Hue::Red, Hue::Sky, Hue::Grey];

/// The radius of an area on the picture of a map without hexes.
const DISC: f32 = 0.45;
/// Corners of such an area.
const CORNERS: usize = 16;

impl Dicewars {
    pub(super) fn picture(&self) -> Scene {
        let MapLayout(shapes, size, lines) = latest_layout(&self.map);
        let cell = |(area, shape): (Area, AreaOutline)| Cell {
            name: area.to_string(),
            outline: shape.rings,
            centre: shape.centre,
            room: shape.room,
            tone: Tone::Owned(self.owner(area)),
            labelled: true,
        };
        let areas = areas_in(self.map.all());
        let piece = |area: Area| Piece {
            cell: area.index(),
            owner: Some(self.owner(area)),
            shape: Shape::Dice(self.dice(area)),
        };
        Scene {
            width: size.x,
            height: size.y,
            seats: Seat::all(self.seats()).map(style).collect(),
            cells: areas.clone().zip(shapes).map(cell).collect(),
            pieces: areas.map(piece).collect(),
            lines,
            rim: Vec::new(),
            captions: self.captions(),
        }
    }

    fn captions(&self) -> Vec<Caption> {
        let over = matches!(self.phase, Phase::Over(_));
        let mut captions = vec![Caption {
            text: self.headline(),
            seat: (!over).then(|| self.player()).or(self.winner()),
            // The line of the seat to act is marked, not the headline above it.
            active: false,
        }];
        for seat in Seat::all(self.seats()) {
            captions.push(Caption {
                text: self.standing(seat),
                seat: Some(seat),
                active: !over && seat == self.player(),
            });
        }
        captions
    }

    fn headline(&self) -> String {
        let player = name(self.player());
        match self.phase {
            Phase::Choosing => format!("{player} attacks or ends the turn"),
            Phase::Battle { from, to } => {
                let (attacker, defender) = (self.dice(from), self.dice(to));
                let dice = |number: u8| count(u32::from(number), "die", "dice");
                let odds = if certain(attacker, defender) {
                    "certain to win".to_owned()
                } else {
                    let percent = 100.0 * probability(attacker, defender);
                    format!("{percent:.1} % to win")
                };
                format!("{player} attacks {} with {}, {odds}", dice(defender), dice(attacker))
            }
            Phase::Reinforcement { dice } => {
                format!("{player} receives {}", count(u32::from(dice), "die", "dice"))
            }
            Phase::Over(_) => match self.winner() {
                Some(winner) => format!("{} wins: {}", name(winner), self.ending()),
                None => format!("Nobody wins: {}", self.ending()),
            },
        }
    }

    fn standing(&self, seat: Seat) -> String {
        let own = self.areas_of(seat);
        if own == 0 {
            return format!("{}: eliminated", name(seat));
        }
        let dice = areas_in(own).map(|area| u32::from(self.dice(area))).sum();
        let reserve = match self.reserve(seat) {
            0 => String::new(),
            waiting => format!(", {waiting} in reserve"),
        };
        format!(
            "{}: {}, {}, largest region {}{reserve}",
            name(seat),
            count(own.count_ones(), "area", "areas"),
            count(dice, "die", "dice"),
            self.largest_region(seat),
        )
    }
}

fn name(seat: Seat) -> String {
    format!("Player {}", seat.0 + 1)
}

fn style(seat: Seat) -> SeatStyle {
    SeatStyle {
        name: name(seat),
        // A digit would run together with a number of dice beside it.
        letter: char::from(b'A' + seat.0 % 8),
        hue: HUES[seat.index() % HUES.len()],
    }
}

fn count(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Where the areas of a map lie, how large the picture is, and lines between neighbours where shapes do not show them.
#[derive(Clone)]
struct MapLayout(Vec<AreaOutline>, Point, Vec<Line>);

thread_local! {
    /// The map drawn last: all positions of a game have the same map.
    static LATEST: RefCell<Option<(Arc<Map>, MapLayout)>> = const { RefCell::new(None) };
}

fn latest_layout(map: &Arc<Map>) -> MapLayout {
    LATEST.with_borrow_mut(|latest| match latest {
        Some((known, layout)) if Arc::ptr_eq(known, map) => layout.clone(),
        _ => latest.insert((map.clone(), layout(map))).1.clone(),
    })
}

fn layout(map: &Map) -> MapLayout {
    if map.hexes().is_empty() {
        return circle_layout(map);
    }
    let (shapes, size) = outlines(map.hexes());
    MapLayout(shapes, size, Vec::new())
}

/// Areas without hexes are drawn in a circle, in order, and lines join neighbours.
fn circle_layout(map: &Map) -> MapLayout {
    // Neighbouring discs keep a gap of a fifth of their width.
    let radius = (1.2 * map.areas() as f32 / TAU).max(1.0);
    let middle = radius + DISC;
    let around = |centre: Point, radius: f32, turn: f32| {
        Point::new(centre.x + radius * (TAU * turn).sin(), centre.y - radius * (TAU * turn).cos())
    };
    let table = Point::new(middle, middle);
    let centre = |area: Area| around(table, radius, area.index() as f32 / map.areas() as f32);
    let shape = |area: Area| {
        let corner = |corner| around(centre(area), DISC, corner as f32 / CORNERS as f32);
        AreaOutline {
            rings: vec![(0..CORNERS).map(corner).collect()],
            centre: centre(area),
            // The sides of the polygon are nearer than its corners.
            room: DISC * (TAU / CORNERS as f32 / 2.0).cos(),
        }
    };
    let mut lines = Vec::new();
    for from in areas_in(map.all()) {
        for &to in map.neighbours(from).iter().filter(|&&to| from < to) {
            lines.push(Line {
                points: between_discs(centre(from), centre(to)).to_vec(),
                owner: None,
            });
        }
    }
    let size = Point::new(2.0 * middle, 2.0 * middle);
    MapLayout(areas_in(map.all()).map(shape).collect(), size, lines)
}

/// The part of the way between two centres that lies outside both discs.
fn between_discs(from: Point, to: Point) -> [Point; 2] {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let share = DISC / dx.hypot(dy);
    let at = |part: f32| Point::new(from.x + part * dx, from.y + part * dy);
    [at(share), at(1.0 - share)]
}
