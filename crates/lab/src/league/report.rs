//! The tables, plots and page of a league.

use std::fmt::Write;
use std::path::Path;

use ludarium_arena::statistics::{EloEstimate, Tally};
use ludarium_draw::Theme;
use ludarium_draw::chart::{Across, Axis, ChartValue, Colours, LineSeries, Lines, Look};
use ludarium_report::page::document;
use ludarium_report::sheet::{Cell, Column, Form, Number, Sheet, Tone, escape};

use super::division::Division;
use super::{LeagueGame, LeagueResult};
use crate::error::LabError;
use crate::files::{make_folder, write as write_file};
use crate::page::prose;

/// More agents than this cannot be told apart in one plot; the strongest are drawn.
const MOST_SERIES: usize = 8;

impl LeagueResult {
    /// Who leads in each game at each budget, and whether that is sure.
    pub fn leaders(&self) -> Sheet {
        let mut rows = Vec::new();
        for (game, divisions) in self.league.games.iter().zip(&self.divisions) {
            for division in divisions {
                let leaders = division.knowledge().leaders();
                let names: Vec<&str> = leaders
                    .iter()
                    .map(|&agent| game.agents[agent].as_str())
                    .collect();
                let (verdict, tone) = match (division.ratings.is_some(), names.len()) {
                    (false, _) => ("nothing played yet".to_owned(), Tone::Plain),
                    (true, 1) => ("leads".to_owned(), Tone::Good),
                    (true, _) => (format!("tied with {}", names[1..].join(", ")), Tone::Plain),
                };
                let first = names.first().filter(|_| division.ratings.is_some());
                rows.push(vec![
                    Cell::text(&game.title),
                    Cell::text(&game.budgets[division.budget].text),
                    Cell::text(first.copied().unwrap_or_default()),
                    Cell::Judgement(verdict, tone),
                    Cell::count(division.games()),
                ]);
            }
        }
        Sheet {
            title: "Who leads".to_owned(),
            columns: vec![
                Column::text("game"),
                Column::text("budget"),
                Column::text("first"),
                Column::text("verdict"),
                Column::number("games"),
            ],
            rows,
            notes: vec![
                "Tied: the probability that the first is stronger is below 97.5 %.".to_owned(),
            ],
        }
    }

    /// The ratings of a game at all its budgets, the strongest at the last budget first.
    fn ratings(&self, index: usize) -> Sheet {
        let (game, divisions) = (&self.league.games[index], &self.divisions[index]);
        let mut columns = vec![Column::text("agent")];
        for budget in &game.budgets {
            columns.push(Column::number("rating").under(&budget.text));
            columns.push(Column::number("points").under(&budget.text));
            columns.push(Column::number("games").under(&budget.text));
        }
        let tallies: Vec<Tally> = divisions
            .iter()
            .map(|division| Tally::of(&division.outcomes(), game.agents.len()))
            .collect();
        let row = |agent: usize| {
            let mut row = vec![Cell::text(&game.agents[agent])];
            for (division, tally) in divisions.iter().zip(&tallies) {
                let rating = division
                    .ratings
                    .as_ref()
                    .and_then(|ratings| ratings.agents[agent]);
                row.push(rating.map_or(Cell::Empty, |rating| {
                    Cell::Number(Number {
                        value: rating.value,
                        interval: Some((rating.low, rating.high)),
                        form: Form::Elo,
                    })
                }));
                let record = &tally.agents[agent];
                let points = record.mean_points();
                row.push(points.map_or(Cell::Empty, |points| {
                    Cell::Number(Number::plain(points, Form::Percent))
                }));
                row.push(Cell::count(record.games));
            }
            row
        };
        let mut notes = vec![
            "Ratings are Elo points by maximum likelihood (Plackett–Luce) with 95 % intervals; their mean is 0 at each budget, so budgets are not compared by them."
                .to_owned(),
        ];
        for division in divisions {
            let faults: u64 = division.meetings.iter().map(|meeting| meeting.faults).sum();
            if faults > 0 {
                let budget = &game.budgets[division.budget].text;
                notes.push(format!(
                    "At {budget} agents were late, failed or made an illegal move {faults} times; `ludarium report` on the runs says who."
                ));
            }
        }
        let order = divisions
            .last()
            .map_or(Vec::new(), |division| division.knowledge().ranking());
        Sheet {
            title: format!("{}: ratings", game.title),
            columns,
            rows: order.into_iter().map(row).collect(),
            notes,
        }
    }

    /// What larger budgets are worth; `None` where the file does not ask.
    pub fn scaling(&self) -> Option<Sheet> {
        let mut rows = Vec::new();
        for (game, steps) in self.league.games.iter().zip(&self.steps) {
            for step in steps {
                let (from, to) = (&game.budgets[step.from], &game.budgets[step.from + 1]);
                let gain = step.gain(game.seats);
                let each = gain.zip(to.doublings(from)).map(|(gain, times)| {
                    let part = |end: Option<f64>| end.map(|end| end / times);
                    EloEstimate {
                        value: part(gain.value),
                        low: part(gain.low),
                        high: part(gain.high),
                    }
                });
                rows.push(vec![
                    Cell::text(&game.title),
                    Cell::text(&game.agents[0]),
                    Cell::text(&from.text),
                    Cell::text(&to.text),
                    elo(gain),
                    elo(each),
                    Cell::count(step.meeting.outcomes.len() as u64),
                ]);
            }
        }
        (!rows.is_empty()).then(|| Sheet {
            title: "What more time is worth".to_owned(),
            columns: vec![
                Column::text("game"),
                Column::text("agent"),
                Column::text("from"),
                Column::text("to"),
                Column::number("Elo"),
                Column::number("Elo for each doubling"),
                Column::number("games"),
            ],
            rows,
            notes: vec![
                "One with the larger budget against others with the smaller one, in every seat."
                    .to_owned(),
            ],
        })
    }

    /// All sheets: leaders, ratings of each game, what more time is worth.
    pub fn sheets(&self) -> Vec<Sheet> {
        let mut sheets = vec![self.leaders()];
        sheets.extend((0..self.league.games.len()).map(|game| self.ratings(game)));
        sheets.extend(self.scaling());
        sheets
    }

    /// The tables as Markdown.
    pub fn markdown(&self) -> String {
        let sheets = self.sheets().into_iter();
        let texts: Vec<String> = sheets
            .map(|sheet| sheet.markdown().trim().to_owned())
            .collect();
        format!("{}\n", texts.join("\n\n"))
    }

    /// The ratings of a game against its budgets; `None` before the first game.
    fn plot(&self, index: usize) -> Option<Lines> {
        let (game, divisions) = (&self.league.games[index], &self.divisions[index]);
        let ranking = divisions.last()?.knowledge().ranking();
        let series = ranking
            .into_iter()
            .take(MOST_SERIES)
            .map(|agent| LineSeries {
                name: game.agents[agent].clone(),
                points: divisions
                    .iter()
                    .enumerate()
                    .filter_map(|(x, division)| Some((x as f64, reading(division, agent)?)))
                    .collect(),
                ..LineSeries::default()
            });
        let series: Vec<LineSeries> = series.collect();
        let played = series.iter().any(|series| !series.points.is_empty());
        played.then(|| Lines {
            look: Look {
                title: format!("{}: ratings", game.title),
                ..Look::default()
            },
            across: Across::Names {
                title: "budget for a move".to_owned(),
                names: game
                    .budgets
                    .iter()
                    .map(|budget| budget.text.clone())
                    .collect(),
            },
            value: Axis {
                title: "Elo".to_owned(),
                cover: vec![0.0],
                ..Axis::default()
            },
            series,
            ..Lines::default()
        })
    }

    /// The plots with the games that they are of.
    fn plots(&self) -> impl Iterator<Item = (&LeagueGame, Lines)> {
        let games = self.league.games.iter().enumerate();
        games.filter_map(|(index, game)| Some((game, self.plot(index)?)))
    }

    fn page(&self) -> String {
        let mut out = format!(
            "<header>\n<p class=\"mark\">Ludarium</p>\n<h1>{}</h1>\n",
            escape(&self.league.title)
        );
        if !self.is_complete() {
            // Writing into a string cannot fail.
            let _ = writeln!(
                out,
                "<p class=\"warning\">At most {} games are left. The same command goes on.</p>",
                self.left()
            );
        }
        if !self.league.text.is_empty() {
            out.push_str(&prose(&self.league.text));
        }
        out.push_str("</header>\n<div class=\"charts\">\n");
        for (_, mut chart) in self.plots() {
            chart.look.colours = Colours::Reader;
            let _ = writeln!(out, "<div class=\"chart\">{}</div>", chart.svg());
        }
        out.push_str("</div>\n");
        for sheet in self.sheets() {
            let _ = writeln!(out, "<section>\n{}</section>", sheet.html());
        }
        let _ = writeln!(
            out,
            "<footer><p class=\"again\">Again: <code>ludarium league {}</code></p></footer>",
            escape(&self.file.display().to_string())
        );
        document(&self.league.title, &out)
    }
}

/// Writes everything that people and programs read.
pub fn write(result: &LeagueResult, folder: &Path) -> Result<(), LabError> {
    make_folder(folder)?;
    write_file(&folder.join("report.html"), result.page())?;
    write_file(&folder.join("tables.md"), result.markdown())?;
    let csv = folder.join("csv");
    make_folder(&csv)?;
    write_file(&csv.join("leaders.csv"), result.leaders().csv())?;
    for (index, game) in result.league.games.iter().enumerate() {
        let sheet = result.ratings(index).stacked("budget");
        write_file(&csv.join(format!("{}.csv", game.name)), sheet.csv())?;
    }
    if let Some(sheet) = result.scaling() {
        write_file(&csv.join("scaling.csv"), sheet.csv())?;
    }
    let plots = folder.join("plots");
    make_folder(&plots)?;
    for (game, mut chart) in result.plots() {
        chart.look.colours = Colours::Fixed(Theme::Light);
        write_file(&plots.join(format!("{}.svg", game.name)), chart.svg())?;
        write_file(&plots.join(format!("{}.pdf", game.name)), chart.pdf())?;
    }
    Ok(())
}

fn reading(division: &Division, agent: usize) -> Option<ChartValue> {
    let rating = division.ratings.as_ref()?.agents[agent]?;
    Some(ChartValue::within(rating.value, rating.low, rating.high))
}

/// A strength whose ends may be missing.
fn elo(found: Option<EloEstimate>) -> Cell {
    let Some(found) = found else {
        return Cell::Empty;
    };
    let end = |end: Option<f64>, open: f64| end.unwrap_or(open);
    let ends = (
        end(found.low, f64::NEG_INFINITY),
        end(found.high, f64::INFINITY),
    );
    Cell::Number(Number {
        // Nothing but wins or losses has no strength of its own, only an end.
        value: found.value.unwrap_or(f64::INFINITY),
        interval: Some(ends),
        form: Form::Elo,
    })
}
