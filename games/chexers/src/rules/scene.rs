//! The picture: regular hexes with a corner on top, a third of the edge coloured for each player.

use ludarium_game::{
    Caption, Cell, HEX_REACH, Hue, Line, Piece, Point, Scene, SeatStyle, Shape, Tone, Turn,
    hexagon_corner,
};

use super::board::{Colour, Hex};
use super::{Chexers, EXITS_TO_WIN, Ending, Game, LAST_PLY};

/// The board is seven hexes wide and seven rows high.
const WIDTH: f32 = 7.0;
const HEIGHT: f32 = 6.0 * Cell::HEX_ROW + 2.0 * HEX_REACH;

pub(super) fn scene(position: &Chexers) -> Scene {
    Scene {
        width: WIDTH,
        height: HEIGHT,
        seats: Colour::ALL.map(style).to_vec(),
        cells: Hex::all().map(cell).collect(),
        pieces: pieces(position),
        lines: Colour::ALL.map(goal).to_vec(),
        rim: Vec::new(),
        captions: captions(position),
    }
}

fn style(colour: Colour) -> SeatStyle {
    SeatStyle {
        name: colour.name().to_owned(),
        letter: colour.letter().to_ascii_uppercase(),
        hue: match colour {
            Colour::Red => Hue::Red,
            Colour::Green => Hue::Green,
            Colour::Blue => Hue::Blue,
        },
    }
}

fn centre(hex: Hex) -> Point {
    let (q, r) = (hex.q() as f32, hex.r() as f32);
    Point::new(WIDTH / 2.0 + q + r / 2.0, HEIGHT / 2.0 + Cell::HEX_ROW * r)
}

/// Corner `index` of a hex, clockwise; the side in direction d lies between corners d and d + 1.
fn corner(hex: Hex, index: usize) -> Point {
    hexagon_corner(centre(hex), index)
}

fn cell(hex: Hex) -> Cell {
    // Neighbours never share a shade.
    let shade = (hex.q() - hex.r()).rem_euclid(3);
    let tone = [Tone::Light, Tone::Middle, Tone::Dark][shade as usize];
    Cell::hexagon(hex.to_string(), centre(hex), tone)
}

fn pieces(position: &Chexers) -> Vec<Piece> {
    let owned = |(cell, hex)| {
        position.piece(hex).map(|colour| Piece {
            cell,
            owner: Some(colour.seat()),
            shape: Shape::Disc,
        })
    };
    Hex::all().enumerate().filter_map(owned).collect()
}

/// The outer border of a colour's exit hexes: two sides of each, one after the other, clockwise.
fn goal(colour: Colour) -> Line {
    let turns = colour as usize;
    let mut points = Vec::new();
    for r in -3..=0 {
        // Red's edge, turned by as many thirds as the colour is after Red.
        let (mut q, mut r) = (3, r);
        for _ in 0..turns {
            (q, r) = (-q - r, q);
        }
        let Some(hex) = Hex::new(q, r) else { continue };
        let first = 2 * turns + 2;
        if points.is_empty() {
            points.push(corner(hex, first));
        }
        points.extend([corner(hex, first + 1), corner(hex, first + 2)]);
    }
    Line { points, owner: Some(colour.seat()) }
}

fn captions(position: &Chexers) -> Vec<Caption> {
    let about = |colour: Colour| Caption {
        text: format!(
            "{}: {} of {EXITS_TO_WIN} exits, {} on the board",
            colour.name(),
            position.exits(colour),
            position.pieces(colour).count()
        ),
        seat: Some(colour.seat()),
        active: position.turn() == Turn::Seat(colour.seat()),
    };
    let mut captions: Vec<Caption> = Colour::ALL.into_iter().map(about).collect();
    let (text, seat) = match position.ending {
        None => {
            let name = position.side.name();
            // Counted as people count: a move is one of each player.
            let (now, last) = (position.ply / 3 + 1, LAST_PLY / 3);
            let text = format!("{name} to move, move {now} of {last}");
            (text, Some(position.side.seat()))
        }
        Some(Ending::FourExits(winner)) => {
            let text = format!("{} wins: {}", winner.name(), position.ending_text());
            (text, Some(winner.seat()))
        }
        Some(Ending::Repetition | Ending::TurnLimit) => {
            (format!("Draw: {}", position.ending_text()), None)
        }
    };
    captions.push(Caption { text, seat, active: position.ending.is_none() });
    captions
}

#[cfg(test)]
mod tests {
    use super::super::board::EXIT_EDGE;
    use super::*;

    fn distance(a: Point, b: Point) -> f32 {
        (a.x - b.x).hypot(a.y - b.y)
    }

    #[test]
    fn hexes_are_regular_and_share_their_sides() {
        for hex in Hex::all() {
            for direction in 0..6 {
                let side = [corner(hex, direction), corner(hex, direction + 1)];
                assert!((distance(side[0], side[1]) - HEX_REACH).abs() < 1e-5);
                assert!((distance(side[0], centre(hex)) - HEX_REACH).abs() < 1e-5);
                let Some(next) = hex.towards(direction, 1) else {
                    continue;
                };
                let theirs = [corner(next, direction + 4), corner(next, direction + 3)];
                assert!(distance(side[0], theirs[0]) < 1e-5, "{hex} and {next}");
                assert!(distance(side[1], theirs[1]) < 1e-5, "{hex} and {next}");
            }
        }
    }

    #[test]
    fn a_goal_is_eight_sides_that_face_outwards() {
        for colour in Colour::ALL {
            let goal = goal(colour).points;
            assert_eq!(goal.len(), 9);
            for side in goal.windows(2) {
                assert!((distance(side[0], side[1]) - HEX_REACH).abs() < 1e-5);
                let owners = Hex::all().filter(|&hex| {
                    let near = |point| (distance(point, centre(hex)) - HEX_REACH).abs() < 1e-4;
                    near(side[0]) && near(side[1])
                });
                let owners: Vec<Hex> = owners.collect();
                assert_eq!(owners.len(), 1, "{owners:?}");
                assert_ne!(EXIT_EDGE[colour as usize] & owners[0].set(), 0);
            }
        }
    }
}
