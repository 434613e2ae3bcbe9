//! The cross table: every agent against every other.

use ludarium_arena::statistics::Estimate;

use super::Standings;
use crate::sheet::{Cell, Column, Form, Sheet};

impl Standings {
    /// What each agent scored against each other, the best first; two agents need no table.
    pub(super) fn cross(&self) -> Option<Sheet> {
        if self.labels.len() < 3 {
            return None;
        }
        let order = self.order();
        let mut sheet = Sheet::new("Cross table", ["agent"]);
        let names = order.iter().map(|&agent| &self.labels[agent]);
        let columns = names.map(|label| Column::number(label).under("score against"));
        sheet.columns.extend(columns);
        let row =
            |&agent: &usize| {
                let mut row = vec![Cell::text(&self.labels[agent])];
                row.extend(order.iter().map(|&other| {
                    Cell::number(self.tally.pairs[agent][other].score(), Form::Percent)
                }));
                row
            };
        Some(sheet.rows(order.iter().map(row)).notes([
            "score: games ahead of the other, with half of those in which both were equal",
        ]))
    }

    /// The agents by their ratings, the best first; those that have none come last.
    pub(super) fn order(&self) -> Vec<usize> {
        let rating = |agent| {
            let rating = self.rating(agent);
            rating.map_or(f64::NEG_INFINITY, |rating| rating.value)
        };
        let mut order: Vec<usize> = (0..self.labels.len()).collect();
        order.sort_by(|&a, &b| rating(b).total_cmp(&rating(a)));
        order
    }

    /// The rating of an agent, where it has one.
    pub(super) fn rating(&self, agent: usize) -> Option<Estimate> {
        self.ratings.as_ref()?.agents[agent]
    }
}
