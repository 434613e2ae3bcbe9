//! Lines: values over numbers or names, several series.

use ludarium_game::Point;

use super::axes::{self, ValueText};
use super::canvas::{Area, ChartCanvas, Drawing, EDGE, Paint};
use super::header::{self, Sample};
use super::ink::ChartInk;
use super::marks::{self, Ruler, Way};
use super::names::Row;
use super::span::{Span, placeable};
use super::{Axis, ChartValue, Format, Guide, Look};
use crate::path::Path;

/// A series with more points is drawn without markers, its intervals as a band.
const CROWDED: usize = 80;
/// Free space between the outermost numbers and the sides of the plot.
const INSET: f32 = 18.0;

/// What stands on the horizontal axis.
#[derive(Clone, Debug, PartialEq)]
pub enum Across {
    /// Numbers.
    Numbers(Axis),
    /// Names, from left to right; a point's x is the index of its name.
    Names {
        /// What the names are.
        title: String,
        /// The names.
        names: Vec<String>,
    },
}

impl Default for Across {
    fn default() -> Across {
        Across::Numbers(Axis::default())
    }
}

/// Values over numbers or names.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// Title, size and colours.
    pub look: Look,
    /// The horizontal axis.
    pub across: Across,
    /// The vertical axis.
    pub value: Axis,
    /// The series, in the order of the legend.
    pub series: Vec<LineSeries>,
    /// Level lines with a label.
    pub guides: Vec<Guide>,
    /// Whether the points of a series are joined; they should not be where names have no order.
    pub joined: bool,
    /// What the legend calls the reference points.
    pub reference: String,
}

impl Default for Lines {
    fn default() -> Lines {
        Lines {
            look: Look::default(),
            across: Across::default(),
            value: Axis::default(),
            series: Vec::new(),
            guides: Vec::new(),
            joined: true,
            reference: "printed".to_owned(),
        }
    }
}

/// One series of [`Lines`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineSeries {
    /// Its name in the legend.
    pub name: String,
    /// Its points, x first, in any order.
    pub points: Vec<(f64, ChartValue)>,
    /// Figures from elsewhere to compare with, such as those printed in a paper.
    pub references: Vec<(f64, f64)>,
    /// Whether intervals are drawn as a band instead of bars.
    pub band: bool,
}

impl Lines {
    pub(super) fn draw(&self) -> Drawing {
        let shown: Vec<LineSeries> = self.series.iter().map(|series| self.usable(series)).collect();
        let mut canvas = ChartCanvas::new(&self.look);
        let referred = shown.iter().any(|series| !series.references.is_empty());
        let entries = header::entries(
            self.series.iter().map(|series| series.name.as_str()),
            |series| Sample::Line { series, joined: self.joined },
            referred.then_some(self.reference.as_str()),
        );
        let top = header::draw(&mut canvas, &self.look, &entries);
        if !referred && shown.iter().all(|series| series.points.is_empty()) {
            return canvas.no_data(&self.look, "Line chart", top);
        }
        let top = header::axis_title(&mut canvas, &self.look, &self.value.title, top);
        let plot = self.plot(&mut canvas, &shown, top);
        self.draw_series(&mut canvas, &shown, &plot);
        canvas.finish(&self.look, "Line chart", &self.description(), plot.size)
    }

    fn description(&self) -> String {
        let title = match &self.across {
            Across::Numbers(axis) => &axis.title,
            Across::Names { title, .. } => title,
        };
        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        format!("Line chart of {} over {title}. Series: {}.", self.value.title, names.join("; "))
    }

    /// The series without the points that have no place, in the order of x.
    fn usable(&self, series: &LineSeries) -> LineSeries {
        let on_x = |x: f64| match &self.across {
            Across::Numbers(axis) => placeable(x, axis.log),
            Across::Names { names, .. } => x >= 0.0 && x <= names.len() as f64 - 1.0,
        };
        let mut out = series.clone();
        out.points.retain(|(x, reading)| on_x(*x) && placeable(reading.value, self.value.log));
        out.references.retain(|(x, y)| on_x(*x) && placeable(*y, self.value.log));
        out.points.sort_by(|a, b| a.0.total_cmp(&b.0));
        out
    }

    /// Draws axes and guides.
    fn plot(&self, canvas: &mut ChartCanvas, shown: &[LineSeries], top: f32) -> Plot {
        let height = (self.look.width() * 0.46).clamp(190.0, 420.0);
        let guides = axes::placed_guides(&self.guides, &self.value);
        let values = shown.iter().flat_map(|series| {
            let points = series.points.iter().flat_map(|point| point.1.numbers());
            points.chain(series.references.iter().map(|point| point.1))
        });
        let most = (height / 38.0) as usize;
        let values = values.chain(guides.iter().map(|guide| guide.0));
        let span = Span::over(&self.value, values).rounded(self.value.format, most);
        let ticks = axes::ticks(&self.value, &span, most);
        let margins = Margins {
            left: EDGE + axes::column(&ticks),
            right: EDGE + axes::guides_right(&guides),
            top,
            height,
        };
        let (x, width, bottom) = match &self.across {
            Across::Numbers(axis) => self.numbers_below(canvas, axis, shown, margins),
            Across::Names { title, names } => self.names_below(canvas, title, names, margins),
        };
        let y = Ruler { span, way: Way::Up, area: x.area, inset: 0.0 };
        axes::left(canvas, &y, &ticks);
        axes::base(canvas, &y, span.from);
        axes::draw_guides(canvas, &y, &guides, width);
        Plot { x, y, size: (width, bottom), texts: ValueText::new(&self.value, &span) }
    }

    /// Draws the axis below; returns it with the width and height of the whole chart.
    fn numbers_below(
        &self,
        canvas: &mut ChartCanvas,
        axis: &Axis,
        shown: &[LineSeries],
        mut margins: Margins,
    ) -> (Ruler, f32, f32) {
        let values: Vec<f64> = shown
            .iter()
            .flat_map(|series| {
                let points = series.points.iter().map(|point| point.0);
                points.chain(series.references.iter().map(|point| point.0))
            })
            .collect();
        let span = Span::over(axis, values.iter().copied());
        let room = margins.area(margins.width(&self.look)).width - 2.0 * INSET - 40.0;
        let own = match axis.format {
            Format::Number => axes::own_ticks(&span, &values, room),
            Format::Percent | Format::Seconds => None,
        };
        let ticks = own.unwrap_or_else(|| axes::ticks_across(axis, &span, room));
        // A wide number under an outer tick must not reach beyond the edge.
        let outer = EDGE + axes::widest(&ticks) / 2.0 - INSET;
        margins.left = margins.left.max(outer);
        margins.right = margins.right.max(outer);
        let width = margins.width(&self.look);
        let ruler = Ruler { span, way: Way::Right, area: margins.area(width), inset: INSET };
        let bottom = axes::below(canvas, &ruler, &ticks, &axis.title);
        (ruler, width, bottom)
    }

    /// The same for names.
    fn names_below(
        &self,
        canvas: &mut ChartCanvas,
        title: &str,
        names: &[String],
        mut margins: Margins,
    ) -> (Ruler, f32, f32) {
        let count = names.len() as f32;
        let width = margins.width(&self.look);
        let row = Row::fit(names, margins.area(width).width / count);
        let left = row.left_side(EDGE, width - margins.right, names.len());
        margins.left = margins.left.max(left);
        let width = margins.width(&self.look);
        let area = margins.area(width);
        // Narrower slots may leave out more names.
        let row = Row::fit(names, area.width / count);
        let ruler = Ruler {
            span: Span { from: 0.0, to: (names.len() as f64 - 1.0).max(0.5), log: false },
            way: Way::Right,
            area,
            inset: area.width / count / 2.0,
        };
        let y = area.bottom() + 8.0;
        row.draw_below(canvas, |index| ruler.along(index as f64), y);
        let bottom = axes::title_below(canvas, area, title, y + row.height());
        (ruler, width, bottom)
    }

    fn draw_series(&self, canvas: &mut ChartCanvas, shown: &[LineSeries], plot: &Plot) {
        let apart = self.apart(shown, plot);
        let shift = |index: usize| (index as f32 - (shown.len() as f32 - 1.0) / 2.0) * apart;
        // Bands lie under all lines, lines under all markers.
        for (index, series) in shown.iter().enumerate() {
            if banded(series) {
                plot.band(canvas, index, &series.points);
            }
        }
        for (index, series) in shown.iter().enumerate() {
            if self.joined && series.points.len() > 1 {
                plot.line(canvas, index, &series.points, shift(index));
            }
        }
        for (index, series) in shown.iter().enumerate() {
            if series.points.len() > CROWDED && self.joined {
                continue;
            }
            for &(x, reading) in &series.points {
                let name = format!("{}, {}", series.name, self.x_text(plot, x));
                canvas.open("point", &format!("{name}: {}", plot.texts.reading(reading)));
                let across = plot.x.along(x) + shift(index);
                if !banded(series) {
                    plot.y.interval(canvas, reading, across, ChartInk::Series(index));
                }
                marks::marker(canvas, index, plot.y.point(reading.value, across));
                canvas.close();
            }
        }
        for (index, series) in shown.iter().enumerate() {
            for &(x, y) in &series.references {
                let name = format!("{}, {}", series.name, self.x_text(plot, x));
                let value = plot.texts.value(y);
                canvas.open("reference", &format!("{name}: {value} ({})", self.reference));
                let at = plot.y.point(y, plot.x.along(x) + shift(index));
                marks::diamond(canvas, ChartInk::Series(index), at, false);
                canvas.close();
            }
        }
    }

    /// What a value of the horizontal axis is called.
    fn x_text(&self, plot: &Plot, x: f64) -> String {
        match &self.across {
            Across::Names { names, .. } => {
                names.get(x.round() as usize).cloned().unwrap_or_default()
            }
            Across::Numbers(axis) => {
                let text = ValueText::new(axis, &plot.x.span).short(x);
                format!("{} {text}", axis.title).trim().to_owned()
            }
        }
    }

    /// How far series are moved sideways, so that their intervals do not cover each other.
    fn apart(&self, shown: &[LineSeries], plot: &Plot) -> f32 {
        let bars = |series: &LineSeries| {
            !banded(series) && series.points.iter().any(|point| point.1.ends().is_some())
        };
        // A shifted line would no longer match its band.
        if shown.len() < 2 || !shown.iter().any(bars) || shown.iter().any(banded) {
            return 0.0;
        }
        let (room, most) = match self.across {
            Across::Names { .. } => (2.0 * plot.x.inset, 20.0),
            Across::Numbers(_) => (2.0 * INSET, 8.0),
        };
        let mut xs: Vec<f32> = shown
            .iter()
            .flat_map(|series| series.points.iter().map(|point| plot.x.along(point.0)))
            .collect();
        xs.sort_by(f32::total_cmp);
        xs.dedup();
        let gaps = xs.windows(2).map(|pair| pair[1] - pair[0]);
        let least = gaps.fold(room, f32::min);
        (least * 0.6 / shown.len() as f32).min(most)
    }
}

fn banded(series: &LineSeries) -> bool {
    series.band || series.points.len() > CROWDED
}

/// What surrounds the plot, and how high it is.
#[derive(Clone, Copy)]
struct Margins {
    left: f32,
    right: f32,
    top: f32,
    height: f32,
}

impl Margins {
    /// The width of the whole chart: what the look asks for, or what the margins need.
    fn width(&self, look: &Look) -> f32 {
        look.width().max(self.left + self.right + axes::NARROWEST)
    }

    fn area(&self, width: f32) -> Area {
        Area {
            left: self.left,
            top: self.top,
            width: width - self.left - self.right,
            height: self.height,
        }
    }
}

/// Where the data of a chart are placed.
struct Plot {
    x: Ruler,
    y: Ruler,
    /// The width and height of the whole chart.
    size: (f32, f32),
    /// How values are written.
    texts: ValueText,
}

impl Plot {
    fn at(&self, x: f64, y: f64, shift: f32) -> Point {
        let (x, y) = self.y.point(y, self.x.along(x) + shift);
        Point { x, y }
    }

    fn line(
        &self,
        canvas: &mut ChartCanvas,
        index: usize,
        points: &[(f64, ChartValue)],
        shift: f32,
    ) {
        let points: Vec<Point> =
            points.iter().map(|&(x, reading)| self.at(x, reading.value, shift)).collect();
        let mut path = Path::default();
        path.stroke(&points);
        let paint = Paint::line(ChartInk::Series(index), 2.0).dashed(marks::dashes(index));
        canvas.path(&path, paint);
    }

    /// The area between the ends of the intervals, in one piece for each run of points with one. A
    /// point alone has no area: its interval is a bar.
    fn band(&self, canvas: &mut ChartCanvas, index: usize, points: &[(f64, ChartValue)]) {
        let ink = ChartInk::Series(index);
        for run in points.chunk_by(|a, b| a.1.ends().is_some() == b.1.ends().is_some()) {
            if let [(x, reading)] = run {
                self.y.interval(canvas, *reading, self.x.along(*x), ink);
                continue;
            }
            let ends = |&(x, reading): &(f64, ChartValue)| reading.ends().map(|ends| (x, ends));
            let ends: Vec<(f64, (f64, f64))> = run.iter().filter_map(ends).collect();
            let upper = ends.iter().map(|&(x, (_, high))| self.at(x, high, 0.0));
            let lower = ends.iter().rev().map(|&(x, (low, _))| self.at(x, low, 0.0));
            let mut path = Path::default();
            path.ring(&upper.chain(lower).collect::<Vec<Point>>());
            if !path.0.is_empty() {
                canvas.path(&path, Paint::fill(ink).faded(0.18));
            }
        }
    }
}
