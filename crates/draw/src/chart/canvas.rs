//! Writes a chart's elements as SVG, in colours by purpose.

use ludarium_game::Point;

use super::ink::{ChartInk, style_sheet};
use super::label::{LINE, Label, NORMAL};
use super::{Colours, Look, pdf};
use crate::path::Path;
pub(super) use crate::picture::{Anchor, Area, Paint};
use crate::picture::{Item, Text};
use crate::svg::{self, escape, number};
use crate::{Theme, font};

/// The fonts of the reader's system. Most run narrower than the one that texts are measured with.
const FONTS: &str = "system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif";

/// Free space at the edges.
pub(super) const EDGE: f32 = 14.0;

/// A line of text; `at` is a point of its baseline.
fn plain(
    content: &str,
    size: f32,
    at: (f32, f32),
    anchor: Anchor,
    ink: ChartInk,
) -> Text<ChartInk> {
    let at = Point { x: at.0, y: at.1 };
    Text { anchor, ..Text::new(content, at, size, ink) }
}

/// A growing drawing.
pub(super) struct ChartCanvas {
    body: String,
    /// The same for a PDF.
    items: Vec<Item<ChartInk>>,
    colours: Colours,
}

/// A finished drawing.
pub(super) struct Drawing {
    pub svg: String,
    title: String,
    size: (f32, f32),
    items: Vec<Item<ChartInk>>,
    colours: Colours,
}

impl Drawing {
    /// The drawing as a PDF of one page.
    pub fn pdf(&self) -> Vec<u8> {
        // Paper knows no reader's scheme.
        let theme = match self.colours {
            Colours::Fixed(theme) => theme,
            Colours::Reader => Theme::Light,
        };
        pdf::document(&self.title, self.size, theme, &self.items)
    }
}

impl ChartCanvas {
    pub fn new(look: &Look) -> ChartCanvas {
        ChartCanvas { body: String::new(), items: Vec::new(), colours: look.colours }
    }

    /// Opens a group; `title` shows under the pointer.
    pub fn open(&mut self, class: &str, title: &str) {
        svg::open_group(class, "", title, &mut self.body);
    }

    pub fn close(&mut self) {
        self.body += svg::CLOSE_GROUP;
    }

    pub fn rect(&mut self, area: Area, paint: Paint<ChartInk>) {
        self.add(Item::Rectangle(area, paint));
    }

    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), paint: Paint<ChartInk>) {
        let mut path = Path::default();
        path.stroke(&[from, to].map(|(x, y)| Point { x, y }));
        self.path(&path, paint);
    }

    pub fn path(&mut self, path: &Path, paint: Paint<ChartInk>) {
        self.add(Item::Path(path.clone(), paint));
    }

    /// A line of text whose middle height is at `y`.
    pub fn text(
        &mut self,
        text: &str,
        size: f32,
        (x, y): (f32, f32),
        anchor: Anchor,
        ink: ChartInk,
    ) {
        let at = (x, y + size * font::CAPITAL / 2.0);
        self.write(plain(text, size, at, anchor, ink));
    }

    /// The lines of a label, one below the other; `y` is the middle of their height.
    pub fn label(&mut self, label: &Label, (x, y): (f32, f32), anchor: Anchor, ink: ChartInk) {
        let apart = label.size * LINE;
        let first = y - (label.lines.len() as f32 - 1.0) * apart / 2.0;
        for (index, text) in label.lines.iter().enumerate() {
            let y = first + index as f32 * apart + label.size * font::CAPITAL / 2.0;
            self.write(Text {
                full: label.full.clone(),
                ..plain(text, label.size, (x, y), anchor, ink)
            });
        }
    }

    /// The lines of a label in bold, with the top of the first line at `y`.
    pub fn heading(&mut self, label: &Label, (x, y): (f32, f32)) {
        for (index, text) in label.lines.iter().enumerate() {
            let at = (x, y + label.size + index as f32 * label.size * LINE);
            self.write(Text {
                full: label.full.clone(),
                bold: true,
                ..plain(text, label.size, at, Anchor::Start, ChartInk::Text)
            });
        }
    }

    /// The first line of a label, rising by `angle` degrees.
    pub fn slanted(&mut self, label: &Label, at: (f32, f32), anchor: Anchor, angle: f32) {
        if let Some(text) = label.lines.first() {
            self.write(Text {
                full: label.full.clone(),
                angle,
                ..plain(text, label.size, at, anchor, ChartInk::Text)
            });
        }
    }

    fn write(&mut self, text: Text<ChartInk>) {
        if !text.content.is_empty() {
            self.add(Item::Text(text));
        }
    }

    fn add(&mut self, item: Item<ChartInk>) {
        let colours = self.colours;
        svg::write_item(&item, &|ink: ChartInk| ink.value(colours), &mut self.body);
        self.items.push(item);
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
            ChartInk::Page.value(look.colours),
            self.body
        );
        let title = match look.title.trim() {
            "" => kind,
            title => title,
        };
        Drawing { svg, title: title.to_owned(), size, items: self.items, colours: self.colours }
    }

    /// The chart that has nothing to show.
    pub fn no_data(mut self, look: &Look, kind: &str, top: f32) -> Drawing {
        let (width, height) = (look.width(), top + 120.0);
        let middle = (width / 2.0, top + 60.0 - EDGE / 2.0);
        self.text("no data", NORMAL, middle, Anchor::Middle, ChartInk::Muted);
        self.finish(look, kind, "There are no data to show.", (width, height))
    }
}
