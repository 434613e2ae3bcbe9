//! One game of a generation: who plays it, and what is seen in it.

use std::sync::Arc;

use ludarium_agents::Recipe;
use ludarium_agents::values::{FeatureSet, NetworkOutput};
use ludarium_arena::{Limits, Openings, Terms, start};
use ludarium_game::{
    Agent, Budget, ChancePlace, Decision, Listing, MAX_SEATS, MoveList, Purpose, Rng, Scores, Seat,
    Seed, Spec, Turn, Value,
};
use ludarium_learn::data::{DataSet, Features, Inputs, Row, RowShape};
use serde::{Deserialize, Serialize};

use super::network::{NetworkFile, recipe};
use super::plan::{Positions, STYLE, Taught};
use super::self_play::Playing;
use crate::comparison::game_under;
use crate::elsewhere::SelfPlayer;
use crate::{TrainError, TrainOptions};
/// A position, and what the search thought of it.
pub(super) struct WeighedPosition<G> {
    pub position: G,
    pub value: Scores,
    /// The plies of the game before it.
    ply: i32,
}

/// What was seen in a game, and how it ended.
pub(super) struct TrainingGame<G> {
    pub seen: Vec<WeighedPosition<G>>,
    scores: Scores,
    /// The plies of the whole game.
    plies: i32,
}

/// Positions of a game to judge by, and how it ended.
pub(super) struct TestGame<G> {
    pub positions: Vec<G>,
    pub scores: Scores,
}

/// Plays the games of a generation, wherever it is.
pub(super) struct GenerationPlayer<G: Taught> {
    options: TrainOptions,
    pub playing: Playing,
    /// Who sits at the tables, taken in turn; nobody yet where a style is drawn.
    line_ups: Arc<[Vec<Option<Recipe<G>>>]>,
    /// Who may be drawn.
    styles: Arc<[Recipe<G>]>,
}

impl<G: Taught> Clone for GenerationPlayer<G> {
    fn clone(&self) -> GenerationPlayer<G> {
        GenerationPlayer {
            options: self.options.clone(),
            playing: self.playing.clone(),
            line_ups: self.line_ups.clone(),
            styles: self.styles.clone(),
        }
    }
}

/// Plays games to learn from: a data set.
pub(super) struct RowPlayer<G: Taught>(pub GenerationPlayer<G>);

/// Plays games to judge by: positions as texts.
pub(super) struct TestPlayer<G: Taught>(pub GenerationPlayer<G>);

/// A game to judge by, as it travels. Also the machine that played it reads it back, so that all judge the same.
#[derive(Serialize, Deserialize)]
struct TestGameText {
    positions: Vec<String>,
    scores: Vec<f32>,
}

impl TestGameText {
    fn to_bytes(&self) -> Vec<u8> {
        // Texts and numbers always serialise.
        serde_json::to_vec(self).unwrap_or_default()
    }

    fn read(bytes: &[u8]) -> Option<TestGameText> {
        let text: TestGameText = serde_json::from_slice(bytes).ok()?;
        (text.scores.len() <= MAX_SEATS).then_some(text)
    }
}

impl<G: Taught> SelfPlayer for RowPlayer<G> {
    fn play(&self, number: u64) -> Result<Vec<u8>, TrainError> {
        Ok(self.0.rows(number)?.to_bytes())
    }
}

impl<G: Taught> SelfPlayer for TestPlayer<G> {
    fn play(&self, number: u64) -> Result<Vec<u8>, TrainError> {
        let played = self.0.play(number)?;
        let text = TestGameText {
            positions: played.seen.iter().map(|seen| seen.position.describe()).collect(),
            scores: played.scores.as_slice(MAX_SEATS).to_vec(),
        };
        Ok(text.to_bytes())
    }
}

/// What a game is played under.
pub(super) fn terms(limits: &Limits) -> Terms {
    Terms { budget: limits.budget(), ..Terms::default() }
}

pub(super) fn shape<G: Taught>() -> RowShape {
    RowShape {
        features: Features::Sparse { features: G::COUNT, perspectives: 1 },
        outcomes: G::OUTPUT.outputs(),
        searched: true,
    }
}

/// What the network sees of a position, and what it is to say.
fn add_rows<G: Taught>(
    set: &mut DataSet,
    game: u64,
    seen: &WeighedPosition<G>,
    scores: &Scores,
) -> Result<(), TrainError> {
    let position = &seen.position;
    let common = position.common();
    let mut present = FeatureSet::new(G::COUNT);
    let mut push = |seat: Seat, outcome: &[f32], search: &[f32]| {
        present.clear();
        position.features(&common, seat, &mut present);
        let list: Vec<u32> = present.iter().collect();
        set.push(&Row { game, inputs: Inputs::Sparse(&[&list]), outcome, search: Some(search) })
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

impl<G: Taught> GenerationPlayer<G> {
    /// Somebody who plays such games with a network.
    pub fn new(
        options: &TrainOptions,
        playing: Playing,
        network: Option<&NetworkFile>,
    ) -> Result<GenerationPlayer<G>, TrainError> {
        let line_ups = playing.line_ups.iter().map(|line_up| {
            let recipes = line_up
                .iter()
                .map(|text| (text != STYLE).then(|| recipe(text, network)).transpose());
            recipes.collect::<Result<_, _>>()
        });
        let styles = playing.styles.iter().map(|style| recipe(&style.agent, network));
        Ok(GenerationPlayer {
            options: options.clone(),
            line_ups: line_ups.collect::<Result<_, _>>()?,
            styles: styles.collect::<Result<_, _>>()?,
            playing,
        })
    }

    /// Who sits at a table, with the texts of the agents: a style is drawn for each seat that is left open.
    pub(super) fn seated(&self, table: usize, rng: &mut Rng) -> (Vec<&Recipe<G>>, Vec<&str>) {
        let seats = self.line_ups[table].iter().zip(&self.playing.line_ups[table]);
        let seats = seats.map(|(recipe, text)| match recipe {
            Some(recipe) => (recipe, text.as_str()),
            None => {
                let style = self.drawn_style(rng.unit());
                (&self.styles[style], self.playing.styles[style].agent.as_str())
            }
        });
        seats.unzip()
    }

    /// The style at a place from 0 to 1 among all, each as wide as its share.
    fn drawn_style(&self, place: f64) -> usize {
        let shares = || self.playing.styles.iter().map(|style| style.share);
        let mut left = place * shares().sum::<f64>();
        let drawn = shares().position(|share| {
            left -= share;
            left < 0.0
        });
        drawn.unwrap_or(self.styles.len() - 1)
    }

    /// The rules of the game with a number.
    fn rules(&self, number: u64) -> Result<G::Rules, TrainError> {
        let variants = &self.playing.variants;
        let variant = &variants[(number % variants.len() as u64) as usize];
        Ok(G::rules(&Spec::parse(variant)?)?)
    }

    /// The rows of a game.
    pub(super) fn rows(&self, number: u64) -> Result<DataSet, TrainError> {
        let played = self.play(number)?;
        let mut rows = DataSet::new(shape::<G>())?;
        let Positions { fading, draw, .. } = self.playing.positions;
        for seen in &played.seen {
            let seats = seen.position.seats();
            let weight = fading.powi(played.plies - seen.ply);
            let mut scores = faded(&played.scores, seats, weight as f32);
            if is_shared(&played.scores, seats) {
                scores = scores * draw as f32 + seen.value * (1.0 - draw as f32);
            }
            add_rows(&mut rows, self.playing.first + number, seen, &scores)?;
        }
        Ok(rows)
    }

    /// Reads a game to judge by.
    pub fn read(&self, number: u64, bytes: &[u8]) -> Result<TestGame<G>, TrainError> {
        let text = TestGameText::read(bytes).ok_or_else(|| {
            TrainError::Elsewhere(format!("what came of game {number} cannot be read"))
        })?;
        let rules = self.rules(self.playing.first + number)?;
        let read = |text: &String| G::parse(&rules, text);
        let mut scores = Scores::ZERO;
        for (seat, &score) in text.scores.iter().enumerate() {
            scores.set(Seat(seat as u8), Value(score));
        }
        Ok(TestGame {
            positions: text.positions.iter().map(read).collect::<Result<_, _>>()?,
            scores,
        })
    }

    /// Plays the game with a number.
    pub(super) fn play(&self, number: u64) -> Result<TrainingGame<G>, TrainError> {
        let number = self.playing.first + number;
        let Positions { opening, random_share, one_in, all_rolls, .. } = self.playing.positions;
        let variants = self.playing.variants.len() as u64;
        let round = (number / variants) as usize;
        let (turn, table) = (round / self.line_ups.len(), round % self.line_ups.len());
        let rules = self.rules(number)?;
        let seed = Seed(self.options.seed).derive(Purpose::Training, number);
        let (line_up, texts) = self.seated(table, &mut seed.stream(Purpose::Training, 2));
        // Everybody changes seats from one game of a line-up to the next.
        let place = |seat: Seat| (seat.index() + turn) % line_up.len();
        let mut rng = seed.stream(Purpose::Training, 0);
        let openings =
            Openings { starts: Vec::new(), random_plies: u64::from(rng.below(opening as u32 + 1)) };
        let begin: G = start(&rules, &openings, 0, seed)?;
        let agents = Seat::all(begin.seats()).map(|seat| -> Box<dyn Agent<G>> {
            Box::new(Wandering { agent: line_up[place(seat)].agent(), share: random_share })
        });
        let mut seen = Vec::new();
        let mut plies = 0;
        let mut before_roll = None;
        let agents = agents.collect();
        let terms = terms(&self.playing.limits);
        // Values of different agents do not compare, so the first of a line-up judges for all.
        let mut judge = line_up[0].agent();
        let judges = |position: &G| match position.turn() {
            Turn::Seat(seat) => texts[place(seat)] == texts[0],
            Turn::Chance | Turn::Over => false,
        };
        let mut judge_rng = seed.stream(Purpose::Training, 1);
        let end = game_under(&terms, &self.options, &rules, &begin, agents, seed, |event| {
            let ply = plies;
            plies += 1;
            if event.before.turn() == Turn::Chance && G::CHANCE == ChancePlace::BeforeMove {
                before_roll = Some(event.before.clone());
                return;
            }
            let rolled_from = before_roll.take();
            let thought = event.decision.and_then(value);
            // The draw is made for every move, so that one game's positions do not depend on another's values.
            let kept = rng.below(one_in) == 0;
            if let (Some(thought), true, true) = (thought, kept, G::tells(event.mv)) {
                let mut ask = |position: &G| judge.choose(position, &terms.budget, &mut judge_rng);
                let value = match &rolled_from {
                    // What a roll brings is on average what the position before it is worth.
                    Some(position) if all_rolls => mean(position, ask),
                    _ if judges(event.before) => Some(thought),
                    _ => value(&ask(event.before)),
                };
                let position = rolled_from.unwrap_or_else(|| event.before.clone());
                seen.extend(value.map(|value| WeighedPosition { position, value, ply }));
            }
        })?;
        Ok(TrainingGame { seen, scores: end.end.scores, plies })
    }
}

/// Whether nobody has more than anybody else.
fn is_shared(scores: &Scores, seats: usize) -> bool {
    let mut others = Seat::all(seats).skip(1);
    others.all(|seat| scores.of(seat) == scores.of(Seat(0)))
}

/// Scores of which only a part counts; the rest is shared equally.
fn faded(scores: &Scores, seats: usize, weight: f32) -> Scores {
    if weight >= 1.0 {
        return *scores;
    }
    let equal = scores.sum() / seats as f32;
    let mut faded = Scores::ZERO;
    for seat in Seat::all(seats) {
        let score = scores.of(seat).0;
        faded.set(seat, Value(equal + (score - equal) * weight));
    }
    faded
}

/// What a search thinks of a position before a roll: the mean over all rolls.
fn mean<G: Taught>(position: &G, mut ask: impl FnMut(&G) -> Decision<G::Move>) -> Option<Scores> {
    let mut rolls = Vec::new();
    if position.chances(&mut rolls) != Listing::Complete {
        return None;
    }
    let mut sum = Scores::ZERO;
    for (roll, probability) in rolls {
        let mut rolled = position.clone();
        rolled.play(roll);
        sum += value(&ask(&rolled))? * probability as f32;
    }
    Some(sum)
}

/// What a search thought of a position: the mean over its simulations, or the value of its best line. `None` where it
/// did not weigh anything.
fn value<M>(decision: &Decision<M>) -> Option<Scores> {
    let visits: u64 = decision.candidates.iter().map(|one| one.visits).sum();
    if visits == 0 {
        return Some(decision.candidates.first()?.scores);
    }
    let weighted = decision
        .candidates
        .iter()
        .fold(Scores::ZERO, |sum, one| sum + one.scores * (one.visits as f32 / visits as f32));
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
