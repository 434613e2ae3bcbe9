//! The display lists between scenes and charts and the drawers of SVG, PNG and PDF. Boards are painted in colours, charts in
//! inks, which mean a colour in each theme.

use ludarium_game::Point;

use crate::font;
use crate::path::Path;
use crate::theme::Colour;

/// A finished picture: groups of items, drawn in order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DisplayList {
    pub width: f32,
    pub height: f32,
    pub page: Colour,
    /// What the picture shows, for people who cannot see it.
    pub description: String,
    pub groups: Vec<ItemGroup>,
}

/// Items that belong together: a cell, a piece, the rim.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ItemGroup {
    pub class: &'static str,
    /// Index and name of the cell this group draws or stands on.
    pub cell: Option<(usize, String)>,
    /// A sentence that a page shows under the pointer.
    pub title: Option<String>,
    pub items: Vec<Item>,
}

impl ItemGroup {
    pub fn new(class: &'static str) -> ItemGroup {
        ItemGroup { class, cell: None, title: None, items: Vec::new() }
    }
}

/// One thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item<C = Colour> {
    Path(Path, Paint<C>),
    Circle(Point, f32, Paint<C>),
    Rectangle(Area, Paint<C>),
    Text(Text<C>),
}

impl<C> Item<C> {
    /// A text, or the outline and the paint of anything else.
    pub fn shape(&self) -> Result<(Path, &Paint<C>), &Text<C>> {
        match self {
            Item::Path(path, paint) => Ok((path.clone(), paint)),
            Item::Circle(centre, radius, paint) => {
                let mut path = Path::default();
                path.ellipse(*centre, *radius, *radius);
                Ok((path, paint))
            }
            Item::Rectangle(area, paint) => Ok((area.path(), paint)),
            Item::Text(text) => Err(text),
        }
    }
}

/// An upright rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
}

impl Area {
    pub fn right(&self) -> f32 {
        self.left + self.width
    }

    pub fn bottom(&self) -> f32 {
        self.top + self.height
    }

    /// Its outline.
    pub fn path(&self) -> Path {
        let (left, top, right, bottom) = (self.left, self.top, self.right(), self.bottom());
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let mut path = Path::default();
        path.ring(&corners.map(|(x, y)| Point { x, y }));
        path
    }
}

/// How a path or circle is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Paint<C = Colour> {
    pub fill: Option<C>,
    /// Colour and width of the outline; corners and ends are round.
    pub stroke: Option<(C, f32)>,
    pub opacity: f32,
    /// Lengths of dashes and gaps; empty for a whole line.
    pub dashes: &'static str,
    /// Whether rings inside rings are holes; otherwise rings are joined.
    pub holes: bool,
}

impl<C> Paint<C> {
    const NONE: Paint<C> =
        Paint { fill: None, stroke: None, opacity: 1.0, dashes: "", holes: false };

    pub fn fill(colour: C) -> Paint<C> {
        Paint { fill: Some(colour), ..Paint::NONE }
    }

    pub fn line(colour: C, width: f32) -> Paint<C> {
        Paint { stroke: Some((colour, width)), ..Paint::NONE }
    }

    pub fn outlined(self, colour: C, width: f32) -> Paint<C> {
        Paint { stroke: Some((colour, width)), ..self }
    }

    pub fn with_holes(self) -> Paint<C> {
        Paint { holes: true, ..self }
    }

    pub fn faded(self, opacity: f32) -> Paint<C> {
        Paint { opacity, ..self }
    }

    pub fn dashed(self, dashes: &'static str) -> Paint<C> {
        Paint { dashes, ..self }
    }
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    /// The part of a text's width that stands before its point.
    pub fn part(self) -> f32 {
        match self {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5,
            Anchor::End => 1.0,
        }
    }
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text<C = Colour> {
    /// A point of the baseline.
    pub at: Point,
    pub anchor: Anchor,
    pub size: f32,
    pub bold: bool,
    pub colour: C,
    pub content: String,
    /// Degrees by which it rises.
    pub angle: f32,
    /// What shows under the pointer, where `content` is only a part.
    pub full: Option<String>,
}

impl<C> Text<C> {
    /// A plain text; `at` is a point of its baseline.
    pub fn new(content: &str, at: Point, size: f32, colour: C) -> Text<C> {
        Text {
            at,
            anchor: Anchor::Start,
            size,
            bold: false,
            colour,
            content: content.to_owned(),
            angle: 0.0,
            full: None,
        }
    }

    /// A text centred on a point, made smaller where it would be wider than `room`.
    pub fn centred(content: &str, middle: Point, size: f32, room: f32, colour: C) -> Text<C> {
        let wanted = font::width(content, size, false);
        let size = if wanted > room { size * room / wanted } else { size };
        let at = Point::new(middle.x, middle.y + size * font::CAPITAL / 2.0);
        Text { anchor: Anchor::Middle, ..Text::new(content, at, size, colour) }
    }

    pub fn in_bold(self) -> Text<C> {
        Text { bold: true, ..self }
    }

    /// Where the baseline begins.
    pub fn start(&self) -> Point {
        let width = font::width(&self.content, self.size, self.bold);
        Point::new(self.at.x - self.anchor.part() * width, self.at.y)
    }
}
