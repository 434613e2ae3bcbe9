//! From what a file says to an experiment, or to all that is wrong with it.

use std::fmt::{self, Display};

use ludarium_agents::{Kit, KitTask, Recipe, with_kit};
use ludarium_arena::{Limits, round_robin};
use ludarium_game::{Rng, Seed};

use super::file::{self, File, Pairs};
use super::fill::{Replacements, exists, fill, hint};
use super::{
    Amount, Claim, Experiment, Measure, Metric, Place, Point, Positions, Printed, Reading,
    Statement, Subject, Table, Value,
};
use crate::slug;

/// Everything that is wrong with one experiment file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Faults {
    /// The experiment's name or the path of its file.
    pub file: String,
    /// What is wrong, each with its place.
    pub faults: Vec<String>,
}

impl Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            let line = if index == 0 { "" } else { "\n" };
            write!(f, "{line}{}: {}", self.file, fault.trim_end())?;
        }
        Ok(())
    }
}

impl Experiment {
    /// Reads and checks the text of a file; an error lists everything that was found wrong.
    pub fn parse(name: &str, text: &str) -> Result<Experiment, Faults> {
        let faults = |faults| Faults {
            file: name.to_owned(),
            faults,
        };
        let file: File = toml::from_str(text).map_err(|error| faults(vec![error.to_string()]))?;
        let mut check = Check {
            points: Point::all(&file.sweep.0),
            file: &file,
            faults: Vec::new(),
        };
        let experiment = check.experiment(name);
        if check.faults.is_empty() {
            Ok(experiment)
        } else {
            check.faults.dedup();
            Err(faults(check.faults))
        }
    }
}

struct Check<'a> {
    file: &'a File,
    points: Vec<Point>,
    faults: Vec<String>,
}

impl Check<'_> {
    fn wrong(&mut self, place: impl Display, what: impl Display) {
        self.faults.push(format!("{place}: {what}"));
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
        Experiment {
            name: name.to_owned(),
            report: file.report.clone(),
            source: file.source.clone(),
            title: file.title.clone(),
            text: file.text.clone(),
            game: file.game.clone(),
            measure: file.measure,
            readings: file
                .reading
                .iter()
                .map(|reading| self.reading(reading, &subjects))
                .collect(),
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
        let needed = match self.file.measure {
            Measure::Games => amount.rounds.map_or(Some("rounds"), |_| None),
            Measure::RandomGames => amount.games.map_or(Some("games"), |_| None),
            Measure::Decisions => None,
        };
        if let Some(needed) = needed {
            let measure = self.file.measure;
            self.wrong(key, format!("`{needed}` is missing, which {measure} need"));
        }
        if amount.rounds == Some(0) || amount.games == Some(0) || amount.positions == Some(0) {
            self.wrong(key, "is nothing; give at least 1");
        }
        Amount {
            rounds: amount.rounds.unwrap_or(0),
            games: amount.games.unwrap_or(0),
            positions: amount.positions.unwrap_or(usize::MAX),
        }
    }

    fn reading(&mut self, reading: &file::Reading, subjects: &[Subject]) -> Reading {
        let place = format!("reading `{}`", reading.name);
        self.known_variables(&place, reading);
        let variant = reading.variant.as_ref().or(self.file.variant.as_ref());
        let tables: Vec<Option<Table>> = (0..self.points.len())
            .map(|index| self.table(&place, reading, index))
            .collect();
        if tables.iter().all(Option::is_none) {
            self.wrong(&place, "has no point of the sweep");
        }
        if let Some(subject) = subjects.iter().find(|subject| {
            self.file.measure == Measure::Games && subject.seat >= reading.seats.len()
        }) {
            let (name, count) = (&subject.name, reading.seats.len());
            let what = format!(
                "has {count} seats, but subject `{name}` is seat {}, counted from 0",
                subject.seat
            );
            self.wrong(&place, what);
        }
        let task = Try {
            measure: self.file.measure,
            tables: &tables,
            positions: self.file.positions.as_ref(),
        };
        match with_kit(&self.file.game, variant.map(String::as_str), task) {
            Ok(found) => {
                for fault in found {
                    self.wrong(&place, fault);
                }
            }
            Err(error) => self.wrong(&place, error),
        }
        Reading {
            name: reading.name.clone(),
            text: reading.text.clone(),
            variant: variant.cloned().unwrap_or_default(),
            tables,
            seating: reading.seating,
            random_plies: reading.random_plies,
            longest: reading.longest,
        }
    }

    /// `replace` and `only` speak of variables and values that the sweep has.
    fn known_variables(&mut self, place: &str, reading: &file::Reading) {
        let file = self.file;
        let replaced = reading.replace.iter().flat_map(|(variable, texts)| {
            texts
                .keys()
                .map(move |value| ("replace", variable, value.clone()))
        });
        let only = reading.only.0.iter().flat_map(|(variable, values)| {
            values
                .iter()
                .map(move |value| ("only", variable, value.to_string()))
        });
        for (key, variable, value) in replaced.chain(only) {
            let place = format!("{place}, {key}");
            let mut sweep = file.sweep.0.iter();
            match sweep.find(|(name, _)| name == variable) {
                None => {
                    let known = file.sweep.0.iter().map(|(name, _)| name.as_str());
                    let hint = hint(variable, known);
                    self.wrong(place, format!("unknown variable `{variable}`{hint}"));
                }
                Some((_, values)) if values.iter().all(|known| known.to_string() != value) => {
                    let known: Vec<String> = values.iter().map(Value::to_string).collect();
                    let hint = hint(&value, known.iter().map(String::as_str));
                    self.wrong(place, format!("`{variable}` has no value `{value}`{hint}"));
                }
                Some(_) => {}
            }
        }
    }

    /// Who plays at a point.
    fn table(&mut self, place: &str, reading: &file::Reading, point: usize) -> Option<Table> {
        let point = self.points[point].clone();
        let allowed = |(variable, values): &(String, Vec<Value>)| {
            point
                .get(variable)
                .is_none_or(|value| values.contains(value))
        };
        if !exists(&point, &reading.replace) || !reading.only.0.iter().all(allowed) {
            return None;
        }
        let templates: &[String] = match (self.file.measure, &reading.agent) {
            (Measure::Decisions, Some(agent)) => std::slice::from_ref(agent),
            (Measure::Decisions, None) => {
                self.wrong(place, "`agent` is missing, which decisions need");
                return None;
            }
            (_, Some(_)) => {
                self.wrong(place, "`agent` is of decisions; games have `seats`");
                return None;
            }
            (_, None) => &reading.seats,
        };
        let pool = reading.opponents.as_ref();
        let groups = match pool {
            None => vec![Vec::new()],
            Some(pool) if pool.seats == 0 || pool.pool.len() < pool.seats => {
                let what =
                    "needs a pool of at least as many agents as it has seats, and at least one";
                self.wrong(format!("{place}, opponents"), what);
                return None;
            }
            Some(pool) => match round_robin(pool.pool.len(), pool.seats) {
                Ok(groups) => groups,
                Err(error) => {
                    self.wrong(format!("{place}, opponents"), error.to_string());
                    return None;
                }
            },
        };
        let pool = pool.map_or(&[][..], |pool| &pool.pool);
        let mut filled =
            |templates: &[String]| self.filled(place, templates, &point, &reading.replace);
        let (agents, pool) = (filled(templates)?, filled(pool)?);
        let named =
            |group: Vec<usize>| group.into_iter().map(|agent| pool[agent].clone()).collect();
        Some(Table {
            agents,
            groups: groups.into_iter().map(named).collect(),
            limits: self.limits(place, &reading.limits, &point, &reading.replace)?,
        })
    }

    fn limits(
        &mut self,
        place: &str,
        bounds: &file::Bounds,
        point: &Point,
        replace: &Replacements,
    ) -> Option<Limits> {
        let mut number = |key: &str, bound: &Option<Value>| -> Option<Option<u64>> {
            let Some(bound) = bound else {
                return Some(None);
            };
            let place = format!("{place}, limits.{key}");
            match fill(&bound.to_string(), point, replace) {
                Ok(text) => match text.parse() {
                    Ok(number) if number > 0 => return Some(Some(number)),
                    _ => self.wrong(place, format!("`{text}` is no whole number above 0")),
                },
                Err(error) => self.wrong(place, error),
            }
            None
        };
        Some(Limits {
            iterations: number("iterations", &bounds.iterations)?,
            nodes: number("nodes", &bounds.nodes)?,
            // Deeper than any game is long is as deep as can be.
            depth: number("depth", &bounds.depth)?
                .map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
        })
    }

    fn filled(
        &mut self,
        place: &str,
        templates: &[String],
        point: &Point,
        replace: &Replacements,
    ) -> Option<Vec<String>> {
        let filled: Result<_, _> = templates
            .iter()
            .map(|template| fill(template, point, replace))
            .collect();
        filled.map_err(|error| self.wrong(place, error)).ok()
    }

    fn printed(
        &mut self,
        index: usize,
        row: &file::Printed,
        metrics: &[Metric],
        subjects: &[Subject],
    ) -> Option<Printed> {
        let place = format!("printed {}", index + 1);
        let mut values = Vec::new();
        for (name, value) in &row.values.0 {
            values.push((self.metric(&place, name, metrics)?, *value));
        }
        if values.is_empty() && row.missing.is_none() {
            self.wrong(
                &place,
                "has neither `values` nor a reason why they are `missing`",
            );
        }
        let point = match &row.missing {
            Some(_) => self
                .points
                .iter()
                .position(|point| point.has(&row.at.0) && !row.at.0.is_empty()),
            None => Some(self.point(&format!("{place}, at"), &row.at)?),
        };
        Some(Printed {
            point,
            at: Point(row.at.0.clone()),
            games: row.games,
            subject: match row.missing {
                // Nobody of ours has a missing figure, so it need not be one of the subjects.
                Some(_) => 0,
                None => self.subject(&place, row.of.as_deref(), subjects)?,
            },
            values,
            missing: row.missing.clone(),
        })
    }

    fn claim(
        &mut self,
        index: usize,
        claim: &file::Claim,
        metrics: &[Metric],
        subjects: &[Subject],
    ) -> Option<Claim> {
        let place = format!("claim {}", index + 1);
        let metric = self.metric(&place, &claim.metric, metrics)?;
        let at = |check: &mut Self, key: &str, wanted: &Pairs<Value>| {
            let place = format!("{place}, {key}");
            let mut wanted = wanted.clone();
            // Who is meant may stand beside the point, where a claim compares two subjects.
            let own = wanted.0.iter().position(|(key, _)| key == "of");
            let own = own.map(|index| wanted.0.remove(index).1.to_string());
            let of = own.as_deref().or(claim.of.as_deref());
            Some(Place {
                point: check.point(&place, &wanted)?,
                subject: check.subject(&place, of, subjects)?,
                metric,
            })
        };
        let start = Pairs::default();
        let here = claim.at.as_ref().unwrap_or(&start);
        let statement = match (&claim.more, &claim.less, claim.above, claim.below) {
            (Some(more), Some(less), None, None) if claim.at.is_none() => Statement::More {
                more: at(self, "more", more)?,
                less: at(self, "less", less)?,
            },
            (None, None, Some(least), None) => Statement::Above(at(self, "at", here)?, least),
            (None, None, None, Some(most)) => Statement::Below(at(self, "at", here)?, most),
            _ => {
                self.wrong(
                    &place,
                    "has to have `more` and `less`, or `at` with `above` or `below`",
                );
                return None;
            }
        };
        Some(Claim {
            text: claim.text.clone(),
            statement,
        })
    }

    /// The index of a metric among those of the experiment.
    fn metric(&mut self, place: &str, name: &str, metrics: &[Metric]) -> Option<usize> {
        let found = metrics.iter().position(|metric| metric.to_string() == name);
        if found.is_none() {
            let known = self.file.metrics.iter().map(String::as_str);
            let hint = hint(name, known);
            self.wrong(place, format!("`{name}` is not among the metrics{hint}"));
        }
        found
    }

    fn subject(&mut self, place: &str, name: Option<&str>, subjects: &[Subject]) -> Option<usize> {
        let Some(name) = name else {
            return Some(0);
        };
        let found = subjects.iter().position(|subject| subject.name == name);
        if found.is_none() {
            let hint = hint(name, subjects.iter().map(|subject| subject.name.as_str()));
            self.wrong(place, format!("unknown subject `{name}`{hint}"));
        }
        found
    }

    /// The one point of the sweep that has all the values.
    fn point(&mut self, place: &str, wanted: &Pairs<Value>) -> Option<usize> {
        for (variable, value) in &wanted.0 {
            let sweep = &self.file.sweep.0;
            let Some((_, values)) = sweep.iter().find(|(name, _)| name == variable) else {
                let hint = hint(variable, sweep.iter().map(|(name, _)| name.as_str()));
                self.wrong(place, format!("unknown variable `{variable}`{hint}"));
                return None;
            };
            if !values.contains(value) {
                let known: Vec<String> = values.iter().map(Value::to_string).collect();
                let hint = hint(&value.to_string(), known.iter().map(String::as_str));
                self.wrong(place, format!("`{variable}` has no value `{value}`{hint}"));
                return None;
            }
        }
        let mut found = (0..self.points.len()).filter(|&index| self.points[index].has(&wanted.0));
        match (found.next(), found.next()) {
            (Some(point), None) => Some(point),
            _ => {
                let all = self.file.sweep.0.iter().map(|(name, _)| name.as_str());
                let all = all.collect::<Vec<_>>().join(", ");
                self.wrong(place, format!("fits several points; give all of {all}"));
                None
            }
        }
    }
}

/// Sets everything up once, so that a bad agent or position is found before anything is played.
struct Try<'a> {
    measure: Measure,
    tables: &'a [Option<Table>],
    positions: Option<&'a file::Positions>,
}

impl KitTask for Try<'_> {
    type Output = Vec<String>;

    fn run<G: Kit>(self, rules: G::Rules) -> Vec<String> {
        let mut faults = Vec::new();
        let seats = G::start(&rules, &mut Rng::new(Seed(0))).seats();
        for table in self.tables.iter().flatten() {
            let (mine, group) = (table.agents.len(), table.groups.first().map_or(0, Vec::len));
            if self.measure == Measure::Games && mine + group != seats {
                faults.push(format!("has {} agents for {seats} seats", mine + group));
            }
            for text in table.agents.iter().chain(table.groups.iter().flatten()) {
                if let Err(error) = Recipe::<G>::new(text) {
                    faults.push(format!("agent `{text}`: {error}"));
                }
            }
        }
        for text in self.positions.iter().flat_map(|positions| &positions.list) {
            if let Err(error) = G::parse(&rules, text) {
                faults.push(format!("positions: {error}"));
            }
        }
        faults.sort();
        faults.dedup();
        faults
    }
}
