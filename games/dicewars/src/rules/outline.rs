//! The shape of an area on the picture: the boundary of the union of its hexes.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_game::Point;

use super::MapHex;

/// The width of a hex: areas are four or five hexes wide, about one unit.
const HEX_WIDTH: f32 = 0.25;
const HALF_WIDTH: f32 = HEX_WIDTH / 2.0;
/// Half the edge of a regular hex of that width.
const HALF_EDGE: f32 = HEX_WIDTH / 3.464_101_6;

/// A corner of hexes on a whole-number grid: half widths to the right, half edges down.
type Corner = (i32, i32);

/// The corners of the side towards each neighbour, from the centre, clockwise on the screen.
const SIDES: [(Corner, Corner); 6] = [
    ((1, -1), (1, 1)),
    ((1, 1), (0, 2)),
    ((0, 2), (-1, 1)),
    ((-1, 1), (-1, -1)),
    ((-1, -1), (0, -2)),
    ((0, -2), (1, -1)),
];

/// An area's boundary, and the place inside it that is farthest from it.
#[derive(Clone)]
pub(super) struct AreaOutline {
    pub(super) rings: Vec<Vec<Point>>,
    pub(super) centre: Point,
    pub(super) room: f32,
}

/// The outlines of all areas on a canvas that they just fill, and its size.
pub(super) fn outlines(areas: &[Vec<MapHex>]) -> (Vec<AreaOutline>, Point) {
    let corners = areas.iter().flatten().flat_map(|&hex| SIDES.map(|(from, _)| corner(hex, from)));
    let (mut low, mut high) = ((i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
    for (x, y) in corners {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    let place = |(x, y): Corner| {
        Point::new((x - low.0) as f32 * HALF_WIDTH, (y - low.1) as f32 * HALF_EDGE)
    };
    let shapes = areas.iter().map(|hexes| outline(hexes, place)).collect();
    (shapes, place(high))
}

fn outline(hexes: &[MapHex], place: impl Fn(Corner) -> Point) -> AreaOutline {
    let rings: Vec<Vec<Point>> =
        rings(hexes).into_iter().map(|ring| ring.into_iter().map(&place).collect()).collect();
    let mut centre = Point::default();
    let mut room = 0.0;
    for &hex in hexes {
        let point = place(corner(hex, (0, 0)));
        let distance = distance_to_rings(point, &rings);
        if distance > room {
            (centre, room) = (point, distance);
        }
    }
    AreaOutline { rings, centre, room }
}

fn corner(hex: MapHex, (right, down): Corner) -> Corner {
    (i32::from(hex.x) + right, 3 * i32::from(hex.y) + down)
}

/// The closed lines between the area and everything else. At a corner three hexes meet, so at most
/// one side of the boundary leaves it and rings never touch.
fn rings(hexes: &[MapHex]) -> Vec<Vec<Corner>> {
    let inside: BTreeSet<MapHex> = hexes.iter().copied().collect();
    let mut leaving = BTreeMap::new();
    for &hex in hexes {
        for (near, (from, to)) in hex.around().into_iter().zip(SIDES) {
            if !inside.contains(&near) {
                leaving.insert(corner(hex, from), corner(hex, to));
            }
        }
    }
    let mut rings = Vec::new();
    while let Some((start, mut next)) = leaving.pop_first() {
        let mut ring = vec![start];
        while let Some(after) = leaving.remove(&next) {
            ring.push(next);
            next = after;
        }
        rings.push(ring);
    }
    rings
}

fn distance_to_rings(point: Point, rings: &[Vec<Point>]) -> f32 {
    let sides = rings.iter().flat_map(|ring| {
        let following = ring.iter().cycle().skip(1);
        ring.iter().zip(following)
    });
    sides.map(|(&from, &to)| distance_to_side(point, from, to)).fold(f32::INFINITY, f32::min)
}

fn distance_to_side(point: Point, from: Point, to: Point) -> f32 {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (px, py) = (point.x - from.x, point.y - from.y);
    let along = ((px * dx + py * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
    (px - along * dx).hypot(py - along * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(x: i8, y: i8) -> MapHex {
        MapHex { x, y }
    }

    #[test]
    fn one_hex_is_a_regular_hexagon() {
        let (shapes, size) = outlines(&[vec![hex(-3, 5)]]);
        let [ring] = shapes[0].rings.as_slice() else {
            panic!("one ring");
        };
        assert_eq!(ring.len(), 6);
        let centre = shapes[0].centre;
        for corner in ring {
            let radius = (corner.x - centre.x).hypot(corner.y - centre.y);
            assert!((radius - 2.0 * HALF_EDGE).abs() < 1e-6);
        }
        assert!((shapes[0].room - HALF_WIDTH).abs() < 1e-6);
        assert!((size.x - HEX_WIDTH).abs() < 1e-6);
    }

    #[test]
    fn a_ring_of_hexes_has_a_hole() {
        let hexes = hex(0, 0).around().to_vec();
        let mut lengths: Vec<usize> = rings(&hexes).iter().map(Vec::len).collect();
        lengths.sort();
        assert_eq!(lengths, [6, 18]);
    }

    #[test]
    fn the_centre_lies_deep_inside() {
        let mut hexes = hex(0, 0).around().to_vec();
        hexes.push(hex(0, 0));
        hexes.push(hex(4, 0));
        let (shapes, _) = outlines(&[hexes]);
        // The middle hex is surrounded: its nearest boundary is a far corner or side of the ring.
        assert!(shapes[0].room > 2.0 * HALF_WIDTH);
        let (x, y) = (2.0 * HALF_WIDTH + HALF_WIDTH, 5.0 * HALF_EDGE);
        assert!((shapes[0].centre.x - x).abs() < 1e-6, "{:?}", shapes[0].centre);
        assert!((shapes[0].centre.y - y).abs() < 1e-6, "{:?}", shapes[0].centre);
    }
}
