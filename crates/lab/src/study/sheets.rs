//! The tables of a study: one row for each figure, all games together.

use ludarium_arena::statistics::SprtDecision;
use ludarium_report::sheet::{Cell, Column, Form, Number, Sheet, Tone};

use super::Study;
use crate::experiment::Point;
use crate::reproduce::Finding;
use crate::reproduce::finding::{against, number};
use crate::verdict::judge_claim;

impl Study {
    /// The figures of all games.
    pub fn figures(&self) -> Sheet {
        let mut columns = self.leading();
        if self.has_subjects() {
            columns.push(Column::text("of"));
        }
        columns.push(Column::text("figure"));
        columns.push(Column::number("value"));
        let counted = self.findings.first().map_or("games", Finding::counted_in);
        columns.push(Column::number(counted));
        let mut rows = Vec::new();
        for finding in &self.findings {
            let experiment = &finding.experiment;
            for place in experiment.places() {
                for (reading, measured) in finding.readings.iter().enumerate() {
                    let Some(figure) = measured.figures.get(&place) else {
                        continue;
                    };
                    let mut row = self.lead(finding, reading, &experiment.points[place.point]);
                    if self.has_subjects() {
                        row.push(Cell::text(&experiment.subjects[place.subject].name));
                    }
                    row.push(Cell::text(experiment.metrics[place.metric].title()));
                    row.push(Cell::Number(number(figure)));
                    row.push(Cell::count(figure.count));
                    rows.push(row);
                }
            }
        }
        Sheet {
            title: self.title().to_owned(),
            columns,
            rows,
            notes: self.notes(),
        }
    }

    /// Where the sequential tests stand; `None` where the file asks for none.
    pub fn tests(&self) -> Option<Sheet> {
        let bounds = self.findings.first()?.experiment.sprt?;
        let mut columns = self.leading();
        columns.extend([
            Column::text("test"),
            Column::number("log-likelihood ratio"),
            Column::number("blocks"),
        ]);
        let mut rows = Vec::new();
        for finding in &self.findings {
            for (reading, measured) in finding.readings.iter().enumerate() {
                for (point, test) in &measured.tests {
                    let state = test.state();
                    let (words, tone) = match state.decision {
                        SprtDecision::AcceptH1 => ("stronger", Tone::Good),
                        SprtDecision::AcceptH0 => ("not stronger", Tone::Bad),
                        SprtDecision::Continue => ("not decided", Tone::Plain),
                    };
                    let mut row = self.lead(finding, reading, &finding.experiment.points[*point]);
                    row.extend([
                        Cell::Judgement(words.to_owned(), tone),
                        Cell::Number(Number::plain(state.llr, Form::Coefficient)),
                        Cell::count(state.blocks),
                    ]);
                    rows.push(row);
                }
            }
        }
        let [low, high] = bounds;
        Some(Sheet {
            title: "Sequential tests".to_owned(),
            columns,
            rows,
            notes: vec![format!(
                "Stronger: {high} Elo accepted, not stronger: {low} Elo accepted, each wrong in one of twenty tests at most. \
                 A test ends its games as soon as it is decided, so strengths measured with it are a little too far from 0."
            )],
        })
    }

    /// The claims; `None` where the file makes none.
    pub fn claims(&self) -> Option<Sheet> {
        self.findings
            .iter()
            .find(|finding| !finding.experiment.claims.is_empty())?;
        let mut columns = self.leading_names();
        columns.extend([
            Column::text("claim"),
            Column::text("figures"),
            Column::text("verdict"),
        ]);
        let mut rows = Vec::new();
        for finding in &self.findings {
            for claim in &finding.experiment.claims {
                for (reading, measured) in finding.readings.iter().enumerate() {
                    let (verdict, figures) = judge_claim(claim, measured);
                    let mut row = self.lead_names(finding, reading);
                    row.extend([
                        Cell::text(&claim.text),
                        Cell::text(against(&figures)),
                        Cell::Judgement(verdict.text(finding.counted_in()), verdict.tone()),
                    ]);
                    rows.push(row);
                }
            }
        }
        Some(Sheet {
            title: "Claims".to_owned(),
            columns,
            rows,
            notes: Vec::new(),
        })
    }

    /// All sheets, the figures first.
    pub fn sheets(&self) -> Vec<Sheet> {
        let mut sheets = vec![self.figures()];
        sheets.extend(self.tests());
        sheets.extend(self.claims());
        sheets
    }

    fn has_subjects(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.experiment.subjects.len() > 1)
    }

    fn has_readings(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.experiment.readings.len() > 1)
    }

    /// The columns that say what a row is about: game and reading, where there are several.
    fn leading_names(&self) -> Vec<Column> {
        let mut columns = Vec::new();
        if self.findings.len() > 1 {
            columns.push(Column::text("game"));
        }
        if self.has_readings() {
            columns.push(Column::text("reading"));
        }
        columns
    }

    fn lead_names(&self, finding: &Finding, reading: usize) -> Vec<Cell> {
        let mut row = Vec::new();
        if self.findings.len() > 1 {
            row.push(Cell::text(&finding.experiment.game_title));
        }
        if self.has_readings() {
            row.push(Cell::text(&finding.experiment.readings[reading].name));
        }
        row
    }

    /// The same with the variables of the sweep.
    fn leading(&self) -> Vec<Column> {
        let mut columns = self.leading_names();
        let sweep = self.findings.first();
        let sweep = sweep.map_or(&[][..], |finding| &finding.experiment.sweep);
        columns.extend(sweep.iter().map(|(variable, values)| {
            match values.iter().all(|value| value.number().is_some()) {
                true => Column::number(variable),
                false => Column::text(variable),
            }
        }));
        columns
    }

    fn lead(&self, finding: &Finding, reading: usize, point: &Point) -> Vec<Cell> {
        let mut row = self.lead_names(finding, reading);
        row.extend(
            point
                .0
                .iter()
                .map(|(_, value)| Cell::text(value.to_string())),
        );
        row
    }

    /// What a reader should know, with the game where there are several.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for finding in &self.findings {
            let title = &finding.experiment.game_title;
            let own = finding
                .notes()
                .into_iter()
                .map(|note| match self.findings.len() {
                    1 => note,
                    _ => format!("{title}, {note}"),
                });
            notes.extend(own);
        }
        notes
    }
}
