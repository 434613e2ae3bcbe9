//! Charts for reports: data in, one complete SVG document or a PDF out.
//!
//! | chart | shows |
//! |---|---|
//! | [`Lines`] | values over numbers or names, several series |
//! | [`Bars`] | values of names, in groups |
//! | [`Forest`] | ratings: one row each, with interval |
//! | [`Heat`] | a matrix, coloured by the distance from a middle |
//! | [`Histogram`] | how often values fall into bins |
//!
//! Each chart is a plain struct with the methods `svg` and `pdf`. The same data give the same bytes. What
//! cannot be placed (NaN, an infinite value, nothing positive on a log axis) is left out; a chart
//! without anything to show says "no data". Series differ in colour, in marker and in dashes or
//! texture, so that they stay apart without colour too.
//!
//! ```
//! use ludarium_draw::chart::{Axis, ChartValue, Format, Forest, Look, Row};
//!
//! let chart = Forest {
//!     look: Look { title: "Ratings".to_owned(), ..Look::default() },
//!     value: Axis { format: Format::Number, ..Axis::default() },
//!     rows: vec![Row { name: "greedy".to_owned(), reading: ChartValue::within(40.0, -25.0, 105.0) }],
//!     ..Forest::default()
//! };
//! assert!(chart.svg().contains("40 (−25 to 105)"));
//! ```

mod axes;
mod bars;
mod canvas;
mod forest;
mod format;
mod header;
mod heat;
mod histogram;
mod ink;
mod label;
mod lines;
mod marks;
mod names;
mod pdf;
mod span;
#[cfg(test)]
mod tests;

use crate::Theme;
use crate::theme::Colour;

pub use bars::{BarSeries, Bars};
pub use forest::{Forest, Row};
pub use format::Format;
pub use heat::Heat;
pub use histogram::{Bins, Histogram};
pub use ink::repainted;
pub use lines::{Across, LineSeries, Lines};

/// Gives each chart its documents.
macro_rules! documents {
    ($($chart:ty),*) => {$(
        impl $chart {
            /// The chart as an SVG document.
            pub fn svg(&self) -> String {
                self.draw().svg
            }

            /// The chart as a PDF of one page, for papers.
            pub fn pdf(&self) -> Vec<u8> {
                self.draw().pdf()
            }
        }
    )*};
}

documents!(Bars, Forest, Heat, Histogram, Lines);

/// What all charts have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The heading above the chart; none where it is empty.
    pub title: String,
    /// What the chart shows, for people who cannot see it; where it is empty the chart
    /// describes its own parts.
    pub description: String,
    /// Width in pixels, from 360 to 4000; more where long texts or many columns need it. The
    /// height follows from the data.
    pub width: f32,
    /// Light, dark, or what the reader prefers.
    pub colours: Colours,
}

impl Default for Look {
    /// No title, 720 pixels wide, light.
    fn default() -> Look {
        Look {
            title: String::new(),
            description: String::new(),
            width: 720.0,
            colours: Colours::default(),
        }
    }
}

impl Look {
    /// The width within its limits; the default where it is no number.
    fn width(&self) -> f32 {
        if self.width.is_nan() { Look::default().width } else { self.width.clamp(360.0, 4000.0) }
    }
}

/// Where the colours of a chart come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// One theme, written into every element: for files and for print.
    Fixed(Theme),
    /// The reader's colour scheme decides: colours are CSS custom properties `--chart-…` with the
    /// light theme as fallback. `data-theme="light"` or `"dark"` on any element around the chart
    /// overrules the scheme. A page sets its own colours with a more specific rule, such as
    /// `main .ludarium-chart { --chart-page: white }`.
    Reader,
}

impl Default for Colours {
    fn default() -> Colours {
        Colours::Fixed(Theme::Light)
    }
}

/// An axis of numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What the numbers are, with their unit.
    pub title: String,
    /// How the numbers are written.
    pub format: Format,
    /// Whether equal distances are equal ratios; then only positive values have a place.
    pub log: bool,
    /// Values that the axis reaches even where no data do, such as 0 and 1 for shares.
    pub cover: Vec<f64>,
}

/// A value, perhaps with an interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ChartValue {
    /// The value.
    pub value: f64,
    /// Both ends of its interval. An infinite end is drawn as an arrow.
    pub interval: Option<(f64, f64)>,
}

impl ChartValue {
    /// A value with its interval.
    pub fn within(value: f64, low: f64, high: f64) -> ChartValue {
        ChartValue { value, interval: Some((low, high)) }
    }

    /// The interval from the lower to the upper end; none where an end is no number.
    fn ends(self) -> Option<(f64, f64)> {
        let (a, b) = self.interval?;
        (!a.is_nan() && !b.is_nan()).then(|| (a.min(b), a.max(b)))
    }

    /// The value and the ends of its interval, for the range of an axis.
    fn numbers(self) -> impl Iterator<Item = f64> {
        let ends = self.ends().map(|(low, high)| [low, high]);
        std::iter::once(self.value).chain(ends.into_iter().flatten())
    }
}

impl From<f64> for ChartValue {
    fn from(value: f64) -> ChartValue {
        ChartValue { value, interval: None }
    }
}

/// A line across the chart at a value, with a label: "equal share 1/3".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guide {
    /// Where it stands on the axis of values.
    pub at: f64,
    /// What it means.
    pub label: String,
}

/// The colour of a series, by its number; for tables and texts beside a chart.
pub fn series_colour(series: usize, theme: Theme) -> Colour {
    ink::ChartInk::Series(series).colour(theme)
}
