//! The agent that learns anew for each decision.

use ludarium_dice_chess::rules::{DiceChess, Move};
use ludarium_game::{
    Agent, Bound, Budget, Candidate, Decision, Game, MoveList, Rng, Scores, Seat, Value, sort_by,
};

use super::{QLearner, QParameters};

/// A lead of this many hundredths of a pawn means odds of e : 1, as in the evaluations of the game.
const SCALE: f64 = 1600.0;

/// The longest episode in plies.
pub(in super::super) const DEEPEST: u32 = 64;

/// Chooses the legal move with the largest value learned.
pub(in super::super) struct QLearning {
    learning: QParameters,
    learner: QLearner,
    legal: MoveList<Move>,
}

impl QLearning {
    pub(in super::super) fn new(learning: QParameters) -> QLearning {
        QLearning { learning, learner: QLearner::new(learning), legal: MoveList::new() }
    }
}

impl Agent<DiceChess> for QLearning {
    fn choose(&mut self, position: &DiceChess, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        let mut budget = budget.clone();
        if budget.iterations.is_none() && budget.nodes.is_none() && budget.time.is_none() {
            budget.iterations = Some(self.learning.episodes);
        }
        let learning = &mut self.learner.learning;
        // Exploration fades over the episodes there are.
        learning.episodes = budget.iterations.unwrap_or(self.learning.episodes);
        learning.depth = budget.depth.unwrap_or(self.learning.depth).clamp(2, DEEPEST);
        let (depth, unit) = (learning.depth & !1, learning.reward.unit());
        let mut meter = budget.meter();
        let learnt = self.learner.learn(position, &mut meter, rng);
        position.moves(&mut self.legal);
        let tried =
            learnt.iter().filter(|action| action.tries > 0 && self.legal.contains(&action.mv));
        // A move that was never tried has no value, good or bad.
        let candidates = rank(tried.map(|action| {
            let value = action.value / unit;
            let scored = candidate(position, action.mv, value, u64::from(action.tries));
            (action.value, scored)
        }));
        let first = candidates.first().map(|best| best.mv);
        Decision {
            chosen: first.or_else(|| rng.choose(&self.legal).copied()).unwrap_or(Move::PASS),
            candidates,
            nodes: meter.nodes(),
            iterations: meter.iterations(),
            depth,
            time: meter.time(),
        }
    }
}

/// Candidates by value, the best first and in their order among equals.
pub(in super::super) fn rank(
    valued: impl Iterator<Item = (f64, Candidate<Move>)>,
) -> Vec<Candidate<Move>> {
    let mut valued: Vec<_> = valued.collect();
    sort_by(&mut valued, |a, b| b.0.total_cmp(&a.0));
    valued.into_iter().map(|(_, candidate)| candidate).collect()
}

/// A move with its value to the mover in hundredths of a pawn, as shares of the game.
pub(in super::super) fn candidate(
    position: &DiceChess,
    mv: Move,
    value: f64,
    tries: u64,
) -> Candidate<Move> {
    Candidate {
        mv,
        scores: shares(position.side().seat(), value),
        visits: tries,
        bound: Bound::Exact,
        line: vec![mv],
    }
}

/// The shares that a value in hundredths of a pawn means for a seat and the other one.
pub(in super::super) fn shares(seat: Seat, value: f64) -> Scores {
    let own = (1.0 / (1.0 + (-value / SCALE).exp())) as f32;
    let mut scores = Scores::new(&[1.0 - own, 1.0 - own]);
    scores.set(seat, Value(own));
    scores
}
