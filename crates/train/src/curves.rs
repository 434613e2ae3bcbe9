//! Curves: losses over epochs, weights over games.

use ludarium_draw::chart::{Across, Axis, ChartValue, LineSeries, Lines, Look};
use ludarium_learn::training::Losses;
use ludarium_report::NamedChart;

/// A curve: its name, and its points from left to right.
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<(f64, f64)>,
    /// Figures to compare with.
    pub references: Vec<(f64, f64)>,
}

impl Curve {
    /// A curve without figures to compare with.
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Curve {
        Curve { name: name.into(), points, references: Vec::new() }
    }
}

/// The losses over the epochs of a training. What is learned has a name where there are several.
pub fn losses(name: Option<&str>, history: &[Losses]) -> [Curve; 2] {
    let epochs = || (1..).map(f64::from).zip(history);
    let training = epochs().map(|(epoch, losses)| (epoch, losses.training));
    let validation = epochs().filter_map(|(epoch, losses)| Some((epoch, losses.validation?)));
    let curve = |kind: &str, points| match name {
        Some(name) => Curve::new(format!("{name}, {kind}"), points),
        None => Curve::new(kind, points),
    };
    [curve("training", training.collect()), curve("validation", validation.collect())]
}

/// The losses of one or several trainings in one chart. Where the first epochs are far above the others, equal distances
/// are equal ratios: else the end could not be read.
pub fn loss_chart(title: &str, measure: &str, curves: Vec<Curve>) -> NamedChart {
    let losses = || curves.iter().flat_map(|curve| &curve.points).map(|point| point.1);
    let highest = losses().fold(f64::MIN, f64::max);
    let lowest = losses().fold(f64::MAX, f64::min);
    let measured = Axis { log: lowest > 0.0 && highest > 20.0 * lowest, ..axis(measure) };
    draw("losses", title, "epochs", measured, curves)
}

/// Curves in one chart.
pub fn chart(
    name: &'static str,
    title: &str,
    (across, value): (&str, &str),
    curves: Vec<Curve>,
) -> NamedChart {
    draw(name, title, across, axis(value), curves)
}

fn axis(title: &str) -> Axis {
    Axis { title: title.to_owned(), ..Axis::default() }
}

fn draw(
    name: &'static str,
    title: &str,
    across: &str,
    value: Axis,
    curves: Vec<Curve>,
) -> NamedChart {
    let series = curves.into_iter().map(|curve| LineSeries {
        name: curve.name,
        points: curve
            .points
            .into_iter()
            .map(|(x, value)| {
                let reading = ChartValue { value, interval: None };
                (x, reading)
            })
            .collect(),
        references: curve.references,
        ..LineSeries::default()
    });
    let lines = Lines {
        look: Look { title: title.to_owned(), ..Look::default() },
        across: Across::Numbers(axis(across)),
        value,
        series: series.collect(),
        ..Lines::default()
    };
    NamedChart::new(name, lines)
}
