//! `Mcts`: the agent.

use std::sync::Arc;

use ludarium_game::{
    Agent, Budget, Decision, Evaluation, Gain, Game, MoveList, Rng, Seat, Stopwatch, Turn,
};

use super::decision::candidates;
use super::history::History;
use super::oracle::Oracle;
use super::parallel;
use super::parameters::Parameters;
use super::record::Layout;
use super::reuse::KeptTree;
use super::reward::{GameScores, Reward, Uninformed};
use super::search::{RandomShare, Search};
use super::solver::is_won;
use super::tree::Tree;
use crate::mover::mover;

/// Monte Carlo tree search with value vectors: every simulation counts for all seats at once, and each
/// seat maximises its own share.
///
/// A budget in iterations is kept exactly, one in nodes or time to within a simulation. The depth of a
/// budget limits the tree, not the roll-outs.
///
/// Rewards are not discounted. A win found sooner is preferred where it is certain: with
/// [`Parameters::solver`] the first proven win ends the search, with [`Parameters::win_at_once`] a
/// move that wins at once is played without a search.
///
/// [`super::PlainMcts`] is the same search on one page.
///
/// # Examples
///
/// In the game of `examples/stones` two seats take 1, 2 or 3 stones in turn, and the seat that takes the last one
/// wins. With ten stones the right move is to take two:
///
/// ```
/// use ludarium_game::{Agent, Budget, Rng, Seed};
/// use ludarium_search::mcts::{Mcts, Parameters};
/// # mod stones { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/stones/game.rs")); }
/// # use stones::Stones;
///
/// let mut search = Mcts::default().with(Parameters { solver: true, ..Parameters::default() });
/// let budget = Budget { iterations: Some(2000), ..Budget::default() };
/// let decision = search.choose(&Stones::new(10), &budget, &mut Rng::new(Seed(1)));
///
/// assert_eq!(decision.chosen, 2);
/// // The solver has proven the win and ended the search early.
/// assert!(decision.iterations < 2000);
/// assert_eq!(decision.candidates[0].scores.as_slice(2), [1.0, 0.0]);
/// ```
pub struct Mcts<G: Game, E = Uninformed, A = Uninformed, R = GameScores> {
    /// The plain parameters.
    pub parameters: Parameters,
    /// Values truncated roll-outs and implicit minimax leaves.
    pub evaluation: E,
    /// Guides greedy roll-outs, priors and [`super::Expansion::GainsOnly`].
    pub gain: A,
    /// What a simulation is worth.
    pub reward: R,
    /// The share of random moves by position, in place of the fixed one of
    /// [`super::Rollout::Mixed`].
    pub share: Option<Arc<RandomShare<G>>>,
    /// Judges leaves and their moves in place of roll-outs, [`Parameters::batch`] at a time.
    pub oracle: Option<Arc<dyn Oracle<G>>>,
    kept: Option<KeptTree<G>>,
    /// The parameters under which the kept tree grew.
    grown_under: Parameters,
}

impl<G: Game> Default for Mcts<G> {
    fn default() -> Self {
        Mcts::new(Uninformed, Uninformed, GameScores)
    }
}

impl<G: Game, E, A, R> Mcts<G, E, A, R> {
    /// A search with default parameters.
    pub fn new(evaluation: E, gain: A, reward: R) -> Self {
        Mcts {
            parameters: Parameters::default(),
            evaluation,
            gain,
            reward,
            share: None,
            oracle: None,
            kept: None,
            grown_under: Parameters::default(),
        }
    }

    /// The same search with other parameters.
    pub fn with(self, parameters: Parameters) -> Self {
        Mcts { parameters, ..self }
    }

    /// The same search with an oracle.
    pub fn asking(self, oracle: Arc<dyn Oracle<G>>) -> Self {
        Mcts { oracle: Some(oracle), ..self }
    }

    /// Forgets the tree kept for the next decision.
    pub fn forget(&mut self) {
        self.kept = None;
    }

    /// The tree to search: the kept one where it fits, a fresh one otherwise.
    fn tree(&mut self, position: &G, layout: Layout) -> Tree<G::Move> {
        let (limit, shared) = (self.parameters.memory, self.parameters.threads > 1);
        let fits = self.parameters.reuse && self.grown_under == self.parameters;
        let old = self.kept.take().filter(|_| fits);
        match old.and_then(|kept| kept.at(position)) {
            Some(mut tree) if tree.layout == layout => {
                tree.set_limits(limit, shared);
                tree
            }
            _ => Tree::new(layout, limit, shared),
        }
    }
}

impl<G, E, A, R> Mcts<G, E, A, R>
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    /// Searches and returns the tree with what it cost.
    pub(super) fn search(
        &mut self,
        position: &G,
        mover: Seat,
        budget: &Budget,
        rng: &mut Rng,
    ) -> (Tree<G::Move>, parallel::SearchCost) {
        let parameters = self.parameters;
        let solver = parameters.solver && R::UNIT;
        let layout = Layout::new(position.seats(), parameters.implicit > 0.0, solver);
        let tree = self.tree(position, layout);
        let history = parameters.history.map(|_| History::new());
        let search = Search {
            parameters: &parameters,
            evaluation: &self.evaluation,
            gain: &self.gain,
            reward: &self.reward,
            share: self.share.as_deref(),
            position,
            mover,
            tree: &tree,
            history: history.as_ref(),
            oracle: self.oracle.as_deref(),
            solver,
            depth: budget.depth.unwrap_or(u32::MAX).max(1),
        };
        let mut budget = budget.clone();
        if budget.iterations.is_none() && budget.nodes.is_none() && budget.time.is_none() {
            budget.iterations = Some(parameters.iterations);
        }
        let cost = parallel::run(&search, parameters.threads, &budget, rng);
        (tree, cost)
    }

    fn keep(&mut self, position: &G, tree: Tree<G::Move>, chosen: G::Move) {
        if self.parameters.reuse {
            self.grown_under = self.parameters;
            self.kept = KeptTree::after(position, tree, chosen);
        }
    }
}

impl<G, E, A, R> Agent<G> for Mcts<G, E, A, R>
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    fn choose(&mut self, position: &G, budget: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        let started = Stopwatch::start(budget.time_kind);
        let mover = mover(position);
        let mut buffer = MoveList::new();
        position.moves(&mut buffer);
        if self.parameters.win_at_once
            && let Some(mv) = winning_move(position, mover, &buffer)
        {
            return Decision { time: started.elapsed(), ..Decision::plain(mv) };
        }
        let (tree, cost) = self.search(position, mover, budget, rng);
        let candidates = candidates(&tree, mover);
        let chosen = candidates.first().map_or(buffer[0], |best| best.mv);
        self.keep(position, tree, chosen);
        Decision {
            chosen,
            candidates,
            nodes: cost.nodes,
            iterations: cost.iterations,
            depth: cost.depth,
            time: started.elapsed(),
        }
    }

    fn begin(&mut self, _position: &G, _seat: Seat) {
        self.forget();
    }
}

/// A move that ends the game with the best possible score, if there is one.
fn winning_move<G: Game>(position: &G, mover: Seat, moves: &[G::Move]) -> Option<G::Move> {
    moves.iter().copied().find(|&mv| {
        let mut next = position.clone();
        next.play(mv);
        next.turn() == Turn::Over && is_won(next.scores(), mover)
    })
}
