//! The charts of a run.

use std::iter::repeat_n;

use ludarium_arena::statistics::{Estimate, share};
use ludarium_draw::chart::{
    Axis, BarSeries, Bars, Bins, ChartValue, Forest, Format, Guide, Heat, Histogram, Look, Row,
};

use super::Standings;
use super::lead::TELLING;
use crate::NamedChart;

impl Standings {
    /// The charts of the run.
    pub fn charts(&self) -> Vec<NamedChart> {
        let charts =
            [self.rating_chart(), self.superiority_chart(), self.seat_chart(), self.length_chart()];
        charts.into_iter().flatten().collect()
    }

    fn rating_chart(&self) -> Option<NamedChart> {
        let ratings = self.ratings.as_ref()?;
        let mut rows: Vec<Row> = self
            .labels
            .iter()
            .zip(&ratings.agents)
            .filter_map(|(label, rating)| {
                Some(Row { name: label.clone(), reading: reading((*rating)?) })
            })
            .collect();
        rows.sort_by(|a, b| b.reading.value.total_cmp(&a.reading.value));
        let chart = Forest {
            look: titled("Ratings"),
            value: Axis { title: "Elo, mean 0, with 95 % intervals".to_owned(), ..Axis::default() },
            rows,
            guide: Some(Guide { at: 0.0, label: "mean".to_owned() }),
        };
        Some(NamedChart::new("ratings", chart))
    }

    fn superiority_chart(&self) -> Option<NamedChart> {
        let enough = self.labels.len() > 2 && self.counts.blocks >= TELLING;
        let ratings = self.ratings.as_ref().filter(|_| enough)?;
        // As in the tables nothing is certain.
        let bounded = |likelihood: f64| likelihood.clamp(0.001, 0.999);
        let cells = ratings.superiority.iter();
        let cells = cells.map(|row| row.iter().map(|cell| cell.map(bounded)).collect());
        let chart = Heat {
            look: titled("Likelihood of superiority (row over column)"),
            rows_title: "stronger".to_owned(),
            rows: self.labels.clone(),
            columns_title: "weaker".to_owned(),
            columns: self.labels.clone(),
            cells: cells.collect(),
            format: Format::Percent,
            middle: 0.5,
            reach: Some(0.5),
        };
        Some(NamedChart::new("superiority", chart))
    }

    fn seat_chart(&self) -> Option<NamedChart> {
        let games = self.games();
        if games == 0 || self.seats.is_empty() {
            return None;
        }
        let won = |seat: usize| {
            let won = self.counts.won.get(seat).copied().unwrap_or(0);
            Some(reading(share(won, games)))
        };
        let chart = Bars {
            look: titled("Games won by seat"),
            names: self.seats.clone(),
            names_title: "seat".to_owned(),
            value: Axis {
                title: "share of all games".to_owned(),
                format: Format::Percent,
                cover: vec![0.0],
                ..Axis::default()
            },
            series: vec![BarSeries {
                name: "won".to_owned(),
                values: (0..self.seats.len()).map(won).collect(),
                ..BarSeries::default()
            }],
            guides: vec![Guide {
                at: 1.0 / self.seats.len() as f64,
                label: "equal share".to_owned(),
            }],
            ..Bars::default()
        };
        Some(NamedChart::new("seats", chart))
    }

    fn length_chart(&self) -> Option<NamedChart> {
        let lengths = self.counts.endings.values().flatten();
        let lengths: Vec<f64> =
            lengths.flat_map(|(&plies, &games)| repeat_n(plies as f64, games as usize)).collect();
        if lengths.is_empty() {
            return None;
        }
        let chart = Histogram {
            look: titled("Length of games"),
            value: Axis { title: "moves".to_owned(), ..Axis::default() },
            count_title: "games".to_owned(),
            bins: Bins::of(&lengths, 30),
            guides: Vec::new(),
        };
        Some(NamedChart::new("lengths", chart))
    }
}

fn reading(estimate: Estimate) -> ChartValue {
    ChartValue { value: estimate.value, interval: Some((estimate.low, estimate.high)) }
}

fn titled(title: &str) -> Look {
    Look { title: title.to_owned(), ..Look::default() }
}
