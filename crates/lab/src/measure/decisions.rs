//! Decisions: agents asked at fixed positions.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use ludarium_agents::{Kit, KitTask, with_kit};
use ludarium_arena::{
    Contender, InviteError, Limits, Occasion, Openings, Player, TimeControl, start,
};
use ludarium_game::{Budget, Error, Purpose, Seed, Turn};

use super::{Job, Measured, Sample, Watch, figure};
use crate::error::LabError;
use crate::experiment::{Metric, Place, Positions, Reading};

/// What an agent answered to one question.
#[derive(Clone, Copy, Debug)]
struct Answer {
    point: usize,
    position: usize,
    nodes: u64,
    iterations: u64,
    depth: u32,
    time: Duration,
}

/// Asks every agent at every position.
pub fn measure(job: &Job<'_>, watch: &mut Watch<'_>) -> Result<Measured, LabError> {
    let reading = &job.experiment.readings[job.reading];
    let variant = (!reading.variant.is_empty()).then_some(reading.variant.as_str());
    let task = Ask {
        job,
        reading,
        watch,
    };
    let (mut answers, planned) = with_kit(&job.experiment.game, variant, task)??;
    answers.sort_by_key(|answer| (answer.point, answer.position));
    let mut figures = BTreeMap::new();
    for (metric, what) in job.experiment.metrics.iter().enumerate() {
        for group in answers.chunk_by(|a, b| a.point == b.point) {
            let samples: Vec<Sample> = group.iter().map(|answer| answer.sample(what)).collect();
            if let Some(found) = figure(&samples, what.unit()) {
                let place = Place {
                    point: group[0].point,
                    subject: 0,
                    metric,
                };
                figures.insert(place, found);
            }
        }
    }
    Ok(Measured {
        figures,
        done: answers.len() as u64,
        planned: planned as u64,
        time: answers.iter().map(|answer| answer.time).sum(),
        notes: Vec::new(),
    })
}

impl Answer {
    fn sample(&self, metric: &Metric) -> Sample {
        let seconds = self.time.as_secs_f64();
        let (above, below) = match metric {
            Metric::Nodes => (self.nodes as f64, 1.0),
            Metric::Iterations => (self.iterations as f64, 1.0),
            Metric::Depth => (f64::from(self.depth), 1.0),
            Metric::Ms => (1000.0 * seconds, 1.0),
            Metric::IterationsPerSecond => (self.iterations as f64, seconds),
            _ => (0.0, 0.0),
        };
        Sample {
            deal: self.position as u64,
            above,
            below,
        }
    }
}

struct Ask<'a, 'w> {
    job: &'a Job<'a>,
    reading: &'a Reading,
    watch: &'a mut Watch<'w>,
}

impl KitTask for Ask<'_, '_> {
    type Output = Result<(Vec<Answer>, usize), InviteError>;

    fn run<G: Kit>(self, rules: G::Rules) -> Self::Output {
        let Ask {
            job,
            reading,
            watch,
        } = self;
        let seed = Seed(job.seed);
        let positions: Vec<G> = positions(&rules, &job.experiment.positions, seed)?;
        let seats = positions.first().map_or(0, G::seats);
        let mut agents = Vec::new();
        for (point, setup) in reading.setups.iter().enumerate() {
            if let Some(setup) = setup {
                let text = setup.agents.first().map_or("", String::as_str);
                let guests = job.guests.map(|guests| &**guests);
                let asked = Asked {
                    contender: Contender::<G>::new(text, guests)?,
                    variant: &reading.variant,
                    names: vec![text.to_owned(); seats],
                    limits: setup.limits,
                };
                agents.push((point, asked));
            }
        }
        let planned = agents.len() * positions.len();
        watch(0, planned as u64);
        let next = AtomicUsize::new(0);
        let (sender, receiver) = channel();
        let answer = |index: usize| {
            // Positions change slowest, so cheap and expensive agents alternate.
            let (position, agent) = (index / agents.len(), index % agents.len());
            let (point, asked) = &agents[agent];
            let seed = seed.derive(Purpose::Game, position as u64);
            ask(&positions[position], asked, seed).map(|answer| Answer {
                point: *point,
                position,
                ..answer
            })
        };
        let answers = thread::scope(|scope| {
            for _ in 0..job.threads.max(1) {
                let (sender, next, answer) = (sender.clone(), &next, &answer);
                scope.spawn(move || {
                    while !job.interrupt.is_finishing() {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= planned || sender.send(answer(index)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut answers = Vec::new();
            for found in receiver {
                answers.extend(found);
                watch(answers.len() as u64, planned as u64);
            }
            answers
        });
        Ok((answers, planned))
    }
}

/// Who is asked, and what it may cost.
struct Asked<'a, G: Kit> {
    contender: Contender<G>,
    variant: &'a str,
    names: Vec<String>,
    limits: Limits,
}

/// Asks a fresh player, so that the answer depends on nothing but the question; `None` where it fails.
fn ask<G: Kit>(position: &G, asked: &Asked<'_, G>, seed: Seed) -> Option<Answer> {
    let Turn::Seat(mover) = position.turn() else {
        return None;
    };
    let limits = &asked.limits;
    let budget = Budget {
        iterations: limits.iterations,
        nodes: limits.nodes,
        depth: limits.depth,
        ..Budget::default()
    };
    let mut player: Box<dyn Player<G>> = asked.contender.player(&Occasion {
        variant: asked.variant,
        names: &asked.names,
        control: TimeControl::None,
        margin: Duration::ZERO,
        seed,
    });
    player.begin(position, mover).ok()?;
    let mut rng = seed.stream(Purpose::Seat, mover.0.into());
    let began = Instant::now();
    let decision = player.choose(position, &budget, &mut rng).ok()?;
    let time = player.spent().unwrap_or_else(|| began.elapsed());
    Some(Answer {
        point: 0,
        position: 0,
        nodes: decision.nodes,
        iterations: decision.iterations,
        depth: decision.depth,
        time,
    })
}

/// The positions, each at a seat's turn: the start, those listed, those reached by random moves.
fn positions<G: Kit>(rules: &G::Rules, wanted: &Positions, seed: Seed) -> Result<Vec<G>, Error> {
    let mut found = Vec::new();
    if wanted.start {
        found.push(G::start(rules, &mut seed.stream(Purpose::Start, 0)));
    }
    for text in &wanted.list {
        found.push(G::parse(rules, text)?);
    }
    let openings = Openings {
        starts: Vec::new(),
        random_plies: wanted.random_plies,
    };
    for index in 0..wanted.count {
        found.push(start(
            rules,
            &openings,
            index,
            seed.derive(Purpose::Block, index),
        )?);
    }
    for (index, position) in found.iter_mut().enumerate() {
        let mut dice = seed.stream(Purpose::Chance, index as u64);
        while position.turn() == Turn::Chance {
            position.play(position.roll(&mut dice));
        }
    }
    found.retain(|position| matches!(position.turn(), Turn::Seat(_)));
    Ok(found)
}
