//! The plots of a study, each a file of its own.

use ludarium_draw::chart::{LineSeries, Lines};
use ludarium_report::{NamedChart, slug};

use super::Study;
use crate::chart::{MetricChart, numeric};
use crate::reproduce::Finding;

/// More series than this cannot be told apart in one plot.
const MOST_SERIES: usize = 8;

impl Study {
    /// One plot for each metric and game; where there are several games, first one with all of them.
    pub fn plots(&self) -> Vec<NamedChart> {
        let Some(first) = self.findings.first() else {
            return Vec::new();
        };
        let mut plots = Vec::new();
        for (metric, what) in first.experiment.metrics.iter().enumerate() {
            let name = slug(&what.title());
            let of_games = self.findings.iter();
            let of_games = of_games.filter_map(|finding| Some((finding, chart(finding, metric)?)));
            let of_games: Vec<(&Finding, NamedChart)> = of_games.collect();
            if self.findings.len() == 1 {
                let charts = of_games.into_iter();
                plots.extend(charts.map(|(_, chart)| NamedChart::new(&name, chart)));
                continue;
            }
            plots.extend(together(&of_games).map(|chart| NamedChart::new(&name, chart)));
            for (finding, mut chart) in of_games {
                let look = chart.look_mut();
                look.title = format!("{}: {}", finding.experiment.game_title, look.title);
                let name = format!("{}-{name}", finding.experiment.game);
                plots.push(NamedChart::new(name, chart));
            }
        }
        plots
    }
}

/// The chart of one metric of one game; `None` where nothing is measured or there is only one figure.
fn chart(finding: &Finding, metric: usize) -> Option<NamedChart> {
    let experiment = &finding.experiment;
    let mut measured = finding.readings.iter().flat_map(|read| read.figures.keys());
    measured.find(|place| place.metric == metric)?;
    let drawn = MetricChart { finding, metric };
    if let Some(variable) = numeric(experiment) {
        return Some(drawn.lines(variable)?.into());
    }
    let figures = experiment.points.len() * experiment.subjects.len() * experiment.readings.len();
    (figures > 1).then(|| drawn.bars().into())
}

/// The lines of all games in one chart, where they can be told apart.
fn together(of_games: &[(&Finding, NamedChart)]) -> Option<Lines> {
    let mut series: Vec<LineSeries> = Vec::new();
    for (finding, chart) in of_games {
        let title = &finding.experiment.game_title;
        let lines = &chart.lines()?.series;
        series.extend(lines.iter().map(|line| LineSeries {
            name: match lines.len() {
                1 => title.clone(),
                _ => format!("{title}, {}", line.name),
            },
            ..line.clone()
        }));
    }
    let (_, first) = of_games.first()?;
    (series.len() <= MOST_SERIES).then(|| Some(Lines { series, ..first.lines()?.clone() }))?
}
