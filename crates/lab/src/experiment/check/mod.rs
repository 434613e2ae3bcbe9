//! Turns the contents of a file into an experiment, or lists everything that is wrong with it.

mod comparison;
mod reading;

use std::fmt::{self, Display};

use ludarium_arena::Games;

use super::file::{self, File};
use super::fill::hint;
use super::{Amount, Experiment, Measure, Metric, Point, Positions, Subject};
use crate::slug;

/// Everything that is wrong with one experiment file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FileErrors {
    /// The experiment's name or the path of its file.
    pub file: String,
    /// What is wrong, each with its place.
    pub errors: Vec<String>,
}

impl Display for FileErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            let line = if index == 0 { "" } else { "\n" };
            write!(f, "{line}{}: {}", self.file, error.trim_end())?;
        }
        Ok(())
    }
}

impl Experiment {
    /// Reads and checks the text of a file; an error lists everything that was found wrong.
    pub fn parse(games: &Games, name: &str, text: &str) -> Result<Experiment, FileErrors> {
        let errors = |errors| FileErrors {
            file: name.to_owned(),
            errors,
        };
        let file: File = toml::from_str(text).map_err(|error| errors(vec![error.to_string()]))?;
        let mut check = Check {
            points: Point::all(&file.sweep.0),
            games,
            file: &file,
            errors: Vec::new(),
        };
        let experiment = check.experiment(name);
        if check.errors.is_empty() {
            Ok(experiment)
        } else {
            check.errors.dedup();
            Err(errors(check.errors))
        }
    }
}

struct Check<'a> {
    games: &'a Games,
    file: &'a File,
    points: Vec<Point>,
    errors: Vec<String>,
}

impl Check<'_> {
    fn wrong(&mut self, place: impl Display, what: impl Display) {
        self.errors.push(format!("{place}: {what}"));
    }

    fn experiment(&mut self, name: &str) -> Experiment {
        let file = self.file;
        for (variable, values) in &file.sweep.0 {
            if values.is_empty() {
                self.wrong(
                    format!("sweep.{variable}"),
                    "has no values; give at least one",
                );
            }
        }
        let metrics = self.metrics();
        let subjects = self.subjects();
        let printed = file.printed.iter().enumerate();
        let printed = printed
            .filter_map(|(index, row)| self.printed(index, row, &metrics, &subjects))
            .collect();
        let claims = file.claim.iter().enumerate();
        let claims = claims
            .filter_map(|(index, claim)| self.claim(index, claim, &metrics, &subjects))
            .collect();
        if file.reading.is_empty() {
            self.wrong("reading", "there is none; give at least one [[reading]]");
        }
        for (index, reading) in file.reading.iter().enumerate() {
            let same = |other: &file::Reading| slug(&other.name) == slug(&reading.name);
            if file.reading[..index].iter().any(same) {
                let place = format!("reading `{}`", reading.name);
                self.wrong(
                    place,
                    "another reading has the same name; give each its own",
                );
            }
        }
        let main = self.main();
        Experiment {
            name: name.to_owned(),
            report: file.report.clone(),
            source: file.source.clone(),
            title: file.title.clone(),
            text: file.text.clone(),
            game: file.game.clone(),
            game_title: match self.games.find(&file.game) {
                Ok(game) => game.info.title.to_owned(),
                Err(_) => file.game.clone(),
            },
            measure: file.measure,
            readings: file
                .reading
                .iter()
                .map(|reading| self.reading(reading, &subjects))
                .collect(),
            main,
            positions: self.positions(),
            quick: self.amount("quick", &file.quick),
            full: self.amount("full", &file.full),
            metrics,
            sweep: file.sweep.0.clone(),
            points: self.points.clone(),
            subjects,
            printed,
            claims,
        }
    }

    /// The reading that was fixed as the main one; the first where the file names none.
    fn main(&mut self) -> usize {
        let Some(name) = &self.file.main else {
            return 0;
        };
        let readings = || {
            self.file
                .reading
                .iter()
                .map(|reading| reading.name.as_str())
        };
        let found = readings().position(|known| known == name);
        if found.is_none() {
            let hint = hint(name, readings());
            self.wrong("main", format!("no reading is called `{name}`{hint}"));
        }
        found.unwrap_or(0)
    }

    fn metrics(&mut self) -> Vec<Metric> {
        let measure = self.file.measure;
        if self.file.metrics.is_empty() {
            self.wrong("metrics", "there is none; give at least one");
        }
        let mut metrics = Vec::new();
        for name in &self.file.metrics {
            match measure.metric(name) {
                Some(metric) => metrics.push(metric),
                None => {
                    let known = measure.metrics().iter().map(|(known, _)| *known);
                    let hint = hint(name, known);
                    self.wrong(
                        "metrics",
                        format!("`{name}` is no metric of {measure}{hint}"),
                    );
                }
            }
        }
        metrics
    }

    fn subjects(&mut self) -> Vec<Subject> {
        let named = &self.file.subjects.0;
        if named.is_empty() {
            return vec![Subject {
                name: String::new(),
                seat: 0,
            }];
        }
        if self.file.measure != Measure::Games {
            let what = format!("are of games; {} have none", self.file.measure);
            self.wrong("subjects", what);
        }
        named
            .iter()
            .map(|(name, seat)| Subject {
                name: name.clone(),
                seat: *seat,
            })
            .collect()
    }

    fn positions(&mut self) -> Positions {
        let asked = self.file.measure == Measure::Decisions;
        let Some(positions) = &self.file.positions else {
            if asked {
                let right = "are missing; write { random-plies = 12, count = 9, start = true } or { list = […] }";
                self.wrong("positions", right);
            }
            return Positions::default();
        };
        if !asked {
            let what = format!("are of decisions; {} have none", self.file.measure);
            self.wrong("positions", what);
        }
        if positions.list.is_empty() && positions.count == 0 && !positions.start {
            self.wrong("positions", "are none; give `count`, `start` or `list`");
        }
        Positions {
            list: positions.list.clone(),
            count: positions.count,
            random_plies: positions.random_plies,
            start: positions.start,
        }
    }

    fn amount(&mut self, key: &str, amount: &file::Amount) -> Amount {
        let measure = self.file.measure;
        for (unit, given, needed) in [
            ("rounds", amount.rounds, measure == Measure::Games),
            ("games", amount.games, measure == Measure::RandomGames),
        ] {
            match given {
                None if needed => {
                    self.wrong(key, format!("`{unit}` is missing, which {measure} need"));
                }
                Some(_) if !needed => {
                    self.wrong(key, format!("`{unit}` means nothing for {measure}"));
                }
                Some(0) => self.wrong(key, format!("`{unit}` is 0; give at least 1")),
                _ => {}
            }
        }
        Amount {
            rounds: amount.rounds.unwrap_or(0),
            games: amount.games.unwrap_or(0),
        }
    }
}
