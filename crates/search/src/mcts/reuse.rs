//! Keeping the part of a tree that still matters for the next decision.
//!
//! An agent sees positions, not moves. After a decision it keeps the tree below the chosen move;
//! at the next one it looks for the new position in that tree: along every line to the first decision
//! of the seat that is to move now, since a line that goes beyond would have skipped its turn. Keys are
//! compared first, then whole positions. A position that is not found starts a fresh tree.

use ludarium_game::{Game, Seat, Turn};

use super::block::{At, Siblings};
use super::tree::Tree;

/// No line is followed further than this; a whole round of a game with the most seats, with its dice, is shorter.
const MOST_PLIES: usize = 32;

/// A tree and the position of its root.
pub(super) struct KeptTree<G: Game> {
    pub(super) position: G,
    pub(super) tree: Tree<G::Move>,
}

impl<G: Game> KeptTree<G> {
    /// The part of a finished search below the chosen move.
    pub(super) fn after(position: &G, tree: Tree<G::Move>, chosen: G::Move) -> Option<KeptTree<G>> {
        let children = tree.root().children()?;
        let index = children.iter().position(|at| at.mv() == chosen)?;
        let tree = tree.into_subtree(&[(0, index)])?;
        let mut position = position.clone();
        position.play(chosen);
        Some(KeptTree { position, tree })
    }

    /// The part below a position that was reached since, if the tree has it.
    pub(super) fn at(self, target: &G) -> Option<Tree<G::Move>> {
        let Turn::Seat(seat) = target.turn() else {
            return None;
        };
        let mut path = Vec::new();
        let hunt = TreeFinder { target, key: target.key(), seat };
        if !hunt.find(self.tree.root(), &self.position, &mut path) {
            return None;
        }
        if path.is_empty() {
            return Some(self.tree);
        }
        self.tree.into_subtree(&path)
    }
}

/// What is looked for.
struct TreeFinder<'a, G> {
    target: &'a G,
    key: u64,
    seat: Seat,
}

impl<G: Game> TreeFinder<'_, G> {
    /// Whether the target is at a node or below it; `path` then leads there.
    fn find(&self, at: At<'_, G::Move>, position: &G, path: &mut Vec<(usize, usize)>) -> bool {
        if position.turn() == Turn::Seat(self.seat) {
            return position.key() == self.key && position == self.target;
        }
        let Some(first) = at.children().filter(|_| path.len() < MOST_PLIES) else {
            return false;
        };
        for (place, block) in first.chain().enumerate() {
            for (index, child) in Siblings::iter(block).enumerate() {
                if child.visits() == 0 {
                    continue;
                }
                let mut next = position.clone();
                next.play(child.mv());
                path.push((place, index));
                if self.find(child, &next, path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }
}
