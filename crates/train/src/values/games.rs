//! The positions that a network learns from and is judged by: games of a fast search against itself.

use ludarium_agents::Recipe;
use ludarium_agents::values::{Answer, FeatureSet};
use ludarium_arena::{Openings, start};
use ludarium_game::{
    Agent, Budget, ChancePlace, Decision, MoveList, Purpose, Rng, Scores, Seat, Seed, Spec, Turn,
};
use ludarium_learn::data::{DataSet, Features, Inputs, Row, Shape};

use super::Taught;
use crate::comparison::game;
use crate::stored::Stored;
use crate::workers::each;
use crate::{Order, Progress, TrainError};

/// Games to judge by are counted from here, so that no training ever meets them.
const TEST: u64 = 1 << 32;

/// A position, and what the search thought of it.
pub(super) struct Seen<G> {
    pub position: G,
    pub value: Scores,
}

/// What was seen in a game, and how it ended.
pub(super) struct Played<G> {
    pub seen: Vec<Seen<G>>,
    pub scores: Scores,
}

/// The positions of so many games as a network sees them.
pub(super) fn data<G: Taught>(
    order: &Order,
    games: u64,
    tell: &mut dyn FnMut(Progress),
) -> Result<DataSet, TrainError> {
    let recipe = Recipe::new(G::PLAN.agent)?;
    let stored = Stored {
        name: &format!("{}-value-games", G::NAME),
        about: format!("{} by {}", G::NAME, G::PLAN.agent),
        shape: shape::<G>(),
    };
    stored.rows(order, games, tell, |number| {
        let played = play::<G>(order, &recipe, number)?;
        let mut rows = DataSet::new(shape::<G>())?;
        for seen in &played.seen {
            add_rows(&mut rows, number, seen, &played.scores)?;
        }
        Ok(rows)
    })
}

/// Games that nothing was learnt from.
pub(super) fn test<G: Taught>(
    order: &Order,
    games: u64,
    tell: &mut dyn FnMut(Progress),
) -> Result<Vec<Played<G>>, TrainError> {
    let recipe = Recipe::new(G::PLAN.agent)?;
    each(order, games, tell, |number| {
        play(order, &recipe, TEST + number)
    })
}

fn shape<G: Taught>() -> Shape {
    Shape {
        features: Features::Sparse {
            features: G::COUNT,
            perspectives: 1,
        },
        outcomes: G::ANSWER.outputs(),
        searched: true,
    }
}

/// What the network sees of a position, and what it is to say.
fn add_rows<G: Taught>(
    set: &mut DataSet,
    game: u64,
    seen: &Seen<G>,
    scores: &Scores,
) -> Result<(), TrainError> {
    let position = &seen.position;
    let common = position.common();
    let mut present = FeatureSet::new(G::COUNT);
    let mut push = |seat: Seat, outcome: &[f32], search: &[f32]| {
        present.clear();
        position.features(&common, seat, &mut present);
        let list: Vec<u32> = present.iter().collect();
        set.push(&Row {
            game,
            inputs: Inputs::Sparse(&[&list]),
            outcome,
            search: Some(search),
        })
    };
    match G::ANSWER {
        Answer::Shares { seats, sum } => {
            let mover = position.mover();
            let shares = |scores: &Scores| -> Vec<f32> {
                let turns = (0..seats).map(|turn| Seat(((mover.index() + turn) % seats) as u8));
                turns.map(|seat| scores.of(seat).0 / sum).collect()
            };
            push(mover, &shares(scores), &shares(&seen.value))?;
        }
        Answer::EachChance => {
            let seats = Seat::all(position.seats());
            for seat in seats.filter(|&seat| position.takes_part(seat)) {
                push(seat, &[scores.of(seat).0], &[seen.value.of(seat).0])?;
            }
        }
    }
    Ok(())
}

fn play<G: Taught>(
    order: &Order,
    recipe: &Recipe<G>,
    number: u64,
) -> Result<Played<G>, TrainError> {
    let plan = &G::PLAN;
    let variant = plan.variants[(number % plan.variants.len() as u64) as usize];
    let rules = G::rules(&Spec::parse(variant)?)?;
    let seed = Seed(order.seed).derive(Purpose::Training, number);
    let mut rng = seed.stream(Purpose::Training, 0);
    let openings = Openings {
        starts: Vec::new(),
        random_plies: u64::from(rng.below(plan.opening as u32 + 1)),
    };
    let begin: G = start(&rules, &openings, 0, seed)?;
    let agents = Seat::all(begin.seats()).map(|_| -> Box<dyn Agent<G>> {
        Box::new(Wandering {
            agent: recipe.agent(),
            share: plan.wandering,
        })
    });
    let mut seen = Vec::new();
    let mut before_roll = None;
    let agents = agents.collect();
    let end = game(order, &rules, &begin, agents, seed, |event| {
        if event.before.turn() == Turn::Chance && G::CHANCE == ChancePlace::BeforeMove {
            before_roll = Some(event.before.clone());
            return;
        }
        let rolled_from = before_roll.take();
        let value = event.decision.and_then(value);
        // The draw is made for every move, so that one game's positions do not depend on another's values.
        let kept = rng.below(plan.every) == 0;
        if let (Some(value), true, true) = (value, kept, G::tells(event.mv)) {
            // What a roll brings is on average what the position before it is worth.
            let position = rolled_from.unwrap_or_else(|| event.before.clone());
            seen.push(Seen { position, value });
        }
    })?;
    Ok(Played {
        seen,
        scores: end.end.scores,
    })
}

/// What a search thought of a position: the mean over its simulations, or the value of its best line. `None` where it
/// did not weigh anything.
fn value<M>(decision: &Decision<M>) -> Option<Scores> {
    let visits: u64 = decision.candidates.iter().map(|one| one.visits).sum();
    if visits == 0 {
        return Some(decision.candidates.first()?.scores);
    }
    let weighted = decision.candidates.iter().fold(Scores::ZERO, |sum, one| {
        sum + one.scores * (one.visits as f32 / visits as f32)
    });
    Some(weighted)
}

/// An agent that now and then plays at random, without a thought.
struct Wandering<G> {
    agent: Box<dyn Agent<G>>,
    share: f64,
}

impl<G: Taught> Agent<G> for Wandering<G> {
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        if rng.unit() < self.share {
            return Decision::plain(position.pick(rng, &mut MoveList::new()));
        }
        self.agent.choose(position, budget, rng)
    }

    fn begin(&mut self, position: &G, seat: Seat) {
        self.agent.begin(position, seat);
    }

    fn observe(&mut self, position: &G, mv: G::Move) {
        self.agent.observe(position, mv);
    }
}
