//! Reads a chart back as boxes on a page.

use roxmltree::{Document, Node};

use crate::font;

/// An upright box.
#[derive(Clone, Debug)]
struct Extent {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl Extent {
    fn of(points: &[(f32, f32)]) -> Extent {
        let mut out = Extent {
            left: f32::INFINITY,
            top: f32::INFINITY,
            right: f32::NEG_INFINITY,
            bottom: f32::NEG_INFINITY,
        };
        for &(x, y) in points {
            (out.left, out.right) = (out.left.min(x), out.right.max(x));
            (out.top, out.bottom) = (out.top.min(y), out.bottom.max(y));
        }
        out
    }
}

/// A text with its corners (a slanted text has slanted corners).
struct Text {
    content: String,
    corners: [(f32, f32); 4],
    slanted: bool,
}

/// The boxes of a chart.
pub struct Page {
    width: f32,
    height: f32,
    shapes: Vec<(String, Extent)>,
    texts: Vec<Text>,
}

fn attribute(node: Node, name: &str) -> f32 {
    node.attribute(name).map_or(0.0, |value| value.parse().expect("a number"))
}

/// All numbers of a path; every command of ours has absolute points.
fn points(data: &str) -> Vec<(f32, f32)> {
    let numbers: Vec<f32> = data
        .split(|c: char| c.is_ascii_alphabetic() || c == ' ')
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().expect("a number"))
        .collect();
    numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

fn text(node: Node) -> Text {
    let content: String =
        node.children().filter(Node::is_text).filter_map(|child| child.text()).collect();
    let (x, y, size) = (attribute(node, "x"), attribute(node, "y"), attribute(node, "font-size"));
    let width = font::width(&content, size, node.attribute("font-weight").is_some());
    let left = match node.attribute("text-anchor") {
        Some("middle") => x - width / 2.0,
        Some("end") => x - width,
        _ => x,
    };
    let (top, bottom) = (y - size * font::CAPITAL, y + size * 0.2);
    let flat = [(left, top), (left + width, top), (left + width, bottom), (left, bottom)];
    let turn = node.attribute("transform").map(|transform| {
        let numbers = transform.trim_start_matches("rotate(").trim_end_matches(')');
        let angle: f32 =
            numbers.split(' ').next().and_then(|word| word.parse().ok()).expect("an angle");
        angle.to_radians()
    });
    let turned = |(px, py): (f32, f32)| {
        let (sin, cos) = turn.unwrap_or(0.0).sin_cos();
        let (dx, dy) = (px - x, py - y);
        (x + dx * cos - dy * sin, y + dx * sin + dy * cos)
    };
    Text { content, corners: flat.map(turned), slanted: turn.is_some() }
}

impl Page {
    /// Reads a chart; panics where it is not well formed.
    pub fn read(svg: &str, case: &str) -> Page {
        let document = Document::parse(svg).unwrap_or_else(|error| panic!("{case}: {error}"));
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"), "{case}");
        for name in ["title", "desc"] {
            let first = root.children().find(|node| node.has_tag_name(name));
            let said = first.and_then(|node| node.text()).is_some_and(|text| !text.is_empty());
            assert!(said, "{case}: {name}");
        }
        let mut page = Page {
            width: attribute(root, "width"),
            height: attribute(root, "height"),
            shapes: Vec::new(),
            texts: Vec::new(),
        };
        for node in document.descendants().filter(Node::is_element) {
            let name = node.tag_name().name();
            let extent = match name {
                "rect" => {
                    let (x, y) = (attribute(node, "x"), attribute(node, "y"));
                    let (width, height) = (attribute(node, "width"), attribute(node, "height"));
                    assert!(width >= 0.0 && height >= 0.0, "{case}: a rect of {width} by {height}");
                    Extent::of(&[(x, y), (x + width, y + height)])
                }
                "path" => Extent::of(&points(node.attribute("d").unwrap_or_default())),
                "text" => {
                    page.texts.push(text(node));
                    continue;
                }
                "svg" | "g" | "title" | "desc" | "style" => continue,
                other => panic!("{case}: unknown element {other}"),
            };
            page.shapes.push((name.to_owned(), extent));
        }
        page
    }

    /// Whether a text stands on the page.
    pub fn says(&self, wanted: &str) -> bool {
        self.texts.iter().any(|text| text.content == wanted)
    }

    /// Asserts that everything lies on the page; rounding may lose a hundredth.
    pub fn check_inside(&self, case: &str) {
        let texts = self.texts.iter().map(|text| (text.content.clone(), Extent::of(&text.corners)));
        for (what, extent) in texts.chain(self.shapes.iter().cloned()) {
            // An empty path has no extent.
            if extent.left > extent.right {
                continue;
            }
            let inside = extent.left >= -0.05
                && extent.top >= -0.05
                && extent.right <= self.width + 0.05
                && extent.bottom <= self.height + 0.05;
            let (width, height) = (self.width, self.height);
            assert!(inside, "{case}: {what:?} at {extent:?} is not on {width} × {height}");
        }
    }

    /// Asserts that no text covers a part of another.
    pub fn check_texts_apart(&self, case: &str) {
        for (index, a) in self.texts.iter().enumerate() {
            for b in &self.texts[..index] {
                let (c, d) = (&a.content, &b.content);
                assert!(apart(a, b), "{case}: {c:?} and {d:?}: {:?} {:?}", a.corners, b.corners);
            }
        }
    }
}

/// Whether a line parallel to a side of one of two rectangles separates them.
fn apart(a: &Text, b: &Text) -> bool {
    let axes = |text: &Text| {
        let [p, q, _, r] = text.corners;
        [(q.0 - p.0, q.1 - p.1), (r.0 - p.0, r.1 - p.1)]
    };
    let candidates = axes(a).into_iter().chain(axes(b));
    // Parallel slanted texts may just touch.
    let slack = if a.slanted || b.slanted { 0.6 } else { 0.1 };
    candidates.into_iter().any(|(x, y)| {
        let length = x.hypot(y);
        if length == 0.0 {
            return true;
        }
        let shadow = |text: &Text| {
            let along = text.corners.map(|(px, py)| (px * x + py * y) / length);
            let low = along.into_iter().fold(f32::INFINITY, f32::min);
            (low, along.into_iter().fold(f32::NEG_INFINITY, f32::max))
        };
        let ((a0, a1), (b0, b1)) = (shadow(a), shadow(b));
        a1 <= b0 + slack || b1 <= a0 + slack
    })
}
