//! Q-learning as the report means it: before each move a table is learned from short games against a
//! chosen opponent, and forgotten after it.

mod agent;
mod opponent;
mod reward;
mod table;
#[cfg(test)]
pub(super) mod tests;

use std::ops::Range;

use ludarium_dice_chess::rules::{DiceChess, DicePool, Kind, Move};
use ludarium_game::{Game, Meter, MoveList, Rng, Turn};

pub(super) use self::agent::{DEEPEST, QLearning, candidate, rank, shares};
use self::opponent::Answerer;
pub(super) use self::opponent::{Answering, Opponent};
pub(super) use self::reward::PlayReward;
use self::table::QTable;
pub(super) use self::table::TriedMove;

/// The parameters of learning.
#[derive(Clone, Copy, Debug)]
pub(super) struct QParameters {
    /// Short games for a decision.
    pub(super) episodes: u64,
    /// Plies of an episode; a step takes two, the own move and the answer.
    pub(super) depth: u32,
    /// How likely a move is taken at random in the first episode.
    pub(super) exploration: f64,
    /// How much of that is lost over all episodes.
    pub(super) decay: f64,
    /// Where the loss ends.
    pub(super) least_exploration: f64,
    /// What the future counts against the reward of a step.
    pub(super) discount: f64,
    /// How far a value goes towards what a step has brought.
    pub(super) rate: f64,
    /// What is rewarded.
    pub(super) reward: PlayReward,
    /// The opponent.
    pub(super) answering: Answering,
    /// Whether the die decides inside the episodes which piece the learner moves; otherwise it may move any.
    pub(super) dice: bool,
}

impl QParameters {
    /// How likely the episode of this number, counted from 0, takes a move at random.
    fn exploration_in(&self, episode: u64) -> f64 {
        let lost = self.decay * episode as f64 / self.episodes.max(1) as f64;
        (self.exploration - lost).max(self.least_exploration)
    }
}

/// Learns about one position at a time, in memory that is used again.
pub(super) struct QLearner {
    pub(super) learning: QParameters,
    answerer: Answerer,
    table: QTable,
    moves: MoveList<Move>,
    kind_moves: MoveList<Move>,
}

impl QLearner {
    pub(super) fn new(learning: QParameters) -> QLearner {
        QLearner {
            learning,
            answerer: Answerer::new(learning),
            table: QTable::default(),
            moves: MoveList::new(),
            kind_moves: MoveList::new(),
        }
    }

    /// Learns in a fresh table until the meter is used up, and returns what it knows about the moves of
    /// `position`.
    pub(super) fn learn(
        &mut self,
        position: &DiceChess,
        meter: &mut Meter,
        rng: &mut Rng,
    ) -> &[TriedMove] {
        self.table.clear();
        let row = self.row(position);
        let mut episode = 0;
        while meter.iteration() {
            let exploration = self.learning.exploration_in(episode);
            let positions = self.episode(position, exploration, rng);
            meter.add(positions);
            episode += 1;
        }
        self.table.actions(row)
    }

    /// Plays one short game and learns from each of its steps; returns the positions it has seen.
    fn episode(&mut self, start: &DiceChess, exploration: f64, rng: &mut Rng) -> u64 {
        let side = start.side();
        let mut state = *start;
        let mut positions = 0;
        for _ in 0..self.learning.depth / 2 {
            let row = self.row(&state);
            let place = if rng.unit() < exploration {
                row.start + rng.below(row.len() as u32) as usize
            } else {
                self.table.best(row.clone()).unwrap_or(row.start)
            };
            state.play(self.table.at(place).mv);
            self.answerer.answer(&mut state, &mut self.moves, rng);
            positions += 2;
            if self.learning.dice && state.turn() == Turn::Chance {
                state.play(state.roll(rng));
            }
            let over = state.turn() == Turn::Over;
            let future = if over { 0.0 } else { self.table.value(state.key()) };
            let reward = self.learning.reward.of(&state, side);
            let brought = reward + self.learning.discount * future;
            self.table.update(place, self.learning.rate, brought);
            if over {
                break;
            }
        }
        positions
    }

    /// The row of a state, which is not over and therefore has moves.
    fn row(&mut self, state: &DiceChess) -> Range<usize> {
        let QLearner { learning, table, moves, kind_moves, .. } = self;
        table.row(state.key(), || {
            match state.turn() {
                Turn::Chance => state.moves_of_any_kind(moves),
                _ if learning.dice || state.rolled().is_none() => state.moves(moves),
                _ => as_if_any_rolled(state, moves, kind_moves),
            }
            moves.iter().copied()
        })
    }
}

/// Replaces `out` by the moves of all kinds where one kind has been rolled.
fn as_if_any_rolled(
    position: &DiceChess,
    out: &mut MoveList<Move>,
    kind_moves: &mut MoveList<Move>,
) {
    out.clear();
    for kind in Kind::ALL {
        let mut rolled = *position;
        rolled.play(Move::roll(DicePool::one(kind)));
        rolled.moves(kind_moves);
        // A pawn that becomes what was rolled is among the moves of the pawns already.
        let own = kind_moves.iter().filter(|mv| mv.moved() == kind);
        own.for_each(|&mv| out.push(mv));
    }
}
