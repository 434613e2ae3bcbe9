//! The transposition table: what is known about positions that were searched before.

use crate::duel::Bounds;

/// Positions that share a place; the least useful of them is replaced.
pub(crate) const BUCKET: usize = 4;

/// Which earlier results a search may use instead of searching again.
///
/// Positions are recognised by [`ludarium_game::Game::key`], which leaves out repetition history and
/// move counters: where those decide games, a table may use a value from a line with another history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableMode {
    /// No table.
    Off,
    /// Only results of exactly the same depth: values equal those of the search without a table.
    Exact,
    /// Results of at least the same depth: stronger, but the value mixes depths.
    #[default]
    Deep,
}

impl TableMode {
    /// Whether a result of depth `found` may be used for a search of depth `wanted`.
    #[inline]
    pub(crate) fn trusts(self, found: i32, wanted: i32) -> bool {
        match self {
            TableMode::Off => false,
            TableMode::Exact => found == wanted,
            TableMode::Deep => found >= wanted,
        }
    }
}

/// What the table remembers about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    /// What is known about the value.
    pub bounds: Bounds,
    /// The decision plies that were searched below it.
    pub depth: i32,
    /// The index of the best move in the game's own order, if one is known.
    pub best: Option<u16>,
}

impl Entry {
    /// Whether the value is known exactly.
    #[inline]
    pub(crate) fn is_exact(&self) -> bool {
        self.bounds.low == self.bounds.high
    }

    /// The numbers of a slot: key, lower bound, upper bound, and depth with best move and generation.
    #[inline]
    pub(crate) fn packed(&self, key: u64, generation: u32) -> [u64; 4] {
        [
            key,
            self.bounds.low.to_bits(),
            self.bounds.high.to_bits(),
            u64::from(self.depth as u16)
                | u64::from(self.best.unwrap_or(NO_MOVE)) << 16
                | u64::from(generation) << 32,
        ]
    }

    /// The entry in the numbers of a slot.
    #[inline]
    pub(crate) fn unpacked(&[_, low, high, rest]: &[u64; 4]) -> Entry {
        let best = (rest >> 16) as u16;
        Entry {
            bounds: Bounds { low: f64::from_bits(low), high: f64::from_bits(high) },
            depth: i32::from(rest as u16),
            best: (best != NO_MOVE).then_some(best),
        }
    }

    /// This entry with what an older one of the same position knows beyond it.
    #[inline]
    pub(crate) fn joined_with(mut self, old: &Entry) -> Entry {
        if old.depth == self.depth {
            let low = old.bounds.low.max(self.bounds.low);
            let high = old.bounds.high.min(self.bounds.high);
            // Rounding may make two true bounds cross; then only the newer one is kept.
            if low <= high {
                self.bounds = Bounds { low, high };
            }
        }
        self.best = self.best.or(old.best);
        self
    }
}

/// A table that grows with the search up to a limit.
///
/// Only the current decision's entries are ever found and every decision starts small again, so what
/// an agent searched before has no influence on it, and short searches stay in the processor's cache.
#[derive(Clone, Debug)]
pub(crate) struct TranspositionTable {
    /// Packed entries.
    slots: Vec<[u64; 4]>,
    /// Buckets in use: a power of two times [`FIRST_BUCKETS`], or fewer where the limit is smaller.
    buckets: usize,
    most_buckets: usize,
    /// Entries of this generation.
    filled: usize,
    generation: u32,
}

/// Buckets at the start of every decision: 128 KiB.
pub(crate) const FIRST_BUCKETS: usize = 1 << 10;

/// Stands for no move in a slot.
const NO_MOVE: u16 = u16::MAX;

impl TranspositionTable {
    /// An empty table that takes at most this many bytes, and at least one bucket.
    #[inline]
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        TranspositionTable {
            slots: Vec::new(),
            buckets: 0,
            most_buckets: (bytes / size_of::<[u64; 4]>() / BUCKET).max(1),
            filled: 0,
            generation: 0,
        }
    }

    /// Forgets everything.
    #[inline]
    pub(crate) fn start(&mut self) {
        self.buckets = FIRST_BUCKETS.min(self.most_buckets);
        self.filled = 0;
        if self.generation == u32::MAX {
            self.slots.fill([0; 4]);
            self.generation = 0;
        }
        self.generation += 1;
        self.extend();
    }

    /// What is remembered about the position with this key.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        let start = self.bucket(key);
        let slot = self.slots[start..start + BUCKET]
            .iter()
            .find(|slot| slot[0] == key && self.is_current(slot))?;
        Some(Entry::unpacked(slot))
    }

    /// Remembers a position with `depth` ≥ 0. Bounds of the same depth are joined.
    #[inline]
    pub(crate) fn store(&mut self, key: u64, mut entry: Entry) {
        // A quarter full, nearly all buckets still have room for one more.
        if 4 * self.filled >= self.buckets * BUCKET && 2 * self.buckets <= self.most_buckets {
            self.grow();
        }
        let start = self.bucket(key);
        if let Some(old) = self.find(key) {
            entry = entry.joined_with(&old);
        }
        let generation = self.generation;
        let worth = |slot: &[u64; 4]| {
            if slot[3] >> 32 != u64::from(generation) {
                0
            } else if slot[0] == key {
                1
            } else {
                2 + (slot[3] & 0xFFFF)
            }
        };
        let bucket = &mut self.slots[start..start + BUCKET];
        // The position's own slot must win over a stale one, or it would be held twice.
        let own = bucket.iter().position(|slot| worth(slot) == 1);
        let place = own.or_else(|| (0..BUCKET).min_by_key(|&index| worth(&bucket[index])));
        if let Some(place) = place {
            self.filled += usize::from(worth(&bucket[place]) == 0);
            bucket[place] = entry.packed(key, generation);
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize * BUCKET
    }

    /// Doubles the buckets in use. Bucket i splits into 2i and 2i + 1, which follow from the key.
    #[cold]
    #[inline]
    fn grow(&mut self) {
        let old_buckets = self.buckets;
        self.buckets *= 2;
        self.extend();
        // From the top down no bucket is overwritten before it was split.
        for old in (0..old_buckets).rev() {
            let mut entries = [[0; 4]; BUCKET];
            entries.copy_from_slice(&self.slots[old * BUCKET..(old + 1) * BUCKET]);
            self.slots[2 * old * BUCKET..2 * (old + 1) * BUCKET].fill([0; 4]);
            for entry in entries {
                if !self.is_current(&entry) {
                    continue;
                }
                let start = self.bucket(entry[0]);
                let mut bucket = self.slots[start..start + BUCKET].iter_mut();
                if let Some(free) = bucket.find(|slot| slot[3] == 0) {
                    *free = entry;
                }
            }
        }
    }

    /// Takes the memory of the buckets in use.
    #[inline]
    fn extend(&mut self) {
        let wanted = self.buckets * BUCKET;
        if self.slots.len() < wanted {
            self.slots.resize(wanted, [0; 4]);
        }
    }

    #[inline]
    fn is_current(&self, slot: &[u64; 4]) -> bool {
        slot[3] >> 32 == u64::from(self.generation)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn entry(low: f64, high: f64, depth: i32, best: Option<u16>) -> Entry {
        Entry { bounds: Bounds { low, high }, depth, best }
    }

    fn table(bytes: usize) -> TranspositionTable {
        let mut table = TranspositionTable::new(bytes);
        table.start();
        table
    }

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let mut table = table(1 << 12);
        assert_eq!(table.find(0), None);
        table.store(0, entry(-0.5, 0.25, 7, Some(3)));
        assert_eq!(table.find(0), Some(entry(-0.5, 0.25, 7, Some(3))));
        assert_eq!(table.find(1), None);
    }

    #[test]
    fn bounds_of_equal_depth_are_joined_and_a_known_move_is_kept() {
        let mut table = table(1 << 12);
        table.store(9, entry(-0.5, 1.0, 4, Some(2)));
        table.store(9, entry(-1.0, 0.5, 4, None));
        assert_eq!(table.find(9), Some(entry(-0.5, 0.5, 4, Some(2))));
        table.store(9, entry(0.75, 1.0, 4, None));
        assert_eq!(table.find(9), Some(entry(0.75, 1.0, 4, Some(2))));
        table.store(9, entry(0.0, 0.0, 5, Some(1)));
        assert_eq!(table.find(9), Some(entry(0.0, 0.0, 5, Some(1))));
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_entry() {
        let mut table = table(0);
        for (key, depth) in [(1, 5), (2, 3), (3, 8), (4, 6), (5, 4)] {
            table.store(key, entry(0.0, 0.0, depth, None));
        }
        let found: Vec<bool> = (1..=5).map(|key| table.find(key).is_some()).collect();
        assert_eq!(found, [true, false, true, true, true]);
    }

    #[test]
    fn a_growing_table_loses_little_and_keeps_its_limit() {
        let mut table = table(4 << 20);
        let key = |number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let numbers = 1..40_000u64;
        for number in numbers.clone() {
            table.store(key(number), entry(0.0, 0.5, 1, Some(number as u16 / 2)));
        }
        assert_eq!(table.slots.len() * 32, 4 << 20);
        let kept = numbers.filter(|&number| {
            let found = table.find(key(number));
            found.is_some_and(|found| found.best == Some(number as u16 / 2))
        });
        assert!(kept.count() > 38_000);
        for number in 40_000..400_000 {
            table.store(key(number), entry(0.0, 0.5, 1, None));
        }
        assert_eq!(table.slots.len() * 32, 4 << 20);
    }

    #[test]
    fn a_new_start_forgets_and_reuses_old_places() {
        let mut table = table(0);
        for key in 1..=4 {
            table.store(key, entry(0.0, 0.0, 9, None));
        }
        table.start();
        assert!((1..=4).all(|key| table.find(key).is_none()));
        for key in 5..=8 {
            table.store(key, entry(0.0, 0.0, 1, None));
        }
        assert!((5..=8).all(|key| table.find(key).is_some()));
    }
}
