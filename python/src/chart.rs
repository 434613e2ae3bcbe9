//! `lines`: the charts of the laboratory for values of your own.

use ludarium_draw::chart::{Across, Axis, ChartValue, Guide, LineSeries, Lines, Look};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Values over numbers, as an SVG document. Each series is a list of points: x and value, or x, value and both ends of an
/// interval. A guide is a level line with a label.
#[pyfunction]
#[pyo3(signature = (series, *, title="", across="", value="", guides=None))]
pub fn lines(
    series: &Bound<'_, PyDict>,
    title: &str,
    across: &str,
    value: &str,
    guides: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let axis = |title: &str| Axis { title: title.to_owned(), ..Axis::default() };
    let series = series.iter().map(|(name, points)| {
        let points: Vec<Vec<f64>> = points.extract()?;
        Ok(LineSeries {
            name: name.extract()?,
            points: points.iter().map(|one| point(one)).collect::<PyResult<_>>()?,
            ..LineSeries::default()
        })
    });
    let guides = guides.iter().flat_map(|guides| guides.iter());
    let guides = guides.map(|(label, at)| Ok(Guide { at: at.extract()?, label: label.extract()? }));
    let lines = Lines {
        look: Look { title: title.to_owned(), ..Look::default() },
        across: Across::Numbers(axis(across)),
        value: axis(value),
        series: series.collect::<PyResult<_>>()?,
        guides: guides.collect::<PyResult<_>>()?,
        ..Lines::default()
    };
    Ok(lines.svg())
}

fn point(numbers: &[f64]) -> PyResult<(f64, ChartValue)> {
    match *numbers {
        [x, value] => Ok((x, value.into())),
        [x, value, low, high] => Ok((x, ChartValue::within(value, low, high))),
        _ => Err(PyValueError::new_err(format!(
            "a point has {} numbers, expected x and value, or x, value and both ends of its interval",
            numbers.len()
        ))),
    }
}
