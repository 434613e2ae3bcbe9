//! Experiments: one table, figure or claim of a report, how to read it, and what it printed; or a question of your own.
//!
//! A file is read in two steps: `file` holds what TOML says, `check` turns it into an [`Experiment`] in which
//! every name is known, every agent builds and every printed figure has its point.

mod catalogue;
mod check;
pub(crate) mod file;
mod fill;
mod metric;
#[cfg(test)]
pub(crate) mod tests;
mod value;

use ludarium_arena::{Limits, Seating};
use serde::Deserialize;

pub use catalogue::{Catalogue, CatalogueError, ExperimentText};
pub use metric::{Measure, Metric, Unit};
pub use value::{SweepPoint, SweepValue};

/// A checked experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// Its name: the path of its file below `experiments/`, without the ending.
    pub name: String,
    /// The report it belongs to; empty for an experiment of your own.
    pub report: String,
    /// Where in the report.
    pub source: String,
    /// What is compared, in a few words.
    pub title: String,
    /// What the report did and found.
    pub text: String,
    /// The game.
    pub game: String,
    /// The game's name in sentences.
    pub game_title: String,
    /// How it is measured.
    pub measure: Measure,
    /// What is measured.
    pub metrics: Vec<Metric>,
    /// The variables with their values.
    pub sweep: Vec<(String, Vec<SweepValue>)>,
    /// The points of the sweep: every combination.
    pub points: Vec<SweepPoint>,
    /// The agents that are measured, at least one.
    pub subjects: Vec<Subject>,
    /// The ways to read the text.
    pub readings: Vec<Reading>,
    /// The reading that was fixed beforehand as the main one, as an index: what the summaries count.
    pub main: usize,
    /// A reading that counts as much as the main one, where the text does not decide between them.
    pub equal: Option<usize>,
    /// Where decisions are asked.
    pub positions: Positions,
    /// How much is played for a first look.
    pub quick: Amount,
    /// How much is played for a good answer.
    pub full: Amount,
    /// How often a first look may double what is played, while something is not decided.
    pub doublings: u32,
    /// The two strengths of a sequential test of the first subject, at every point.
    pub sprt: Option<[f64; 2]>,
    /// What the report printed.
    pub printed: Vec<Printed>,
    /// What the report says without a figure.
    pub claims: Vec<Claim>,
}

/// An agent that is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Its name; empty where there is only one.
    pub name: String,
    /// Its place in `seats`.
    pub seat: usize,
}

/// How much is played or asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Blocks of each line-up.
    pub rounds: u64,
    /// Random games.
    pub games: u64,
}

/// The positions at which agents are asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Positions {
    /// Positions in the game's notation.
    pub list: Vec<String>,
    /// How many are reached by random moves.
    pub count: u64,
    /// The number of these random moves.
    pub random_plies: u64,
    /// Whether the start of the game is among them.
    pub start: bool,
}

/// A way to read the text of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Its name.
    pub name: String,
    /// What it takes the text to mean.
    pub text: String,
    /// The variant of the game, with options; empty for the default.
    pub variant: String,
    /// The players at each point of the sweep; `None` where this reading has no such point.
    pub setups: Vec<Option<PointSetup>>,
    /// How line-ups are seated.
    pub seating: Option<Seating>,
    /// Random moves before the agents take over.
    pub random_plies: u64,
    /// Games with this many moves are stopped.
    pub longest: Option<u64>,
    /// Points with a number of rounds of their own.
    pub budgets: Vec<SpecialRounds>,
    /// At which points the agents do other work than the report's, so that printed times say nothing about theirs.
    pub other_work: Vec<bool>,
}

impl Reading {
    /// The rounds played at a point, which are the `usual` ones where no budget says another number.
    pub fn rounds(&self, point: &SweepPoint, mode: Mode, usual: u64) -> u64 {
        let mut budgets = self.budgets.iter();
        let own = budgets.find(|budget| point.has(&budget.at.0));
        own.map_or(usual, |budget| budget.rounds(mode))
    }

    /// How many times as many rounds a first look may have at a point, where `usual` is the multiple elsewhere.
    pub fn most_times(&self, point: &SweepPoint, usual: u64) -> u64 {
        let own = self.budgets.iter().find(|budget| point.has(&budget.at.0));
        let own = own.and_then(|budget| Some((budget.most?, budget.quick)));
        own.map_or(usual, |(most, quick)| (most / quick.max(1)).clamp(1, usual))
    }

    /// The first point at which the same agents play, for each point.
    pub fn same_players(&self) -> Vec<usize> {
        let first = |setup| self.setups.iter().position(|other| other == setup);
        self.setups.iter().filter_map(first).collect()
    }
}

/// How much is played at points that take too long for the usual number of rounds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SpecialRounds {
    /// What the points have in common.
    pub at: SweepPoint,
    /// Rounds for a first look; 0 where they are not played.
    pub quick: u64,
    /// The most rounds of a first look, where it goes on; otherwise the same multiple as elsewhere.
    #[serde(default)]
    pub most: Option<u64>,
    /// Rounds for a good answer; 0 where they are not played.
    pub full: u64,
    /// Why, with what a game costs.
    pub reason: String,
}

impl SpecialRounds {
    /// The rounds in a mode.
    pub fn rounds(&self, mode: Mode) -> u64 {
        match mode {
            Mode::Quick => self.quick,
            Mode::Full => self.full,
        }
    }
}

/// The players at one point of one reading, and what a decision may cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PointSetup {
    /// The agents in the order of `seats` (the one agent that is asked, for decisions).
    pub agents: Vec<String>,
    /// Groups of further agents that fill the remaining seats; figures are pooled over them. One empty group
    /// where all seats are taken.
    pub groups: Vec<Vec<String>>,
    /// The limits of a decision.
    pub limits: Limits,
}

/// A row of printed figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    /// Where in the sweep; `None` for figures of agents that are missing.
    pub point: Option<usize>,
    /// The place as it is written in the file.
    pub at: SweepPoint,
    /// The number of games they rest on, where it is known.
    pub games: Option<u64>,
    /// Whose figures they are, as an index into the subjects.
    pub subject: usize,
    /// The figures, each for one of the metrics (by its index).
    pub values: Vec<(usize, f64)>,
    /// Why we have no figure of our own.
    pub missing: Option<String>,
    /// Whether they were read off a chart, so that the report's text does not have them.
    pub chart: bool,
    /// The lines of the report's text where the figures stand, or where it speaks of the chart, counted from 1.
    pub lines: Vec<u32>,
}

/// A statement of the report.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// What it says.
    pub text: String,
    /// What must be true.
    pub statement: Statement,
    /// The lines of the report's text that say it, counted from 1.
    pub lines: Vec<u32>,
}

/// The comparison that a claim makes.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// One figure is larger than another.
    More {
        /// The larger one.
        more: FigurePlace,
        /// The smaller one.
        less: FigurePlace,
    },
    /// One figure is a multiple of another, within a range.
    Times {
        /// The figure.
        first: FigurePlace,
        /// What it is a multiple of.
        second: FigurePlace,
        /// The least and the most that the claim allows.
        range: (f64, f64),
    },
    /// The figure is above a number.
    Above(FigurePlace, f64),
    /// The figure is below a number.
    Below(FigurePlace, f64),
    /// The figures follow a curve.
    Follows(Curve, Vec<CurvePlace>),
}

impl Statement {
    /// The same statement about other places.
    pub fn moved(&self, to: impl Fn(FigurePlace) -> FigurePlace) -> Statement {
        match self {
            Statement::More { more, less } => Statement::More { more: to(*more), less: to(*less) },
            Statement::Times { first, second, range } => {
                Statement::Times { first: to(*first), second: to(*second), range: *range }
            }
            Statement::Above(place, least) => Statement::Above(to(*place), *least),
            Statement::Below(place, most) => Statement::Below(to(*place), *most),
            Statement::Follows(curve, along) => {
                let moved = |here: &CurvePlace| CurvePlace { place: to(here.place), ..*here };
                Statement::Follows(*curve, along.iter().map(moved).collect())
            }
        }
    }

    /// The statement that says the opposite of the same two figures.
    pub fn reversed(&self) -> Option<Statement> {
        match self {
            Statement::More { more, less } => Some(Statement::More { more: *less, less: *more }),
            _ => None,
        }
    }

    /// The places of all its figures.
    pub fn places(&self) -> Vec<FigurePlace> {
        match self {
            Statement::More { more, less } => vec![*more, *less],
            Statement::Times { first, second, .. } => vec![*first, *second],
            Statement::Above(place, _) | Statement::Below(place, _) => vec![*place],
            Statement::Follows(_, along) => along.iter().map(|here| here.place).collect(),
        }
    }
}

/// A line goes through any two points, and nearly through any three.
pub const FEWEST_OF_A_CURVE: usize = 4;

/// How figures change along a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Curve {
    /// Not at all.
    Constant,
    /// By the same amount for each step.
    Linear,
    /// By the same factor for each step.
    Exponential,
}

/// A figure of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePlace {
    /// The value of the variable.
    pub at: f64,
    /// The figure.
    pub place: FigurePlace,
}

/// How much is played: little, for a first look, or enough for a good answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All reports in a few minutes.
    Quick,
    /// As many games as the reports played, or more.
    Full,
}

impl Experiment {
    /// The readings that are counted: the main one, and the one that counts as much.
    pub fn counted(&self) -> Vec<usize> {
        std::iter::once(self.main).chain(self.equal).collect()
    }

    /// Whether something is judged at a point: the report printed a figure of it, or claims something.
    pub fn is_judged(&self, point: usize) -> bool {
        let mut places = self.claims.iter().flat_map(|claim| claim.statement.places());
        self.printed.iter().any(|row| row.point == Some(point) && row.missing.is_none())
            || places.any(|place| place.point == point)
    }

    /// How much is played in a mode.
    pub fn amount(&self, mode: Mode) -> Amount {
        match mode {
            Mode::Quick => self.quick,
            Mode::Full => self.full,
        }
    }

    /// How often a run of a mode is looked at, each time with twice as much where something is not decided.
    pub fn looks(&self, mode: Mode) -> u32 {
        match mode {
            Mode::Quick => 1 + self.doublings,
            Mode::Full => 1,
        }
    }

    /// The printed figure for a place, with the row it stands in.
    pub fn printed_at(&self, place: FigurePlace) -> Option<(&Printed, f64)> {
        let here = |row: &&Printed| {
            row.point == Some(place.point) && row.subject == place.subject && row.missing.is_none()
        };
        self.printed.iter().filter(here).find_map(|row| {
            let mut values = row.values.iter();
            let (_, value) = values.find(|(metric, _)| *metric == place.metric)?;
            Some((row, *value))
        })
    }

    /// Every place that a figure can have: points first, then subjects, then metrics.
    pub fn places(&self) -> impl Iterator<Item = FigurePlace> + '_ {
        let (subjects, metrics) = (self.subjects.len(), self.metrics.len());
        (0..self.points.len() * subjects * metrics).map(move |index| FigurePlace {
            point: index / metrics / subjects,
            subject: index / metrics % subjects,
            metric: index % metrics,
        })
    }
}

/// The subject of a figure, as indices into an experiment's points, subjects and metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FigurePlace {
    /// Where in the sweep.
    pub point: usize,
    /// Who.
    pub subject: usize,
    /// What.
    pub metric: usize,
}
