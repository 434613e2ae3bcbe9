//! The plots of a study, each a file of its own.

use ludarium_draw::Theme;
use ludarium_draw::chart::{Bars, Colours, Guide, LineSeries, Lines, Look};

use super::Study;
use crate::experiment::Unit;
use crate::page::chart::{MetricChart, numeric};
use crate::reproduce::Finding;
use crate::slug;

/// More series than this cannot be told apart in one plot.
const MOST_SERIES: usize = 8;

/// A plot with the name of its files.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What its files are called, without an ending.
    pub name: String,
    chart: Chart,
}

#[derive(Clone, Debug, PartialEq)]
enum Chart {
    Lines(Lines),
    Bars(Bars),
}

impl Chart {
    fn look(&mut self) -> &mut Look {
        match self {
            Chart::Lines(lines) => &mut lines.look,
            Chart::Bars(bars) => &mut bars.look,
        }
    }
}

impl Plot {
    /// The plot for a file: light, for print.
    pub fn svg(&self) -> String {
        self.coloured(Colours::Fixed(Theme::Light))
    }

    /// The plot as a page of PDF.
    pub fn pdf(&self) -> Vec<u8> {
        match &self.chart {
            Chart::Lines(lines) => lines.pdf(),
            Chart::Bars(bars) => bars.pdf(),
        }
    }

    /// The plot for a page, in the colours of its reader.
    pub(super) fn on_page(&self) -> String {
        self.coloured(Colours::Reader)
    }

    fn coloured(&self, colours: Colours) -> String {
        let mut chart = self.chart.clone();
        chart.look().colours = colours;
        match chart {
            Chart::Lines(lines) => lines.svg(),
            Chart::Bars(bars) => bars.svg(),
        }
    }
}

impl Study {
    /// One plot for each metric and game; where there are several games, first one with all of them.
    pub fn plots(&self) -> Vec<Plot> {
        let Some(first) = self.findings.first() else {
            return Vec::new();
        };
        let mut plots = Vec::new();
        for metric in 0..first.experiment.metrics.len() {
            let title = first.experiment.metrics[metric].title();
            let of_games: Vec<(&Finding, Chart)> = self
                .findings
                .iter()
                .filter_map(|finding| Some((finding, chart(finding, metric)?)))
                .collect();
            if self.findings.len() == 1 {
                plots.extend(of_games.into_iter().map(|(_, chart)| Plot {
                    name: slug(&title),
                    chart,
                }));
                continue;
            }
            plots.extend(together(&of_games).map(|chart| Plot {
                name: slug(&title),
                chart,
            }));
            for (finding, mut chart) in of_games {
                let game = &finding.experiment.game_title;
                let look = chart.look();
                look.title = format!("{game}: {}", look.title);
                plots.push(Plot {
                    name: format!("{}-{}", finding.experiment.game, slug(&title)),
                    chart,
                });
            }
        }
        plots
    }
}

/// The chart of one metric of one game; `None` where nothing is measured or there is only one figure.
fn chart(finding: &Finding, metric: usize) -> Option<Chart> {
    let experiment = &finding.experiment;
    let mut measured = finding.readings.iter().flat_map(|read| read.figures.keys());
    measured.find(|place| place.metric == metric)?;
    let drawn = MetricChart { finding, metric };
    let mut chart = match numeric(experiment) {
        Some(variable) => Chart::Lines(drawn.lines(variable)?),
        None => {
            let figures = experiment.points.len() * experiment.subjects.len();
            if figures * experiment.readings.len() < 2 {
                return None;
            }
            Chart::Bars(drawn.bars())
        }
    };
    if let (Chart::Lines(lines), Unit::Elo) = (&mut chart, experiment.metrics[metric].unit()) {
        lines.guides.push(Guide {
            at: 0.0,
            label: "equal".to_owned(),
        });
    }
    Some(chart)
}

/// The lines of all games in one chart, where they can be told apart.
fn together(of_games: &[(&Finding, Chart)]) -> Option<Chart> {
    let mut series: Vec<LineSeries> = Vec::new();
    let mut whole: Option<Lines> = None;
    for (finding, chart) in of_games {
        let Chart::Lines(lines) = chart else {
            return None;
        };
        let title = &finding.experiment.game_title;
        for line in &lines.series {
            let name = match lines.series.len() {
                1 => title.clone(),
                _ => format!("{title}, {}", line.name),
            };
            series.push(LineSeries {
                name,
                ..line.clone()
            });
        }
        whole.get_or_insert_with(|| lines.clone());
    }
    let mut whole = whole.filter(|_| series.len() <= MOST_SERIES)?;
    whole.series = series;
    Some(Chart::Lines(whole))
}
