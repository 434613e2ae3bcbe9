//! Axes of numbers: ticks, the grid, guides, and how values are written.

use super::canvas::{Anchor, Area, ChartCanvas, EDGE, Paint};
use super::format::{Figures, Format, exponent, power};
use super::ink::ChartInk;
use super::label::{Label, NORMAL, SMALL, spread, width};
use super::marks::{Ruler, Way};
use super::span::{Span, placeable};
use super::{Axis, ChartValue, Guide};

/// Free space between the ticks' texts and the plot.
const GAP: f32 = 8.0;
/// Charts get wider than asked for, rather than a plot narrower than this.
pub(super) const NARROWEST: f32 = 200.0;
/// Widest text of a guide beside the plot.
const GUIDE: f32 = 110.0;

/// A value on an axis with its text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub value: f64,
    pub text: String,
}

/// At most `most` ticks of an axis.
pub(super) fn ticks(axis: &Axis, span: &Span, most: usize) -> Vec<Tick> {
    let values = span.ticks(axis.format, most);
    let alone = span.log && values.iter().all(|value| is_round(*value));
    let even = Figures::new(axis.format, span.step(axis.format, most), span.largest());
    let write = |value: f64| {
        if alone { Figures::alone(axis.format, value).write(value) } else { even.write(value) }
    };
    values.into_iter().map(|value| Tick { value, text: write(value) }).collect()
}

/// Whether a value has one digit that is not zero.
fn is_round(value: f64) -> bool {
    let mantissa = value / power(exponent(value));
    (mantissa - mantissa.round()).abs() < 1e-6
}

/// As many ticks as have room for their texts side by side.
pub(super) fn ticks_across(axis: &Axis, span: &Span, room: f32) -> Vec<Tick> {
    (1..=10)
        .rev()
        .map(|most| ticks(axis, span, most))
        .find(|ticks| side_by_side(ticks, span, room))
        .unwrap_or_default()
}

/// A tick for each of a few whole numbers, where their texts have room: a sweep over the depths 1,
/// 3, 5 is read best at just these.
pub(super) fn own_ticks(span: &Span, values: &[f64], room: f32) -> Option<Vec<Tick>> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values.dedup();
    let whole = |value: &f64| value.fract() == 0.0 && value.abs() < 1e6;
    if !(2..=12).contains(&values.len()) || !values.iter().all(whole) {
        return None;
    }
    let figures = Figures::new(Format::Number, 1.0, span.largest());
    let ticks = values.into_iter().map(|value| Tick { value, text: figures.write(value) });
    let ticks: Vec<Tick> = ticks.collect();
    side_by_side(&ticks, span, room).then_some(ticks)
}

/// Whether the texts of ticks have room.
fn side_by_side(ticks: &[Tick], span: &Span, room: f32) -> bool {
    ticks.windows(2).all(|pair| {
        let [a, b] = [&pair[0], &pair[1]];
        let apart = (span.part(b.value) - span.part(a.value)) as f32 * room;
        apart >= (width(&a.text, SMALL) + width(&b.text, SMALL)) / 2.0 + 14.0
    })
}

/// How much room the texts of ticks take beside a plot.
pub(super) fn column(ticks: &[Tick]) -> f32 {
    widest(ticks) + GAP
}

/// The widest text of all ticks.
pub(super) fn widest(ticks: &[Tick]) -> f32 {
    ticks.iter().map(|tick| width(&tick.text, SMALL)).fold(0.0, f32::max)
}

/// Draws the grid and the texts of an axis on the left.
pub(super) fn left(canvas: &mut ChartCanvas, ruler: &Ruler, ticks: &[Tick]) {
    canvas.open("axis", "");
    for tick in ticks {
        let y = ruler.along(tick.value);
        grid(canvas, ruler, tick.value, false);
        let at = (ruler.area.left - GAP, y);
        canvas.text(&tick.text, SMALL, at, Anchor::End, ChartInk::Muted);
    }
    canvas.close();
}

/// Draws the grid, the texts and the title of an axis below; returns where the chart ends.
pub(super) fn below(canvas: &mut ChartCanvas, ruler: &Ruler, ticks: &[Tick], title: &str) -> f32 {
    canvas.open("axis", "");
    let bottom = ruler.area.bottom();
    for tick in ticks {
        let x = ruler.along(tick.value);
        grid(canvas, ruler, tick.value, true);
        let at = (x, bottom + 15.0);
        canvas.text(&tick.text, SMALL, at, Anchor::Middle, ChartInk::Muted);
    }
    canvas.close();
    title_below(canvas, ruler.area, title, bottom + 25.0)
}

/// Draws the title of the axis below a plot and returns where the chart ends.
pub(super) fn title_below(canvas: &mut ChartCanvas, area: Area, title: &str, y: f32) -> f32 {
    if title.trim().is_empty() {
        return y + EDGE;
    }
    let title = Label::fit(title, NORMAL, area.width, 2);
    let middle = (area.left + area.width / 2.0, y + 2.0 + title.height() / 2.0);
    canvas.label(&title, middle, Anchor::Middle, ChartInk::Muted);
    y + 2.0 + title.height() + EDGE
}

/// A thin line across the plot at a value, with a small tick mark if `stub` is set.
fn grid(canvas: &mut ChartCanvas, ruler: &Ruler, value: f64, stub: bool) {
    let (from, to) = across(ruler);
    let to = if stub { to + 5.0 } else { to };
    let (from, to) = (ruler.point(value, from), ruler.point(value, to));
    canvas.line(from, to, Paint::line(ChartInk::Grid, 1.0));
}

/// Draws the line from which values are counted: 0, or the lower end of the axis.
pub(super) fn base(canvas: &mut ChartCanvas, ruler: &Ruler, value: f64) {
    let (from, to) = across(ruler);
    let (from, to) = (ruler.point(value, from), ruler.point(value, to));
    canvas.line(from, to, Paint::line(ChartInk::Text, 1.0));
}

/// Draws the lower edge of a plot.
pub(super) fn lower_edge(canvas: &mut ChartCanvas, area: Area) {
    let (from, to) = ((area.left, area.bottom()), (area.right(), area.bottom()));
    canvas.line(from, to, Paint::line(ChartInk::Text, 1.0));
}

/// Both sides of the area, across the ruler.
fn across(ruler: &Ruler) -> (f32, f32) {
    match ruler.way {
        Way::Up => (ruler.area.left, ruler.area.right()),
        Way::Right => (ruler.area.top, ruler.area.bottom()),
    }
}

/// The guides that have a place on an axis, with their broken labels.
pub(super) fn placed_guides(guides: &[Guide], axis: &Axis) -> Vec<(f64, Label)> {
    guides
        .iter()
        .filter(|guide| placeable(guide.at, axis.log))
        .map(|guide| (guide.at, Label::fit(&guide.label, SMALL, GUIDE, 3)))
        .collect()
}

/// The room that guides need on the right of a plot, where values run upwards.
pub(super) fn guides_right(guides: &[(f64, Label)]) -> f32 {
    let widths = guides.iter().map(|(_, label)| label.width() + GAP);
    widths.fold(0.0, f32::max)
}

/// The room that guides need above a plot, where values run to the right.
pub(super) fn guides_above(guides: &[(f64, Label)]) -> f32 {
    let heights = guides.iter().map(|(_, label)| label.height() + 4.0);
    heights.fold(0.0, f32::max)
}

/// Draws guides across the plot; their labels stand outside it, so that they hide no data.
pub(super) fn draw_guides(
    canvas: &mut ChartCanvas,
    ruler: &Ruler,
    guides: &[(f64, Label)],
    width: f32,
) {
    let wanted: Vec<(f32, f32)> = guides
        .iter()
        .map(|(at, label)| {
            let size = match ruler.way {
                Way::Up => label.height() + 5.0,
                Way::Right => label.width() + 10.0,
            };
            (ruler.along(*at), size)
        })
        .collect();
    let places = match ruler.way {
        Way::Up => spread(&wanted, ruler.area.top - 10.0, ruler.area.bottom() + 10.0),
        Way::Right => spread(&wanted, EDGE, width - EDGE),
    };
    for ((at, label), place) in guides.iter().zip(places) {
        canvas.open("guide", &label.full.clone().unwrap_or_else(|| label.lines.join("")));
        let (from, to) = across(ruler);
        let (from, to) = (ruler.point(*at, from), ruler.point(*at, to));
        // A thin edge in the colour of the page on both sides, so that the guide shows on bars too.
        canvas.line(from, to, Paint::line(ChartInk::Page, 3.0).faded(0.7));
        canvas.line(from, to, Paint::line(ChartInk::Muted, 1.2).dashed("5 4"));
        match (place, ruler.way) {
            (Some(y), Way::Up) => {
                let at = (ruler.area.right() + GAP, y);
                canvas.label(label, at, Anchor::Start, ChartInk::Muted);
            }
            (Some(x), Way::Right) => {
                let at = (x, ruler.area.top - 4.0 - label.height() / 2.0);
                canvas.label(label, at, Anchor::Middle, ChartInk::Muted);
            }
            (None, _) => {}
        }
        canvas.close();
    }
}

/// How the values of a chart are written: finer than its ticks.
pub(super) struct ValueText {
    axis: Axis,
    figures: Figures,
}

impl ValueText {
    pub fn new(axis: &Axis, span: &Span) -> ValueText {
        let fine = power(exponent((span.to - span.from) / 150.0));
        ValueText { axis: axis.clone(), figures: Figures::new(axis.format, fine, span.largest()) }
    }

    /// A value with its unit.
    pub fn value(&self, value: f64) -> String {
        if self.axis.log && value > 0.0 && value.is_finite() {
            let fine = power(exponent(value) - 2);
            Figures::new(self.axis.format, fine, value).short(value)
        } else {
            self.figures.write(value)
        }
    }

    /// A value without needless zeros.
    pub fn short(&self, value: f64) -> String {
        if self.axis.log { self.value(value) } else { self.figures.short(value) }
    }

    /// A value with its interval.
    pub fn reading(&self, reading: ChartValue) -> String {
        let value = self.value(reading.value);
        match reading.ends() {
            Some((low, high)) => format!("{value} ({} to {})", self.value(low), self.value(high)),
            None => value,
        }
    }
}
