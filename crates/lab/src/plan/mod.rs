//! Plans: what is played or asked for one reading of an experiment.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use ludarium_arena::{Contest, Games, Limits, Seating};
use ludarium_game::Result;

use crate::experiment::{Experiment, Mode, PointSetup};

/// A contest that gives the games of some points of a reading. A reading whose points differ in what a decision
/// may cost or in their rounds needs several; all of them share starts and luck.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedContest {
    /// What is played.
    pub contest: Contest,
    /// How many blocks.
    pub blocks: u64,
    /// Which games belong to which point.
    pub points: Vec<PlannedPoint>,
}

/// A point of the sweep in a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedPoint {
    /// The point, as an index into the experiment's.
    pub point: usize,
    /// The line-ups that are played for it.
    pub lineups: Vec<usize>,
    /// The agent of each subject, as an index into the contest's.
    pub subjects: Vec<usize>,
}

/// How much of an experiment is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedAmount {
    /// Little, or enough for a good answer.
    pub mode: Mode,
    /// The multiple of it at each point, 1 where there is none; 0 where nothing is played, never more than a full run.
    pub times: Vec<u64>,
}

impl From<Mode> for PlannedAmount {
    fn from(mode: Mode) -> PlannedAmount {
        PlannedAmount { mode, times: Vec::new() }
    }
}

impl PlannedAmount {
    /// Whether a point is left out.
    pub fn leaves_out(&self, point: usize) -> bool {
        self.times.get(point) == Some(&0)
    }

    /// The multiple at a point of an amount that is `usual` in this mode and `full` in a full run.
    pub fn of(&self, point: usize, usual: u64, full: u64) -> u64 {
        let times = self.times.get(point).copied().unwrap_or(1);
        match self.mode {
            Mode::Quick => usual.saturating_mul(times).min(full.max(usual)),
            Mode::Full => full,
        }
    }
}

/// The contests of a reading. More rounds make the same contests longer.
pub fn contests(
    games: &Games,
    experiment: &Experiment,
    reading: usize,
    amount: impl Into<PlannedAmount>,
    seed: u64,
) -> Result<Vec<PlannedContest>> {
    let amount: PlannedAmount = amount.into();
    let mode = amount.mode;
    let usual = |mode| experiment.amount(mode).rounds;
    let reading = &experiment.readings[reading];
    let variant = (!reading.variant.is_empty()).then_some(reading.variant.as_str());
    let seats = games.rules(&experiment.game, variant)?.seats();
    let mut parts: Vec<(Cost, Roster)> = Vec::new();
    for (point, setup) in reading.setups.iter().enumerate() {
        let Some(setup) = setup else {
            continue;
        };
        let rounds = |mode| reading.rounds(&experiment.points[point], mode, usual(mode));
        if rounds(mode) == 0 || amount.leaves_out(point) {
            continue;
        }
        // By the rounds of both modes, so that a quick run has contests of a full one, unless its points go on alone.
        let alone = experiment.sprt.is_some() || experiment.looks(mode) > 1;
        let cost = Cost {
            limits: setup.limits,
            rounds: [rounds(Mode::Quick), rounds(Mode::Full)],
            alone: alone.then_some(point),
        };
        let known = parts.iter().position(|(known, _)| *known == cost);
        let part = known.unwrap_or_else(|| {
            parts.push((cost, Roster::default()));
            parts.len() - 1
        });
        parts[part].1.seat(experiment, point, setup);
    }
    let contest = |(cost, roster): (Cost, Roster)| {
        let mut contest = Contest::new(&experiment.game, variant, roster.agents, seed);
        contest.lineups = roster.lineups;
        contest.seating = reading.seating.unwrap_or(Seating::usual(seats));
        contest.limits = cost.limits;
        contest.random_plies = reading.random_plies;
        contest.longest = reading.longest.unwrap_or(contest.longest);
        // Points that are together have the same multiple.
        let first = roster.points.first().map_or(0, |point| point.point);
        let rounds = amount.of(first, cost.rounds[0], cost.rounds[1]);
        Ok(PlannedContest {
            blocks: rounds * contest.lineups.len() as u64,
            contest: contest.resolve(games)?,
            points: roster.points,
        })
    };
    parts.into_iter().map(contest).collect()
}

/// What the points of one contest have in common.
#[derive(PartialEq)]
struct Cost {
    limits: Limits,
    /// In a quick run and in a full one.
    rounds: [u64; 2],
    /// A point that ends when something is decided has a contest of its own.
    alone: Option<usize>,
}

/// The agents and line-ups of a contest while it is put together.
#[derive(Default)]
struct Roster {
    agents: Vec<String>,
    lineups: Vec<Vec<usize>>,
    points: Vec<PlannedPoint>,
    /// Where an agent stands: subjects by their number and text, all others by text alone. Who has the text of a subject
    /// at the same table is that subject once more, so that no game is played twice with equal agents exchanged.
    places: BTreeMap<(Option<usize>, String), usize>,
}

impl Roster {
    fn seat(&mut self, experiment: &Experiment, point: usize, setup: &PointSetup) {
        let mut subjects = vec![0; experiment.subjects.len()];
        let mut named = Vec::new();
        for (seat, text) in setup.agents.iter().enumerate() {
            let subjects_here = || experiment.subjects.iter();
            let own = subjects_here().position(|subject| subject.seat == seat);
            let subject = own.or_else(|| {
                let equal = |of: &usize| setup.agents.get(*of) == Some(text);
                subjects_here().position(|subject| equal(&subject.seat))
            });
            let agent = self.agent(subject, text);
            named.push(agent);
            for (index, subject) in experiment.subjects.iter().enumerate() {
                if subject.seat == seat {
                    subjects[index] = agent;
                }
            }
        }
        let mut lineups = Vec::new();
        for group in &setup.groups {
            let mut lineup = named.clone();
            lineup.extend(group.iter().map(|text| self.agent(None, text)));
            lineups.push(self.lineup(lineup));
        }
        self.points.push(PlannedPoint { point, lineups, subjects });
    }

    fn agent(&mut self, subject: Option<usize>, text: &str) -> usize {
        let agents = &mut self.agents;
        let place = self.places.entry((subject, text.to_owned()));
        *place.or_insert_with(|| {
            agents.push(text.to_owned());
            agents.len() - 1
        })
    }

    /// Points with the same line-up share its games.
    fn lineup(&mut self, lineup: Vec<usize>) -> usize {
        let known = self.lineups.iter().position(|known| *known == lineup);
        known.unwrap_or_else(|| {
            self.lineups.push(lineup);
            self.lineups.len() - 1
        })
    }
}

impl PlannedContest {
    /// The points that a line-up is played for.
    pub fn points_of(&self, lineup: usize) -> impl Iterator<Item = &PlannedPoint> {
        self.points.iter().filter(move |point| point.lineups.contains(&lineup))
    }
}
