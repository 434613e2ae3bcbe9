//! Decisions: agents asked at fixed positions.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::time::Duration;

use ludarium_arena::{
    Contender, ContenderError, GameContext, Limits, Openings, Question, Ruleset, TimeControl,
    numbered, seeded_start,
};
use ludarium_game::{Error, Position, Purpose, Seed, Turn};

use super::{MeasuredReading, Measurement, ProgressFn, RatioSample, figure};
use crate::error::LabError;
use crate::experiment::{FigurePlace, Metric, Positions, Reading};

/// What an agent answered to one question.
#[derive(Clone, Copy, Debug)]
struct AnsweredDecision {
    point: usize,
    position: usize,
    nodes: u64,
    iterations: u64,
    depth: u32,
    time: Duration,
}

/// Asks every agent at every position.
pub fn measure(
    job: &Measurement<'_>,
    watch: &mut ProgressFn<'_>,
) -> Result<MeasuredReading, LabError> {
    let reading = &job.experiment.readings[job.reading];
    let variant = (!reading.variant.is_empty()).then_some(reading.variant.as_str());
    let rules = job.bench.games.rules(&job.experiment.game, variant)?;
    let (mut answers, planned) = ask_all(job, reading, &*rules, watch)?;
    answers.sort_by_key(|answer| (answer.point, answer.position));
    let mut figures = BTreeMap::new();
    for (metric, what) in job.experiment.metrics.iter().enumerate() {
        for group in answers.chunk_by(|a, b| a.point == b.point) {
            let samples: Vec<RatioSample> =
                group.iter().map(|answer| answer.sample(what)).collect();
            if let Some(found) = figure(&samples, what.unit()) {
                let place = FigurePlace { point: group[0].point, subject: 0, metric };
                figures.insert(place, found);
            }
        }
    }
    Ok(MeasuredReading {
        figures,
        done: answers.len() as u64,
        planned: planned as u64,
        time: answers.iter().map(|answer| answer.time).sum(),
        ..MeasuredReading::default()
    })
}

impl AnsweredDecision {
    fn sample(&self, metric: &Metric) -> RatioSample {
        let seconds = self.time.as_secs_f64();
        let (above, below) = match metric {
            Metric::Nodes => (self.nodes as f64, 1.0),
            Metric::Iterations => (self.iterations as f64, 1.0),
            Metric::Depth => (f64::from(self.depth), 1.0),
            Metric::Ms => (1000.0 * seconds, 1.0),
            Metric::IterationsPerSecond => (self.iterations as f64, seconds),
            Metric::NodesPerSecond => (self.nodes as f64, seconds),
            Metric::IterationsInSixSeconds => (6.0 * self.iterations as f64, seconds),
            _ => (0.0, 0.0),
        };
        RatioSample { deal: self.position as u64, above, below }
    }
}

/// Asks everybody; also says how many questions there are.
fn ask_all(
    job: &Measurement<'_>,
    reading: &Reading,
    rules: &dyn Ruleset,
    watch: &mut ProgressFn<'_>,
) -> Result<(Vec<AnsweredDecision>, usize), ContenderError> {
    let seed = Seed(job.bench.conditions.seed);
    let positions = positions(rules, &job.experiment.positions, seed)?;
    let seats = rules.seats();
    let mut agents = Vec::new();
    for (point, setup) in reading.setups.iter().enumerate() {
        if let Some(setup) = setup
            && !job.amount.leaves_out(point)
        {
            let text = setup.agents.first().map_or("", String::as_str);
            let bots = job.bench.conditions.bots.as_deref();
            let asked = AskedAgent {
                contender: rules.contender(text, bots)?,
                variant: &reading.variant,
                names: vec![text.to_owned(); seats],
                limits: setup.limits,
            };
            agents.push((point, asked));
        }
    }
    let planned = agents.len() * positions.len();
    watch(0, planned as u64);
    let answer = |index: u64| {
        let index = index as usize;
        // Positions change slowest: what is quick and what is slow takes turns.
        let (position, agent) = (index / agents.len(), index % agents.len());
        let (point, asked) = &agents[agent];
        let seed = seed.derive(Purpose::Game, position as u64);
        let answer = ask(&positions[position], asked, seed);
        Ok::<_, Infallible>(answer.map(|answer| AnsweredDecision {
            point: *point,
            position,
            ..answer
        }))
    };
    let (threads, interrupt) = (job.bench.conditions.threads, job.bench.interrupt);
    let mut tell = |done| watch(done, planned as u64);
    let Ok(answers) = numbered(threads, interrupt, planned as u64, &mut tell, answer);
    Ok((answers.into_iter().flatten().collect(), planned))
}

/// The agent that is asked, and its limits.
struct AskedAgent<'a> {
    contender: Contender,
    variant: &'a str,
    names: Vec<String>,
    limits: Limits,
}

/// Asks a fresh player, so that the answer depends on nothing but the question; `None` where it fails.
fn ask(position: &Position, asked: &AskedAgent<'_>, seed: Seed) -> Option<AnsweredDecision> {
    let Turn::Seat(mover) = position.turn() else {
        return None;
    };
    let budget = asked.limits.budget();
    let context = GameContext {
        variant: asked.variant,
        names: &asked.names,
        control: TimeControl::None,
        margin: Duration::ZERO,
        seed,
    };
    let rng = seed.stream(Purpose::Seat, mover.0.into());
    let question = Question::fresh(&asked.contender, position, mover, budget, rng, &context);
    let answer = question.answer();
    let decision = answer.decision.ok()?;
    Some(AnsweredDecision {
        point: 0,
        position: 0,
        nodes: decision.nodes,
        iterations: decision.iterations,
        depth: decision.depth,
        time: answer.time,
    })
}

/// The positions, each at a seat's turn: the start, those listed, those reached by random moves.
fn positions(rules: &dyn Ruleset, wanted: &Positions, seed: Seed) -> Result<Vec<Position>, Error> {
    let mut found = Vec::new();
    if wanted.start {
        found.push(seeded_start(rules, seed));
    }
    for text in &wanted.list {
        found.push(rules.parse(text)?);
    }
    let openings = Openings { starts: Vec::new(), random_plies: wanted.random_plies };
    for index in 0..wanted.count {
        let block = seed.derive(Purpose::Block, index);
        found.push(rules.opening(&openings, index, block)?);
    }
    for (index, position) in found.iter_mut().enumerate() {
        let mut dice = seed.stream(Purpose::Chance, index as u64);
        while position.roll(&mut dice).is_some() {}
    }
    found.retain(|position| matches!(position.turn(), Turn::Seat(_)));
    Ok(found)
}
