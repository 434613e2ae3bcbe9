//! The original program's agents as they answer without a referee: an answer need not be a move of the game.

use ludarium_dice_chess::rules::{DiceChess, Kind, Move};
use ludarium_game::{Agent, Budget, Decision, Rng, Seed};

use super::basic_as_found::BasicAsFound;
use super::expectimax::ChoosesKind;
use super::hybrid_as_found::HybridAsFound;
use super::mcts_as_found::MctsAsFound;
use super::minimax::FirstBest;
use super::one_look::{JudgedMove, OneLook};
use super::piece_list::PawnTerm;
use super::piece_memory::{ListChooser, ListMemory};
use super::piece_squares::{PieceSquares, SquarePair, squares_text};
use super::ql_as_found::QLearningAsFound;
use super::qtable::BestCapture;

/// What the program's agents see: a position with a roll, and the list of its pieces.
pub(crate) struct ProgramView {
    position: DiceChess,
    rolled: Kind,
    memory: ListMemory,
}

/// An answer with what was found about the moves that it was chosen among.
pub(crate) struct SampledAnswer {
    /// Four letters; `None` where the program stops.
    pub(crate) answer: Option<String>,
    /// Visits of Monte Carlo, final values of Q-learning.
    pub(crate) found: Vec<(String, f64)>,
}

impl ProgramView {
    /// The view at the end of a game that began at `start`; `None` if nothing is rolled there.
    pub(crate) fn after(
        start: &DiceChess,
        game: &[(DiceChess, Move)],
        end: &DiceChess,
    ) -> Option<ProgramView> {
        let mut memory = ListMemory::default();
        memory.begin(start);
        for (position, mv) in game {
            memory.observe(position, *mv);
        }
        Some(ProgramView { position: *end, rolled: end.rolled()?, memory })
    }

    fn ask(&mut self, chooser: &impl ListChooser) -> Option<String> {
        let list = self.memory.recall(&self.position);
        chooser.answer(&self.position, self.rolled, list).map(squares_text)
    }

    /// The answer of the program's Basic agent when it is asked for the given time.
    pub(crate) fn basic(&self, call: u32) -> Option<String> {
        let mut agent = BasicAsFound::default();
        let answers = (0..call).map(|_| decide(&mut agent, &self.position, &mut Rng::new(Seed(0))));
        answers.last().map(|decision| four_letters(decision.chosen))
    }

    /// The answer of the agent that is named after a table.
    pub(crate) fn qtable(&mut self) -> Option<String> {
        self.ask(&BestCapture)
    }

    /// The answer of MiniMax.
    pub(crate) fn minimax(&mut self, pawns: PawnTerm) -> Option<String> {
        self.ask(&FirstBest { pawns })
    }

    /// MiniMax's values of all moves of the kind rolled.
    pub(crate) fn minimax_values(&mut self, pawns: PawnTerm) -> Vec<(String, i32)> {
        let list = self.memory.recall(&self.position);
        let judged = OneLook::at(&self.position, list, pawns).judge(self.rolled).into_iter();
        judged.map(|JudgedMove { mv, value }| (squares_text(mv.squares()), value)).collect()
    }

    /// The answer of ExpectiMiniMax, which ignores the roll.
    pub(crate) fn expectimax(&mut self, pawns: PawnTerm) -> Option<String> {
        self.ask(&ChoosesKind { pawns })
    }

    /// ExpectiMiniMax's sums over the moves of each kind that can move.
    pub(crate) fn expectimax_sums(&mut self, pawns: PawnTerm) -> Vec<(Kind, i32)> {
        let list = self.memory.recall(&self.position);
        OneLook::at_copy(&self.position, list, pawns).sums()
    }

    /// The kind of piece that a move of four letters leaves with.
    pub(crate) fn kind_of(&self, mv: &str) -> Option<Kind> {
        let pieces = PieceSquares::new(&self.position);
        let from = (0..64).find(|&from| squares_text((from, from)).get(..2) == mv.get(..2))?;
        pieces.on(from).map(|(_, kind)| kind)
    }

    /// One answer of Q-learning.
    pub(crate) fn ql(&self, rng: &mut Rng) -> SampledAnswer {
        let (answer, values) = QLearningAsFound::default().answer(&self.position, self.rolled, rng);
        let named = |(step, value)| (squares_text(step), f64::from(value));
        SampledAnswer {
            answer: answer.map(squares_text),
            found: values.into_iter().map(named).collect(),
        }
    }

    /// Whether a king can be lost within a move of the kind rolled and the answer to it: by which values of
    /// Q-learning get tails too heavy for a mean.
    pub(crate) fn king_at_stake(&self, mv: &str) -> bool {
        let side = self.position.side();
        let pieces = PieceSquares::new(&self.position).with_all_rights();
        let takes_king = |pieces: &PieceSquares, step: &SquarePair| {
            matches!(pieces.on(step.1), Some((_, Kind::King)))
        };
        let mut steps = Vec::new();
        pieces.list(side, &mut steps);
        let Some(step) = steps.iter().copied().find(|step| squares_text(*step) == mv) else {
            return false;
        };
        let mut after = pieces;
        after.play(step);
        after.list(side.other(), &mut steps);
        takes_king(&pieces, &step) || steps.iter().any(|answer| takes_king(&after, answer))
    }

    /// One answer of the hybrid, which ignores the roll.
    pub(crate) fn hybrid(&mut self, rng: &mut Rng) -> SampledAnswer {
        let list = self.memory.recall(&self.position);
        let answer = HybridAsFound::default().answer(&self.position, list, rng);
        SampledAnswer { answer: answer.map(squares_text), found: Vec::new() }
    }

    /// One answer of Monte Carlo tree search.
    pub(crate) fn mcts(&self, iterations: u64, c: f64, rng: &mut Rng) -> SampledAnswer {
        let decision = decide(&mut MctsAsFound { iterations, c }, &self.position, rng);
        let visits = decision.candidates.iter();
        SampledAnswer {
            answer: Some(four_letters(decision.chosen)),
            found: visits.map(|child| (four_letters(child.mv), child.visits as f64)).collect(),
        }
    }
}

fn decide(
    agent: &mut impl Agent<DiceChess>,
    position: &DiceChess,
    rng: &mut Rng,
) -> Decision<Move> {
    agent.choose(position, &Budget::default(), rng)
}

/// The squares left and reached; what a pawn becomes is left out.
fn four_letters(mv: Move) -> String {
    mv.squares().map_or_else(String::new, |(from, to)| squares_text((from ^ 56, to ^ 56)))
}
