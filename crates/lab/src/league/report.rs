//! The tables, plots and page of a league.

use ludarium_arena::statistics::{EloEstimate, Tally};
use ludarium_draw::chart::{Across, Axis, ChartValue, LineSeries, Lines, Look};
use ludarium_report::sheet::{Cell, Column, Form, Number, Sheet, Tone};
use ludarium_report::{Document, NamedChart, Passage, slug};

use super::division::Division;
use super::map::StyleMap;
use super::{LeagueBudget, LeagueGame, LeagueResult};
use crate::spending::SpendingNotes;

/// More agents than this cannot be told apart in one plot; the strongest are drawn.
const MOST_SERIES: usize = 8;

impl LeagueResult {
    /// The leader of each game at each budget, and whether that is sure.
    pub fn leaders(&self) -> Sheet {
        let mut rows = Vec::new();
        let rated = self.league.games.iter().zip(&self.divisions);
        for (game, divisions) in rated.filter(|(game, _)| game.most_games > 0) {
            for division in divisions {
                let leaders = division.knowledge().leaders();
                let names: Vec<&str> =
                    leaders.iter().map(|&agent| game.agents[agent].as_str()).collect();
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
        Sheet::new("Who leads", ["game", "budget", "first", "verdict", ">games"])
            .rows(rows)
            .notes(["Tied: the probability that the first is stronger is below 97.5 %."])
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
                let rating = division.ratings.as_ref().and_then(|ratings| ratings.agents[agent]);
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
            let budget = &game.budgets[division.budget].text;
            let mut spending = SpendingNotes::default();
            for meeting in &division.meetings {
                spending.join(&meeting.spending);
            }
            notes.extend(spending.notes().iter().map(|note| format!("At {budget}: {note}")));
            let faults: u64 = division.meetings.iter().map(|meeting| meeting.faults).sum();
            if faults > 0 {
                notes.push(format!(
                    "At {budget} agents were late, failed or made an illegal move {faults} times; `ludarium report` on the runs says who."
                ));
            }
        }
        let order = divisions.last().map_or(Vec::new(), |division| division.knowledge().ranking());
        Sheet::new(format!("{}: ratings", game.title), columns)
            .rows(order.into_iter().map(row))
            .notes(notes)
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
        (!rows.is_empty()).then(|| {
            Sheet::new(
                "What more time is worth",
                ["game", "agent", "from", "to", ">Elo", ">Elo for each doubling", ">games"],
            )
            .rows(rows)
            .notes([
                "One with the larger budget against others with the smaller one, in every seat.",
            ])
        })
    }

    /// The ratings of a game against its budgets; `None` before the first game.
    fn plot(&self, index: usize) -> Option<Lines> {
        let (game, divisions) = (&self.league.games[index], &self.divisions[index]);
        let ranking = divisions.last()?.knowledge().ranking();
        let (across, places) = match LeagueBudget::axis(&game.budgets) {
            Some((axis, places)) => (Across::Numbers(axis), places),
            None => {
                let texts = game.budgets.iter().map(|budget| budget.text.clone()).collect();
                let title = "budget for a move".to_owned();
                let places = (0..game.budgets.len()).map(|place| place as f64).collect();
                (Across::Names { title, names: texts }, places)
            }
        };
        let series = ranking.into_iter().take(MOST_SERIES).map(|agent| LineSeries {
            name: game.agents[agent].clone(),
            points: divisions
                .iter()
                .zip(&places)
                .filter_map(|(division, &x)| Some((x, reading(division, agent)?)))
                .collect(),
            ..LineSeries::default()
        });
        let series: Vec<LineSeries> = series.collect();
        let played = series.iter().any(|series| !series.points.is_empty());
        played.then(|| Lines {
            look: Look { title: format!("{}: ratings", game.title), ..Look::default() },
            across,
            value: Axis { title: "Elo".to_owned(), cover: vec![0.0], ..Axis::default() },
            series,
            ..Lines::default()
        })
    }

    /// The maps of all games.
    fn maps(&self) -> impl Iterator<Item = (&LeagueGame, &StyleMap)> {
        let games = self.league.games.iter().zip(&self.maps);
        games.flat_map(|(game, maps)| maps.iter().map(move |map| (game, map)))
    }

    /// All tables and plots.
    pub fn document(&self) -> Document {
        let mut document = Document::new(&self.league.title, "");
        if !self.is_complete() {
            document.warning =
                format!("At most {} games are left. The same command goes on.", self.left());
        }
        document.text(&self.league.text);
        let games = self.league.games.iter().enumerate();
        let plots =
            games.filter_map(|(index, game)| Some(NamedChart::new(&game.name, self.plot(index)?)));
        document.charts(plots);
        for (game, map) in self.maps() {
            document.charts(map.chart(game));
            let name = format!("{}-map-{}", game.name, slug(&map.budget(game).text));
            document.filed(&name, map.sheet(game));
        }
        let rated = |game: &LeagueGame| game.most_games > 0;
        if self.league.games.iter().any(rated) {
            document.filed("leaders", self.leaders());
        }
        let games = self.league.games.iter().enumerate();
        for (index, game) in games.filter(|(_, game)| rated(game)) {
            let sheet = self.ratings(index);
            document.files.push((game.name.clone(), sheet.stacked("budget")));
            document.sheets([sheet]);
        }
        if let Some(sheet) = self.scaling() {
            document.filed("scaling", sheet);
        }
        document.push(Passage::Command(format!("ludarium league {}", self.file.display())));
        document
    }
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
    let ends = (end(found.low, f64::NEG_INFINITY), end(found.high, f64::INFINITY));
    Cell::Number(Number {
        // Nothing but wins or losses has no strength of its own, only an end.
        value: found.value.unwrap_or(match found.low {
            Some(_) => f64::INFINITY,
            None => f64::NEG_INFINITY,
        }),
        interval: Some(ends),
        form: Form::Elo,
    })
}
