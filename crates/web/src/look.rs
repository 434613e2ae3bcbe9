//! Colours and shapes, from where pictures are drawn: the page draws nothing twice.

use std::collections::BTreeMap;

use ludarium_draw::theme::{Colour, Palette, Swatch};
use ludarium_draw::{Ink, Part, Theme, outline};
use ludarium_game::{Hue, Shape};
use serde::Serialize;

use crate::api::{hue_name, shape_name};

/// The look of boards.
#[derive(Serialize)]
pub struct Look {
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
    /// The ground of a cell that the seat owns.
    ground: String,
}

#[derive(Serialize)]
struct ShapeView {
    paths: Vec<PartView>,
    /// On top, where the letter of the seat is shown.
    letter: Vec<PartView>,
}

#[derive(Serialize)]
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

const HUES: [Hue; 10] = [
    Hue::White,
    Hue::Black,
    Hue::Blue,
    Hue::Green,
    Hue::Red,
    Hue::Yellow,
    Hue::Orange,
    Hue::Purple,
    Hue::Sky,
    Hue::Grey,
];

const SHAPES: [Shape; 8] = [
    Shape::Pawn,
    Shape::Knight,
    Shape::Bishop,
    Shape::Rook,
    Shape::Queen,
    Shape::King,
    Shape::Disc,
    Shape::Present,
];

/// Dice lie in stacks of at most so many.
const MOST_DICE: u8 = 8;

/// The look of boards.
pub fn look() -> Look {
    let dice = (1..=MOST_DICE).map(Shape::Dice);
    Look {
        themes: [
            ("light", palette(Theme::Light.palette())),
            ("dark", palette(Theme::Dark.palette())),
        ]
        .into(),
        hues: HUES
            .into_iter()
            .map(|hue| (hue_name(hue), swatch(Swatch::of(hue), Some(hue))))
            .collect(),
        neutral: swatch(Swatch::neutral(), None),
        shapes: SHAPES
            .into_iter()
            .chain(dice)
            .map(|shape| (shape_name(shape), shape_view(shape)))
            .collect(),
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
    ];
    let named = colours.into_iter();
    named
        .map(|(name, colour)| (name, colour.to_string()))
        .collect()
}

fn swatch(swatch: Swatch, hue: Option<Hue>) -> SwatchView {
    use ludarium_game::{Seat, Tone};
    let ground = Theme::Light.palette().cell(Tone::Owned(Seat(0)), hue);
    let text = |colour: Colour| colour.to_string();
    SwatchView {
        fill: text(swatch.fill),
        stroke: text(swatch.stroke),
        ink: text(swatch.ink),
        ground: text(ground),
    }
}

fn shape_view(shape: Shape) -> ShapeView {
    let outline = outline(shape);
    let parts = |parts: Vec<Part>| parts.into_iter().map(part).collect();
    ShapeView {
        paths: parts(outline.parts),
        letter: parts(outline.letter),
    }
}

fn part(part: Part) -> PartView {
    match part {
        Part::Path {
            data,
            fill,
            line,
            opacity,
        } => PartView::Path {
            d: data,
            fill: fill.map_or("none".to_owned(), ink),
            stroke: line.map_or("none".to_owned(), |(colour, _)| ink(colour)),
            width: line.map_or(0.0, |(_, width)| width),
            opacity,
        },
        Part::Text {
            content,
            at,
            size,
            colour,
        } => PartView::Text {
            text: content,
            at: [at.x, at.y],
            size,
            fill: ink(colour),
        },
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
