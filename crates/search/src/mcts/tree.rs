//! The tree: growth, counts, the limit of memory, and the subtree kept for the next decision.
//!
//! One implementation serves one thread and several: alone, a thread does its sums with plain loads and
//! stores (`shared` is false), so sharing costs the single-threaded search nothing.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use ludarium_game::MAX_SEATS;

use super::block::{At, Node, Siblings, publish};
use super::record::Layout;

/// A search tree.
pub(super) struct Tree<M> {
    /// A block with the root as its only node.
    root: Siblings<M>,
    pub(super) layout: Layout,
    /// Whether several threads work here at once.
    pub(super) shared: bool,
    bytes: Apart<AtomicUsize>,
    limit: usize,
    full: AtomicBool,
}

/// A number that threads change often, not beside those that they only read: a write makes all others fetch what
/// is near it again.
#[repr(align(128))]
struct Apart<T>(T);

impl<M: Copy> Tree<M> {
    pub(super) fn new(layout: Layout, limit: usize, shared: bool) -> Tree<M> {
        Tree {
            root: Siblings::root(layout),
            layout,
            shared,
            bytes: Apart(AtomicUsize::new(0)),
            limit,
            full: AtomicBool::new(false),
        }
    }

    pub(super) fn root(&self) -> At<'_, M> {
        self.root.first()
    }

    /// Counts a visit and returns how many there were before. In a shared tree a visit that has not
    /// been backed up yet is the virtual loss.
    #[inline]
    pub(super) fn visit(&self, at: At<'_, M>) -> u32 {
        at.add_visits(1, self.shared)
    }

    /// Counts that an outcome was drawn again.
    pub(super) fn offer(&self, at: At<'_, M>) {
        at.node().offered.fetch_add(1, Relaxed);
    }

    /// Adds a reward, given in fixed-point units.
    #[inline]
    pub(super) fn add(&self, at: At<'_, M>, reward: &[i64; MAX_SEATS]) {
        at.add_rewards(self.layout, reward, self.shared);
    }

    /// Whether the memory is used up.
    pub(super) fn full(&self) -> bool {
        self.full.load(Relaxed)
    }

    /// Gives a node its children; `None` when they would not fit. The root always gets them.
    pub(super) fn grow<'t>(&'t self, at: At<'t, M>, block: Siblings<M>) -> Option<&'t Siblings<M>> {
        let is_root = std::ptr::eq(at.block, &self.root);
        let bytes = self.reserve(block.bytes(), is_root)?;
        Some(self.settle(bytes, publish(&at.node().children, block)))
    }

    /// Adds later siblings to a chain; `None` when they would not fit.
    pub(super) fn append<'t>(
        &'t self,
        first: &'t Siblings<M>,
        block: Siblings<M>,
    ) -> Option<&'t Siblings<M>> {
        let bytes = self.reserve(block.bytes(), false)?;
        Some(self.settle(bytes, first.append(block)))
    }

    fn reserve(&self, bytes: usize, always: bool) -> Option<usize> {
        let before = self.bytes.0.fetch_add(bytes, Relaxed);
        if before + bytes > self.limit && !always {
            self.bytes.0.fetch_sub(bytes, Relaxed);
            self.full.store(true, Relaxed);
            return None;
        }
        Some(bytes)
    }

    /// Takes back the reservation of a block that is not needed because another thread was faster.
    fn settle<'t>(&self, bytes: usize, (block, ours): (&'t Siblings<M>, bool)) -> &'t Siblings<M> {
        if !ours {
            self.bytes.0.fetch_sub(bytes, Relaxed);
        }
        block
    }

    /// The tree below a node, which becomes the root; the rest is dropped. The path is the place of
    /// the block in its chain and of the node in the block, for each step from the root.
    pub(super) fn into_subtree(mut self, path: &[(usize, usize)]) -> Option<Tree<M>> {
        let mut tree = Tree::new(self.layout, self.limit, self.shared);
        let mut children = self.root.nodes[0].children.take();
        for (step, &(place, index)) in path.iter().enumerate() {
            let mut block = children?;
            for _ in 0..place {
                let next = block.more.take()?;
                prune(vec![*std::mem::replace(&mut block, next)]);
            }
            if step + 1 == path.len() {
                let old = block.iter().nth(index)?.record();
                for (new, old) in tree.root().record().iter().zip(old) {
                    new.store(old.load(Relaxed), Relaxed);
                }
                tree.root.nodes[0] = std::mem::replace(block.nodes.get_mut(index)?, Node::root());
                children = None;
            } else {
                children = block.nodes.get_mut(index)?.children.take();
            }
            prune(vec![*block]);
        }
        let bytes = tree.blocks().map(Siblings::bytes).sum();
        tree.bytes = Apart(AtomicUsize::new(bytes));
        Some(tree)
    }

    /// Prepares a kept tree for a search under new limits.
    pub(super) fn set_limits(&mut self, limit: usize, shared: bool) {
        self.limit = limit;
        self.shared = shared;
        self.full = AtomicBool::new(*self.bytes.0.get_mut() > limit);
    }

    /// Every block below the root.
    pub(super) fn blocks(&self) -> impl Iterator<Item = &Siblings<M>> {
        let mut waiting: Vec<&Siblings<M>> = self.root().children().into_iter().collect();
        std::iter::from_fn(move || {
            let block = waiting.pop()?;
            waiting.extend(block.more.get().map(|next| &**next));
            waiting.extend(block.iter().filter_map(At::children));
            Some(block)
        })
    }
}

impl<M> Drop for Tree<M> {
    fn drop(&mut self) {
        prune(Vec::from_iter(self.root.nodes[0].children.take().map(|children| *children)));
    }
}

/// Frees blocks and all below them without recursion: a tree can be deeper than the stack.
fn prune<M>(mut waiting: Vec<Siblings<M>>) {
    while let Some(mut block) = waiting.pop() {
        waiting.extend(block.more.take().map(|next| *next));
        for node in &mut block.nodes {
            waiting.extend(node.children.take().map(|children| *children));
        }
    }
}
