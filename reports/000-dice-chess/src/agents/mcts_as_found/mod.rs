//! The original program's Expecti-MCTS agent, with everything that its text does not say.
//!
//! - The visits of a node begin at 0.1, those of a terminal node at 1, those of the root at 1; below one
//!   visit a node counts as won.
//! - Results are always those of the root player: at the opponent's nodes, too, the child that is best
//!   for the root player is followed.
//! - A child that ends the game has the value 2³¹ − 1, which UCT counts twice; its siblings are dropped,
//!   and its simulations bring nothing, whichever side has won.
//! - A roll-out starts with a new roll, always plays the first action of the queue, and is broken off
//!   after 100 plies; if nobody has won by then, it counts as won.

mod board;
mod queue;

use crate::agents::order::list_moves;
use ludarium_dice_chess::rules::{DiceChess, Kind, Move, Side};
use ludarium_game::{
    Agent, Bound, Budget, Candidate, Decision, Meter, MoveList, Rng, Scores, sort_by,
};

use board::TreeBoard;
use queue::{ScoredStep, StepQueue};

use super::piece_memory::listed_or_first;

/// Plies of a roll-out.
const LONGEST: u32 = 100;

/// The visits of a new node: not 0, so that one can divide by it.
const UNVISITED: f64 = 0.1;

/// The value of a node that ends the game.
const TERMINAL: f64 = i32::MAX as f64;

/// Expecti-MCTS as found.
pub(super) struct MctsAsFound {
    /// Simulations where the budget sets no limit.
    pub(super) iterations: u64,
    /// The weight of exploration.
    pub(super) c: f64,
}

impl Agent<DiceChess> for MctsAsFound {
    fn choose(&mut self, position: &DiceChess, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        let Some(rolled) = position.rolled() else {
            return Decision::plain(listed_or_first(position, None));
        };
        let mut tree = UctTree::new(position, rolled, self.c, rng);
        let root = &tree.nodes[0];
        if let Some(action) = root.actions.iter().find(|action| root.board.wins(action)) {
            return Decision::plain(legal_move(position, *action));
        }
        if root.actions.is_empty() {
            // Only a capture en passant or a promotion on another roll is left, which it does not know.
            return Decision::plain(listed_or_first(position, None));
        }
        let mut budget = budget.clone();
        if budget.iterations.is_none() && budget.nodes.is_none() && budget.time.is_none() {
            budget.iterations = Some(self.iterations);
        }
        let mut meter = budget.meter();
        while meter.iteration() || tree.nodes[0].children.is_empty() {
            let plies = tree.simulate(rng);
            meter.add(plies);
        }
        tree.decide(position, &meter)
    }
}

/// What the children of a node stand for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NodePlace {
    Decision,
    Chance,
    Over,
}

struct UctNode {
    parent: Option<usize>,
    children: Vec<usize>,
    /// No child is left to be added.
    full: bool,
    place: NodePlace,
    board: TreeBoard,
    /// The action that led here.
    action: Option<ScoredStep>,
    /// At a decision, the actions that have no child yet.
    actions: StepQueue,
    /// At a chance node, the rolls that have no child yet, the next one last.
    rolls: Vec<Kind>,
    value: f64,
    visits: f64,
}

struct UctTree {
    nodes: Vec<UctNode>,
    player: Side,
    c: f64,
    /// The actions of a roll-out, and its rolls.
    queue: StepQueue,
    rolls: Vec<Kind>,
}

impl UctTree {
    fn new(position: &DiceChess, rolled: Kind, c: f64, rng: &mut Rng) -> UctTree {
        let board = TreeBoard::new(position);
        let mut tree = UctTree {
            nodes: Vec::new(),
            player: position.side(),
            c,
            queue: StepQueue::default(),
            rolls: Vec::new(),
        };
        let root = tree.add(None, NodePlace::Decision, board, None);
        let root = &mut tree.nodes[root];
        board.list(rolled, rng, &mut root.actions);
        (root.value, root.visits) = (1.0, 1.0);
        tree
    }

    fn add(
        &mut self,
        parent: Option<usize>,
        place: NodePlace,
        board: TreeBoard,
        action: Option<ScoredStep>,
    ) -> usize {
        let over = place == NodePlace::Over;
        let index = self.nodes.len();
        self.nodes.push(UctNode {
            parent,
            children: Vec::new(),
            full: over,
            place,
            board,
            action,
            actions: StepQueue::default(),
            rolls: Vec::new(),
            value: if over { TERMINAL } else { 0.0 },
            visits: if over { 1.0 } else { UNVISITED },
        });
        if let Some(parent) = parent {
            self.nodes[parent].children.push(index);
        }
        index
    }

    /// One simulation; returns the plies that it played.
    fn simulate(&mut self, rng: &mut Rng) -> u64 {
        let mut node = 0;
        while self.nodes[node].full && !self.nodes[node].children.is_empty() {
            node = self.follow(node, rng);
        }
        node = self.expand(node, rng);
        if self.nodes[node].place == NodePlace::Chance {
            node = self.expand(node, rng);
        }
        if self.nodes[node].place == NodePlace::Over {
            self.back_up(node, 0.0);
            return 1;
        }
        let (result, plies) = self.roll_out(node, rng);
        self.back_up(node, result);
        plies
    }

    /// The child of a full node that comes next: any roll, or the best action.
    fn follow(&self, node: usize, rng: &mut Rng) -> usize {
        let parent = &self.nodes[node];
        if parent.place == NodePlace::Chance {
            return parent.children[rng.below(parent.children.len() as u32) as usize];
        }
        let mut best = (f64::NEG_INFINITY, parent.children[0]);
        for &child in &parent.children {
            let urgency = self.urgency(parent, &self.nodes[child]);
            if urgency > best.0 {
                best = (urgency, child);
            }
        }
        best.1
    }

    fn urgency(&self, parent: &UctNode, child: &UctNode) -> f64 {
        let mean = child.value / child.visits;
        let value = if child.visits < 1.0 { 1.0 } else { mean };
        // The program adds the mean over the node's own children, which is 0 unless it has none.
        let expected = if child.place == NodePlace::Over { mean } else { 0.0 };
        value + expected + self.c * (parent.visits.ln() / child.visits).sqrt()
    }

    /// Adds a child where there is one to add, and returns it.
    fn expand(&mut self, index: usize, rng: &mut Rng) -> usize {
        let node = &mut self.nodes[index];
        let mut board = node.board;
        match node.place {
            NodePlace::Over => index,
            NodePlace::Chance => {
                let Some(roll) = node.rolls.pop() else {
                    return index;
                };
                node.full = node.rolls.is_empty();
                let action = node.action;
                let child = self.add(Some(index), NodePlace::Decision, board, action);
                board.list(roll, rng, &mut self.nodes[child].actions);
                child
            }
            NodePlace::Decision => {
                let Some(action) = node.actions.pop() else {
                    return index;
                };
                node.full = node.actions.is_empty();
                board.play(action);
                if board.winner().is_some() {
                    node.children.clear();
                    node.full = true;
                    return self.add(Some(index), NodePlace::Over, board, Some(action));
                }
                let child = self.add(Some(index), NodePlace::Chance, board, Some(action));
                let mut rolls: Vec<Kind> = board.rolls().collect();
                rng.shuffle(&mut rolls);
                self.nodes[child].rolls = rolls;
                child
            }
        }
    }

    /// Plays a game from a node: 0 if the opponent wins it, otherwise 1, and the plies played.
    fn roll_out(&mut self, node: usize, rng: &mut Rng) -> (f64, u64) {
        let mut board = self.nodes[node].board;
        let mut plies = 0;
        for _ in 0..LONGEST {
            self.rolls.clear();
            self.rolls.extend(board.rolls());
            let Some(&roll) = rng.choose(&self.rolls) else {
                break;
            };
            board.list(roll, rng, &mut self.queue);
            let Some(action) = self.queue.first() else {
                break;
            };
            board.play(action);
            plies += 1;
            if board.winner().is_some() {
                break;
            }
        }
        let lost = board.winner() == Some(self.player.other());
        (if lost { 0.0 } else { 1.0 }, plies)
    }

    /// Counts the visit on the way up, and the result at chance nodes.
    fn back_up(&mut self, from: usize, result: f64) {
        let mut next = Some(from);
        while let Some(index) = next {
            let node = &mut self.nodes[index];
            node.visits += 1.0;
            if node.place == NodePlace::Chance {
                node.value += result;
            }
            next = node.parent;
        }
    }

    /// The most visited action, the first among equals.
    fn decide(&self, position: &DiceChess, meter: &Meter) -> Decision<Move> {
        let mover = position.side().seat();
        let candidate = |&child: &usize| {
            let node = &self.nodes[child];
            let mean = (node.value / node.visits).clamp(0.0, 1.0) as f32;
            let mut scores = Scores::new(&[1.0 - mean, 1.0 - mean]);
            scores.set(mover, ludarium_game::Value(mean));
            let mv = legal_move(position, node.action?);
            Some(Candidate {
                mv,
                scores,
                visits: node.visits as u64,
                bound: Bound::Exact,
                line: vec![mv],
            })
        };
        let children = self.nodes[0].children.iter();
        let mut candidates: Vec<_> = children.filter_map(candidate).collect();
        sort_by(&mut candidates, |a, b| b.visits.cmp(&a.visits));
        Decision {
            chosen: candidates
                .first()
                .map_or_else(|| listed_or_first(position, None), |best| best.mv),
            candidates,
            nodes: meter.nodes(),
            iterations: meter.iterations(),
            depth: 0,
            time: meter.time(),
        }
    }
}

/// The legal move of an action; pawns become queens.
fn legal_move(position: &DiceChess, action: ScoredStep) -> Move {
    let squares = Some((action.from ^ 56, action.to ^ 56));
    let mut moves = MoveList::new();
    list_moves(position, &mut moves);
    let found = moves.iter().find(|mv| mv.squares() == squares);
    found.copied().unwrap_or(moves[0])
}

#[cfg(test)]
mod tests {
    use ludarium_game::Seed;

    use super::super::tests::position;
    use super::*;

    /// White's king can be captured after most of its moves, so that the tree ends in many places.
    const EXPOSED: &str = "4k3/8/8/8/8/1q6/7P/K6R w - - 0 1 4";

    fn grown(text: &str, simulations: u32) -> UctTree {
        let position = position(text);
        let mut rng = Rng::new(Seed(5));
        let mut tree = UctTree::new(&position, position.rolled().unwrap(), 0.8, &mut rng);
        for _ in 0..simulations {
            tree.simulate(&mut rng);
        }
        tree
    }

    #[test]
    fn an_end_drops_its_siblings_and_its_simulations_bring_nothing() {
        let tree = grown(EXPOSED, 500);
        assert_eq!(tree.nodes[0].visits, 501.0);
        let ends: Vec<&UctNode> =
            tree.nodes.iter().filter(|node| node.place == NodePlace::Over).collect();
        assert!(!ends.is_empty());
        for end in ends {
            assert_eq!(end.value, TERMINAL);
            let parent = &tree.nodes[end.parent.unwrap()];
            assert_eq!((parent.children.len(), parent.full), (1, true));
        }
    }

    #[test]
    fn only_chance_nodes_have_values_between_nothing_and_a_win_for_each_visit() {
        let tree = grown(EXPOSED, 500);
        for node in &tree.nodes[1..] {
            match node.place {
                NodePlace::Decision => assert_eq!(node.value, 0.0),
                NodePlace::Chance => assert!(node.value <= node.visits - UNVISITED + 1e-6),
                NodePlace::Over => {}
            }
        }
    }

    #[test]
    fn the_budget_is_kept_and_the_most_visited_move_is_played() {
        let mut agent = MctsAsFound { iterations: 2000, c: 0.8 };
        let budget = Budget { iterations: Some(80), ..Budget::default() };
        let decision = agent.choose(&position(EXPOSED), &budget, &mut Rng::new(Seed(2)));
        assert_eq!(decision.iterations, 80);
        let visits: Vec<u64> = decision.candidates.iter().map(|c| c.visits).collect();
        assert!(visits.is_sorted_by(|a, b| a >= b));
        assert_eq!(visits.iter().sum::<u64>(), 80);
        assert_eq!(decision.chosen, decision.candidates[0].mv);
    }
}
