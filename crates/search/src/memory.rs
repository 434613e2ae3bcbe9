//! `Memory`: where one thread of a search looks up what is known about positions.

use crate::shared_table::Access;
use crate::transposition::{Entry, TranspositionTable};

/// No table, a private table, or one that all threads of a decision share.
#[derive(Debug)]
pub(crate) enum Memory<'a> {
    Off,
    Own(TranspositionTable),
    Shared(Access<'a>),
}

impl Memory<'_> {
    /// What is remembered about the position with this key.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        match self {
            Memory::Off => None,
            Memory::Own(table) => table.find(key),
            Memory::Shared(table) => table.find(key),
        }
    }

    /// Remembers a position with `depth` ≥ 0. Bounds of the same depth are joined.
    #[inline]
    pub(crate) fn store(&mut self, key: u64, entry: Entry) {
        match self {
            Memory::Off => {}
            Memory::Own(table) => table.store(key, entry),
            Memory::Shared(table) => table.store(key, entry),
        }
    }
}
