//! The embedded font: how wide a text is, and its outline.
//!
//! DejaVu Sans has every character that games usually write and is free to embed; one weight is enough,
//! since bold text is drawn with a thicker pen.

use std::sync::LazyLock;

use ludarium_game::Point;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::path::{Path, PathStep};

static FACE: LazyLock<Face<'static>> = LazyLock::new(|| {
    Face::parse(dejavu::sans::regular(), 0).expect("the embedded font is well formed")
});

/// Height of a capital letter, as a part of the text size.
pub(crate) const CAPITAL: f32 = 0.729;

/// How much wider bold text is.
const BOLD: f32 = 1.1;

/// The width of a text; bold text is wider.
pub(crate) fn width(text: &str, size: f32, bold: bool) -> f32 {
    let units: f32 = text.chars().map(|c| advance(glyph(c))).sum();
    units * scale(size) * if bold { BOLD } else { 1.0 }
}

/// The outline of a text whose baseline starts at `at`. Bold text is spaced wider here, and
/// thickened when it is drawn.
pub(crate) fn outline(text: &str, at: Point, size: f32, bold: bool) -> Path {
    let mut pen = Pen { path: Path::default(), at, scale: scale(size) };
    for c in text.chars() {
        let id = glyph(c);
        let run = advance(id) * pen.scale;
        let room = if bold { run * (BOLD - 1.0) } else { 0.0 };
        pen.at.x += room / 2.0;
        // A blank has no outline, which is no error.
        let _ = FACE.outline_glyph(id, &mut pen);
        pen.at.x += run + room / 2.0;
    }
    pen.path
}

fn glyph(c: char) -> GlyphId {
    FACE.glyph_index(c)
        .or_else(|| FACE.glyph_index(char::REPLACEMENT_CHARACTER))
        .unwrap_or(GlyphId(0))
}

fn advance(id: GlyphId) -> f32 {
    f32::from(FACE.glyph_hor_advance(id).unwrap_or(0))
}

fn scale(size: f32) -> f32 {
    size / f32::from(FACE.units_per_em())
}

/// Turns the font's outlines, with y upwards, into a [`Path`].
struct Pen {
    path: Path,
    at: Point,
    scale: f32,
}

impl Pen {
    fn place(&self, x: f32, y: f32) -> Point {
        Point::new(self.at.x + x * self.scale, self.at.y - y * self.scale)
    }

    fn here(&self) -> Point {
        match self.path.0.last() {
            Some(PathStep::Move(p) | PathStep::Line(p) | PathStep::Curve(_, _, p)) => *p,
            Some(PathStep::Close) | None => self.at,
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.0.push(PathStep::Move(self.place(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.0.push(PathStep::Line(self.place(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (start, handle, end) = (self.here(), self.place(x1, y1), self.place(x, y));
        let towards = |from: Point| {
            Point::new(
                from.x + (handle.x - from.x) * 2.0 / 3.0,
                from.y + (handle.y - from.y) * 2.0 / 3.0,
            )
        };
        self.path.0.push(PathStep::Curve(towards(start), towards(end), end));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let step = PathStep::Curve(self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.path.0.push(step);
    }

    fn close(&mut self) {
        self.path.0.push(PathStep::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wider_text_is_wider() {
        assert!(width("White", 10.0, false) > width("Whit", 10.0, false));
        assert!(width("White", 10.0, true) > width("White", 10.0, false));
        assert_eq!(width("", 10.0, false), 0.0);
    }

    #[test]
    fn an_outline_stays_within_its_width() {
        let at = Point { x: 3.0, y: 20.0 };
        let path = outline("Hex 17", at, 10.0, false);
        let end = at.x + width("Hex 17", 10.0, false);
        assert!(path.0.len() > 30);
        for step in &path.0 {
            if let PathStep::Move(p) | PathStep::Line(p) | PathStep::Curve(_, _, p) = step {
                assert!(p.x >= at.x && p.x <= end && p.y <= at.y + 3.0 && p.y >= at.y - 10.0);
            }
        }
    }

    #[test]
    fn unknown_characters_have_a_replacement() {
        assert!(width("\u{10FFFD}", 10.0, false) > 0.0);
    }
}
