//! The picture: a regular hexagon with Blue's back rank at the bottom.
//!
//! Each section has one whole side of the hexagon for its back rank and half of the sides beside it
//! for its rows. Its left and right halves are quadrilaterals with a corner in the centre, cut into
//! four by four cells.

use ludarium_game::{
    Caption, Cell, Game, Hue, Line, Piece, Point, Scene, Seat, SeatStyle, Shape, Tone,
};
use ludarium_game::{Tabletop, Turn};

use super::board::Square;
use super::notation::SEAT_NAMES;
use super::piece::Kind;
use super::{ThreeChess, next_seat};

/// The length of a side: eight cells of about one unit.
const SIDE: f32 = 8.0;

/// Room for the coordinates outside the hexagon.
const MARGIN: f32 = 0.8;

/// How far outside the hexagon the coordinates are.
const RIM: f32 = 0.45;

/// Half the height of the hexagon: the distance from the centre to a side.
fn half_height() -> f32 {
    SIDE * 0.75_f32.sqrt()
}

/// The picture of a position.
pub(super) fn draw(position: &ThreeChess) -> Scene {
    Scene {
        width: 2.0 * (SIDE + MARGIN),
        height: 2.0 * (half_height() + MARGIN),
        seats: seats(),
        cells: Square::all().map(cell).collect(),
        pieces: pieces(position),
        lines: lines(),
        rim: rim(),
        captions: captions(position),
    }
}

fn seats() -> Vec<SeatStyle> {
    let looks = [('B', Hue::Blue), ('G', Hue::Green), ('R', Hue::Red)];
    let named = SEAT_NAMES.iter().zip(looks);
    named.map(|(name, (letter, hue))| SeatStyle { name: (*name).to_owned(), letter, hue }).collect()
}

/// The point of a section at `across` columns from its left edge (0 to 8) and `up` rows from its
/// back rank (0 to 4); a little outside of that range it lies outside of the hexagon.
fn place(section: usize, across: f32, up: f32) -> Point {
    // Blue's right half with the centre of the hexagon as origin; the left half is its mirror image.
    let outwards = (across - 4.0).abs() / 4.0;
    let inwards = up / 4.0;
    let blend = |middle: f32, corner: f32, side: f32| {
        (1.0 - inwards) * ((1.0 - outwards) * middle + outwards * corner)
            + inwards * outwards * side
    };
    let x = blend(0.0, SIDE / 2.0, 0.75 * SIDE) * (across - 4.0).signum();
    let y = blend(half_height(), half_height(), half_height() / 2.0);
    // The next seat sits clockwise, a third of a turn away.
    let (sin, cos) = (std::f32::consts::TAU / 3.0 * section as f32).sin_cos();
    Point::new(SIDE + MARGIN + x * cos - y * sin, half_height() + MARGIN + x * sin + y * cos)
}

fn cell(square: Square) -> Cell {
    let (column, row) = (square.column() as f32, square.row() as f32);
    let at = |across, up| place(square.section(), column + across, row + up);
    let ring = vec![at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)];
    let centre = at(0.5, 0.5);
    let sides = ring.iter().zip(ring.iter().cycle().skip(1));
    let room = sides.map(|(&a, &b)| distance(centre, a, b)).fold(f32::INFINITY, f32::min);
    Cell {
        name: square.to_string(),
        outline: vec![ring],
        centre,
        room,
        // Squares that share a side differ, over the seams too.
        tone: match (square.column() + square.row()) % 2 {
            0 => Tone::Dark,
            _ => Tone::Light,
        },
        labelled: false,
    }
}

/// The distance of a point from the line through two others.
fn distance(point: Point, a: Point, b: Point) -> f32 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    (dx * (point.y - a.y) - dy * (point.x - a.x)).abs() / dx.hypot(dy)
}

fn pieces(position: &ThreeChess) -> Vec<Piece> {
    let shape = |kind| match kind {
        Kind::Pawn => Shape::Pawn,
        Kind::Knight => Shape::Knight,
        Kind::Bishop => Shape::Bishop,
        Kind::Rook => Shape::Rook,
        Kind::Queen => Shape::Queen,
        Kind::King => Shape::King,
    };
    Square::all()
        .filter_map(|square| {
            position.piece(square).map(|piece| Piece {
                cell: square.index(),
                owner: Some(piece.seat()),
                shape: shape(piece.kind()),
            })
        })
        .collect()
}

/// The three seams, and each seat's back edge in its own colour.
fn lines() -> Vec<Line> {
    let seam = |section| Line {
        points: vec![place(section, 0.0, 4.0), place(section, 4.0, 4.0)],
        owner: None,
    };
    let edge = |section: usize| Line {
        points: vec![place(section, 0.0, 0.0), place(section, 8.0, 0.0)],
        owner: Some(Seat(section as u8)),
    };
    (0..3).map(seam).chain((0..3).map(edge)).collect()
}

/// Column letters behind the back ranks, row digits on both ends of the rows.
fn rim() -> Vec<(Point, String)> {
    let mut rim = Vec::new();
    for section in 0..3 {
        for column in 0..8u8 {
            let letter = char::from(b'A' + column).to_string();
            rim.push((outside(section, f32::from(column) + 0.5, 0.0), letter));
        }
        for row in 0..4u8 {
            for across in [0.0, 8.0] {
                let digit = (row + 1).to_string();
                rim.push((outside(section, across, f32::from(row) + 0.5), digit));
            }
        }
    }
    rim
}

/// The point beside the rim next to a place on it.
fn outside(section: usize, across: f32, up: f32) -> Point {
    let on_rim = place(section, across, up);
    // The middle of the side that the place lies on gives the direction outwards.
    let middle = match across {
        0.0 | 8.0 => place(section, across, 4.0),
        _ => place(section, 4.0, 0.0),
    };
    let (dx, dy) = (middle.x - SIDE - MARGIN, middle.y - half_height() - MARGIN);
    let scale = RIM / dx.hypot(dy);
    Point::new(on_rim.x + dx * scale, on_rim.y + dy * scale)
}

fn captions(position: &ThreeChess) -> Vec<Caption> {
    let turn = position.turn();
    let headline = match turn {
        Turn::Seat(seat) => format!("{} to move", SEAT_NAMES[seat.index()]),
        _ => format!("Over, {}: {}", position.ending(), outcome(position)),
    };
    let mut captions = vec![Caption {
        text: headline,
        seat: match turn {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        },
        active: false,
    }];
    for seat in Seat::all(3) {
        let name = SEAT_NAMES[seat.index()];
        let score = position.score(seat);
        captions.push(Caption {
            text: format!("{name}: {score} points, captured {}", captured(position, seat)),
            seat: Some(seat),
            active: turn == Turn::Seat(seat),
        });
    }
    captions
}

/// The winners and losers.
fn outcome(position: &ThreeChess) -> String {
    let results = position.results().unwrap_or_default();
    let parts: Vec<String> = SEAT_NAMES
        .iter()
        .zip(results)
        .filter(|(_, result)| *result != 0)
        .map(|(name, result)| format!("{name} {}", if result > 0 { "wins" } else { "loses" }))
        .collect();
    if parts.is_empty() { "a draw".to_owned() } else { parts.join(", ") }
}

/// What a seat has captured, in words: `Green pawn ×2, Red queen`.
fn captured(position: &ThreeChess, seat: Seat) -> String {
    let first = next_seat(seat);
    let mut parts = Vec::new();
    for owner in [first, next_seat(first)] {
        for kind in Kind::ALL {
            let piece = super::Piece::new(owner, kind);
            let name = format!("{} {}", SEAT_NAMES[owner.index()], kind.name());
            match position.captured(seat).filter(|&taken| taken == piece).count() {
                0 => {}
                1 => parts.push(name),
                count => parts.push(format!("{name} ×{count}")),
            }
        }
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Direction, Rules};

    fn near(a: Point, b: Point) -> bool {
        (a.x - b.x).hypot(a.y - b.y) < 1e-3
    }

    #[test]
    fn cells_share_a_side_exactly_if_they_are_neighbours() {
        let cells: Vec<Cell> = Square::all().map(cell).collect();
        for one in Square::all() {
            for other in Square::all().filter(|&other| other != one) {
                let (a, b) = (&cells[one.index()].outline[0], &cells[other.index()].outline[0]);
                let corners = a.iter().filter(|&&p| b.iter().any(|&q| near(p, q))).count();
                let next = Direction::ALL.iter().any(|&d| one.neighbour(d) == Some(other));
                assert_eq!(corners == 2, next, "{one} {other}");
                if next {
                    assert_ne!(cells[one.index()].tone, cells[other.index()].tone);
                }
            }
        }
    }

    #[test]
    fn the_cells_fill_the_hexagon() {
        let area = |ring: &[Point]| {
            let sides = ring.iter().zip(ring.iter().cycle().skip(1));
            sides.map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f32>().abs() / 2.0
        };
        let cells: f32 = Square::all().map(|square| area(&cell(square).outline[0])).sum();
        assert!((cells - 3.0 * SIDE * half_height()).abs() < 1e-2, "{cells}");
    }

    #[test]
    fn blue_sits_at_the_bottom_with_column_a_to_the_left() {
        let centre = |name: &str| cell(Square::from_name(name).expect("a name")).centre;
        assert!(centre("BA1").x < centre("BH1").x);
        assert!(centre("BE1").y > centre("BE4").y);
        assert!(centre("GE1").x < centre("RE1").x);
        assert!(centre("GE1").y < centre("BE4").y);
    }

    #[test]
    fn coordinates_stand_on_the_canvas_but_outside_the_cells() {
        let scene = draw(&ThreeChess::set_up(&Rules::default()));
        assert_eq!(scene.rim.len(), 3 * (8 + 8));
        for (point, text) in &scene.rim {
            assert!((0.0..=scene.width).contains(&point.x), "{text} {point:?}");
            assert!((0.0..=scene.height).contains(&point.y), "{text} {point:?}");
            let centre = Point::new(scene.width / 2.0, scene.height / 2.0);
            let from_centre = (point.x - centre.x).hypot(point.y - centre.y);
            assert!(from_centre > half_height(), "{text} {point:?}");
        }
    }

    #[test]
    fn captions_name_the_turn_the_scores_and_the_captured_pieces() {
        let text = "....K.../......../......../......../....k.../......../......../......../....6.../......../......../........ G 1p1 Q - 7";
        let position = ThreeChess::parse(&Rules::default(), text).expect("a position");
        let captions: Vec<String> = captions(&position).into_iter().map(|c| c.text).collect();
        assert_eq!(
            captions,
            [
                "Green to move",
                "Blue: 43 points, captured Green pawn, Red pawn ×2",
                "Green: 49 points, captured Blue queen",
                "Red: 40 points, captured nothing",
            ]
        );
    }
}
