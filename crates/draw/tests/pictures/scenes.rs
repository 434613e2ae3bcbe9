//! Scenes of every kind of board that must be drawn.

use ludarium_game::{Caption, Cell, Hue, Line, Piece, Point, Scene, Seat, SeatStyle, Shape, Tone};

pub fn at(x: f32, y: f32) -> Point {
    Point { x, y }
}

fn seat(name: &str, letter: char, hue: Hue) -> SeatStyle {
    SeatStyle { name: name.to_owned(), letter, hue }
}

fn caption(text: &str, seat: Option<u8>, active: bool) -> Caption {
    Caption { text: text.to_owned(), seat: seat.map(Seat), active }
}

fn between(a: Point, b: Point, part: f32) -> Point {
    at(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)
}

/// The chess pieces of the first rank, from file a to h.
const ARRAY: [Shape; 8] = [
    Shape::Rook,
    Shape::Knight,
    Shape::Bishop,
    Shape::Queen,
    Shape::King,
    Shape::Bishop,
    Shape::Knight,
    Shape::Rook,
];

/// A board of squares with coordinates on its rim; row 0 is the top.
fn squares(columns: usize, rows: usize) -> Scene {
    let rim = 0.5;
    let mut scene = Scene {
        width: columns as f32 + 2.0 * rim,
        height: rows as f32 + 2.0 * rim,
        seats: vec![seat("White", 'W', Hue::White), seat("Black", 'B', Hue::Black)],
        ..Scene::default()
    };
    for row in 0..rows {
        for column in 0..columns {
            let (x, y) = (column as f32 + rim, row as f32 + rim);
            let file = char::from(b'a' + column as u8);
            scene.cells.push(Cell {
                name: format!("{file}{}", rows - row),
                outline: vec![vec![at(x, y), at(x + 1.0, y), at(x + 1.0, y + 1.0), at(x, y + 1.0)]],
                centre: at(x + 0.5, y + 0.5),
                room: 0.5,
                tone: if (row + column) % 2 == 0 { Tone::Light } else { Tone::Dark },
                labelled: false,
            });
        }
    }
    for column in 0..columns {
        let file = char::from(b'a' + column as u8).to_string();
        let x = column as f32 + rim + 0.5;
        scene.rim.push((at(x, rows as f32 + 1.5 * rim), file));
    }
    for row in 0..rows {
        let y = row as f32 + rim + 0.5;
        scene.rim.push((at(rim / 2.0, y), (rows - row).to_string()));
    }
    scene
}

fn put(scene: &mut Scene, cell: usize, owner: Option<u8>, shape: Shape) {
    scene.pieces.push(Piece { cell, owner: owner.map(Seat), shape });
}

/// The start of chess.
pub fn chess() -> Scene {
    let mut scene = squares(8, 8);
    for (file, shape) in ARRAY.into_iter().enumerate() {
        put(&mut scene, file, Some(1), shape.clone());
        put(&mut scene, 8 + file, Some(1), Shape::Pawn);
        put(&mut scene, 48 + file, Some(0), Shape::Pawn);
        put(&mut scene, 56 + file, Some(0), shape);
    }
    scene.captions = vec![
        caption("White to move", Some(0), true),
        caption("Black", Some(1), false),
        caption("Rolled: knight, pawn, pawn", None, false),
    ];
    scene
}

/// A small board with rooks, kings, pawns and presents.
pub fn presents() -> Scene {
    let mut scene = squares(5, 7);
    for column in 0..5 {
        let back = if column == 2 { Shape::King } else { Shape::Rook };
        put(&mut scene, column, Some(1), back.clone());
        put(&mut scene, 5 + column, Some(1), Shape::Pawn);
        put(&mut scene, 25 + column, Some(0), Shape::Pawn);
        put(&mut scene, 30 + column, Some(0), back);
    }
    put(&mut scene, 10, None, Shape::Present);
    put(&mut scene, 17, None, Shape::Present);
    scene.captions = vec![
        caption("White 3 points", Some(0), false),
        caption("Black 2 points, to move", Some(1), true),
        caption("14 minutes left", None, false),
    ];
    scene
}

/// A small board with die faces, numbers and texts of seats with and without a letter, and of nobody.
pub fn tokens() -> Scene {
    let mut scene = squares(4, 3);
    scene.seats = vec![
        seat("White", 'W', Hue::White),
        seat("Red", 'R', Hue::Red),
        seat("Player 1", '1', Hue::Sky),
    ];
    for face in 1..=6u8 {
        let owner = [None, Some(0), Some(1)][usize::from(face % 3)];
        put(&mut scene, usize::from(face) - 1, owner, Shape::DieFace(face));
    }
    let labels = [(Some(0), "K"), (Some(1), "Q"), (Some(2), "12"), (None, "-3"), (None, "bank")];
    for (index, (owner, text)) in labels.into_iter().enumerate() {
        put(&mut scene, 6 + index, owner, Shape::label(text));
    }
    scene
}

fn hexagon(centre: Point, radius: f32) -> Vec<Point> {
    (0..6)
        .map(|corner| {
            let angle = std::f32::consts::FRAC_PI_3 * corner as f32 + std::f32::consts::FRAC_PI_6;
            at(centre.x + radius * angle.cos(), centre.y + radius * angle.sin())
        })
        .collect()
}

/// 37 labelled hexes with discs of three seats and goal edges.
pub fn hexes() -> Scene {
    let side = 1.0 / 3f32.sqrt();
    let middle = at(3.75, 3.4);
    let mut scene = Scene {
        width: 7.5,
        height: 6.8,
        seats: vec![
            seat("Red", 'R', Hue::Red),
            seat("Green", 'G', Hue::Green),
            seat("Blue", 'B', Hue::Blue),
        ],
        ..Scene::default()
    };
    for r in -3i32..=3 {
        for q in -3i32..=3 {
            if (q + r).abs() > 3 {
                continue;
            }
            let centre = at(middle.x + q as f32 + r as f32 / 2.0, middle.y + r as f32 * 1.5 * side);
            let index = scene.cells.len();
            let corners = hexagon(centre, side);
            let goals = [(0u8, q == 3), (1, r == 3), (2, q + r == -3)];
            for (owner, is_goal) in goals {
                let first = [4, 0, 2][usize::from(owner)];
                if is_goal {
                    let points = (0..3).map(|k| corners[(first + k) % 6]).collect();
                    scene.lines.push(Line { points, owner: Some(Seat(owner)) });
                }
            }
            let start = [(0u8, q == -3), (1, r == -3), (2, q + r == 3)];
            for (owner, stands) in start {
                if stands {
                    put(&mut scene, index, Some(owner), Shape::Disc);
                }
            }
            scene.cells.push(Cell {
                name: format!("{q},{r}"),
                outline: vec![corners],
                centre,
                room: 0.46,
                tone: Tone::Light,
                labelled: true,
            });
        }
    }
    scene.captions = vec![
        caption("Red to move, 2 exits", Some(0), true),
        caption("Green, 0 exits", Some(1), false),
        caption("Blue, 1 exit", Some(2), false),
    ];
    scene
}

/// The distance of a point from the nearest side of a ring.
fn clearance(p: Point, ring: &[Point]) -> f32 {
    (0..ring.len())
        .map(|k| {
            let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
            let (x, y) = (b.x - a.x, b.y - a.y);
            let part = ((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y);
            let near = between(a, b, part.clamp(0.0, 1.0));
            (p.x - near.x).hypot(p.y - near.y)
        })
        .fold(f32::INFINITY, f32::min)
}

/// A hexagon of 96 quadrangles: three sections of 4 × 8, each a pentagon split into two halves.
pub fn three_sections() -> Scene {
    let radius = 6.0;
    let side = |k: usize| {
        let angle = std::f32::consts::FRAC_PI_3 * (k % 6) as f32 + std::f32::consts::FRAC_PI_3;
        at(radius + 0.4 + radius * angle.cos(), radius - 0.5 + radius * angle.sin())
    };
    let centre = at(radius + 0.4, radius - 0.5);
    let mut scene = Scene {
        width: 2.0 * radius + 0.8,
        height: 2.0 * radius - 1.0,
        seats: vec![
            seat("Blue", 'B', Hue::Blue),
            seat("Green", 'G', Hue::Green),
            seat("Red", 'R', Hue::Red),
        ],
        ..Scene::default()
    };
    for (section, letter) in ["B", "G", "R"].into_iter().enumerate() {
        let (left, right) = (side(2 * section + 1), side(2 * section));
        let before = between(left, side(2 * section + 2), 0.5);
        let after = between(right, side(2 * section + 5), 0.5);
        let foot = between(left, right, 0.5);
        // A half's corners: back rank outside, back rank middle, centre, seam outside.
        let halves = [[left, foot, centre, before], [foot, right, after, centre]];
        for row in 0..4 {
            for column in 0..8 {
                let [a, b, c, d] = halves[column / 4];
                let spot = |i: usize, j: usize| {
                    let (u, v) = (i as f32 / 4.0, j as f32 / 4.0);
                    between(between(a, b, u), between(d, c, u), v)
                };
                let i = column % 4;
                let corners =
                    vec![spot(i, row), spot(i + 1, row), spot(i + 1, row + 1), spot(i, row + 1)];
                let middle = between(
                    between(corners[0], corners[2], 0.5),
                    between(corners[1], corners[3], 0.5),
                    0.5,
                );
                let index = scene.cells.len();
                let file = char::from(b'A' + column as u8);
                match row {
                    0 => put(&mut scene, index, Some(section as u8), ARRAY[column].clone()),
                    1 => put(&mut scene, index, Some(section as u8), Shape::Pawn),
                    _ => {}
                }
                scene.cells.push(Cell {
                    name: format!("{letter}{file}{}", row + 1),
                    centre: middle,
                    room: clearance(middle, &corners),
                    outline: vec![corners],
                    tone: [Tone::Dark, Tone::Light][(row + column) % 2],
                    labelled: false,
                });
            }
        }
        for column in 0..8 {
            let p = between(left, right, (column as f32 + 0.5) / 8.0);
            let out = at(p.x + (p.x - centre.x) * 0.06, p.y + (p.y - centre.y) * 0.06);
            scene.rim.push((out, format!("{letter}{}", char::from(b'A' + column as u8))));
        }
        scene.lines.push(Line { points: vec![centre, before], owner: None });
    }
    scene.captions = vec![
        caption("Blue to move", Some(0), true),
        caption("Green", Some(1), false),
        caption("Red has lost the queen", Some(2), false),
    ];
    scene
}

/// A map of irregular areas made of small hexes for eight seats; area 6 has a hole, which is sea.
pub fn regions() -> Scene {
    // Each letter is an area; a dot is sea.
    const MAP: [&str; 12] = [
        "..aaaabbbbccccdd..",
        ".aaaabbbbbcccdddd.",
        ".aaaeebbbccccdddd.",
        "eeeeeeffffggggddhh",
        "eeeeefffffggggghhh",
        ".eeeeff.ffggghhhhh",
        "iiiiiffffjjgghhhh.",
        "iiiiijjjjjjkkkkll.",
        ".iiimmjjjjjkkkklll",
        ".mmmmmmnnnnnkkllll",
        "..mmmmnnnnnoooolll",
        "...mmm.nnnnooooo..",
    ];
    let hues = [
        ("Purple", 'P', Hue::Purple),
        ("Green", 'G', Hue::Green),
        ("Red", 'R', Hue::Red),
        ("Yellow", 'Y', Hue::Yellow),
        ("Orange", 'O', Hue::Orange),
        ("Blue", 'B', Hue::Blue),
        ("Sky", 'S', Hue::Sky),
        ("Grey", 'E', Hue::Grey),
    ];
    let side = 1.0 / 3f32.sqrt();
    let mut scene = Scene {
        width: 19.0,
        height: 11.5,
        seats: hues.map(|(name, letter, hue)| seat(name, letter, hue)).to_vec(),
        ..Scene::default()
    };
    for area in b'a'..=b'o' {
        let mut hexes = Vec::new();
        for (row, line) in MAP.iter().enumerate() {
            for (column, letter) in line.bytes().enumerate() {
                if letter == area {
                    let shift = if row % 2 == 0 { 0.5 } else { 1.0 };
                    hexes.push(at(column as f32 + shift + 0.0, row as f32 * 1.5 * side + 0.9));
                }
            }
        }
        let outline = border(&hexes, side);
        // The roomiest hex, or the roomiest point between two hexes.
        let (centre, room) = hexes
            .iter()
            .flat_map(|a| hexes.iter().map(|b| between(*a, *b, 0.5)))
            .map(|p| (p, outline.iter().map(|ring| clearance(p, ring)).fold(9.0, f32::min)))
            .filter(|(p, _)| hexes.iter().any(|hex| (hex.x - p.x).hypot(hex.y - p.y) < 0.6))
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap();
        let number = scene.cells.len();
        let owner = (number * 5 % 8) as u8;
        put(&mut scene, number, Some(owner), Shape::Dice(number as u8 % 8 + 1));
        scene.cells.push(Cell {
            name: (number + 1).to_string(),
            outline,
            centre,
            room: room.min(1.1),
            tone: Tone::Owned(Seat(owner)),
            labelled: true,
        });
    }
    for (index, (name, _, _)) in hues.into_iter().enumerate() {
        let text = format!("{name}: 2 areas, 5 dice, reserve 0");
        scene.captions.push(caption(&text, Some(index as u8), index == 2));
    }
    scene
}

/// The border of a union of hexes as rings: sides of one hex only, joined at their ends.
fn border(hexes: &[Point], side: f32) -> Vec<Vec<Point>> {
    let key = |p: Point| ((p.x * 64.0).round() as i32, (p.y * 64.0).round() as i32);
    let mut sides = Vec::new();
    for hex in hexes {
        let corners = hexagon(*hex, side);
        for k in 0..6 {
            sides.push((corners[k], corners[(k + 1) % 6]));
        }
    }
    let mut open: Vec<(Point, Point)> = sides
        .iter()
        .filter(|(a, b)| !sides.iter().any(|(c, d)| key(*c) == key(*b) && key(*d) == key(*a)))
        .copied()
        .collect();
    let mut rings = Vec::new();
    while let Some((first, mut end)) = open.pop() {
        let mut ring = vec![first];
        while key(end) != key(first) {
            ring.push(end);
            let Some(next) = open.iter().position(|(a, _)| key(*a) == key(end)) else {
                break;
            };
            end = open.swap_remove(next).1;
        }
        rings.push(ring);
    }
    rings
}

/// All of them, with a name.
pub fn all() -> Vec<(&'static str, Scene)> {
    vec![
        ("chess", chess()),
        ("presents", presents()),
        ("hexes", hexes()),
        ("three", three_sections()),
        ("regions", regions()),
        ("tokens", tokens()),
    ]
}
