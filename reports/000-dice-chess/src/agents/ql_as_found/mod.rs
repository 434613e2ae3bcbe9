//! Q-learning as the original program has it, in whole numbers.

use ludarium_dice_chess::rules::{DiceChess, Kind, Move, Side};
use ludarium_game::{Agent, Budget, Candidate, Decision, Game, Meter, MoveList, Rng};

use super::piece_memory::listed_or_first;
use super::piece_squares::{PieceSquares, SquarePair};
use super::q_learning::{candidate, rank};

/// Episodes for a decision.
pub(super) const EPISODES: u64 = 150;

/// The learning rate.
const RATE: f64 = 0.1;

/// Exploration is lowered until it is below this.
const LEAST_EXPLORATION: f64 = 0.01;

/// What a hundredth of a pawn counts for.
pub(super) const UNIT: f64 = 50.0;

/// A move and what the program has learned about it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Learnt {
    step: SquarePair,
    value: i32,
    tries: u32,
}

/// The learner, with memory that is used again.
///
/// Its table has castlings without the right. Exploration does not try them, but a step that follows the table may;
/// and after such a step, whatever it was, both sides have all rights until the next episode.
///
/// At its depth of 2 an episode is one step: a move of any kind and a random answer of any kind. The position
/// after them is never the first one again, so the program's look-up of the future finds nothing but zeros (or
/// fails with an index error, if it does not find the position at all), and the first position is the whole
/// table. Where the opponent cannot answer, which also stops the program, it stays where it is.
#[derive(Default)]
pub(super) struct FoundLearner {
    table: Vec<Learnt>,
    /// The places in the table that exploration may choose.
    explored: Vec<usize>,
    steps: Vec<SquarePair>,
}

impl FoundLearner {
    /// Learns which moves of a side are good, in a fresh table.
    pub(super) fn learn(
        &mut self,
        pieces: &PieceSquares,
        side: Side,
        meter: &mut Meter,
        rng: &mut Rng,
    ) {
        pieces.list(side, &mut self.steps);
        let mut all = Vec::new();
        pieces.with_all_rights().list(side, &mut all);
        self.explored.clear();
        self.explored.extend((0..all.len()).filter(|&place| self.steps.contains(&all[place])));
        self.table.clear();
        self.table.extend(all.into_iter().map(|step| Learnt { step, value: 0, tries: 0 }));
        let mut exploration = 1.0;
        while !self.table.is_empty() && meter.iteration() {
            self.episode(pieces, side, exploration, rng);
            meter.add(2);
            if exploration >= LEAST_EXPLORATION {
                exploration -= 1.0 / EPISODES as f64;
            }
        }
    }

    fn episode(&mut self, pieces: &PieceSquares, side: Side, exploration: f64, rng: &mut Rng) {
        let explores = rng.unit() <= exploration;
        let (place, mut after) = if explores {
            (rng.choose(&self.explored).copied().unwrap_or(0), *pieces)
        } else {
            let best = first_positive(self.table.iter().map(|learnt| learnt.value));
            let any = |rng: &mut Rng| rng.below(self.table.len() as u32) as usize;
            (best.unwrap_or_else(|| any(rng)), pieces.with_all_rights())
        };
        after.play(self.table[place].step);
        after.list(side.other(), &mut self.steps);
        if let Some(&answer) = rng.choose(&self.steps) {
            after.play(answer);
        }
        let learnt = &mut self.table[place];
        learnt.value = updated(learnt.value, after.reward(side));
        learnt.tries += 1;
    }

    /// The mean of all values that are not 0, a whole number; 0 if there are none.
    pub(super) fn mean(&self) -> i32 {
        let values = || self.table.iter().map(|learnt| learnt.value);
        let sum = values().fold(0, i32::wrapping_add);
        let learnt = values().filter(|&value| value != 0).count();
        sum / learnt.max(1) as i32
    }
}

/// One step of learning; digits after the point are cut off.
fn updated(value: i32, reward: i32) -> i32 {
    ((1.0 - RATE) * f64::from(value) + RATE * f64::from(reward)) as i32
}

/// The place of the first of the largest values, if it is positive.
fn first_positive(values: impl Iterator<Item = i32>) -> Option<usize> {
    let mut best = (0, None);
    for (place, value) in values.enumerate() {
        if value > best.0 {
            best = (value, Some(place));
        }
    }
    best.1
}

/// The original program's Q-learning agent: the first of the largest positive values among the moves of the kind
/// rolled, and a random one of them where none is positive.
///
/// It knows neither en passant nor promotions; a move to the last rank makes a queen all the same. The program may
/// castle without the right; the agent chooses among legal moves.
#[derive(Default)]
pub(super) struct QLearningAsFound {
    learner: FoundLearner,
}

impl QLearningAsFound {
    /// The squares left and reached in the program's answer, and the final value of each of the moves that it chooses
    /// among.
    pub(super) fn answer(
        &mut self,
        position: &DiceChess,
        rolled: Kind,
        rng: &mut Rng,
    ) -> (Option<SquarePair>, Vec<(SquarePair, i32)>) {
        let budget = Budget { iterations: Some(EPISODES), ..Budget::default() };
        let pieces = PieceSquares::new(position);
        self.learner.learn(&pieces, position.side(), &mut budget.meter(), rng);
        let table = self.learner.table.iter();
        let moved = |step: SquarePair| pieces.on(step.0).is_some_and(|(_, kind)| kind == rolled);
        let known: Vec<Learnt> = table.copied().filter(|learnt| moved(learnt.step)).collect();
        let chosen = chosen(&known, |learnt| learnt.value, rng);
        (
            chosen.map(|learnt| learnt.step),
            known.iter().map(|learnt| (learnt.step, learnt.value)).collect(),
        )
    }
}

impl Agent<DiceChess> for QLearningAsFound {
    fn choose(&mut self, position: &DiceChess, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        let mut budget = budget.clone();
        if budget.iterations.is_none() && budget.nodes.is_none() && budget.time.is_none() {
            budget.iterations = Some(EPISODES);
        }
        let mut meter = budget.meter();
        let pieces = PieceSquares::new(position);
        self.learner.learn(&pieces, position.side(), &mut meter, rng);
        let mut legal = MoveList::new();
        position.moves(&mut legal);
        let known: Vec<(Learnt, Move)> = self
            .learner
            .table
            .iter()
            .filter_map(|&learnt| Some((learnt, legal_move(&legal, learnt.step)?)))
            .collect();
        let chosen = chosen(&known, |(learnt, _)| learnt.value, rng);
        let valued = |&(learnt, mv): &(Learnt, Move)| -> (f64, Candidate<Move>) {
            let value = f64::from(learnt.value);
            let tries = u64::from(learnt.tries);
            (value, candidate(position, mv, value / UNIT, tries))
        };
        Decision {
            // Only en passant or a promotion on another roll is left, which it does not know.
            chosen: chosen.map_or_else(|| listed_or_first(position, None), |&(_, mv)| mv),
            candidates: rank(known.iter().map(valued)),
            nodes: meter.nodes(),
            iterations: meter.iterations(),
            depth: 2,
            time: meter.time(),
        }
    }
}

/// The first with the largest positive value, or any where none is positive.
fn chosen<'a, T>(known: &'a [T], value: impl Fn(&T) -> i32, rng: &mut Rng) -> Option<&'a T> {
    match first_positive(known.iter().map(value)) {
        Some(place) => known.get(place),
        None => rng.choose(known),
    }
}

/// The legal move from one square to another that the program means.
fn legal_move(legal: &[Move], (from, to): SquarePair) -> Option<Move> {
    let squares = Some((from ^ 56, to ^ 56));
    let fits = |mv: &&Move| mv.squares() == squares && !mv.is_en_passant();
    // Of a choice of promotions the queen comes last.
    legal.iter().rfind(fits).copied()
}

#[cfg(test)]
mod tests;
