//! Histogram: how often values fall into bins.

use super::axes;
use super::canvas::{Area, ChartCanvas, Drawing, EDGE, Paint};
use super::format::{Figures, exponent, power};
use super::header;
use super::ink::ChartInk;
use super::marks::{Ruler, Way};
use super::span::{Span, placeable};
use super::{Axis, Guide, Look};

/// Counts of values, such as the lengths of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// Title, size and colours.
    pub look: Look,
    /// The axis of values; always linear.
    pub value: Axis,
    /// What is counted.
    pub count_title: String,
    /// The counts.
    pub bins: Bins,
    /// Upright lines with a label, for instance at the median.
    pub guides: Vec<Guide>,
}

/// Counts in bins of equal width.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bins {
    /// The lower edge of the first bin.
    pub start: f64,
    /// The width of each bin.
    pub width: f64,
    /// How many values fall into each bin; a value on an edge belongs to the bin above.
    pub counts: Vec<u64>,
}

impl Bins {
    /// Counts values into at most `most` bins (2 to 1000) with round edges. Bins of whole numbers
    /// are whole. Values that are not finite are left out.
    pub fn of(values: &[f64], most: usize) -> Bins {
        let values: Vec<f64> =
            values.iter().copied().filter(|value| placeable(*value, false)).collect();
        let (Some(low), Some(high)) =
            (values.iter().copied().reduce(f64::min), values.iter().copied().reduce(f64::max))
        else {
            return Bins::default();
        };
        let whole = values.iter().all(|value| value.fract() == 0.0);
        let span = Span::over(&Axis::default(), [low, high]);
        // There is one bin more than there are edges inside the range.
        let step = span.step(super::Format::Number, most.clamp(2, 1000) - 1);
        let width = if whole { step.max(1.0) } else { step };
        let start = (low / width).floor() * width;
        let index = |value: f64| ((value - start) / width + 1e-9).floor().max(0.0) as usize;
        let mut counts = vec![0; index(high) + 1];
        for value in values {
            let last = counts.len() - 1;
            counts[index(value).min(last)] += 1;
        }
        Bins { start, width, counts }
    }

    /// The edges of a bin.
    fn edges(&self, index: usize) -> (f64, f64) {
        let edge = |index: usize| self.start + self.width * index as f64;
        (edge(index), edge(index + 1))
    }

    fn drawable(&self) -> bool {
        let end = self.edges(self.counts.len()).0;
        let placed = placeable(self.start, false) && placeable(end, false);
        placed && end > self.start && self.counts.iter().any(|count| *count > 0)
    }
}

impl Histogram {
    pub(super) fn draw(&self) -> Drawing {
        let look = &self.look;
        let mut canvas = ChartCanvas::new(look);
        let top = header::draw(&mut canvas, look, &[]);
        if !self.bins.drawable() {
            return canvas.no_data(look, "Histogram", top);
        }
        let top = header::axis_title(&mut canvas, look, &self.count_title, top);
        let value = Axis { log: false, ..self.value.clone() };
        let guides = axes::placed_guides(&self.guides, &value);
        let edges = [self.bins.start, self.bins.edges(self.bins.counts.len()).0];
        let x_span =
            Span::over(&value, edges.into_iter().chain(guides.iter().map(|guide| guide.0)));
        let count = Axis { cover: vec![0.0], ..Axis::default() };
        let counts = self.bins.counts.iter().map(|count| *count as f64);
        let y_span = Span::over(&count, counts).rounded(count.format, 7);
        let ticks = axes::ticks(&count, &y_span, 7);
        // Counts are whole numbers.
        let ticks: Vec<_> = ticks.into_iter().filter(|tick| tick.value.fract() == 0.0).collect();
        let across = axes::ticks_across(&value, &x_span, look.width() - 160.0);
        let half = axes::widest(&across) / 2.0;
        let left = (EDGE + axes::column(&ticks)).max(EDGE + half);
        let width = look.width().max(left + EDGE + half + axes::NARROWEST);
        let area = Area {
            left,
            top: top + axes::guides_above(&guides),
            width: width - left - EDGE - half,
            height: (look.width() * 0.36).clamp(160.0, 320.0),
        };
        let [x, y] = [(x_span, Way::Right), (y_span, Way::Up)].map(|(span, way)| Ruler {
            span,
            way,
            area,
            inset: 0.0,
        });
        axes::left(&mut canvas, &y, &ticks);
        let bottom = axes::below(&mut canvas, &x, &across, &value.title);
        self.draw_bars(&mut canvas, &x, &y);
        axes::base(&mut canvas, &y, 0.0);
        axes::draw_guides(&mut canvas, &x, &guides, width);
        let total: u128 = self.bins.counts.iter().map(|count| u128::from(*count)).sum();
        let description = format!("Histogram of {total} values: {}.", value.title);
        canvas.finish(look, "Histogram", &description, (width, bottom))
    }

    fn draw_bars(&self, canvas: &mut ChartCanvas, x: &Ruler, y: &Ruler) {
        let fine = power(exponent(self.bins.width) - 1);
        let figures = Figures::new(self.value.format, fine, x.span.largest());
        for (index, count) in self.bins.counts.iter().enumerate() {
            if *count == 0 {
                continue;
            }
            let (from, to) = self.bins.edges(index);
            let (left, right) = (x.along(from), x.along(to));
            let top = y.along(*count as f64);
            let range = format!("{} to {}", figures.short(from), figures.short(to));
            canvas.open("bin", &format!("{range}: {count}"));
            // A thin gap between bars, unless they are thin.
            let gap = if right - left > 4.0 { 1.0 } else { 0.0 };
            let area = Area {
                left: left + gap / 2.0,
                top,
                width: right - left - gap,
                height: y.area.bottom() - top,
            };
            canvas.rect(area, Paint::fill(ChartInk::Series(0)));
            canvas.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_into_round_bins() {
        let bins = Bins::of(&[1.0, 2.0, 2.0, 5.0, f64::NAN], 10);
        let expected = Bins { start: 1.0, width: 1.0, counts: vec![1, 2, 0, 0, 1] };
        assert_eq!(bins, expected);
        let lengths: Vec<f64> = (0..400).map(f64::from).collect();
        let bins = Bins::of(&lengths, 20);
        assert_eq!((bins.width, bins.counts.len()), (50.0, 8));
        assert!(bins.counts.iter().all(|count| *count == 50));
    }

    #[test]
    fn no_value_is_lost() {
        for most in [0, 1, 7, 5000] {
            let values = [-3.7, 0.1, 0.2, 0.3, 1e6, 1e6, -1e-9];
            let bins = Bins::of(&values, most);
            assert_eq!(bins.counts.iter().sum::<u64>(), values.len() as u64);
            assert!(bins.counts.len() <= most.clamp(2, 1000), "{}", bins.counts.len());
        }
        assert_eq!(Bins::of(&[f64::NAN], 5), Bins::default());
    }
}
