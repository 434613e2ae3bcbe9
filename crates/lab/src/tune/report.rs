//! What a tuning found, as tables and curves.

use std::path::Path;

use ludarium_draw::chart::{Across, Axis, Guide, LineSeries, Lines, Look};
use ludarium_report::sheet::{Cell, Column, Form, Number, Sheet};
use ludarium_report::{Document, NamedChart, Passage};

use super::spsa::settled;
use super::{Dimension, Tuned};
use crate::error::LabError;
use crate::files::write;

/// The steps of a curve in the terminal, from the lowest to the highest.
const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl Tuned {
    /// Each parameter: where it was, where it is now, and its way there.
    pub fn parameters(&self) -> Sheet {
        let found = settled(&self.places);
        let row = |(index, dimension): (usize, &Dimension)| {
            vec![
                Cell::text(&dimension.key),
                Cell::text(dimension.text(dimension.origin())),
                Cell::text(dimension.text(found[index])),
                Cell::text(dimension.range()),
                Cell::text(self.spark(index)),
            ]
        };
        let games: u64 = self.steps.iter().map(|step| step.games).sum();
        Sheet::new("Parameters", ["parameter", ">start", ">found", "range", "way"])
            .rows(self.dimensions.iter().enumerate().map(row))
            .notes([format!(
                "{} steps, {games} games; found is the mean of the last half of the steps",
                self.steps.len()
            )])
    }

    /// The way of a parameter through its range, in as many signs as fit on a line.
    fn spark(&self, index: usize) -> String {
        const WIDEST: usize = 40;
        let length = self.places.len().min(WIDEST);
        let sign = |at: usize| {
            let place = self.places[at * (self.places.len() - 1) / (length - 1).max(1)][index];
            let level = (place * (LEVELS.len() - 1) as f64).round() as usize;
            LEVELS[level.min(LEVELS.len() - 1)]
        };
        (0..length).map(sign).collect()
    }

    /// All steps: the values after each and what was measured.
    pub fn steps_sheet(&self) -> Sheet {
        let mut columns = vec![Column::number("step")];
        columns.extend(self.dimensions.iter().map(|dimension| Column::number(&dimension.key)));
        columns.extend([Column::number("difference of the ends"), Column::number("games")]);
        let rows = self.places.iter().enumerate().map(|(number, place)| {
            let mut row = vec![Cell::count(number as u64)];
            row.extend(self.dimensions.iter().zip(place).map(|(dimension, part)| {
                Cell::Number(Number::plain(dimension.exact(*part), Form::Measured))
            }));
            match number.checked_sub(1).map(|before| &self.steps[before]) {
                Some(step) => row.extend([
                    Cell::Number(Number::plain(step.score, Form::SignedPercent)),
                    Cell::count(step.games),
                ]),
                None => row.extend([Cell::Empty, Cell::Empty]),
            }
            row
        });
        Sheet::new("Steps", columns).rows(rows)
    }

    /// What was found, with the curve of each parameter.
    pub fn document(&self) -> Document {
        let mut document = Document::default();
        document.sheets([self.parameters()]);
        document.push(Passage::Result(self.found.clone()));
        document.push(Passage::Result(match &self.test {
            Some(test) => test.sentence(),
            None if self.found == self.start => {
                "nothing better than the start was found".to_owned()
            }
            None => "not tested against the start".to_owned(),
        }));
        let found = settled(&self.places);
        let dimensions = self.dimensions.iter().enumerate();
        document.charts(dimensions.map(|(index, dimension)| {
            NamedChart::new(&dimension.key, self.curve(index, dimension, found[index]))
        }));
        document
    }

    /// The way of a parameter to the value that was found.
    fn curve(&self, index: usize, dimension: &Dimension, found: f64) -> Lines {
        let places = self.places.iter().enumerate();
        let points =
            places.map(|(step, place)| (step as f64, dimension.exact(place[index]).into()));
        let axis = |title: &str| Axis { title: title.to_owned(), ..Axis::default() };
        Lines {
            look: Look { title: format!("{}: {}", self.start, dimension.key), ..Look::default() },
            across: Across::Numbers(axis("step")),
            value: Axis { log: dimension.log, ..axis(&dimension.key) },
            series: vec![LineSeries {
                name: dimension.key.clone(),
                points: points.collect(),
                ..LineSeries::default()
            }],
            guides: vec![Guide { at: dimension.exact(found), label: "found".to_owned() }],
            ..Lines::default()
        }
    }

    /// Writes the steps as CSV and the curves as SVG and PDF.
    pub(super) fn write(&self, folder: &Path) -> Result<(), LabError> {
        write(&folder.join("steps.csv"), self.steps_sheet().csv())?;
        Ok(self.document().write_files(folder)?)
    }
}
