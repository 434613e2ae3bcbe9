//! What came of one experiment, as sheets.

use std::time::Duration;

use ludarium_report::sheet::{Cell, Column, Form, Number, Sheet, Tone};

use crate::experiment::{Experiment, FigurePlace, Measure, Printed, Unit};
use crate::measure::{Figure, MeasuredReading};
use crate::verdict::{Conclusion, ReadingScore, conclusion, judge_claim, judge_printed};

/// What came of one experiment.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The experiment.
    pub experiment: Experiment,
    /// What each reading gave.
    pub readings: Vec<MeasuredReading>,
}

impl Finding {
    /// How each reading did.
    pub fn scores(&self) -> Vec<ReadingScore> {
        let score = |measured| ReadingScore::of(&self.experiment, measured);
        self.readings.iter().map(score).collect()
    }

    /// What the readings say together.
    pub fn conclusion(&self) -> String {
        let text = conclusion(&self.experiment, &self.scores());
        if self.is_complete() {
            return text;
        }
        format!("Interrupted, so far: {text}")
    }

    /// The score of the main reading, which was fixed beforehand.
    pub fn main_score(&self) -> ReadingScore {
        let main = self.readings.get(self.experiment.main);
        main.map_or_else(ReadingScore::default, |measured| {
            ReadingScore::of(&self.experiment, measured)
        })
    }

    /// What the readings that count come to: the worst of them.
    pub fn standing(&self) -> Conclusion {
        let counted = self.experiment.counted().into_iter();
        let measured = counted.filter_map(|reading| self.readings.get(reading));
        let standings = measured.map(|it| ReadingScore::of(&self.experiment, it).standing());
        standings.min().unwrap_or(Conclusion::NotJudged)
    }

    /// The readings besides the main one, with what disagrees in them.
    pub fn others(&self) -> String {
        let scores = self.scores();
        let readings = self.experiment.readings.iter().zip(&scores).enumerate();
        let others = readings.filter(|(index, _)| *index != self.experiment.main);
        let texts = others.map(|(_, (read, score))| format!("{}: {}", read.name, score.short()));
        texts.collect::<Vec<_>>().join("; ")
    }

    /// The time of all decisions of all readings.
    pub fn time(&self) -> Duration {
        self.readings.iter().map(|measured| measured.time).sum()
    }

    /// A reading's name, with a word for the main one where there are several.
    pub fn title_of(&self, reading: usize) -> String {
        let name = &self.experiment.readings[reading].name;
        match self.experiment.readings.len() {
            // A file of your own is about no report that could be misread.
            2.. if reading == self.experiment.main && !self.experiment.report.is_empty() => {
                format!("{name} (main)")
            }
            _ => name.clone(),
        }
    }

    /// What figures are counted in.
    pub fn counted_in(&self) -> &'static str {
        match self.experiment.measure {
            Measure::Games | Measure::RandomGames => "games",
            Measure::Decisions => "positions",
        }
    }

    /// Whether everything that was planned is there.
    pub fn is_complete(&self) -> bool {
        self.readings.iter().all(MeasuredReading::is_complete)
    }

    /// Games played or questions answered, of all readings.
    pub fn done(&self) -> u64 {
        self.readings.iter().map(|measured| measured.done).sum()
    }

    /// The figures: printed, and ours under each reading.
    pub fn figures(&self) -> Sheet {
        let experiment = &self.experiment;
        let mut columns: Vec<Column> = self.variables().collect();
        if experiment.subjects.len() > 1 {
            columns.push(Column::text("of"));
        }
        columns.push(Column::text("figure"));
        if self.compares() {
            columns.push(Column::number("printed"));
        }
        for reading in 0..experiment.readings.len() {
            let title = self.title_of(reading);
            columns.push(Column::number("ours").under(&title));
            columns.push(Column::number(self.counted_in()).under(&title));
            if self.compares() {
                columns.push(Column::text("verdict").under(&title));
            }
        }
        let rows = experiment.places().filter_map(|place| self.row(place));
        let missing = experiment.printed.iter().filter(|row| row.missing.is_some());
        let missing = missing.flat_map(|row| self.missing(row));
        let sheet = Sheet::new(format!("{}: figures", experiment.title), columns);
        Sheet { groups: "reading", ..sheet.rows(rows.chain(missing)).notes(self.notes()) }
    }

    /// The columns of the variables.
    pub fn variables(&self) -> impl Iterator<Item = Column> {
        let sweep = self.experiment.sweep.iter();
        sweep.map(|(variable, values)| {
            if values.iter().all(|value| value.number().is_some()) {
                Column::number(variable)
            } else {
                Column::text(variable)
            }
        })
    }

    /// Whether the report printed any figure.
    fn compares(&self) -> bool {
        !self.experiment.printed.is_empty()
    }

    /// The row of a place; `None` where there is neither a printed figure nor one of ours.
    fn row(&self, place: FigurePlace) -> Option<Vec<Cell>> {
        let experiment = &self.experiment;
        let printed = experiment.printed_at(place);
        let has = |measured: &MeasuredReading| measured.figures.contains_key(&place);
        if printed.is_none() && !self.readings.iter().any(has) {
            return None;
        }
        let form = form(experiment.metrics[place.metric].unit());
        let mut row: Vec<Cell> = Vec::new();
        for (_, value) in &experiment.points[place.point].0 {
            row.push(Cell::text(value.to_string()));
        }
        if experiment.subjects.len() > 1 {
            row.push(Cell::text(&experiment.subjects[place.subject].name));
        }
        row.push(Cell::text(experiment.metrics[place.metric].title()));
        if self.compares() {
            let value = |(_, value)| Cell::Number(Number::plain(value, form));
            row.push(printed.map_or(Cell::Empty, value));
        }
        for (reading, measured) in experiment.readings.iter().zip(&self.readings) {
            let ours = measured.figures.get(&place);
            let here = reading.setups[place.point].is_some();
            row.push(ours.map_or(Cell::Empty, |figure| Cell::Number(number(figure))));
            row.push(ours.map_or(Cell::Empty, |figure| Cell::count(figure.count)));
            if !self.compares() {
                continue;
            }
            row.push(match (judge_printed(experiment, measured, place), here) {
                (_, false) => Cell::Judgement("not in this reading".to_owned(), Tone::Plain),
                (None, true) => Cell::Empty,
                (Some(verdict), true) => {
                    Cell::Judgement(verdict.text(self.counted_in()), verdict.tone())
                }
            });
        }
        Some(row)
    }

    /// The rows of printed figures that we have nothing for.
    fn missing(&self, printed: &Printed) -> Vec<Vec<Cell>> {
        let experiment = &self.experiment;
        let reason = printed.missing.clone().unwrap_or_default();
        let values: Vec<Option<(usize, f64)>> = match printed.values.as_slice() {
            [] => vec![None],
            values => values.iter().copied().map(Some).collect(),
        };
        let row = |value: Option<(usize, f64)>| {
            let mut row: Vec<Cell> = Vec::new();
            for (variable, _) in &experiment.sweep {
                let value = printed.at.get(variable);
                row.push(value.map_or(Cell::Empty, |value| Cell::text(value.to_string())));
            }
            if experiment.subjects.len() > 1 {
                row.push(Cell::Empty);
            }
            match value {
                Some((metric, value)) => {
                    let metric = &experiment.metrics[metric];
                    row.push(Cell::text(metric.title()));
                    row.push(Cell::Number(Number::plain(value, form(metric.unit()))));
                }
                None => row.extend([Cell::Empty, Cell::Empty]),
            }
            for reading in 0..experiment.readings.len() {
                row.extend([Cell::Empty, Cell::Empty]);
                row.push(match reading {
                    0 => Cell::Judgement(reason.clone(), Tone::Plain),
                    _ => Cell::Empty,
                });
            }
            row
        };
        values.into_iter().map(row).collect()
    }

    /// The claims: whether each holds under each reading; `None` where the report makes none.
    pub fn claims(&self) -> Option<Sheet> {
        let experiment = &self.experiment;
        if experiment.claims.is_empty() {
            return None;
        }
        let mut columns = vec![Column::text("claim")];
        for reading in 0..experiment.readings.len() {
            let title = self.title_of(reading);
            columns.push(Column::text("ours").under(&title));
            columns.push(Column::text("verdict").under(&title));
        }
        let row = |claim: &crate::experiment::Claim| {
            let mut row = vec![Cell::text(&claim.text)];
            for measured in &self.readings {
                let (verdict, figures) = judge_claim(claim, measured);
                row.push(Cell::text(against(&figures)));
                row.push(Cell::Judgement(verdict.text(self.counted_in()), verdict.tone()));
            }
            row
        };
        let sheet = Sheet::new(format!("{}: claims", experiment.title), columns)
            .rows(experiment.claims.iter().map(row))
            .notes([
                "of the two figures of a claim, the one that is said to be larger stands first",
            ]);
        Some(Sheet { groups: "reading", class: "claims", ..sheet })
    }

    /// Remarks about the figures.
    pub(crate) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for (reading, measured) in self.experiment.readings.iter().zip(&self.readings) {
            if !measured.is_complete() {
                notes.push(format!(
                    "“{}”: {} of {} so far; the same command goes on.",
                    reading.name, measured.done, measured.planned
                ));
            }
            let budgets = reading.budgets.iter();
            let budgets = budgets.map(|budget| format!("{}, {}", budget.at, budget.reason));
            let budgets: Vec<String> = budgets.collect();
            if !budgets.is_empty() {
                notes.push(format!("“{}”: {}.", reading.name, budgets.join("; ")));
            }
            for note in &measured.notes {
                notes.push(format!("“{}”: {note}", reading.name));
            }
        }
        notes
    }
}

/// The figures of a claim: one with its interval, or two side by side.
pub fn against(figures: &[Figure]) -> String {
    let values = figures.iter().map(|figure| match figures.len() {
        1 => number(figure).to_string(),
        _ => number(figure).value_text(),
    });
    values.collect::<Vec<_>>().join(" against ")
}

/// How numbers of a unit are written.
pub fn form(unit: Unit) -> Form {
    match unit {
        Unit::Share => Form::Percent,
        Unit::Difference => Form::SignedPercent,
        Unit::Elo => Form::Elo,
        Unit::Count | Unit::Milliseconds | Unit::Rate => Form::Measured,
    }
}

/// A figure as a number of a sheet.
pub fn number(figure: &Figure) -> Number {
    Number { value: figure.value, interval: figure.interval, form: form(figure.unit) }
}
