//! Bars: values of names, in groups of one bar for each series.

use super::axes::{self, ValueText};
use super::canvas::{Anchor, Area, ChartCanvas, Drawing, EDGE, Paint};
use super::header::{self, Sample};
use super::ink::ChartInk;
use super::label::Label;
use super::marks::{self, Ruler, Way};
use super::names::{self, Row};
use super::span::{Span, placeable};
use super::{Axis, ChartValue, Guide, Look};

/// Thickest bar.
const THICKEST: f32 = 44.0;
/// Thinner bars are drawn horizontally.
const THINNEST: f32 = 9.0;
/// The part of a name's room that its bars take.
const FILLED: f32 = 0.74;

/// Values of names, with a bar for each series. Bars are upright where the names fit below
/// them, otherwise horizontal.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// Title, size and colours.
    pub look: Look,
    /// The names, in order.
    pub names: Vec<String>,
    /// What the names are.
    pub names_title: String,
    /// The axis of values; unless it is a log axis it holds 0.
    pub value: Axis,
    /// The series, in the order of the legend.
    pub series: Vec<BarSeries>,
    /// Lines with a label across the bars.
    pub guides: Vec<Guide>,
    /// What the legend calls the reference marks.
    pub reference: String,
}

impl Default for Bars {
    fn default() -> Bars {
        Bars {
            look: Look::default(),
            names: Vec::new(),
            names_title: String::new(),
            value: Axis::default(),
            series: Vec::new(),
            guides: Vec::new(),
            reference: "printed".to_owned(),
        }
    }
}

/// One series of [`Bars`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarSeries {
    /// Its name in the legend.
    pub name: String,
    /// A value for each name; values after the last name are left out.
    pub values: Vec<Option<ChartValue>>,
    /// For each name a figure from elsewhere to compare with, such as one printed in a paper.
    pub references: Vec<Option<f64>>,
}

impl Bars {
    pub(super) fn draw(&self) -> Drawing {
        let shown: Vec<BarSeries> = self.series.iter().map(|series| self.usable(series)).collect();
        let mut canvas = ChartCanvas::new(&self.look);
        let referred = shown.iter().any(|series| series.references.iter().any(Option::is_some));
        let names = self.series.iter().map(|series| series.name.as_str());
        let reference = referred.then_some(self.reference.as_str());
        let entries = header::entries(names, Sample::Bar, reference);
        let top = header::draw(&mut canvas, &self.look, &entries);
        if !referred && shown.iter().all(|series| series.values.iter().all(Option::is_none)) {
            return canvas.no_data(&self.look, "Bar chart", top);
        }
        let values = shown.iter().flat_map(|series| {
            let readings = series.values.iter().flatten().flat_map(|reading| reading.numbers());
            readings.chain(series.references.iter().flatten().copied())
        });
        let guides = axes::placed_guides(&self.guides, &self.value);
        let span =
            Span::over(&self.value, values.chain(guides.iter().map(|guide| guide.0)).chain([0.0]));
        let span = span.rounded(self.value.format, 8);
        let draft = Draft { bars: self, shown: &shown, guides: &guides, span };
        let size = draft.draw(&mut canvas, top);
        canvas.finish(&self.look, "Bar chart", &self.description(), size)
    }

    fn description(&self) -> String {
        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        format!(
            "Bar chart of {} for {}. Series: {}.",
            self.value.title,
            self.names.join("; "),
            names.join("; ")
        )
    }

    /// The series with exactly one place for each name, empty where a value cannot be placed.
    fn usable(&self, series: &BarSeries) -> BarSeries {
        let placed = |value: f64| placeable(value, self.value.log);
        let count = self.names.len();
        let value = |index| series.values.get(index).copied().flatten();
        let reference = |index| series.references.get(index).copied().flatten();
        BarSeries {
            name: series.name.clone(),
            values: (0..count)
                .map(|index| value(index).filter(|reading: &ChartValue| placed(reading.value)))
                .collect(),
            references: (0..count)
                .map(|index| reference(index).filter(|value| placed(*value)))
                .collect(),
        }
    }
}

/// A chart whose data and range are known.
struct Draft<'a> {
    bars: &'a Bars,
    shown: &'a [BarSeries],
    guides: &'a [(f64, Label)],
    span: Span,
}

impl Draft<'_> {
    /// Draws everything below the header; returns the size of the chart.
    fn draw(&self, canvas: &mut ChartCanvas, top: f32) -> (f32, f32) {
        let (bars, look) = (self.bars, &self.bars.look);
        let ticks = axes::ticks(&bars.value, &self.span, 8);
        let left = EDGE + axes::column(&ticks);
        let right = EDGE + axes::guides_right(self.guides);
        let width = look.width().max(left + right + axes::NARROWEST);
        let room = width - left - right;
        let slot = room / bars.names.len() as f32;
        let row = Row::fit(&bars.names, slot);
        let thickness = slot * FILLED / self.shown.len() as f32;
        if !matches!(row, Row::Level(_)) || thickness < THINNEST {
            return self.draw_horizontal(canvas, top);
        }
        let top = header::axis_title(canvas, look, &bars.value.title, top);
        let area =
            Area { left, top, width: room, height: (look.width() * 0.4).clamp(180.0, 360.0) };
        let ruler = Ruler { span: self.span, way: Way::Up, area, inset: 0.0 };
        axes::left(canvas, &ruler, &ticks);
        let y = area.bottom() + 8.0;
        let middle = |index: usize| area.left + (index as f32 + 0.5) * slot;
        self.draw_bars(canvas, &ruler, middle, thickness.min(THICKEST), width);
        row.draw_below(canvas, middle, y);
        let bottom = axes::title_below(canvas, area, &bars.names_title, y + row.height());
        (width, bottom)
    }

    fn draw_horizontal(&self, canvas: &mut ChartCanvas, top: f32) -> (f32, f32) {
        let (bars, look) = (self.bars, &self.bars.look);
        let labels = names::column(&bars.names, look.width() * 0.36, 2);
        let thickness = match self.shown.len() {
            1 => 18.0,
            2 | 3 => 13.0,
            _ => 10.0,
        };
        let group = thickness * self.shown.len() as f32;
        let slot = (group / FILLED).max(names::highest(&labels) + 6.0);
        let top = header::axis_title(canvas, look, &bars.names_title, top);
        let top = top + axes::guides_above(self.guides);
        let left = EDGE + names::widest(&labels) + 10.0;
        let ticks = axes::ticks_across(&bars.value, &self.span, look.width() - left - 2.0 * EDGE);
        let left = left.max(EDGE + axes::widest(&ticks) / 2.0);
        let right = EDGE + axes::widest(&ticks) / 2.0;
        let width = look.width().max(left + right + axes::NARROWEST);
        let area =
            Area { left, top, width: width - left - right, height: slot * bars.names.len() as f32 };
        let ruler = Ruler { span: self.span, way: Way::Right, area, inset: 0.0 };
        let bottom = axes::below(canvas, &ruler, &ticks, &bars.value.title);
        let middle = |index: usize| area.top + (index as f32 + 0.5) * slot;
        self.draw_bars(canvas, &ruler, middle, thickness, width);
        canvas.open("names", "");
        for (index, label) in labels.iter().enumerate() {
            let at = (area.left - 10.0, middle(index));
            canvas.label(label, at, Anchor::End, ChartInk::Text);
        }
        canvas.close();
        (width, bottom)
    }

    /// Draws bars, reference marks and guides; `middle` gives the place of each name.
    fn draw_bars(
        &self,
        canvas: &mut ChartCanvas,
        ruler: &Ruler,
        middle: impl Fn(usize) -> f32,
        thickness: f32,
        width: f32,
    ) {
        let bars = self.bars;
        let base = if bars.value.log { ruler.span.from } else { 0.0 };
        let texts = ValueText::new(&bars.value, &ruler.span);
        let group = thickness * self.shown.len() as f32;
        // On a thick bar interval and reference mark stand beside each other.
        let beside = thickness > 20.0;
        for (place, name) in bars.names.iter().enumerate() {
            for (index, series) in self.shown.iter().enumerate() {
                let side = middle(place) - group / 2.0 + index as f32 * thickness;
                let about = format!("{} {name}", series.name).trim().to_owned();
                let reference = series.references[place];
                if let Some(reading) = series.values[place] {
                    canvas.open("bar", &format!("{about}: {}", texts.reading(reading)));
                    let area = bar(ruler, (base, reading.value), side, thickness);
                    let paint = Paint::fill(ChartInk::Series(index)).outlined(ChartInk::Page, 0.8);
                    canvas.rect(area, paint);
                    marks::texture(canvas, index, area, ChartInk::Page);
                    let part = if beside && reference.is_some() { 0.3 } else { 0.5 };
                    ruler.interval_on_bar(canvas, reading, side + part * thickness);
                    canvas.close();
                }
                if let Some(value) = reference {
                    let value_text = texts.value(value);
                    let title = format!("{about}: {value_text} ({})", bars.reference);
                    canvas.open("reference", &title);
                    let part = if beside { 0.7 } else { 0.5 };
                    let at = ruler.point(value, side + part * thickness);
                    marks::diamond(canvas, ChartInk::Series(index), at, true);
                    canvas.close();
                }
            }
        }
        axes::base(canvas, ruler, base);
        axes::draw_guides(canvas, ruler, self.guides, width);
    }
}

/// The area of a bar between two values.
fn bar(ruler: &Ruler, (base, value): (f64, f64), side: f32, thickness: f32) -> Area {
    let (a, b) = (ruler.along(base), ruler.along(value));
    let (start, length) = (a.min(b), (a - b).abs());
    match ruler.way {
        Way::Up => Area { left: side, top: start, width: thickness, height: length },
        Way::Right => Area { left: start, top: side, width: length, height: thickness },
    }
}
