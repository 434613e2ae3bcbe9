//! The display list between a scene and the drawers of SVG and PNG.

use ludarium_game::Point;

use crate::font;
use crate::path::Path;
use crate::theme::Colour;

/// A finished picture: groups of items, drawn in order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Picture {
    pub width: f32,
    pub height: f32,
    pub page: Colour,
    /// What the picture shows, for people who cannot see it.
    pub description: String,
    pub groups: Vec<Group>,
}

/// Items that belong together: a cell, a piece, the rim.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Group {
    pub class: &'static str,
    /// Index and name of the cell this group draws or stands on.
    pub cell: Option<(usize, String)>,
    /// A sentence that a page shows under the pointer.
    pub title: Option<String>,
    pub items: Vec<Item>,
}

impl Group {
    pub fn new(class: &'static str) -> Group {
        Group {
            class,
            cell: None,
            title: None,
            items: Vec::new(),
        }
    }
}

/// One thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    Path(Path, Paint),
    Circle(Point, f32, Paint),
    Text(Text),
}

/// How a path or circle is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Paint {
    pub fill: Option<Colour>,
    /// Colour and width of the outline; corners and ends are round.
    pub stroke: Option<(Colour, f32)>,
    pub opacity: f32,
    /// Whether rings inside rings are holes; otherwise rings are joined.
    pub holes: bool,
}

impl Paint {
    const NONE: Paint = Paint {
        fill: None,
        stroke: None,
        opacity: 1.0,
        holes: false,
    };

    pub fn fill(colour: Colour) -> Paint {
        Paint {
            fill: Some(colour),
            ..Paint::NONE
        }
    }

    pub fn line(colour: Colour, width: f32) -> Paint {
        Paint {
            stroke: Some((colour, width)),
            ..Paint::NONE
        }
    }

    pub fn outlined(self, colour: Colour, width: f32) -> Paint {
        Paint {
            stroke: Some((colour, width)),
            ..self
        }
    }

    pub fn with_holes(self) -> Paint {
        Paint {
            holes: true,
            ..self
        }
    }

    pub fn faded(self, opacity: f32) -> Paint {
        Paint { opacity, ..self }
    }
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text {
    /// A point of the baseline.
    pub at: Point,
    pub anchor: Anchor,
    pub size: f32,
    pub bold: bool,
    pub colour: Colour,
    pub content: String,
}

impl Text {
    /// A text centred on a point, made smaller where it would be wider than `room`.
    pub fn centred(content: &str, middle: Point, size: f32, room: f32, colour: Colour) -> Text {
        let wanted = font::width(content, size, false);
        let size = if wanted > room {
            size * room / wanted
        } else {
            size
        };
        Text {
            at: Point {
                x: middle.x,
                y: middle.y + size * font::CAPITAL / 2.0,
            },
            anchor: Anchor::Middle,
            size,
            bold: false,
            colour,
            content: content.to_owned(),
        }
    }

    pub fn in_bold(self) -> Text {
        Text { bold: true, ..self }
    }

    /// Where the baseline begins.
    pub fn start(&self) -> Point {
        let back = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => font::width(&self.content, self.size, self.bold) / 2.0,
        };
        Point {
            x: self.at.x - back,
            y: self.at.y,
        }
    }
}
