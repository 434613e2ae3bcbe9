//! Charts of an experiment: ours with intervals, the printed figures as hollow marks.

use ludarium_draw::chart::{
    Across, Axis, BarSeries, Bars, ChartValue, Format, Guide, LineSeries, Lines, Look,
};
use ludarium_report::NamedChart;

use crate::experiment::{Experiment, FigurePlace, SweepPoint, Unit};
use crate::measure::Figure;
use crate::reproduce::Finding;

/// The most charts of one experiment.
const MOST_CHARTS: usize = 3;
/// More series than this cannot be told apart; then only the main reading is drawn.
const MOST_SERIES: usize = 8;
/// Numbers that span more than this factor stand on a log axis.
const WIDE: f64 = 30.0;

/// The charts of an experiment.
pub fn charts(finding: &Finding) -> Vec<NamedChart> {
    let experiment = &finding.experiment;
    let numeric = numeric(experiment);
    let mut charts = Vec::new();
    for metric in chosen_metrics(experiment) {
        let metric_chart = MetricChart { finding, metric };
        let chart = match numeric {
            Some(variable) => metric_chart.lines(variable).map(NamedChart::from),
            None if experiment.points.len() > 1 || experiment.subjects.len() > 1 => {
                Some(metric_chart.bars().into())
            }
            None => None,
        };
        charts.extend(chart);
    }
    if charts.is_empty() {
        charts.extend(one_point(finding));
    }
    charts
}

/// The first variable with several numbers, which stands on the axis of a line chart.
pub fn numeric(experiment: &Experiment) -> Option<usize> {
    experiment.sweep.iter().position(|(_, values)| {
        values.len() > 1 && values.iter().all(|value| value.number().is_some())
    })
}

/// The metrics that the report says something about, or the first one.
fn chosen_metrics(experiment: &Experiment) -> Vec<usize> {
    let printed = |metric: &usize| {
        let rows = experiment.printed.iter().filter(|row| row.missing.is_none());
        let mut values = rows.flat_map(|row| &row.values);
        values.any(|(index, _)| index == metric)
    };
    let claimed = |metric: &usize| {
        let mut claims = experiment.claims.iter();
        claims.any(|claim| claim.statement.places().iter().any(|place| place.metric == *metric))
    };
    let all = 0..experiment.metrics.len();
    let mut chosen: Vec<usize> = all.filter(|metric| printed(metric) || claimed(metric)).collect();
    if chosen.is_empty() {
        chosen.push(0);
    }
    chosen.truncate(MOST_CHARTS);
    chosen
}

/// The chart of one metric of an experiment.
pub struct MetricChart<'a> {
    pub finding: &'a Finding,
    pub metric: usize,
}

/// The subject of a series: a reading, a subject, and values of the variables that are not on the axis.
struct Series<'a> {
    reading: usize,
    subject: usize,
    rest: SweepPoint,
    name: String,
    points: Vec<(usize, &'a SweepPoint)>,
}

impl MetricChart<'_> {
    fn experiment(&self) -> &Experiment {
        &self.finding.experiment
    }

    /// The title of the chart and the axis of its values; of times in seconds.
    fn axis(&self) -> (Look, Axis, f64) {
        let metric = &self.experiment().metrics[self.metric];
        let unit = metric.unit();
        let format = match unit {
            Unit::Share | Unit::Difference => Format::Percent,
            Unit::Milliseconds => Format::Seconds,
            Unit::Count | Unit::Rate | Unit::Elo => Format::Number,
        };
        let (low, high) = self.range();
        let look = Look {
            title: match unit {
                Unit::Milliseconds => metric.title().replacen("ms", "time", 1),
                _ => metric.title(),
            },
            ..Look::default()
        };
        let axis = Axis {
            title: value_title(&look.title, unit),
            format,
            log: !matches!(unit, Unit::Share | Unit::Difference | Unit::Elo)
                && low > 0.0
                && high > WIDE * low,
            cover: match unit {
                Unit::Share => vec![0.0, 1.0],
                _ => vec![0.0],
            },
        };
        let scale = if unit == Unit::Milliseconds { 1e-3 } else { 1.0 };
        (look, axis, scale)
    }

    /// The smallest and the largest value, ours or printed.
    fn range(&self) -> (f64, f64) {
        let experiment = self.experiment();
        let places = experiment.places().filter(|place| place.metric == self.metric);
        let values = places.flat_map(|place| {
            let ours = self.finding.readings.iter();
            let ours = ours.filter_map(move |measured| measured.figures.get(&place));
            let printed = experiment.printed_at(place).map(|(_, value)| value);
            ours.map(|figure| figure.value).chain(printed)
        });
        let values = values.filter(|value| value.is_finite());
        values.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), value| {
            (low.min(value), high.max(value))
        })
    }

    fn figure(&self, reading: usize, point: usize, subject: usize) -> Option<&Figure> {
        let place = self.place(point, subject);
        self.finding.readings[reading].figures.get(&place)
    }

    fn place(&self, point: usize, subject: usize) -> FigurePlace {
        FigurePlace { point, subject, metric: self.metric }
    }

    /// The series over a variable: every reading, subject and combination of the other variables.
    fn series_over(&self, variable: usize) -> Vec<Series<'_>> {
        let experiment = self.experiment();
        let mut all_series: Vec<Series<'_>> = Vec::new();
        for reading in 0..experiment.readings.len() {
            for subject in 0..experiment.subjects.len() {
                for (index, point) in experiment.points.iter().enumerate() {
                    let mut rest = point.clone();
                    rest.0.remove(variable);
                    let same = |series: &&mut Series<'_>| {
                        series.reading == reading
                            && series.subject == subject
                            && series.rest == rest
                    };
                    match all_series.iter_mut().find(same) {
                        Some(series) => series.points.push((index, point)),
                        None => all_series.push(Series {
                            reading,
                            subject,
                            name: self.name(reading, subject, &rest),
                            rest,
                            points: vec![(index, point)],
                        }),
                    }
                }
            }
        }
        if all_series.len() > MOST_SERIES {
            let chosen = self.experiment().main;
            all_series.retain(|series| series.reading == chosen);
        }
        all_series.retain(|series| {
            let mut points = series.points.iter();
            let ours = |&(point, _): &(usize, &SweepPoint)| {
                self.figure(series.reading, point, series.subject).is_some()
            };
            points.any(ours)
        });
        all_series
    }

    /// A name that no other series has.
    fn name(&self, reading: usize, subject: usize, rest: &SweepPoint) -> String {
        let experiment = self.experiment();
        let mut parts = Vec::new();
        if experiment.subjects.len() > 1 {
            parts.push(experiment.subjects[subject].name.clone());
        }
        parts.extend(rest.0.iter().map(|(name, value)| match value.number() {
            Some(_) => format!("{name} {value}"),
            None => value.to_string(),
        }));
        if experiment.readings.len() > 1 || parts.is_empty() {
            parts.push(experiment.readings[reading].name.clone());
        }
        parts.join(", ")
    }

    /// Lines over a variable of numbers.
    pub fn lines(&self, variable: usize) -> Option<Lines> {
        let experiment = self.experiment();
        let (look, value, scale) = self.axis();
        let (title, values) = &experiment.sweep[variable];
        let across = |index: usize| experiment.points[index].0[variable].1.number();
        let mut lines = Vec::new();
        let all_series = self.series_over(variable);
        let drawn_first = all_series.first().map(|series| series.reading);
        for series in &all_series {
            let first = Some(series.reading) == drawn_first;
            let mut line = LineSeries { name: series.name.clone(), ..LineSeries::default() };
            for &(index, _) in &series.points {
                let x = across(index)?;
                if let Some(figure) = self.figure(series.reading, index, series.subject) {
                    line.points.push((x, reading(figure, scale)));
                }
                // A printed figure belongs to no reading, so it is drawn once.
                let printed = experiment.printed_at(self.place(index, series.subject));
                if let (true, Some((_, value))) = (first, printed) {
                    line.references.push((x, scale * value));
                }
            }
            lines.push(line);
        }
        let numbers = || values.iter().filter_map(|value| value.number());
        let (low, high) = numbers().fold((f64::INFINITY, 0.0f64), |(low, high), number| {
            (low.min(number), high.max(number))
        });
        let equal = Guide { at: 0.0, label: "equal".to_owned() };
        let is_elo = experiment.metrics[self.metric].unit() == Unit::Elo;
        let chart = Lines {
            look,
            across: Across::Numbers(Axis {
                title: title.clone(),
                log: low > 0.0 && (high > WIDE * low || is_geometric(numbers())),
                ..Axis::default()
            }),
            value,
            series: lines,
            guides: is_elo.then_some(equal).into_iter().collect(),
            ..Lines::default()
        };
        Some(chart)
    }

    /// Bars for points without numbers: a group for each point (and subject), a bar for each reading.
    pub fn bars(&self) -> Bars {
        let experiment = self.experiment();
        let (look, value, scale) = self.axis();
        let groups: Vec<(usize, usize)> = (0..experiment.points.len())
            .flat_map(|point| (0..experiment.subjects.len()).map(move |subject| (point, subject)))
            .collect();
        let name = |&(point, subject): &(usize, usize)| {
            let values = experiment.points[point].0.iter();
            let mut parts: Vec<String> = values.map(|(_, value)| value.to_string()).collect();
            if experiment.subjects.len() > 1 {
                parts.push(experiment.subjects[subject].name.clone());
            }
            parts.join(", ")
        };
        let series = experiment.readings.iter().enumerate().map(|(index, read)| {
            let ours = |&(point, subject): &(usize, usize)| {
                let figure = self.figure(index, point, subject);
                figure.map(|figure| reading(figure, scale))
            };
            let printed = |&(point, subject): &(usize, usize)| {
                let printed = experiment.printed_at(self.place(point, subject));
                printed.map(|(_, value)| scale * value)
            };
            BarSeries {
                name: read.name.clone(),
                values: groups.iter().map(ours).collect(),
                references: groups.iter().map(printed).collect(),
            }
        });
        let titles: Vec<&str> = experiment.sweep.iter().map(|(name, _)| name.as_str()).collect();
        Bars {
            look,
            names: groups.iter().map(name).collect(),
            names_title: titles.join(", "),
            value,
            series: series.collect(),
            ..Bars::default()
        }
    }
}

/// Bars for an experiment with one point and one subject: its shares side by side.
fn one_point(finding: &Finding) -> Option<NamedChart> {
    let experiment = &finding.experiment;
    let shares: Vec<usize> = (0..experiment.metrics.len())
        .filter(|&metric| experiment.metrics[metric].unit() == Unit::Share)
        .collect();
    if shares.is_empty() || shares.len() * experiment.readings.len() < 2 {
        return None;
    }
    let place = |metric: usize| FigurePlace { point: 0, subject: 0, metric };
    let printed = |&metric: &usize| experiment.printed_at(place(metric)).map(|(_, value)| value);
    let series = experiment.readings.iter().zip(&finding.readings);
    let series = series.map(|(read, measured)| {
        let ours = |&metric: &usize| {
            let figure = measured.figures.get(&place(metric));
            figure.map(|figure| reading(figure, 1.0))
        };
        BarSeries {
            name: read.name.clone(),
            values: shares.iter().map(ours).collect(),
            references: shares.iter().map(printed).collect(),
        }
    });
    let names = shares.iter().map(|&metric| experiment.metrics[metric].title());
    let chart = Bars {
        names: names.collect(),
        value: Axis {
            title: "share of games".to_owned(),
            format: Format::Percent,
            cover: vec![0.0, 1.0],
            ..Axis::default()
        },
        series: series.collect(),
        ..Bars::default()
    };
    Some(chart.into())
}

/// A figure as it is drawn. One without end stands at the end of its interval that is known, with an arrow to the other.
fn reading(figure: &Figure, scale: f64) -> ChartValue {
    let interval = figure.interval.map(|(low, high)| (scale * low, scale * high));
    let value = scale * figure.value;
    let known = interval.map(|(low, high)| if value > 0.0 { low } else { high });
    ChartValue { value: known.filter(|_| value.is_infinite()).unwrap_or(value), interval }
}

/// What stands at the axis of values.
fn value_title(metric: &str, unit: Unit) -> String {
    match unit {
        Unit::Elo => "Elo above each of the others; an arrow has no end".to_owned(),
        _ => metric.to_owned(),
    }
}

/// Whether each number is about the same multiple of the one before, as budgets are: 2, 5, 10, 20, 50.
fn is_geometric(numbers: impl Iterator<Item = f64>) -> bool {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    let ratios = numbers.windows(2).map(|pair| pair[1] / pair[0]);
    let (low, high) = ratios
        .fold((f64::INFINITY, 0.0f64), |(low, high), ratio| (low.min(ratio), high.max(ratio)));
    numbers.len() > 2 && low >= 1.6 && high <= 2.0 * low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_geometric_and_counts_are_not() {
        let geometric = |numbers: &[f64]| is_geometric(numbers.iter().copied());
        assert!(geometric(&[2.0, 10.0, 50.0]) && geometric(&[50.0, 100.0, 250.0, 500.0]));
        assert!(!geometric(&[1.0, 2.0, 3.0, 4.0]) && !geometric(&[10.0, 20.0]));
        assert!(!geometric(&[0.0, 1.0, 2.0]) && !geometric(&[]));
    }

    #[test]
    fn a_strength_without_end_is_drawn_at_the_end_that_is_known() {
        let figure = |value, interval| Figure { value, interval, count: 8, unit: Unit::Elo };
        let all_won = reading(&figure(f64::INFINITY, Some((120.0, f64::INFINITY))), 1.0);
        assert_eq!((all_won.value, all_won.interval), (120.0, Some((120.0, f64::INFINITY))));
        let all_lost = reading(&figure(f64::NEG_INFINITY, Some((f64::NEG_INFINITY, -80.0))), 1.0);
        assert_eq!(all_lost.value, -80.0);
        assert_eq!(reading(&figure(35.0, Some((-5.0, 70.0))), 1.0).value, 35.0);
    }
}
