//! `Mcts`: the agent.

use std::sync::Arc;

use ludarium_game::{
    Agent, Budget, Decision, Evaluation, Gain, Game, MoveList, Rng, Seat, Stopwatch, Turn,
};

use super::decision::candidates;
use super::history::History;
use super::oracle::Oracle;
use super::parallel;
use super::parameters::{ChanceNodes, Parameters, Rollout, Threads};
use super::record::Layout;
use super::reuse::Kept;
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
    /// Judges leaves and their moves in place of roll-outs, [`Parameters::batch`] at a time. Ignored in an open loop,
    /// where a node stands for many positions.
    pub oracle: Option<Arc<dyn Oracle<G>>>,
    kept: Vec<Kept<G>>,
    /// The parameters under which the kept trees grew.
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
            kept: Vec::new(),
            grown_under: Parameters::default(),
        }
    }

    /// The same search with other parameters.
    pub fn with(self, parameters: Parameters) -> Self {
        Mcts { parameters, ..self }
    }

    /// The same search with an oracle.
    pub fn asking(self, oracle: Arc<dyn Oracle<G>>) -> Self {
        Mcts {
            oracle: Some(oracle),
            ..self
        }
    }

    /// Forgets the trees kept for the next decision.
    pub fn forget(&mut self) {
        self.kept.clear();
    }

    /// The trees to search: kept ones where they fit, fresh ones otherwise.
    fn trees(&mut self, position: &G, layout: Layout) -> Vec<Tree<G::Move>> {
        let (count, shared) = match self.parameters.threads {
            Threads::One => (1, false),
            Threads::Root(trees) => (trees.max(1), false),
            Threads::Tree(threads) => (1, threads > 1),
        };
        let limit = self.parameters.memory / count;
        let mut kept = std::mem::take(&mut self.kept).into_iter();
        let fits = self.parameters.reuse && self.grown_under == self.parameters;
        (0..count)
            .map(|_| {
                let old = kept.next().filter(|_| fits);
                match old.and_then(|kept| kept.at(position)) {
                    Some(mut tree) if tree.layout == layout => {
                        tree.set_limits(limit, shared);
                        tree
                    }
                    _ => Tree::new(layout, limit, shared),
                }
            })
            .collect()
    }
}

impl<G, E, A, R> Mcts<G, E, A, R>
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    /// Searches and returns the trees with what they cost.
    pub(super) fn search(
        &mut self,
        position: &G,
        mover: Seat,
        budget: &Budget,
        rng: &mut Rng,
    ) -> (Vec<Tree<G::Move>>, parallel::Cost) {
        let parameters = self.parameters;
        // In an open loop a node stands for many positions, which have no value in common.
        let closed = parameters.chance != ChanceNodes::OpenLoop;
        let solver = parameters.solver && R::UNIT && closed;
        let layout = Layout::new(
            position.seats(),
            parameters.implicit > 0.0 && closed,
            solver,
            parameters.rave.is_some(),
        );
        let trees = self.trees(position, layout);
        let uses_mast = matches!(parameters.rollout, Rollout::Mast { .. });
        let tables: Vec<[Option<History>; 2]> = trees
            .iter()
            .map(|_| [parameters.history.is_some(), uses_mast].map(|used| used.then(History::new)))
            .collect();
        let searches: Vec<_> = trees
            .iter()
            .zip(&tables)
            .map(|(tree, [history, mast])| Search {
                parameters: &parameters,
                evaluation: &self.evaluation,
                gain: &self.gain,
                reward: &self.reward,
                share: self.share.as_deref(),
                position,
                mover,
                tree,
                history: history.as_ref(),
                mast: mast.as_ref(),
                oracle: self.oracle.as_deref().filter(|_| closed),
                solver,
                depth: budget.depth.unwrap_or(u32::MAX).max(1),
            })
            .collect();
        let mut budget = budget.clone();
        if budget.iterations.is_none() && budget.nodes.is_none() && budget.time.is_none() {
            budget.iterations = Some(parameters.iterations);
        }
        let threads = match parameters.threads {
            Threads::Tree(threads) => threads.max(1),
            Threads::One | Threads::Root(_) => 1,
        };
        let cost = parallel::run(&searches, threads, &budget, rng);
        drop(searches);
        (trees, cost)
    }

    fn keep(&mut self, position: &G, trees: Vec<Tree<G::Move>>, chosen: G::Move) {
        let parameters = self.parameters;
        if parameters.reuse && parameters.chance != ChanceNodes::OpenLoop {
            self.grown_under = parameters;
            self.kept = trees
                .into_iter()
                .filter_map(|tree| Kept::after(position, tree, chosen))
                .collect();
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
            return Decision {
                time: started.elapsed(),
                ..Decision::plain(mv)
            };
        }
        let (trees, cost) = self.search(position, mover, budget, rng);
        let lines = self.parameters.chance != ChanceNodes::OpenLoop;
        let candidates = candidates(trees.iter(), mover, self.parameters.choice, lines);
        let chosen = candidates.first().map_or(buffer[0], |best| best.mv);
        self.keep(position, trees, chosen);
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
