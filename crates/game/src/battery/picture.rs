//! Pictures are valid.

use std::collections::HashSet;

use crate::{MoveList, Tabletop};

/// Cells have different names, everything lies on the canvas, and every move can be clicked.
pub fn check_scene<G: Tabletop>(position: &G) {
    let scene = position.scene();
    let text = position.describe();
    assert_eq!(scene.seats.len(), position.seats());
    let names: HashSet<_> = scene.cells.iter().map(|cell| &cell.name).collect();
    assert_eq!(names.len(), scene.cells.len(), "two cells with one name");
    let letters: HashSet<_> = scene.seats.iter().map(|seat| seat.letter).collect();
    assert_eq!(letters.len(), scene.seats.len(), "two seats with one letter");
    let inside = |x: f32, y: f32| {
        (-0.01..=scene.width + 0.01).contains(&x) && (-0.01..=scene.height + 0.01).contains(&y)
    };
    for cell in &scene.cells {
        assert!(inside(cell.centre.x, cell.centre.y), "{}", cell.name);
        assert!(cell.room > 0.0, "{}", cell.name);
        assert!(cell.outline.iter().all(|ring| ring.len() >= 3), "{}", cell.name);
        assert!(
            cell.outline.iter().flatten().all(|p| inside(p.x, p.y)),
            "{} leaves the canvas",
            cell.name
        );
    }
    let occupied: HashSet<_> = scene.pieces.iter().map(|piece| piece.cell).collect();
    assert_eq!(occupied.len(), scene.pieces.len(), "two pieces on a cell in {text}");
    assert!(occupied.iter().all(|&cell| cell < scene.cells.len()));
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    for &mv in &moves {
        let other = position.other_clicks(mv).into_iter().flatten();
        for name in position.clicks(mv).into_iter().chain(other) {
            assert!(scene.cell(&name).is_some(), "no cell `{name}` in {text}");
        }
    }
}
