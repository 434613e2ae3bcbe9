//! The tables of a study: one row for each figure, all games together.

use ludarium_arena::statistics::SprtDecision;
use ludarium_report::sheet::{Cell, Column, Form, Sheet, Tone};

use super::Study;
use crate::reproduce::Finding;

impl Study {
    /// Every figure with its interval: a row for each reading, point, subject and metric.
    pub fn figures(&self) -> Sheet {
        Sheet {
            title: self.title().to_owned(),
            ..self.together(Finding::figures).notes(self.notes())
        }
    }

    /// The sequential tests: a row for each point; `None` where the file asks for none.
    pub fn tests(&self) -> Option<Sheet> {
        let [low, high] = self.findings.first()?.experiment.sprt?;
        let sheet = self.together(tests).notes([format!(
            "Stronger: {high} Elo accepted, not stronger: {low} Elo accepted, each wrong in one of twenty tests at most. \
                 A test ends its games as soon as it is decided, so strengths measured with it are a little too far from 0."
        )]);
        Some(Sheet { title: "Sequential tests".to_owned(), ..sheet })
    }

    /// The claims of the file: a row for each claim and reading; `None` where there is none.
    pub fn claims(&self) -> Option<Sheet> {
        let sheet = self.together(|finding| finding.claims().unwrap_or_default());
        let title = "Claims".to_owned();
        Sheet { title, ..sheet }.if_any()
    }

    /// The sheets of all games as one: the game and the reading stand first, where there are several.
    fn together(&self, of: impl Fn(&Finding) -> Sheet) -> Sheet {
        let many_games = self.findings.len() > 1;
        let mut readings = self.findings.iter().map(|one| one.experiment.readings.len());
        let many_readings = readings.any(|count| count > 1);
        let mut whole = Sheet::default();
        for finding in &self.findings {
            let mut sheet = of(finding).narrow();
            if let Some(at) = sheet.columns.iter().position(|column| column.title == READING) {
                let column = sheet.columns.remove(at);
                let cells: Vec<Cell> = sheet.rows.iter_mut().map(|row| row.remove(at)).collect();
                if many_readings {
                    sheet = sheet.led_by(column, cells);
                }
            }
            if many_games {
                let game = Cell::text(&finding.experiment.game_title);
                let cells = vec![game; sheet.rows.len()];
                sheet = sheet.led_by(Column::text("game"), cells);
            }
            for column in sheet.columns.iter_mut().filter(|column| column.title == "ours") {
                "value".clone_into(&mut column.title);
            }
            if !sheet.rows.is_empty() {
                whole.columns = sheet.columns;
                whole.rows.extend(sheet.rows);
            }
        }
        whole
    }

    /// Remarks for the reader, with the game where there are several.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for finding in &self.findings {
            let title = &finding.experiment.game_title;
            let own = finding.notes().into_iter().map(|note| match self.findings.len() {
                1 => note,
                _ => format!("{title}, {note}"),
            });
            notes.extend(own);
        }
        notes
    }
}

/// The column that names the reading of a row.
const READING: &str = "reading";

/// The sequential tests of a game.
fn tests(finding: &Finding) -> Sheet {
    let mut columns = vec![Column::text(READING)];
    columns.extend(finding.variables());
    columns.extend(["test", ">log-likelihood ratio", ">blocks"].map(Column::from));
    let experiment = &finding.experiment;
    let readings = experiment.readings.iter().zip(&finding.readings);
    let rows = readings.flat_map(|(reading, measured)| {
        measured.tests.iter().map(|(point, test)| {
            let state = test.state();
            let (words, tone) = match state.decision {
                SprtDecision::AcceptH1 => ("stronger".to_owned(), Tone::Good),
                SprtDecision::AcceptH0 => ("not stronger".to_owned(), Tone::Bad),
                SprtDecision::Continue if state.blocks < state.least => {
                    (format!("open before {} blocks", state.least), Tone::Plain)
                }
                SprtDecision::Continue => ("open".to_owned(), Tone::Plain),
            };
            let values = experiment.points[*point].0.iter();
            let values = values.map(|(_, value)| Cell::text(value.to_string()));
            let mut row = vec![Cell::text(&reading.name)];
            row.extend(values);
            row.push(Cell::Judgement(words, tone));
            row.push(Cell::number(state.llr, Form::Coefficient));
            row.push(Cell::count(state.blocks));
            row
        })
    });
    Sheet::new("", columns).rows(rows)
}
