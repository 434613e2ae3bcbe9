//! Expecti-QL: expectiminimax whose horizon is judged by Q-learning.

use std::sync::{Mutex, PoisonError};

use ludarium_dice_chess::rules::{Capture, DiceChess, Move};
use ludarium_game::{Agent, Budget, Decision, Evaluation, Game, Rng, Scores, Seed};
use ludarium_search::{AlphaBeta, AlphaBetaOptions, TableMode};

use super::q_learning::{QLearner, QParameters, shares};

/// Which moves of a position count in the mean of their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MeanOver {
    /// Those that the episodes have tried.
    Tried,
    /// All, as the text says: what was never tried has the value 0.
    All,
}

/// What a position is worth to the side to move: the mean of the values that it learns for its moves.
///
/// A search may ask for a position again and must get the same answer, so the luck of the episodes comes from
/// the position and the decision, not from a stream.
struct MeanValue {
    learner: Mutex<QLearner>,
    mean: MeanOver,
    budget: Budget,
    seed: u64,
}

impl Evaluation<DiceChess> for MeanValue {
    fn evaluate(&self, position: &DiceChess) -> Scores {
        let mut learner = self.learner.lock().unwrap_or_else(PoisonError::into_inner);
        let unit = learner.learning.reward.unit();
        let mut rng = Rng::new(Seed(self.seed ^ position.key()));
        let learnt = learner.learn(position, &mut self.budget.meter(), &mut rng);
        let sum: f64 = learnt.iter().map(|action| action.value).sum();
        let counted = match self.mean {
            MeanOver::Tried => learnt.iter().filter(|action| action.tries > 0).count(),
            MeanOver::All => learnt.len(),
        };
        let mean = sum / counted.max(1) as f64;
        shares(position.side().seat(), mean / unit)
    }
}

/// Expectiminimax over [`MeanValue`].
pub(super) struct Hybrid {
    episodes: u64,
    search: AlphaBeta<MeanValue, Capture>,
}

impl Hybrid {
    pub(super) fn new(learning: QParameters, depth: u32, mean: MeanOver) -> Hybrid {
        let evaluation = MeanValue {
            learner: Mutex::new(QLearner::new(learning)),
            mean,
            budget: Budget::default(),
            seed: 0,
        };
        let mut search = AlphaBeta::new(evaluation, Capture);
        search.options =
            AlphaBetaOptions { depth, table: TableMode::Exact, ..AlphaBetaOptions::default() };
        Hybrid { episodes: learning.episodes, search }
    }
}

impl Agent<DiceChess> for Hybrid {
    /// Iterations are the episodes at each position of the horizon; all other limits are those of the search.
    fn choose(&mut self, position: &DiceChess, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        let episodes = budget.iterations.unwrap_or(self.episodes);
        let evaluation = &mut self.search.evaluation;
        evaluation.seed = rng.bits();
        evaluation.budget.iterations = Some(episodes);
        let learner = evaluation.learner.get_mut();
        learner.unwrap_or_else(PoisonError::into_inner).learning.episodes = episodes;
        let tree = Budget { iterations: None, ..budget.clone() };
        self.search.choose(position, &tree, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::super::q_learning::PlayReward;
    use super::super::q_learning::tests::LEARNING;
    use super::super::tests::position;
    use super::*;

    fn evaluation(seed: u64) -> MeanValue {
        let learning = QParameters {
            reward: PlayReward { pieces: 50.0, places: 0.1, ..LEARNING.reward },
            ..LEARNING
        };
        MeanValue {
            learner: Mutex::new(QLearner::new(learning)),
            mean: MeanOver::Tried,
            budget: Budget { iterations: Some(150), ..Budget::default() },
            seed,
        }
    }

    #[test]
    fn whoever_is_ahead_has_the_larger_share_whoever_is_to_move() {
        for text in ["4k3/4p3/8/8/8/8/4P3/1R2K3 w - - 0 1", "4k3/4p3/8/8/8/8/4P3/1R2K3 b - - 0 1"] {
            let scores = evaluation(1).evaluate(&position(text));
            let [white, black] = [scores.as_slice(2)[0], scores.as_slice(2)[1]];
            assert!(white > 0.5 && white + black == 1.0, "{text}: {white}");
        }
    }

    #[test]
    fn moves_that_were_never_tried_count_as_nothing_or_not_at_all() {
        // Seven moves for White and two episodes, so that five have no value.
        let position = position("4k3/8/8/8/8/8/1P6/4K3 w - - 0 1");
        let learnt = |mean| {
            let budget = Budget { iterations: Some(2), ..Budget::default() };
            let judge = MeanValue { mean, budget, ..evaluation(1) };
            let share = judge.evaluate(&position).as_slice(2)[0];
            f64::from(share / (1.0 - share)).ln()
        };
        let ratio = learnt(MeanOver::Tried) / learnt(MeanOver::All);
        assert!((ratio - 3.5).abs() < 0.01, "{ratio}");
    }

    #[test]
    fn a_position_has_one_value_in_a_decision() {
        let start = position("r3k3/4p3/8/8/8/8/4P3/1R2K3 w - - 0 1");
        let judge = evaluation(1);
        let first = judge.evaluate(&start);
        judge.evaluate(&position("4k3/8/8/8/8/8/8/1R2K3 b - - 0 1"));
        assert_eq!(judge.evaluate(&start), first);
        assert_ne!(evaluation(2).evaluate(&start), first);
    }
}
