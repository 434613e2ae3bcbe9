//! From records of games to figures.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use ludarium_arena::GameRecord;
use ludarium_arena::statistics::{ScoredGame, Standing};

use super::figure::{Figure, RatioSample, figure, strength, weighted};
use super::replay::{Regret, Replay, ReplayedSeat};
use crate::experiment::{Experiment, FigurePlace, Metric, Unit};
use crate::plan::PlannedContest;
use crate::spending::SpendingNotes;

/// Collects what the games of one reading say.
pub struct Collector<'a> {
    experiment: &'a Experiment,
    replay: Option<Replay>,
    samples: BTreeMap<FigurePlace, Samples>,
    games: u64,
    seats: usize,
    time: Duration,
    faults: u64,
    unreadable: u64,
    different: BTreeSet<u64>,
    spending: SpendingNotes,
}

/// What the games say about a place, apart for the first seat where the metric weighs it.
#[derive(Default)]
struct Samples {
    /// All games, or those in the other seats.
    games: Vec<RatioSample>,
    first: Vec<RatioSample>,
}

/// What one game says about one seat.
struct SeatView<'a> {
    record: &'a GameRecord,
    outcome: &'a ScoredGame,
    seat: usize,
    replayed: Option<&'a ReplayedSeat>,
}

impl<'a> Collector<'a> {
    /// An empty collector. `replay` plays games again, where one of the metrics needs it.
    pub fn new(experiment: &'a Experiment, replay: Option<Replay>) -> Collector<'a> {
        Collector {
            experiment,
            replay,
            samples: BTreeMap::new(),
            games: 0,
            seats: 0,
            time: Duration::ZERO,
            faults: 0,
            unreadable: 0,
            different: BTreeSet::new(),
            spending: SpendingNotes::default(),
        }
    }

    /// Adds a game of one of the reading's contests.
    pub fn add(&mut self, plan: &PlannedContest, record: &GameRecord) {
        let lineups = plan.contest.lineups.len() as u64;
        let (deal, lineup) = (record.block / lineups, (record.block % lineups) as usize);
        self.games += 1;
        self.seats = record.seats.len();
        self.time += Duration::from_nanos(record.times.iter().sum());
        self.faults += u64::from(!record.faults.is_empty());
        self.spending.add(&plan.contest, &record.seats, &record.summary().spent);
        let mut hash = DefaultHasher::new();
        (&plan.contest.agents, &record.seats, &record.start, &record.moves).hash(&mut hash);
        self.different.insert(hash.finish());
        let outcome = ScoredGame {
            block: record.block,
            agents: record.seats.clone(),
            scores: record.scores.iter().map(|&score| f64::from(score)).collect(),
        };
        let replayed = self.replay.as_ref().map(|replay| replay(record));
        self.unreadable += u64::from(replayed == Some(None));
        let replayed = replayed.flatten().unwrap_or_default();
        for point in plan.points_of(lineup) {
            for (subject, agent) in point.subjects.iter().enumerate() {
                let all = record.seats.iter().enumerate();
                let seats: Vec<usize> =
                    all.filter(|(_, seated)| *seated == agent).map(|(seat, _)| seat).collect();
                for (metric, what) in self.experiment.metrics.iter().enumerate() {
                    let apart = matches!(what, Metric::PliesOfWinsWeighted(_));
                    // A game counts once, also where the subject has several seats in it.
                    let mut sums = [None; 2];
                    for &seat in &seats {
                        let view = SeatView {
                            record,
                            outcome: &outcome,
                            seat,
                            replayed: replayed.get(seat),
                        };
                        if let Some((above, below)) = view.sample(what) {
                            let sum = &mut sums[usize::from(apart && seat == 0)];
                            let (up, down) = sum.unwrap_or((0.0, 0.0));
                            *sum = Some((up + above, down + below));
                        }
                    }
                    let place = FigurePlace { point: point.point, subject, metric };
                    let sample = |(above, below)| RatioSample { deal, above, below };
                    let [games, first] = sums.map(|sum| sum.map(sample));
                    if games.is_some() || first.is_some() {
                        let samples = self.samples.entry(place).or_default();
                        samples.games.extend(games);
                        samples.first.extend(first);
                    }
                }
            }
        }
    }

    /// The figures.
    pub fn figures(&self) -> BTreeMap<FigurePlace, Figure> {
        let figures = self.samples.iter().filter_map(|(place, samples)| {
            let metric = &self.experiment.metrics[place.metric];
            if *metric == Metric::Elo {
                let mine = samples.games.first()?.below;
                let share = figure(&samples.games, Unit::Share)?;
                return Some((*place, strength(share, self.seats, mine)));
            }
            let all = figure(&samples.games, metric.unit());
            let found = match metric {
                Metric::PliesOfWinsWeighted(weight) => {
                    let first = figure(&samples.first, metric.unit());
                    weighted(first, all, f64::from(*weight) / 100.0)
                }
                _ => all,
            };
            Some((*place, found?))
        });
        figures.collect()
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The time of all decisions.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Remarks about the games.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let (different, games) = (self.different.len() as u64, self.games);
        if different * 2 < games {
            notes.push(format!(
                "Only {different} of the {games} games differ from each other: where agents leave nothing to chance, more games say nothing more."
            ));
        }
        if self.faults > 0 {
            notes.push(format!(
                "In {} of the {games} games an agent failed, was late or made an illegal move.",
                self.faults
            ));
        }
        if self.unreadable > 0 {
            notes.push(format!(
                "{} games could not be followed again and are left out of what is counted in positions.",
                self.unreadable
            ));
        }
        notes.extend(self.spending.notes());
        notes
    }
}

impl SeatView<'_> {
    /// What the game adds above and below the line of a metric.
    fn sample(&self, metric: &Metric) -> Option<(f64, f64)> {
        let standing = self.outcome.standing(self.seat);
        let share = |so: bool| Some((f64::from(so), 1.0));
        let plies = self.record.plies as f64;
        match metric {
            Metric::Won => share(standing == Standing::Won),
            Metric::WonFirst => share(standing == Standing::Won).filter(|_| self.seat == 0),
            Metric::WonOther => share(standing == Standing::Won).filter(|_| self.seat != 0),
            Metric::WonWeighted(weight) => {
                // Every seat has as many games as the others, so a game counts by its seat's weight times the seats.
                let (first, seats) = (f64::from(*weight) / 100.0, self.record.seats.len() as f64);
                let counts = match self.seat {
                    0 => seats * first,
                    _ => seats * (1.0 - first) / (seats - 1.0),
                };
                let won = f64::from(standing == Standing::Won);
                Some((won * counts, 1.0))
            }
            Metric::Lost => share(standing == Standing::Lost),
            Metric::Neither => share(standing == Standing::Neither),
            Metric::Score => {
                let score = match standing {
                    Standing::Won => 1.0,
                    Standing::Neither => 0.0,
                    Standing::Lost => -1.0,
                };
                Some((score, 1.0))
            }
            Metric::WonMinusNeither => {
                let score = match standing {
                    Standing::Won => 1.0,
                    Standing::Neither => -1.0,
                    Standing::Lost => 0.0,
                };
                Some((score, 1.0))
            }
            Metric::Points | Metric::Elo => Some((self.outcome.points(self.seat), 1.0)),
            Metric::Plies => Some((plies, 1.0)),
            Metric::PliesOfWins | Metric::PliesOfWinsWeighted(_) => {
                (standing == Standing::Won).then_some((plies, 1.0))
            }
            Metric::FirstSeatWon => share(self.outcome.standing(0) == Standing::Won),
            Metric::MsPerMove => {
                let times = self.record.times.iter().map(|&nanos| nanos as f64 / 1e6);
                Some((self.mine(times).sum(), self.decisions()))
            }
            Metric::NodesPerMove => {
                let nodes = self.record.thoughts().map(|thought| thought.nodes as f64);
                Some((self.mine(nodes).sum(), self.decisions()))
            }
            Metric::IterationsPerMove => {
                let made = self.record.thoughts();
                let made = made.map(|thought| thought.iterations as f64);
                Some((self.mine(made).sum(), self.decisions()))
            }
            Metric::RepeatedPositions => Some((self.replayed?.repeats as f64, self.decisions())),
            Metric::UndoneMoves => Some((self.replayed?.undone as f64, self.decisions())),
            Metric::Regret => {
                let Regret { decisions, lost } = self.replayed?.regret;
                (decisions > 0).then_some((1000.0 * lost, decisions as f64))
            }
            Metric::MovesWithPieces(pieces) => {
                let (decisions, moves) = *self.replayed?.moves.get(&u64::from(*pieces))?;
                Some((moves as f64, decisions as f64))
            }
            Metric::MissedWins => {
                let (offered, missed) = self.replayed?.wins;
                (offered > 0).then_some((missed as f64, offered as f64))
            }
            Metric::PliesToFirstCapture => Some((self.replayed?.first_capture? as f64, 1.0)),
            Metric::PiecesAfter(plies) => {
                Some((self.replayed?.army.get(plies)?.pieces as f64, 1.0))
            }
            Metric::UnmovedAfter(plies) => {
                Some((self.replayed?.army.get(plies)?.unmoved as f64, 1.0))
            }
            Metric::Nodes
            | Metric::Iterations
            | Metric::Depth
            | Metric::Ms
            | Metric::IterationsPerSecond
            | Metric::NodesPerSecond
            | Metric::IterationsInSixSeconds
            | Metric::Drawn
            | Metric::Ending(_) => None,
        }
    }

    /// Those of the numbers, one for each move, that belong to the seat.
    fn mine(&self, numbers: impl Iterator<Item = f64>) -> impl Iterator<Item = f64> {
        let movers = self.record.movers.iter().zip(numbers);
        let seat = self.seat;
        movers.filter_map(move |(&mover, number)| (usize::from(mover) == seat).then_some(number))
    }

    fn decisions(&self) -> f64 {
        let mine = |mover: &&u8| usize::from(**mover) == self.seat;
        self.record.movers.iter().filter(mine).count() as f64
    }
}
