//! The top of a chart: title and legend.

use super::Look;
use super::canvas::{Anchor, Area, ChartCanvas, EDGE, Paint};
use super::ink::ChartInk;
use super::label::{Label, NORMAL, TITLE};
use super::marks;

/// Height of a line of the legend.
const ROW: f32 = 20.0;
/// Width of the sample before a name.
const SAMPLE: f32 = 30.0;

/// One entry of the legend.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub sample: Sample,
    pub name: String,
}

/// The sample before a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sample {
    /// The marker of a series, on its line where its points are joined.
    Line { series: usize, joined: bool },
    /// A piece of a bar of a series.
    Bar(usize),
    /// The mark of figures from elsewhere.
    Reference,
}

/// The entries of several series and, where there are any, of their references. A single series
/// without a name needs none.
pub(super) fn entries<'a>(
    names: impl Iterator<Item = &'a str>,
    sample: impl Fn(usize) -> Sample,
    reference: Option<&str>,
) -> Vec<Entry> {
    let mut entries: Vec<Entry> = names
        .enumerate()
        .filter(|(_, name)| !name.trim().is_empty())
        .map(|(index, name)| Entry { sample: sample(index), name: name.to_owned() })
        .collect();
    entries
        .extend(reference.map(|name| Entry { sample: Sample::Reference, name: name.to_owned() }));
    entries
}

/// Draws title and legend and returns where the rest of the chart begins.
pub(super) fn draw(canvas: &mut ChartCanvas, look: &Look, entries: &[Entry]) -> f32 {
    let room = look.width() - 2.0 * EDGE;
    let mut y = EDGE;
    if !look.title.trim().is_empty() {
        // Bold text runs wider than it is measured.
        let title = Label::fit(&look.title, TITLE, room / 1.15, 3);
        canvas.heading(&title, (EDGE, y - 3.0));
        y += title.height() + 5.0;
    }
    if entries.is_empty() {
        return y;
    }
    let mut x = EDGE;
    canvas.open("legend", "");
    for entry in entries {
        let name = Label::fit(&entry.name, NORMAL, room - SAMPLE, 1);
        let width = SAMPLE + name.width();
        if x > EDGE && x + width > EDGE + room {
            x = EDGE;
            y += ROW;
        }
        let middle = y + ROW / 2.0;
        sample(canvas, entry.sample, (x, middle));
        canvas.label(&name, (x + SAMPLE, middle), Anchor::Start, ChartInk::Text);
        x += width + 20.0;
    }
    canvas.close();
    y + ROW + 6.0
}

fn sample(canvas: &mut ChartCanvas, sample: Sample, (x, y): (f32, f32)) {
    let middle = (x + 12.0, y);
    match sample {
        Sample::Line { series, joined } => {
            if joined {
                let paint =
                    Paint::line(ChartInk::Series(series), 2.0).dashed(marks::dashes(series));
                canvas.line((x, y), (x + 24.0, y), paint);
            }
            marks::marker(canvas, series, middle);
        }
        Sample::Bar(series) => {
            let area = Area { left: x + 2.0, top: y - 7.0, width: 22.0, height: 14.0 };
            canvas.rect(area, Paint::fill(ChartInk::Series(series)));
            marks::texture(canvas, series, area, ChartInk::Page);
        }
        Sample::Reference => marks::diamond(canvas, ChartInk::Text, middle, false),
    }
}

/// Draws the title of an axis on the left above the plot and returns where the plot begins.
pub(super) fn axis_title(canvas: &mut ChartCanvas, look: &Look, title: &str, y: f32) -> f32 {
    if title.trim().is_empty() {
        return y + 6.0;
    }
    let title = Label::fit(title, NORMAL, look.width() - 2.0 * EDGE, 2);
    let middle = y + title.height() / 2.0;
    canvas.label(&title, (EDGE, middle), Anchor::Start, ChartInk::Muted);
    y + title.height() + 11.0
}
