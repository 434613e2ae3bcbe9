//! The charts of a run.

use std::iter::repeat_n;

use ludarium_arena::statistics::{Estimate, share};
use ludarium_draw::chart::{
    Axis, BarSeries, Bars, Bins, ChartValue, Forest, Format, Guide, Heat, Histogram, Look, Row,
};

use super::Standings;
use crate::Picture;

impl Standings {
    /// The charts of the run, each with a title of its own and else as `look` says.
    pub fn charts(&self, look: &Look) -> Vec<Picture> {
        let look = |title: &str| Look {
            title: title.to_owned(),
            ..look.clone()
        };
        let pictures = [
            self.rating_chart(look("Ratings"))
                .map(|svg| ("ratings", svg)),
            self.superiority_chart(look("Likelihood of superiority (row over column)"))
                .map(|svg| ("superiority", svg)),
            self.seat_chart(look("Games won by seat"))
                .map(|svg| ("seats", svg)),
            self.length_chart(look("Length of games"))
                .map(|svg| ("lengths", svg)),
        ];
        let named = pictures.into_iter().flatten();
        named.map(|(name, svg)| Picture { name, svg }).collect()
    }

    fn rating_chart(&self, look: Look) -> Option<String> {
        let ratings = self.ratings.as_ref()?;
        let mut rows: Vec<Row> = self
            .labels
            .iter()
            .zip(&ratings.agents)
            .filter_map(|(label, rating)| {
                Some(Row {
                    name: label.clone(),
                    reading: reading((*rating)?),
                })
            })
            .collect();
        rows.sort_by(|a, b| b.reading.value.total_cmp(&a.reading.value));
        let chart = Forest {
            look,
            value: Axis {
                title: "Elo, mean 0, with 95 % intervals".to_owned(),
                ..Axis::default()
            },
            rows,
            guide: Some(Guide {
                at: 0.0,
                label: "mean".to_owned(),
            }),
        };
        Some(chart.svg())
    }

    fn superiority_chart(&self, look: Look) -> Option<String> {
        let ratings = self.ratings.as_ref().filter(|_| self.labels.len() > 2)?;
        let chart = Heat {
            look,
            rows_title: "stronger".to_owned(),
            rows: self.labels.clone(),
            columns_title: "weaker".to_owned(),
            columns: self.labels.clone(),
            cells: ratings.superiority.clone(),
            format: Format::Percent,
            middle: 0.5,
            reach: Some(0.5),
        };
        Some(chart.svg())
    }

    fn seat_chart(&self, look: Look) -> Option<String> {
        let games = self.games();
        if games == 0 || self.seats.is_empty() {
            return None;
        }
        let won = |seat: usize| {
            let won = self.counts.won.get(seat).copied().unwrap_or(0);
            Some(reading(share(won, games)))
        };
        let chart = Bars {
            look,
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
        Some(chart.svg())
    }

    fn length_chart(&self, look: Look) -> Option<String> {
        let lengths = self.counts.endings.values().flatten();
        let lengths: Vec<f64> = lengths
            .flat_map(|(&plies, &games)| repeat_n(plies as f64, games as usize))
            .collect();
        if lengths.is_empty() {
            return None;
        }
        let chart = Histogram {
            look,
            value: Axis {
                title: "moves".to_owned(),
                ..Axis::default()
            },
            count_title: "games".to_owned(),
            bins: Bins::of(&lengths, 30),
            guides: Vec::new(),
        };
        Some(chart.svg())
    }
}

fn reading(estimate: Estimate) -> ChartValue {
    ChartValue {
        value: estimate.value,
        interval: Some((estimate.low, estimate.high)),
    }
}
