//! What the tests share: exact values of small trees, and games with special chance.

use ludarium_game::{
    Agent, Budget, ChancePlace, Decision, Evaluation, Game, Listing, MoveList, Rng, Scores, Seat,
    Seed, Turn,
};

use crate::mcts::block::{At, Siblings};
use crate::mcts::history::History;
use crate::mcts::record::Layout;
use crate::mcts::search::Search;
use crate::mcts::tree::Tree;
use crate::mcts::{GameScores, Mcts, Parameters, Uninformed, parallel};
use crate::testing::{RandomTree, TreeShape, best_scores};

/// Two seats, no chance.
pub(super) const DUEL: TreeShape = TreeShape::DUEL;

/// Two seats with chance.
pub(super) const DICE: TreeShape = TreeShape { chance_every: 3, ..TreeShape::DUEL };

/// Three seats, wins and losses only, so that there are many proofs.
pub(super) const TRIO: TreeShape = TreeShape { seats: 3, grades: 2, ..TreeShape::DUEL };

/// The scores under best play to the end of the game.
pub(super) fn exact<G: Game>(position: &G) -> Scores {
    best_scores(position, u32::MAX, &Uninformed)
}

pub(super) fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// How much a decision loses against best play, for the seat to move.
pub(super) fn regret<G: Game>(position: &G, decision: &Decision<G::Move>) -> f32 {
    let seat = mover(position);
    let best = exact(position).of(seat).0;
    best - exact(&after(position, decision.chosen)).of(seat).0
}

pub(super) fn mover<G: Game>(position: &G) -> Seat {
    match position.turn() {
        Turn::Seat(seat) => seat,
        turn => panic!("nobody moves at {turn:?}"),
    }
}

pub(super) fn iterations(count: u64) -> Budget {
    Budget { iterations: Some(count), ..Budget::default() }
}

/// One decision of a fresh search without knowledge of the game.
pub(super) fn decide<G: Game>(
    position: &G,
    parameters: Parameters,
    count: u64,
    seed: u64,
) -> Decision<G::Move> {
    let mut rng = Rng::new(Seed(seed));
    Mcts::default().with(parameters).choose(position, &iterations(count), &mut rng)
}

/// The mean regret of decisions on the trees with these seeds.
pub(super) fn mean_regret(
    shape: TreeShape,
    seeds: std::ops::Range<u64>,
    parameters: Parameters,
    count: u64,
) -> f32 {
    let trees = seeds.end - seeds.start;
    let sum: f32 = seeds
        .map(|seed| {
            let tree = RandomTree::new(shape, seed);
            regret(&tree, &decide(&tree, parameters, count, seed))
        })
        .sum();
    sum / trees as f32
}

/// An agent that uses the estimates of random trees, also as gains.
pub(super) fn informed(parameters: Parameters) -> Mcts<RandomTree, Estimate, GainOfEstimate> {
    Mcts::new(Estimate, GainOfEstimate, GameScores).with(parameters)
}

/// The estimate of a random tree.
pub(super) struct Estimate;

impl Evaluation<RandomTree> for Estimate {
    fn evaluate(&self, position: &RandomTree) -> Scores {
        position.estimate()
    }
}

impl Evaluation<Unlisted> for Estimate {
    fn evaluate(&self, position: &Unlisted) -> Scores {
        position.0.estimate()
    }
}

/// The estimate after a move minus one half.
pub(super) struct GainOfEstimate;

impl ludarium_game::Gain<RandomTree> for GainOfEstimate {
    fn gain(&self, position: &RandomTree, mv: u8) -> f32 {
        after(position, mv).estimate().of(mover(position)).0 - 0.5
    }
}

/// A random tree that does not tell its probabilities.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Unlisted(pub(super) RandomTree);

impl Game for Unlisted {
    type Move = u8;

    const CHANCE: ChancePlace = ChancePlace::BeforeMove;

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn moves(&self, out: &mut MoveList<u8>) {
        self.0.moves(out);
    }

    fn play(&mut self, mv: u8) {
        self.0.play(mv);
    }

    fn chances(&self, out: &mut Vec<(u8, f64)>) -> Listing {
        let listing = self.0.chances(out);
        if out.is_empty() {
            return listing;
        }
        out.clear();
        Listing::TooMany
    }

    fn roll(&self, rng: &mut Rng) -> u8 {
        self.0.roll(rng)
    }

    fn scores(&self) -> Scores {
        self.0.scores()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }
}

/// A search without knowledge, for tests that look into its trees.
pub(super) fn plain<G: Game>(
    parameters: Parameters,
) -> Mcts<G, Uninformed, Uninformed, GameScores> {
    Mcts::default().with(parameters)
}

/// The tree of one search.
pub(super) fn grow<G: Game>(
    position: &G,
    parameters: Parameters,
    count: u64,
    seed: u64,
) -> Tree<G::Move> {
    let mut rng = Rng::new(Seed(seed));
    let (tree, cost) =
        plain(parameters).search(position, mover(position), &iterations(count), &mut rng);
    assert!(cost.iterations <= count);
    tree
}

/// A search of a random tree whose inner values tests compare with their definitions.
pub(super) type OpenSearch<'s> = Search<'s, RandomTree, Estimate, GainOfEstimate, GameScores>;

/// Makes `count` simulations and shows the search, its tree and its history, which an agent keeps to
/// itself.
pub(super) fn inspect(
    position: &RandomTree,
    parameters: Parameters,
    count: u64,
    look: impl FnOnce(&OpenSearch<'_>),
) {
    let layout = Layout::new(position.seats(), false, false);
    let tree = Tree::new(layout, parameters.memory, false);
    let history = parameters.history.map(|_| History::new());
    let search = Search {
        parameters: &parameters,
        evaluation: &Estimate,
        gain: &GainOfEstimate,
        reward: &GameScores,
        share: None,
        position,
        mover: mover(position),
        tree: &tree,
        history: history.as_ref(),
        oracle: None,
        solver: false,
        depth: u32::MAX,
    };
    parallel::run(&search, 1, &iterations(count), &mut Rng::new(Seed(count)));
    look(&search);
}

/// Calls `visit` for every node that has been visited, with its position.
pub(super) fn walk<G: Game>(
    at: At<'_, G::Move>,
    position: &G,
    visit: &mut impl FnMut(At<'_, G::Move>, &G),
) {
    visit(at, position);
    for block in at.children().into_iter().flat_map(Siblings::chain) {
        for child in block.iter().filter(|child| child.visits() > 0) {
            walk(child, &after(position, child.mv()), visit);
        }
    }
}

/// Everything that a node and those below it know.
pub(super) fn record<M: Copy>(at: At<'_, M>, tree: &Tree<M>, out: &mut Vec<(u32, Scores)>) {
    let mean = at.mean(tree.layout).unwrap_or(Scores::ZERO);
    out.push((at.visits(), mean));
    for child in at.children().into_iter().flat_map(Siblings::chain).flat_map(Siblings::iter) {
        record(child, tree, out);
    }
}
