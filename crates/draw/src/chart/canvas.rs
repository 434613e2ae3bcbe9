//! Writes a chart's elements as SVG, in colours by purpose.

use ludarium_game::Point;

use super::ink::{Ink, style_sheet};
use super::label::{LINE, Label, NORMAL};
use super::pdf::{self, Mark};
use super::{Colours, Look};
use crate::path::Path;
use crate::svg::{data, escape, number};
use crate::theme::Colour;
use crate::{Theme, font};

/// The fonts of the reader's system. Most run narrower than the one that texts are measured with.
const FONTS: &str = "system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif";

/// Free space at the edges.
pub(super) const EDGE: f32 = 14.0;

/// An upright rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
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
}

/// How an outline or an area is painted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    pub fill: Option<Ink>,
    pub stroke: Option<(Ink, f32)>,
    pub opacity: f32,
    pub dashes: &'static str,
}

impl Paint {
    pub fn fill(ink: Ink) -> Paint {
        Paint {
            fill: Some(ink),
            stroke: None,
            opacity: 1.0,
            dashes: "",
        }
    }

    pub fn faded(self, opacity: f32) -> Paint {
        Paint { opacity, ..self }
    }

    pub fn dashed(self, dashes: &'static str) -> Paint {
        Paint { dashes, ..self }
    }

    pub fn outlined(self, ink: Ink, width: f32) -> Paint {
        Paint {
            stroke: Some((ink, width)),
            ..self
        }
    }

    pub fn line(ink: Ink, width: f32) -> Paint {
        Paint {
            fill: None,
            stroke: Some((ink, width)),
            opacity: 1.0,
            dashes: "",
        }
    }
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text.
struct Line<'a> {
    text: &'a str,
    /// What shows under the pointer, where `text` is only a part.
    full: Option<&'a str>,
    size: f32,
    /// A point of the baseline.
    at: (f32, f32),
    anchor: Anchor,
    ink: Ink,
    bold: bool,
    /// Degrees by which it rises.
    angle: f32,
}

/// A growing drawing.
pub(super) struct Canvas {
    body: String,
    /// The same for a PDF.
    marks: Vec<Mark>,
    colours: Colours,
}

/// A finished drawing.
pub(super) struct Drawing {
    pub svg: String,
    title: String,
    size: (f32, f32),
    page: Colour,
    marks: Vec<Mark>,
}

impl Drawing {
    /// The drawing as a PDF of one page.
    pub fn pdf(&self) -> Vec<u8> {
        pdf::document(&self.title, self.size, self.page, &self.marks)
    }
}

impl Canvas {
    pub fn new(look: &Look) -> Canvas {
        Canvas {
            body: String::new(),
            marks: Vec::new(),
            colours: look.colours,
        }
    }

    /// Opens a group; `title` shows under the pointer.
    pub fn open(&mut self, class: &str, title: &str) {
        self.body += &format!("<g class=\"{class}\">");
        if !title.is_empty() {
            self.body += &format!("<title>{}</title>", escape(title));
        }
    }

    pub fn close(&mut self) {
        self.body += "</g>\n";
    }

    pub fn rect(&mut self, area: Area, paint: Paint) {
        let corners = [
            (area.left, area.top),
            (area.right(), area.top),
            (area.right(), area.bottom()),
            (area.left, area.bottom()),
        ];
        let mut path = Path::default();
        path.ring(&corners.map(|(x, y)| Point { x, y }));
        self.mark(path, paint);
        let [x, y, width, height] = [area.left, area.top, area.width, area.height].map(number);
        let paint = self.attributes(paint);
        self.body +=
            &format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{paint}/>");
    }

    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), paint: Paint) {
        let mut path = Path::default();
        path.stroke(&[from, to].map(|(x, y)| Point { x, y }));
        self.path(&path, paint);
    }

    pub fn path(&mut self, path: &Path, paint: Paint) {
        self.mark(path.clone(), paint);
        let paint = self.attributes(paint);
        self.body += &format!("<path d=\"{}\"{paint}/>", data(path));
    }

    /// A line of text whose middle height is at `y`.
    pub fn text(&mut self, text: &str, size: f32, (x, y): (f32, f32), anchor: Anchor, ink: Ink) {
        self.write(Line {
            text,
            full: None,
            size,
            at: (x, y + size * font::CAPITAL / 2.0),
            anchor,
            ink,
            bold: false,
            angle: 0.0,
        });
    }

    /// The lines of a label, one below the other; `y` is the middle of their height.
    pub fn label(&mut self, label: &Label, (x, y): (f32, f32), anchor: Anchor, ink: Ink) {
        let apart = label.size * LINE;
        let first = y - (label.lines.len() as f32 - 1.0) * apart / 2.0;
        for (index, text) in label.lines.iter().enumerate() {
            let y = first + index as f32 * apart + label.size * font::CAPITAL / 2.0;
            self.write(Line {
                text,
                full: label.full.as_deref(),
                size: label.size,
                at: (x, y),
                anchor,
                ink,
                bold: false,
                angle: 0.0,
            });
        }
    }

    /// The lines of a label in bold, with the top of the first line at `y`.
    pub fn heading(&mut self, label: &Label, (x, y): (f32, f32)) {
        for (index, text) in label.lines.iter().enumerate() {
            self.write(Line {
                text,
                full: label.full.as_deref(),
                size: label.size,
                at: (x, y + label.size + index as f32 * label.size * LINE),
                anchor: Anchor::Start,
                ink: Ink::Text,
                bold: true,
                angle: 0.0,
            });
        }
    }

    /// The first line of a label, rising by `angle` degrees.
    pub fn slanted(&mut self, label: &Label, at: (f32, f32), anchor: Anchor, angle: f32) {
        if let Some(text) = label.lines.first() {
            self.write(Line {
                text,
                full: label.full.as_deref(),
                size: label.size,
                at,
                anchor,
                ink: Ink::Text,
                bold: false,
                angle,
            });
        }
    }

    fn write(&mut self, line: Line) {
        if line.text.is_empty() {
            return;
        }
        let anchor = match line.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let weight = if line.bold {
            " font-weight=\"bold\""
        } else {
            ""
        };
        let turn = match line.angle {
            0.0 => String::new(),
            angle => {
                let [turn, x, y] = [-angle, line.at.0, line.at.1].map(number);
                format!(" transform=\"rotate({turn} {x} {y})\"")
            }
        };
        let title = line
            .full
            .map(|full| format!("<title>{}</title>", escape(full)));
        let [x, y, size] = [line.at.0, line.at.1, line.size].map(number);
        self.body += &format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{}\"{anchor}{weight}{turn}>{}{}</text>\n",
            line.ink.value(self.colours),
            title.unwrap_or_default(),
            escape(line.text)
        );
        self.marks.push(Mark::Text {
            text: line.text.to_owned(),
            at: line.at,
            anchor: line.anchor,
            size: line.size,
            bold: line.bold,
            angle: line.angle,
            colour: self.colour(line.ink),
        });
    }

    fn mark(&mut self, path: Path, paint: Paint) {
        let stroke = paint.stroke.map(|(ink, width)| (self.colour(ink), width));
        self.marks.push(Mark::Shape {
            path,
            fill: paint.fill.map(|ink| self.colour(ink)),
            stroke,
            opacity: paint.opacity,
            dashes: paint.dashes,
        });
    }

    /// The colour of an ink on paper, which knows no reader's scheme.
    fn colour(&self, ink: Ink) -> Colour {
        match self.colours {
            Colours::Fixed(theme) => ink.colour(theme),
            Colours::Reader => ink.colour(Theme::Light),
        }
    }

    fn attributes(&self, paint: Paint) -> String {
        let mut out = match paint.fill {
            Some(ink) => format!(" fill=\"{}\"", ink.value(self.colours)),
            None => " fill=\"none\"".to_owned(),
        };
        if let Some((ink, width)) = paint.stroke {
            let ink = ink.value(self.colours);
            out += &format!(" stroke=\"{ink}\" stroke-width=\"{}\"", number(width));
        }
        if !paint.dashes.is_empty() {
            out += &format!(" stroke-dasharray=\"{}\"", paint.dashes);
        }
        if paint.opacity < 1.0 {
            out += &format!(" opacity=\"{}\"", number(paint.opacity));
        }
        out
    }

    /// The whole document. `kind` names the chart, `description` says what is in it; the look's
    /// own title and description come first.
    pub fn finish(self, look: &Look, kind: &str, description: &str, size: (f32, f32)) -> Drawing {
        let (width, height) = (number(size.0), number(size.1));
        let or = |own: &str, other: &str| escape(if own.trim().is_empty() { other } else { own });
        let style = match look.colours {
            Colours::Fixed(_) => String::new(),
            Colours::Reader => format!("<style>\n{}</style>\n", style_sheet()),
        };
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ludarium-chart\" \
             viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             style=\"max-width:100%;height:auto\" role=\"img\" font-family=\"{FONTS}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\">\n\
             <title>{}</title>\n<desc>{}</desc>\n{style}\
             <rect class=\"page\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n{}</svg>\n",
            or(&look.title, kind),
            or(&look.description, description),
            Ink::Page.value(look.colours),
            self.body
        );
        let title = match look.title.trim() {
            "" => kind,
            title => title,
        };
        Drawing {
            svg,
            title: title.to_owned(),
            size,
            page: self.colour(Ink::Page),
            marks: self.marks,
        }
    }

    /// The chart that has nothing to show.
    pub fn no_data(mut self, look: &Look, kind: &str, top: f32) -> Drawing {
        let (width, height) = (look.width(), top + 120.0);
        let middle = (width / 2.0, top + 60.0 - EDGE / 2.0);
        self.text("no data", NORMAL, middle, Anchor::Middle, Ink::Muted);
        self.finish(look, kind, "There are no data to show.", (width, height))
    }
}
