//! The opponent inside an episode.

use ludarium_agents::NamedEvaluation;
use ludarium_dice_chess::rules::{Capture, DiceChess, LATE, Move, Positional};
use ludarium_game::{Agent, Budget, Gain, Game, MoveList, Rng, Turn};
use ludarium_search::mcts::{ChanceNodes, GameScores, Parameters, Selection, Timing};
use ludarium_search::{AlphaBeta, AlphaBetaOptions, Mcts, TableMode};

use super::super::hybrid::{Hybrid, MeanOver};
use super::super::minimax::MinimaxOverKinds;
use super::{QLearning, QParameters};
use crate::agents::basic;

/// The agent that plays the other side in an episode. It obeys the die as every agent of the game does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Opponent {
    /// Any move.
    Random,
    /// Any of the moves that win most at once.
    Greedy,
    /// The report's Basic agent.
    Basic,
    /// The report's MiniMax agent.
    Minimax,
    /// The report's ExpectiMiniMax agent.
    Expectimax,
    /// The report's Expecti-MCTS agent.
    Mcts,
    /// The report's Q-learning agent, against whom chance answers.
    Ql,
    /// The report's hybrid agent, the same way.
    Hybrid,
}

impl Opponent {
    /// The names in commands, the usual one first.
    pub(in super::super) const NAMES: [(&'static str, Opponent); 8] = [
        ("random", Opponent::Random),
        ("greedy", Opponent::Greedy),
        ("basic", Opponent::Basic),
        ("minimax", Opponent::Minimax),
        ("expectimax", Opponent::Expectimax),
        ("mcts", Opponent::Mcts),
        ("ql", Opponent::Ql),
        ("hybrid", Opponent::Hybrid),
    ];
}

/// The opponent, and how hard it thinks.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Answering {
    pub(in super::super) opponent: Opponent,
    /// Plies that the tree searches look ahead.
    pub(in super::super) depth: u32,
    /// Simulations of the Monte Carlo search; episodes of an opponent that learns.
    pub(in super::super) iterations: u64,
}

/// The opponent at the board.
pub(super) struct Answerer {
    opponent: Opponent,
    /// The search, where the opponent is one.
    search: Option<Box<dyn Agent<DiceChess>>>,
}

impl Answerer {
    /// The opponent of a learner with these parameters; one that learns itself shares all others.
    pub(super) fn new(learning: QParameters) -> Answerer {
        let Answering { opponent, depth, iterations } = learning.answering;
        // It learns against chance: a learner inside a learner has to end somewhere.
        let below = QParameters {
            episodes: iterations,
            depth: 2,
            answering: Answering { opponent: Opponent::Random, ..learning.answering },
            ..learning
        };
        let search: Option<Box<dyn Agent<DiceChess>>> = match opponent {
            Opponent::Random | Opponent::Greedy | Opponent::Basic => None,
            Opponent::Minimax => {
                let judge = NamedEvaluation::new("", "", Positional::default()).judge;
                Some(Box::new(MinimaxOverKinds::without_table(judge, depth)))
            }
            Opponent::Expectimax => {
                let mut search = AlphaBeta::new(Positional::default(), Capture);
                search.options = AlphaBetaOptions {
                    depth,
                    table: TableMode::Off,
                    ..AlphaBetaOptions::default()
                };
                Some(Box::new(search))
            }
            Opponent::Mcts => {
                let parameters = Parameters {
                    iterations,
                    selection: Selection::Uct { c: 0.8 },
                    chance: ChanceNodes::Expecti,
                    timing: Timing::AtOnce,
                    win_at_once: true,
                    ..Parameters::default()
                };
                let search = Mcts::new(Positional::default(), Capture, GameScores).with(parameters);
                Some(Box::new(search))
            }
            Opponent::Ql => Some(Box::new(QLearning::new(below))),
            Opponent::Hybrid => Some(Box::new(Hybrid::new(below, depth, MeanOver::Tried))),
        };
        Answerer { opponent, search }
    }

    /// Rolls and moves, unless the game is over.
    pub(super) fn answer(
        &mut self,
        position: &mut DiceChess,
        buffer: &mut MoveList<Move>,
        rng: &mut Rng,
    ) {
        if position.turn() == Turn::Chance {
            position.play(position.roll(rng));
        }
        if position.turn() == Turn::Over {
            return;
        }
        let mv = match (self.opponent, &mut self.search) {
            (_, Some(search)) => search.choose(position, &Budget::default(), rng).chosen,
            (Opponent::Greedy, None) => greedy(position, buffer, rng),
            (Opponent::Basic, None) => basic::choose_clean(position, LATE, buffer),
            (_, None) => position.pick(rng, buffer),
        };
        position.play(mv);
    }
}

fn greedy(position: &DiceChess, moves: &mut MoveList<Move>, rng: &mut Rng) -> Move {
    position.moves(moves);
    let mut best = (f32::NEG_INFINITY, moves[0]);
    let mut equals = 0;
    for &mv in &*moves {
        let gain = Capture.gain(position, mv);
        if gain < best.0 {
            continue;
        }
        equals = if gain > best.0 { 1 } else { equals + 1 };
        // The n-th of the best takes the place of the others once in n times.
        if rng.below(equals) == 0 {
            best = (gain, mv);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use ludarium_game::{Seed, Tabletop};

    use super::super::super::tests::position;
    use super::super::tests::LEARNING;
    use super::*;

    /// What the pieces look like after each of many answers.
    fn answers(opponent: Opponent, text: &str) -> HashSet<String> {
        let mut rng = Rng::new(Seed(1));
        let mut buffer = MoveList::new();
        let mut answerer = Answerer::new(QParameters {
            answering: Answering {
                opponent,
                depth: 1,
                // Enough for a learner to try each of its moves.
                iterations: if opponent == Opponent::Ql { 300 } else { 20 },
            },
            ..LEARNING
        });
        let answer = |_| {
            let mut after = position(text);
            answerer.answer(&mut after, &mut buffer, &mut rng);
            let text = after.describe();
            text.split(' ').next().unwrap_or_default().to_owned()
        };
        (0..400).map(answer).collect()
    }

    #[test]
    fn each_opponent_has_its_own_taste() {
        // Black's rook may take a queen, a pawn, or go to one of twelve other squares.
        let text = "7k/8/8/8/P2r3Q/8/8/K7 b - - 0 1 4";
        assert_eq!(answers(Opponent::Random, text).len(), 14);
        let queen = answers(Opponent::Greedy, text);
        assert_eq!(queen, ["7k/8/8/8/P6r/8/8/K7".to_owned()].into());
        // Basic takes the first capture it sees: along the rank to the left.
        let pawn = answers(Opponent::Basic, text);
        assert_eq!(pawn, ["7k/8/8/8/r6Q/8/8/K7".to_owned()].into());
        // The tree searches take the queen.
        assert_eq!(answers(Opponent::Minimax, text), queen);
        assert_eq!(answers(Opponent::Expectimax, text), queen);
    }

    #[test]
    fn searches_capture_a_king_that_others_leave() {
        let text = "7k/8/8/8/P2r3K/8/8/8 b - - 0 1 4";
        let learners = [Opponent::Ql, Opponent::Hybrid];
        for opponent in
            [Opponent::Minimax, Opponent::Expectimax, Opponent::Mcts].into_iter().chain(learners)
        {
            let found = answers(opponent, text);
            assert_eq!(found, ["7k/8/8/8/P6r/8/8/8".to_owned()].into(), "{opponent:?}");
        }
        assert!(answers(Opponent::Basic, text).contains("7k/8/8/8/r6K/8/8/8"));
    }

    #[test]
    fn a_greedy_opponent_has_no_favourite_among_equals() {
        let text = "7k/8/8/8/8/8/p7/1Q1K4 b - - 0 1 6";
        assert_eq!(answers(Opponent::Greedy, text).len(), 3);
    }

    #[test]
    fn the_opponent_rolls_the_die() {
        // Without a roll on the table it may move the pawn or the king.
        let text = "7k/8/8/8/p7/8/8/3K4 b - - 0 1";
        assert_eq!(answers(Opponent::Random, text).len(), 1 + 3);
    }
}
