//! One simulation: down the tree, a roll-out, and back up.

use ludarium_game::{Evaluation, Gain, Game, MoveList, Rng, Scores, Seat, Turn};

use super::block::{At, NewChild};
use super::history::History;
use super::lease::Lease;
use super::oracle::Oracle;
use super::parameters::{ChanceNodes, Parameters, Timing};
use super::reward::Reward;
use super::tree::Tree;

/// The share of random moves in mixed roll-outs, by position.
pub type RandomShare<G> = dyn Fn(&G) -> f64 + Send + Sync;

/// Everything the threads of one search read; nothing here changes but the tree's and the history's
/// atomic numbers.
pub(super) struct Search<'s, G: Game, E, A, R> {
    pub(super) parameters: &'s Parameters,
    pub(super) evaluation: &'s E,
    pub(super) gain: &'s A,
    pub(super) reward: &'s R,
    pub(super) share: Option<&'s RandomShare<G>>,
    pub(super) position: &'s G,
    /// The seat to move at the root.
    pub(super) mover: Seat,
    pub(super) tree: &'s Tree<G::Move>,
    pub(super) history: Option<&'s History>,
    /// Judges leaves in place of roll-outs.
    pub(super) oracle: Option<&'s dyn Oracle<G>>,
    /// Whether proofs are kept.
    pub(super) solver: bool,
    /// The largest depth of the tree in decision plies.
    pub(super) depth: u32,
}

/// A node on the way down, and the seat that chose it; `None` for the root and for chance outcomes.
pub(super) struct PathNode<'s, M> {
    pub(super) at: At<'s, M>,
    pub(super) chooser: Option<Seat>,
}

/// What one thread needs for itself: its random stream and buffers that are reused for every
/// simulation.
pub(super) struct Worker<'s, G: Game> {
    pub(super) rng: Rng,
    pub(super) buffer: MoveList<G::Move>,
    pub(super) outcomes: Vec<(G::Move, f64)>,
    pub(super) new_children: Vec<NewChild<G::Move>>,
    pub(super) path: Vec<PathNode<'s, G::Move>>,
    pub(super) lease: Lease<'s, G::Move>,
    /// Positions looked at.
    pub(super) nodes: u64,
    /// The largest depth of the tree in decision plies.
    pub(super) depth: u32,
}

impl<'s, G: Game> Worker<'s, G> {
    pub(super) fn new(rng: Rng) -> Self {
        Worker {
            rng,
            buffer: MoveList::new(),
            outcomes: Vec::new(),
            new_children: Vec::new(),
            path: Vec::new(),
            lease: Lease::none(),
            nodes: 0,
            depth: 0,
        }
    }
}

impl<'s, G, E, A, R> Search<'s, G, E, A, R>
where
    G: Game,
    E: Evaluation<G>,
    A: Gain<G>,
    R: Reward<G>,
{
    /// Makes one simulation.
    pub(super) fn simulate(&self, worker: &mut Worker<'s, G>) {
        let mut position = self.position.clone();
        let reward = match self.descend(&mut position, worker) {
            Some(reward) => reward,
            None => self.estimate(&mut position, worker),
        };
        self.back_up(&worker.path, reward, &mut worker.lease);
    }

    /// Whether everything is known.
    pub(super) fn is_solved(&self) -> bool {
        self.solver && self.tree.root().exact(self.tree.layout).is_some()
    }

    /// Walks down to a leaf, leaves the way in `worker.path`, and returns the leaf's reward; `None` where that is to be
    /// estimated.
    pub(super) fn descend(&self, position: &mut G, worker: &mut Worker<'s, G>) -> Option<Scores> {
        let layout = self.tree.layout;
        let mut at = self.tree.root();
        let leases = self.tree.shared && self.oracle.is_none();
        let mut before = if leases { at.visits() } else { self.tree.visit(at) };
        let mut plies = 0;
        let mut expanded = false;
        worker.path.clear();
        worker.path.push(PathNode { at, chooser: None });
        if let Some(leased) = worker.lease.go_on() {
            (at, before) = leased;
            plies = 1;
            let chooser = Some(self.mover);
            position.play(at.mv());
            worker.nodes += 1;
            worker.path.push(PathNode { at, chooser });
        }
        loop {
            if self.solver
                && let Some(exact) = at.exact(layout)
            {
                return Some(exact);
            }
            let chooser = match position.turn() {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance => None,
                Turn::Over => return Some(self.finish(at, position)),
            };
            let is_root = worker.path.len() == 1;
            let fresh = before == 0 && !is_root;
            let is_leaf = match (self.oracle, chooser) {
                (None, _) => self.is_leaf(chooser, fresh, expanded, plies),
                // Children come with the oracle's opinion, which it has of decisions only.
                (Some(_), Some(_)) => at.children().is_none() || plies >= self.depth,
                (Some(_), None) => false,
            };
            let children = if is_leaf {
                None
            } else {
                let known = at.children();
                expanded |= known.is_none();
                known.or_else(|| self.expand(at, chooser, position, worker))
            };
            let children = children?;
            at = match chooser {
                Some(seat) => {
                    plies += 1;
                    self.select(&self.parent(at, seat, before), children)
                }
                None => self.outcome(children, before, position, worker),
            };
            position.play(at.mv());
            worker.nodes += 1;
            before = if is_root && leases { worker.lease.begin(at) } else { self.tree.visit(at) };
            worker.path.push(PathNode { at, chooser });
            worker.depth = worker.depth.max(plies);
        }
    }

    /// Whether the roll-out starts at a node: after an expansion on the way here, at the largest depth,
    /// and at new nodes that are simulated first.
    fn is_leaf(&self, chooser: Option<Seat>, fresh: bool, expanded: bool, plies: u32) -> bool {
        if chooser.is_none() && self.parameters.chance == ChanceNodes::Expecti {
            return false;
        }
        let waits = fresh && self.parameters.timing == Timing::SecondVisit;
        expanded || waits || plies >= self.depth
    }

    /// Plays pending chance events without adding nodes to the tree.
    pub(super) fn draw_luck(&self, position: &mut G, worker: &mut Worker<'_, G>) {
        while position.turn() == Turn::Chance {
            let outcome = position.roll(&mut worker.rng);
            position.play(outcome);
            worker.nodes += 1;
        }
    }

    /// The reward at the end of the game, which is also the node's exact and minimax value.
    fn finish(&self, at: At<'_, G::Move>, position: &G) -> Scores {
        let reward = self.finished(position);
        if self.solver {
            at.prove(self.tree.layout, reward);
        }
        at.set_implicit(self.tree.layout, reward);
        reward
    }

    /// The reward of a roll-out from a leaf; its evaluation becomes its minimax value.
    fn estimate(&self, position: &mut G, worker: &mut Worker<'_, G>) -> Scores {
        let layout = self.tree.layout;
        if layout.has_implicit()
            && let Some(leaf) = worker.path.last()
            && leaf.at.implicit(layout).is_none()
        {
            leaf.at.set_implicit(layout, self.evaluation.evaluate(position));
        }
        self.roll_out(position, worker)
    }
}
