//! Scenes that no game draws: nothing may panic, and every file stays well formed.

use ludarium_draw::{Style, TerminalStyle, png, svg, terminal};
use ludarium_game::{Caption, Line, Piece, Scene, Seat, Shape, Tone};

use super::scenes::{self, at};

fn draw_all(name: &str, scene: &Scene) {
    let style = Style::default();
    let text = svg(scene, &style);
    assert!(!text.contains("NaN") && !text.contains("inf"), "{name}");
    roxmltree::Document::parse(&text).expect(name);
    let file = png(scene, &style, 200).expect(name);
    assert!(file.starts_with(b"\x89PNG"), "{name}");
    for colour in [false, true] {
        for width in [0, 1, 60] {
            let text = terminal(scene, &TerminalStyle { colour, width });
            assert!(text.is_empty() || text.ends_with('\n'), "{name}");
        }
    }
}

#[test]
fn an_empty_scene() {
    let scene = Scene::default();
    draw_all("empty", &scene);
    let style = TerminalStyle { colour: true, width: 80 };
    assert_eq!(terminal(&scene, &style), "");
}

#[test]
fn captions_without_a_board() {
    let scene = Scene {
        captions: vec![Caption {
            text: "nothing here".to_owned(),
            seat: Some(Seat(7)),
            active: true,
        }],
        ..Scene::default()
    };
    draw_all("captions", &scene);
    let style = TerminalStyle { colour: false, width: 80 };
    assert_eq!(terminal(&scene, &style), ">     nothing here\n");
}

#[test]
fn sizes_that_are_none() {
    for size in [0.0, -1.0, f32::NAN, f32::INFINITY, f32::MAX, f32::MIN_POSITIVE, 1e-45] {
        for mut scene in [scenes::chess(), scenes::regions()] {
            scene.width = size;
            draw_all("width", &scene);
            scene.height = size;
            draw_all("height", &scene);
        }
    }
}

#[test]
fn points_that_are_nowhere() {
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, 1e9] {
        let mut scene = scenes::hexes();
        scene.cells[0].outline[0][1] = at(value, 1.0);
        scene.cells[1].centre = at(1.0, value);
        scene.cells[2].room = value;
        scene.cells[3].room = -value;
        scene.rim.push((at(value, value), "x".to_owned()));
        scene.lines.push(Line {
            points: vec![at(value, value), at(0.0, 0.0), at(1.0, value)],
            owner: None,
        });
        draw_all("points", &scene);
        for cell in &mut scene.cells {
            cell.centre = at(value, value);
        }
        draw_all("centres", &scene);
    }
}

#[test]
fn references_to_nothing() {
    let mut scene = scenes::hexes();
    scene.cells[0].tone = Tone::Owned(Seat(200));
    scene.cells[1].outline.clear();
    scene.cells[2].outline = vec![vec![], vec![at(1.0, 1.0)]];
    scene.lines.push(Line { points: Vec::new(), owner: Some(Seat(99)) });
    for (cell, shape) in [
        (5000, Shape::King),
        (3, Shape::Dice(0)),
        (4, Shape::Dice(255)),
        (5, Shape::DieFace(0)),
        (6, Shape::DieFace(255)),
        (7, Shape::label("")),
        (8, Shape::label("\u{0}\u{FFFF}\u{202e}]]>")),
        (9, Shape::label("endless".repeat(200))),
    ] {
        scene.pieces.push(Piece { cell, owner: Some(Seat(77)), shape });
    }
    draw_all("references", &scene);
}

#[test]
fn cells_on_top_of_each_other_and_endless_names() {
    let mut scene = scenes::hexes();
    for cell in &mut scene.cells {
        cell.centre = at(1.0, 1.0);
        cell.name = "endless".repeat(200);
    }
    draw_all("heap", &scene);
}
