//! `NamedChart`: a chart that belongs to a result.

use ludarium_draw::chart::{Bars, Colours, Forest, Heat, Histogram, Lines, Look};

/// A chart with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedChart {
    /// What it shows, as part of a file name; empty where it has no file.
    pub name: String,
    chart: Chart,
}

#[derive(Clone, Debug, PartialEq)]
enum Chart {
    Bars(Bars),
    Forest(Forest),
    Heat(Heat),
    Histogram(Histogram),
    Lines(Lines),
}

/// The same expression for every kind of chart.
macro_rules! each {
    ($chart:expr, $name:ident => $result:expr) => {
        match $chart {
            Chart::Bars($name) => $result,
            Chart::Forest($name) => $result,
            Chart::Heat($name) => $result,
            Chart::Histogram($name) => $result,
            Chart::Lines($name) => $result,
        }
    };
}

macro_rules! kinds {
    ($($kind:ident),*) => {$(
        impl From<$kind> for NamedChart {
            fn from(chart: $kind) -> NamedChart {
                NamedChart { name: String::new(), chart: Chart::$kind(chart) }
            }
        }
    )*};
}

kinds!(Bars, Forest, Heat, Histogram, Lines);

impl NamedChart {
    /// A chart under a name.
    pub fn new(name: impl Into<String>, chart: impl Into<NamedChart>) -> NamedChart {
        NamedChart { name: name.into(), ..chart.into() }
    }

    /// The chart for a page alone.
    pub fn without_file(mut self) -> NamedChart {
        self.name.clear();
        self
    }

    /// Its title, size and colours.
    pub fn look_mut(&mut self) -> &mut Look {
        each!(&mut self.chart, chart => &mut chart.look)
    }

    /// The lines, where it is a line chart.
    pub fn lines(&self) -> Option<&Lines> {
        match &self.chart {
            Chart::Lines(lines) => Some(lines),
            _ => None,
        }
    }

    /// The chart as an SVG document.
    pub fn svg(&self) -> String {
        each!(&self.chart, chart => chart.svg())
    }

    /// The chart in these colours.
    pub fn coloured(&self, colours: Colours) -> String {
        let mut chart = self.clone();
        chart.look_mut().colours = colours;
        chart.svg()
    }

    /// The chart as a PDF of one page, for papers.
    pub fn pdf(&self) -> Vec<u8> {
        each!(&self.chart, chart => chart.pdf())
    }
}
