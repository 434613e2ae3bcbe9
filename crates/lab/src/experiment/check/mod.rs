//! Turns the contents of a file into an experiment, or lists everything that is wrong with it.

mod comparison;
mod reading;

use std::fmt::Display;

use ludarium_arena::{FileErrors, Games};
use ludarium_report::slug;

use super::file::{self, ExperimentFile, GameNames};
use super::fill::hint;
use super::{Amount, Experiment, Measure, Metric, Positions, Subject, SweepPoint};
use crate::looks::MOST_DOUBLINGS;
use ludarium_arena::sprt;

/// More points than any table has; each takes memory before the first game.
const MOST_POINTS: usize = 10_000;

impl Experiment {
    /// Reads and checks the text of a file about a report; an error lists everything that was found wrong.
    pub fn parse(games: &Games, name: &str, text: &str) -> Result<Experiment, FileErrors> {
        let file = read(name, text)?;
        let mut check = ExperimentCheck::new(games, name, &file);
        for (key, given) in [
            ("report", !file.report.is_empty()),
            ("source", !file.source.is_empty()),
            ("text", !file.text.is_empty()),
        ] {
            if !given {
                check.wrong(key, "is missing; `ludarium experiment` runs files without it");
            }
        }
        if file.games.is_some() || !file.variants.is_empty() || file.sprt.is_some() {
            let what = "`games`, `variants` and `sprt` are for `ludarium experiment`";
            check.wrong("file", what);
        }
        let game = file.game.clone().unwrap_or_default();
        if game.is_empty() {
            check.wrong("game", "is missing");
        }
        let experiment = check.experiment(name, &game);
        check.errors.finish(experiment)
    }

    /// Reads and checks a file of your own, which needs no report and may be about several games: one experiment for
    /// each game, in the order of the file.
    pub fn parse_own(games: &Games, name: &str, text: &str) -> Result<Vec<Experiment>, FileErrors> {
        let file = read(name, text)?;
        let mut check = ExperimentCheck::new(games, name, &file);
        check.own = true;
        let names = check.game_names();
        check.sequential();
        check.several = names.len() > 1;
        let mut experiments = Vec::new();
        for game in &names {
            let name = if check.several { format!("{name}/{game}") } else { name.to_owned() };
            experiments.push(check.experiment(&name, game));
        }
        check.errors.finish(experiments)
    }
}

/// The contents of a file, with as many points as can be handled.
fn read(name: &str, text: &str) -> Result<ExperimentFile, FileErrors> {
    let file: ExperimentFile = FileErrors::read(name, text)?;
    let sizes = file.sweep.0.iter().map(|(_, values)| values.len());
    let points = sizes.fold(1usize, usize::saturating_mul);
    if points > MOST_POINTS {
        let problem = format!("sweep: has {points} points; at most {MOST_POINTS} are possible");
        return Err(FileErrors::new(name).and(problem));
    }
    Ok(file)
}

struct ExperimentCheck<'a> {
    games: &'a Games,
    file: &'a ExperimentFile,
    points: Vec<SweepPoint>,
    errors: FileErrors,
    /// Whether it is a file of your own, about no report.
    own: bool,
    /// Whether it is about several games, so that mistakes name theirs.
    several: bool,
    /// The game that is looked at; empty before the first one.
    game: String,
}

impl<'a> ExperimentCheck<'a> {
    fn new(games: &'a Games, name: &str, file: &'a ExperimentFile) -> ExperimentCheck<'a> {
        ExperimentCheck {
            points: SweepPoint::all(&file.sweep.0),
            games,
            file,
            errors: FileErrors::new(name),
            own: false,
            several: false,
            game: String::new(),
        }
    }

    /// The games of a file of your own, each once.
    fn game_names(&mut self) -> Vec<String> {
        let (names, key) = match (&self.file.game, &self.file.games) {
            (Some(game), None) => (vec![game.clone()], "game"),
            (None, Some(GameNames::List(names))) => (names.clone(), "games"),
            (None, Some(GameNames::Word(word))) if word == "all" => {
                let all = self.games.iter().map(|game| game.info.name.to_owned());
                (all.collect(), "games")
            }
            (None, Some(GameNames::Word(word))) => {
                let right = format!("`{word}` is neither `all` nor a list of games");
                self.wrong("games", right);
                return Vec::new();
            }
            _ => {
                self.wrong("game", "give either `game` or `games`");
                return Vec::new();
            }
        };
        if names.is_empty() {
            self.wrong(key, "there is none; give at least one, or games = \"all\"");
        }
        let mut known = Vec::new();
        for name in names {
            match self.games.find(&name) {
                Err(error) => self.wrong(key, error),
                Ok(_) if known.contains(&name) => {
                    self.wrong(key, format!("`{name}` is there twice"));
                }
                Ok(_) => known.push(name),
            }
        }
        for game in self.file.variants.keys() {
            if !known.contains(game) {
                let hint = hint(game, known.iter().map(String::as_str));
                self.wrong("variants", format!("`{game}` is no game of the file{hint}"));
            }
        }
        known
    }

    /// The bounds of a sequential test are those of a test.
    fn sequential(&mut self) {
        let Some([low, high]) = self.file.sprt else {
            return;
        };
        if self.file.measure != Measure::Games {
            let what = format!("is of games; {} have none", self.file.measure);
            self.wrong("sprt", what);
        }
        if let Err(error) = sprt([low, high]) {
            self.wrong("sprt", error);
        }
    }
}

impl ExperimentCheck<'_> {
    fn wrong(&mut self, place: impl Display, what: impl Display) {
        match self.game.as_str() {
            game if self.several && !game.is_empty() => {
                self.errors.wrong(format!("{game}: {place}"), what);
            }
            _ => self.errors.wrong(place, what),
        }
    }

    fn experiment(&mut self, name: &str, game: &str) -> Experiment {
        game.clone_into(&mut self.game);
        let file = self.file;
        for (variable, values) in &file.sweep.0 {
            if values.is_empty() {
                self.wrong(format!("sweep.{variable}"), "has no values; give at least one");
            }
            let twice = values.iter().enumerate();
            let twice = twice.filter(|(index, value)| values[..*index].contains(value));
            for (_, value) in twice {
                let problem = format!("has the value `{value}` twice; give it once");
                self.wrong(format!("sweep.{variable}"), problem);
            }
        }
        let metrics = self.metrics();
        let subjects = self.subjects();
        let swept = |(name, _): &(String, Vec<super::SweepValue>)| name == reading::GAME;
        if self.own && file.sweep.0.iter().any(swept) {
            self.wrong("sweep", "`game` is the game of the file; give the variable another name");
        }
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
            let same = |other: &file::ReadingText| slug(&other.name) == slug(&reading.name);
            if file.reading[..index].iter().any(same) {
                let place = format!("reading `{}`", reading.name);
                self.wrong(place, "another reading has the same name; give each its own");
            }
        }
        let main = self.main();
        let (quick, full) = self.amounts();
        Experiment {
            name: name.to_owned(),
            report: file.report.clone(),
            source: file.source.clone(),
            title: file.title.clone(),
            text: file.text.clone(),
            game: game.to_owned(),
            game_title: match self.games.find(game) {
                Ok(game) => game.info.title.to_owned(),
                Err(_) => game.to_owned(),
            },
            measure: file.measure,
            readings: file.reading.iter().map(|reading| self.reading(reading, &subjects)).collect(),
            main,
            equal: self.equal(main),
            positions: self.positions(),
            quick,
            full,
            doublings: self.doublings(quick),
            sprt: file.sprt,
            metrics,
            sweep: file.sweep.0.clone(),
            points: self.points.clone(),
            subjects,
            printed,
            claims,
        }
    }

    /// The reading that counts as much as the main one.
    fn equal(&mut self, main: usize) -> Option<usize> {
        let name = self.file.equal.as_ref()?;
        let mut readings = self.file.reading.iter();
        let found = readings.position(|reading| reading.name == *name);
        if found.is_none_or(|found| found == main) {
            let right = format!("`{name}` is no reading besides the main one");
            self.wrong("equal", right);
        }
        found
    }

    /// The reading that was fixed as the main one; where there is only one, a file need not name it.
    fn main(&mut self) -> usize {
        let Some(name) = &self.file.main else {
            if self.file.reading.len() > 1 && !self.own {
                let right =
                    "is missing; of several readings one is fixed beforehand: main = \"NAME\"";
                self.wrong("main", right);
            }
            return 0;
        };
        let readings = || self.file.reading.iter().map(|reading| reading.name.as_str());
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
                    self.wrong("metrics", format!("`{name}` is no metric of {measure}{hint}"));
                }
            }
        }
        metrics
    }

    fn subjects(&mut self) -> Vec<Subject> {
        let named = &self.file.subjects.0;
        if named.is_empty() {
            return vec![Subject { name: String::new(), seat: 0 }];
        }
        if self.file.measure != Measure::Games {
            let what = format!("are of games; {} have none", self.file.measure);
            self.wrong("subjects", what);
        }
        named.iter().map(|(name, seat)| Subject { name: name.clone(), seat: *seat }).collect()
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
        positions.clone()
    }

    /// How much is played in each mode. A file of your own may give one of them alone.
    fn amounts(&mut self) -> (Amount, Amount) {
        let file = self.file;
        let given = |amount: &file::AmountText| amount.rounds.or(amount.games).is_some();
        let (quick, full) = match (self.own, given(&file.quick), given(&file.full)) {
            (true, true, false) => (&file.quick, &file.quick),
            (true, false, true) => (&file.full, &file.full),
            _ => (&file.quick, &file.full),
        };
        (self.amount("quick", quick), self.amount("full", full))
    }

    /// How often the amount of a first look may double until it is `most`.
    fn doublings(&mut self, quick: Amount) -> u32 {
        if self.file.full.most.is_some() {
            self.wrong("full", "`most` is of [quick], which goes on while something is open");
        }
        let Some(most) = self.file.quick.most else {
            return 0;
        };
        let first = quick.rounds.max(quick.games).max(1);
        let doublings = (most / first).checked_ilog2().unwrap_or(0);
        if doublings == 0 || doublings > MOST_DOUBLINGS {
            let right = format!("`most` has to be 2 to {} times as much", 1 << MOST_DOUBLINGS);
            self.wrong("quick", right);
        }
        doublings.min(MOST_DOUBLINGS)
    }

    fn amount(&mut self, key: &str, amount: &file::AmountText) -> Amount {
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
        Amount { rounds: amount.rounds.unwrap_or(0), games: amount.games.unwrap_or(0) }
    }
}
