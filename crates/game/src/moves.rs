//! The reused move buffer.

use std::ops::{Deref, DerefMut};

/// A list of moves that is filled again and again without giving its memory back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveList<M>(Vec<M>);

impl<M> MoveList<M> {
    /// An empty list with room for most positions of most games.
    #[inline]
    pub fn new() -> Self {
        MoveList(Vec::with_capacity(256))
    }

    /// Forgets the moves and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Keeps only the moves that `keep` says yes to, in their order.
    #[inline]
    pub fn retain(&mut self, keep: impl FnMut(&M) -> bool) {
        self.0.retain(keep);
    }

    /// Adds a move at the end.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.0.push(mv);
    }
}

impl<M> Default for MoveList<M> {
    /// An empty list that has no memory yet.
    #[inline]
    fn default() -> Self {
        MoveList(Vec::new())
    }
}

impl<M> Deref for MoveList<M> {
    type Target = [M];

    #[inline]
    fn deref(&self) -> &[M] {
        &self.0
    }
}

impl<M> DerefMut for MoveList<M> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [M] {
        &mut self.0
    }
}

impl<M> Extend<M> for MoveList<M> {
    #[inline]
    fn extend<I: IntoIterator<Item = M>>(&mut self, moves: I) {
        self.0.extend(moves);
    }
}

impl<'a, M> IntoIterator for &'a MoveList<M> {
    type Item = &'a M;
    type IntoIter = std::slice::Iter<'a, M>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
