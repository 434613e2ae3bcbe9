//! The positions that a network learns from and is judged by: games of a fast search against itself.

use ludarium_agents::Recipe;
use ludarium_agents::values::{FeatureSet, NetworkOutput, features_name};
use ludarium_arena::{Limits, Openings, Terms, start};
use ludarium_game::{
    Agent, Budget, ChancePlace, Decision, MoveList, Purpose, Rng, Scores, Seat, Seed, Spec, Turn,
};
use ludarium_learn::data::{DataSet, Features, Inputs, Row, RowShape};

use super::network::{Current, recipe};
use super::plan::{Generation, Plan, Positions, Taught};
use crate::comparison::game_under;
use crate::stored::Stored;
use crate::workers::each;
use crate::{Progress, TrainError, TrainOptions};

/// Games to judge by are counted from here, so that no training ever meets them.
const TEST: u64 = 1 << 32;

/// The games of the next generation are counted from this many further on.
const GENERATION: u64 = 1 << 36;

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

/// The games of one generation.
pub(super) struct Games<'a, G: Taught> {
    pub options: &'a TrainOptions,
    pub plan: &'a Plan,
    pub generation: &'a Generation,
    /// Which generation it is, from 0.
    pub number: u64,
    recipes: Vec<Recipe<G>>,
    /// What tells the network that plays from all others.
    network: Option<String>,
}

impl<'a, G: Taught> Games<'a, G> {
    /// The games of a generation that plays with this network.
    pub fn new(
        options: &'a TrainOptions,
        plan: &'a Plan,
        number: usize,
        network: Option<&Current>,
    ) -> Result<Games<'a, G>, TrainError> {
        let generation = &plan.generations[number];
        let agents = generation.agents.iter();
        let recipes = agents.map(|text| recipe(text, network));
        Ok(Games {
            options,
            plan,
            generation,
            number: number as u64,
            recipes: recipes.collect::<Result<_, _>>()?,
            network: network.map(|network| network.digest.clone()),
        })
    }

    /// All that decides the games but the seed and their number.
    pub fn about(&self) -> String {
        let Generation { agents, limits, .. } = self.generation;
        let network = self.network.as_deref().unwrap_or("none");
        format!(
            "generation {} of {} by {} ({}), network {network}, variants {}, {:?}",
            self.number + 1,
            features_name::<G>(),
            agents.join("; "),
            limits_text(limits),
            self.plan.variants.join("; "),
            self.plan.positions,
        )
    }

    /// Where the positions of the games are stored.
    pub fn stored<'n>(&self, name: &'n str) -> Stored<'n> {
        Stored {
            name,
            about: self.about(),
            shape: shape::<G>(),
        }
    }

    /// The positions of so many games as a network sees them.
    pub fn data(
        &self,
        name: &str,
        games: u64,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<DataSet, TrainError> {
        self.stored(name).rows(self.options, games, tell, |number| {
            let number = GENERATION * self.number + number;
            let played = self.play(number)?;
            let mut rows = DataSet::new(shape::<G>())?;
            for seen in &played.seen {
                add_rows(&mut rows, number, seen, &played.scores)?;
            }
            Ok(rows)
        })
    }

    /// Games that nothing was learnt from.
    pub fn test(
        &self,
        games: u64,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Vec<Played<G>>, TrainError> {
        each(self.options, games, tell, |number| {
            self.play(GENERATION * self.number + TEST + number)
        })
    }
}

pub(super) fn limits_text(limits: &Limits) -> String {
    let Limits {
        iterations,
        nodes,
        depth,
    } = limits;
    let limits = [
        iterations.map(|most| format!("{most} iterations")),
        nodes.map(|most| format!("{most} nodes")),
        depth.map(|most| format!("{most} plies")),
    ];
    let limits: Vec<String> = limits.into_iter().flatten().collect();
    match limits.is_empty() {
        true => "no limits".to_owned(),
        false => limits.join(", "),
    }
}

/// What a game is played under.
pub(super) fn terms(limits: &Limits) -> Terms {
    Terms {
        budget: Budget {
            iterations: limits.iterations,
            nodes: limits.nodes,
            depth: limits.depth,
            ..Budget::default()
        },
        ..Terms::default()
    }
}

pub(super) fn shape<G: Taught>() -> RowShape {
    RowShape {
        features: Features::Sparse {
            features: G::COUNT,
            perspectives: 1,
        },
        outcomes: G::OUTPUT.outputs(),
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
    match G::OUTPUT {
        NetworkOutput::Shares { seats, sum } => {
            let mover = position.mover();
            let shares = |scores: &Scores| -> Vec<f32> {
                let turns = (0..seats).map(|turn| Seat(((mover.index() + turn) % seats) as u8));
                turns.map(|seat| scores.of(seat).0 / sum).collect()
            };
            push(mover, &shares(scores), &shares(&seen.value))?;
        }
        NetworkOutput::EachChance => {
            let seats = Seat::all(position.seats());
            for seat in seats.filter(|&seat| position.takes_part(seat)) {
                push(seat, &[scores.of(seat).0], &[seen.value.of(seat).0])?;
            }
        }
    }
    Ok(())
}

impl<G: Taught> Games<'_, G> {
    fn play(&self, number: u64) -> Result<Played<G>, TrainError> {
        let Positions {
            opening,
            random_share,
            one_in,
        } = self.plan.positions;
        let variants = self.plan.variants.len() as u64;
        let variant = &self.plan.variants[(number % variants) as usize];
        let recipe = &self.recipes[(number / variants) as usize % self.recipes.len()];
        let rules = G::rules(&Spec::parse(variant)?)?;
        let seed = Seed(self.options.seed).derive(Purpose::Training, number);
        let mut rng = seed.stream(Purpose::Training, 0);
        let openings = Openings {
            starts: Vec::new(),
            random_plies: u64::from(rng.below(opening as u32 + 1)),
        };
        let begin: G = start(&rules, &openings, 0, seed)?;
        let agents = Seat::all(begin.seats()).map(|_| -> Box<dyn Agent<G>> {
            Box::new(Wandering {
                agent: recipe.agent(),
                share: random_share,
            })
        });
        let mut seen = Vec::new();
        let mut before_roll = None;
        let agents = agents.collect();
        let terms = terms(&self.generation.limits);
        let end = game_under(
            &terms,
            self.options,
            &rules,
            &begin,
            agents,
            seed,
            |event| {
                if event.before.turn() == Turn::Chance && G::CHANCE == ChancePlace::BeforeMove {
                    before_roll = Some(event.before.clone());
                    return;
                }
                let rolled_from = before_roll.take();
                let value = event.decision.and_then(value);
                // The draw is made for every move, so that one game's positions do not depend on another's values.
                let kept = rng.below(one_in) == 0;
                if let (Some(value), true, true) = (value, kept, G::tells(event.mv)) {
                    // What a roll brings is on average what the position before it is worth.
                    let position = rolled_from.unwrap_or_else(|| event.before.clone());
                    seen.push(Seen { position, value });
                }
            },
        )?;
        Ok(Played {
            seen,
            scores: end.end.scores,
        })
    }
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
