//! Curves: losses over epochs, weights over games.

use ludarium_draw::chart::{Across, Axis, LineSeries, Lines, Look, Reading};
use ludarium_lab::standings::Picture;

/// A curve: its name, and its points from left to right.
pub(crate) struct Curve {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    /// Figures to compare with.
    pub references: Vec<(f64, f64)>,
}

impl Curve {
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Curve {
        Curve {
            name: name.into(),
            points,
            references: Vec::new(),
        }
    }
}

/// Curves in one chart.
pub(crate) fn chart(
    name: &'static str,
    title: &str,
    (across, value): (&str, &str),
    curves: Vec<Curve>,
) -> Picture {
    let axis = |title: &str| Axis {
        title: title.to_owned(),
        ..Axis::default()
    };
    let series = curves.into_iter().map(|curve| LineSeries {
        name: curve.name,
        points: curve
            .points
            .into_iter()
            .map(|(x, value)| {
                let reading = Reading {
                    value,
                    interval: None,
                };
                (x, reading)
            })
            .collect(),
        references: curve.references,
        ..LineSeries::default()
    });
    let lines = Lines {
        look: Look {
            title: title.to_owned(),
            ..Look::default()
        },
        across: Across::Numbers(axis(across)),
        value: axis(value),
        series: series.collect(),
        ..Lines::default()
    };
    Picture {
        name,
        svg: lines.svg(),
    }
}
