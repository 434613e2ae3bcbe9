//! Readings: who plays at each point, checked by setting everything up once.

use ludarium_arena::{Limits, Ruleset, round_robin};

use super::super::fill::{Replacements, exists, fill, hint};
use super::super::{Measure, PointSetup, Reading, Subject, SweepPoint, SweepValue, file};
use super::ExperimentCheck;

/// The variable that every file of your own has.
pub(super) const GAME: &str = "game";

/// More groups of opponents than all points of a reading may have together: each takes memory before the first game.
const MOST_GROUPS: usize = 100_000;

impl ExperimentCheck<'_> {
    pub(super) fn reading(&mut self, reading: &file::ReadingText, subjects: &[Subject]) -> Reading {
        let place = format!("reading `{}`", reading.name);
        self.known_variables(&place, reading);
        let of_game = self.file.variants.get(&self.game);
        let variant = reading.variant.as_ref().or(of_game);
        let variant = variant.or(self.file.variant.as_ref());
        let seats = self.games.rules(&self.game, variant.map(String::as_str));
        let seats = seats.map_or(0, |rules| rules.seats());
        let setups: Vec<Option<PointSetup>> =
            (0..self.points.len()).map(|index| self.setup(&place, reading, index, seats)).collect();
        let elsewhere = |(name, _): &(String, Vec<SweepValue>)| self.own && name == GAME;
        if setups.iter().all(Option::is_none) && !reading.only.0.iter().any(elsewhere) {
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
        match self.games.rules(&self.game, variant.map(String::as_str)) {
            Ok(rules) => self.try_out(&place, &*rules, &setups),
            Err(error) => self.wrong(&place, error),
        }
        Reading {
            name: reading.name.clone(),
            text: reading.text.clone(),
            variant: variant.cloned().unwrap_or_default(),
            setups,
            seating: reading.seating,
            random_plies: reading.random_plies,
            longest: reading.longest,
            budgets: reading.budget.clone(),
            other_work: self.points.iter().map(|point| does_other_work(reading, point)).collect(),
        }
    }

    /// `replace`, `only` and `budget` speak of variables and values that the sweep has.
    fn known_variables(&mut self, place: &str, reading: &file::ReadingText) {
        let file = self.file;
        let replaced = reading.replace.iter().flat_map(|(variable, texts)| {
            texts.keys().map(move |value| ("replace", variable, value.clone()))
        });
        let only = reading.only.0.iter().flat_map(|(variable, values)| {
            values.iter().map(move |value| ("only", variable, value.to_string()))
        });
        let other = reading.other_work.0.iter().flat_map(|(variable, values)| {
            values.iter().map(move |value| ("other-work", variable, value.to_string()))
        });
        let budgets = reading.budget.iter().flat_map(|budget| {
            let cells = budget.at.0.iter();
            cells.map(|(variable, value)| ("budget", variable, value.to_string()))
        });
        if !reading.budget.is_empty() && file.measure != Measure::Games {
            self.wrong(place, "`budget` is of games, which have rounds");
        }
        for (key, variable, value) in replaced.chain(only).chain(other).chain(budgets) {
            let place = format!("{place}, {key}");
            // Every file of your own has the variable `game`; a game of another file is a misspelt one.
            if self.own && variable == GAME && key != "budget" {
                if let Err(error) = self.games.find(&value) {
                    self.wrong(place, error);
                }
                continue;
            }
            let mut sweep = file.sweep.0.iter();
            match sweep.find(|(name, _)| name == variable) {
                None => {
                    let known = file.sweep.0.iter().map(|(name, _)| name.as_str());
                    let hint = hint(variable, known);
                    self.wrong(place, format!("unknown variable `{variable}`{hint}"));
                }
                Some((_, values)) if values.iter().all(|known| known.to_string() != value) => {
                    let known: Vec<String> = values.iter().map(SweepValue::to_string).collect();
                    let hint = hint(&value, known.iter().map(String::as_str));
                    self.wrong(place, format!("`{variable}` has no value `{value}`{hint}"));
                }
                Some(_) => {}
            }
        }
    }

    /// The players at a point.
    fn setup(
        &mut self,
        place: &str,
        reading: &file::ReadingText,
        point: usize,
        seats: usize,
    ) -> Option<PointSetup> {
        let mut point = self.points[point].clone();
        if self.own {
            let game = SweepValue::Text(self.game.clone());
            point.0.push((GAME.to_owned(), game));
        }
        let allowed = |(variable, values): &(String, Vec<SweepValue>)| {
            point.get(variable).is_none_or(|value| values.contains(value))
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
                Ok(groups) if groups.len().saturating_mul(self.points.len()) > MOST_GROUPS => {
                    let what = format!(
                        "gives {} groups at each of {} points; at most {MOST_GROUPS} are possible in all",
                        groups.len(),
                        self.points.len()
                    );
                    self.wrong(format!("{place}, opponents"), what);
                    return None;
                }
                Ok(groups) => groups,
                Err(error) => {
                    self.wrong(format!("{place}, opponents"), error);
                    return None;
                }
            },
        };
        let pool = pool.map_or(&[][..], |pool| &pool.pool);
        let mut filled =
            |templates: &[String]| self.filled(place, templates, &point, &reading.replace);
        let (mut agents, pool) = (filled(templates)?, filled(pool)?);
        if let Some(others) = &reading.others {
            let others = filled(std::slice::from_ref(others))?;
            let room = seats.saturating_sub(agents.len());
            agents.extend(others.iter().cycle().take(room).cloned());
        }
        let named = |group: Vec<usize>| -> Vec<String> {
            group.into_iter().map(|agent| pool[agent].clone()).collect()
        };
        // Who sits at the table already is nobody's opponent once more.
        let mut groups: Vec<Vec<String>> = groups.into_iter().map(named).collect();
        groups.retain(|group| group.iter().all(|agent| !agents.contains(agent)));
        if groups.is_empty() {
            let what = "has too few agents besides those of `seats`";
            self.wrong(format!("{place}, opponents"), what);
            return None;
        }
        Some(PointSetup {
            agents,
            groups,
            limits: self.limits(place, &reading.limits, &point, &reading.replace)?,
        })
    }

    fn limits(
        &mut self,
        place: &str,
        bounds: &file::LimitTexts,
        point: &SweepPoint,
        replace: &Replacements,
    ) -> Option<Limits> {
        let mut number = |key: &str, bound: &Option<SweepValue>| -> Option<Option<u64>> {
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
        point: &SweepPoint,
        replace: &Replacements,
    ) -> Option<Vec<String>> {
        let filled: Result<_, _> =
            templates.iter().map(|template| fill(template, point, replace)).collect();
        filled.map_err(|error| self.wrong(place, error)).ok()
    }

    /// Sets everything up once, so that a bad agent or position is found before anything is played.
    fn try_out(&mut self, place: &str, rules: &dyn Ruleset, setups: &[Option<PointSetup>]) {
        let mut faults = Vec::new();
        let seats = rules.seats();
        for setup in setups.iter().flatten() {
            let (mine, group) = (setup.agents.len(), setup.groups.first().map_or(0, Vec::len));
            if self.file.measure == Measure::Games && mine + group != seats {
                faults.push(format!("has {} agents for {seats} seats", mine + group));
            }
            for text in setup.agents.iter().chain(setup.groups.iter().flatten()) {
                if let Err(error) = rules.canonical(text) {
                    faults.push(format!("agent `{text}`: {error}"));
                }
            }
        }
        let positions = self.file.positions.as_ref();
        for text in positions.iter().flat_map(|positions| &positions.list) {
            if let Err(error) = rules.parse(text) {
                faults.push(format!("positions: {error}"));
            }
        }
        faults.sort();
        faults.dedup();
        for fault in faults {
            self.wrong(place, fault);
        }
    }
}

/// Whether all that `other-work` names of a point has one of the values there; without any it names nothing.
fn does_other_work(reading: &file::ReadingText, point: &SweepPoint) -> bool {
    let named = &reading.other_work.0;
    let has = |(variable, values): &(String, Vec<SweepValue>)| {
        point.get(variable).is_some_and(|value| values.contains(value))
    };
    !named.is_empty() && named.iter().all(has)
}
