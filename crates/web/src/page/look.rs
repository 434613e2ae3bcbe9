//! Colours and shapes, from where pictures are drawn: the page draws nothing twice.

use std::collections::BTreeMap;

use ludarium_draw::theme::{Colour, Palette, Swatch};
use ludarium_draw::{Ink, Part, Theme, outline};
use ludarium_game::{Hue, Shape};
use serde::Serialize;

/// The look of boards.
#[derive(Serialize)]
pub struct BoardLook {
    themes: BTreeMap<&'static str, BTreeMap<&'static str, String>>,
    hues: BTreeMap<&'static str, SwatchView>,
    /// The colours of things that belong to nobody.
    neutral: SwatchView,
    shapes: BTreeMap<String, ShapeView>,
}

#[derive(Serialize)]
struct SwatchView {
    fill: String,
    stroke: String,
    ink: String,
    /// The background of a cell that the seat owns.
    cell: String,
    /// Text on that background.
    label: String,
    /// Whether pieces show the letter of their seat.
    lettered: bool,
}

/// A shape in words and as a drawing.
#[derive(Clone, Debug, Serialize)]
pub struct ShapeView {
    /// What people read after the name of the owner: `knight`, `3 dice`.
    title: String,
    /// Whether it is as large on every cell.
    pile: bool,
    paths: Vec<PartView>,
    /// On top, where the letter of the seat is shown.
    letter: Vec<PartView>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum PartView {
    Path {
        d: String,
        fill: String,
        stroke: String,
        width: f32,
        opacity: f32,
    },
    Text {
        /// `null` for the letter of the seat.
        text: Option<String>,
        at: [f32; 2],
        size: f32,
        fill: String,
    },
}

/// The look of boards.
pub fn look() -> BoardLook {
    BoardLook {
        themes: [
            ("light", palette(Theme::Light.palette())),
            ("dark", palette(Theme::Dark.palette())),
        ]
        .into(),
        hues: Hue::ALL
            .iter()
            .map(|hue| (hue.name(), swatch(Swatch::of(*hue), Some(*hue))))
            .collect(),
        neutral: swatch(Swatch::neutral(), None),
        shapes: Shape::usual().map(|shape| (shape.design().word, ShapeView::of(&shape))).collect(),
    }
}

fn palette(palette: &Palette) -> BTreeMap<&'static str, String> {
    let colours = [
        ("page", palette.page),
        ("ink", palette.ink),
        ("muted", palette.muted),
        ("band", palette.band),
        ("frame", palette.frame),
        ("seam", palette.seam),
        ("light", palette.light),
        ("middle", palette.middle),
        ("dark", palette.dark),
        ("accent", palette.accent),
        // Text on cells.
        ("on-light", palette.light.ink()),
        ("on-middle", palette.middle.ink()),
        ("on-dark", palette.dark.ink()),
    ];
    let named = colours.into_iter();
    named.map(|(name, colour)| (name, colour.to_string())).collect()
}

fn swatch(swatch: Swatch, hue: Option<Hue>) -> SwatchView {
    use ludarium_game::{Seat, Tone};
    let cell = Theme::Light.palette().cell(Tone::Owned(Seat(0)), hue);
    let text = |colour: Colour| colour.to_string();
    SwatchView {
        fill: text(swatch.fill),
        stroke: text(swatch.stroke),
        ink: text(swatch.ink),
        cell: text(cell),
        label: text(cell.ink()),
        lettered: hue.is_some_and(Hue::needs_letter),
    }
}

impl ShapeView {
    /// The view of a shape.
    pub fn of(shape: &Shape) -> ShapeView {
        let (design, outline) = (shape.design(), outline(shape));
        let parts = |parts: Vec<Part>| parts.into_iter().map(part).collect();
        ShapeView {
            title: design.title,
            pile: design.pile,
            paths: parts(outline.parts),
            letter: parts(outline.letter),
        }
    }
}

fn part(part: Part) -> PartView {
    match part {
        Part::Path { data, fill, line, opacity } => PartView::Path {
            d: data,
            fill: fill.map_or("none".to_owned(), ink),
            stroke: line.map_or("none".to_owned(), |(colour, _)| ink(colour)),
            width: line.map_or(0.0, |(_, width)| width),
            opacity,
        },
        Part::Text { content, at, size, colour } => {
            PartView::Text { text: content, at: [at.x, at.y], size, fill: ink(colour) }
        }
    }
}

fn ink(ink: Ink) -> String {
    match ink {
        Ink::Fill => "fill".to_owned(),
        Ink::Stroke => "stroke".to_owned(),
        Ink::Text => "ink".to_owned(),
        Ink::Fixed(colour) => colour.to_string(),
    }
}
