//! Which positions have occurred since the last irreversible move, for repetition rules.
//!
//! A position must stay small and cheap to copy, but a game may last hundreds of plies. So the keys
//! are in a record with a small hash table, shared by all copies of a position. A copy that is
//! played on keeps its next few keys to itself, which is all that a tree search needs; only one that
//! is played on further, as in a playout, gets a record of its own. Records that are not needed any more go to a
//! list of their thread and are used again, so that steady play allocates nothing.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

const BUCKETS: usize = 128;
const RECENT: usize = 6;
const SPARES_KEPT: usize = 64;

/// The buckets of fewer entries are emptied one by one.
const FEW: usize = 16;

/// The keys of past positions. Nothing is allocated before the first `push`.
#[derive(Clone, Default)]
pub struct History {
    record: Option<Arc<Record>>,
    /// Keys added while the record was shared with others.
    recent: [u64; RECENT],
    recent_len: u8,
}

struct Record {
    buckets: [Bucket; BUCKETS],
    entries: Vec<Entry>,
}

/// The entries whose keys end alike.
#[derive(Clone, Copy)]
struct Bucket {
    /// The number of its newest entry, counted from 1; 0 where it is empty.
    newest: u32,
    /// A bit for each key in it. A key without its bit has not occurred, which spares a look at entries that are far
    /// apart in memory.
    marks: u32,
}

const EMPTY: Bucket = Bucket { newest: 0, marks: 0 };

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    /// The number of the next older entry in the same bucket.
    older: u32,
}

thread_local! {
    static SPARE: RefCell<Vec<Arc<Record>>> = const { RefCell::new(Vec::new()) };
}

impl History {
    /// How often a key has been pushed since the last `clear`.
    #[inline]
    pub fn count(&self, key: u64) -> usize {
        let older = self.record.as_ref().map_or(0, |record| record.count(key));
        older + self.recent().iter().filter(|&&known| known == key).count()
    }

    /// How many keys have been pushed since the last `clear`.
    pub fn count_all(&self) -> usize {
        self.keys().count()
    }

    /// Whether any key has been pushed twice since the last `clear`.
    pub fn repeats(&self) -> bool {
        let mut keys: Vec<u64> = self.keys().collect();
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Adds the key of the position just reached.
    #[inline]
    pub fn push(&mut self, key: u64) {
        if (1..RECENT).contains(&usize::from(self.recent_len)) {
            // Without a look at the record, which costs more than a place among the recent keys.
            self.push_recent(key);
        } else if let Some(record) = self.record.as_mut().and_then(Arc::get_mut)
            && self.recent_len == 0
        {
            record.push(key);
        } else {
            self.push_to_shared(key);
        }
    }

    #[inline]
    fn push_recent(&mut self, key: u64) {
        self.recent[usize::from(self.recent_len)] = key;
        self.recent_len += 1;
    }

    fn push_to_shared(&mut self, key: u64) {
        let shared = self.record.as_mut().is_some_and(|record| Arc::get_mut(record).is_none());
        if shared && usize::from(self.recent_len) < RECENT {
            self.push_recent(key);
            return;
        }
        if shared || self.record.is_none() {
            self.record = Some(own_record(self.record.as_deref()));
        }
        if let Some(record) = self.record.as_mut().and_then(Arc::get_mut) {
            let recent = &self.recent[..usize::from(self.recent_len)];
            recent.iter().for_each(|&key| record.push(key));
            record.push(key);
        }
        self.recent_len = 0;
    }

    /// A copy with a record of its own. Threads that copy positions of one record would wait for each other, since all
    /// count its owners.
    pub fn detach(&self) -> History {
        History { record: self.record.as_deref().map(|record| own_record(Some(record))), ..*self }
    }

    /// Forgets everything: no earlier position can come back.
    pub fn clear(&mut self) {
        self.recent_len = 0;
        match self.record.as_mut().and_then(Arc::get_mut) {
            Some(record) => record.clear(),
            None => self.record = None,
        }
    }

    #[inline]
    fn recent(&self) -> &[u64] {
        &self.recent[..usize::from(self.recent_len)]
    }

    /// The keys, oldest first.
    fn keys(&self) -> impl Iterator<Item = u64> {
        let entries = self.record.iter().flat_map(|record| &record.entries);
        entries.map(|entry| entry.key).chain(self.recent().iter().copied())
    }
}

impl Record {
    #[inline]
    fn count(&self, key: u64) -> usize {
        let bucket = self.buckets[bucket(key)];
        if bucket.marks & mark(key) == 0 {
            return 0;
        }
        let mut count = 0;
        let mut number = bucket.newest;
        while let Some(entry) = self.entries.get((number as usize).wrapping_sub(1)) {
            count += usize::from(entry.key == key);
            number = entry.older;
        }
        count
    }

    #[inline]
    fn push(&mut self, key: u64) {
        let bucket = &mut self.buckets[bucket(key)];
        bucket.marks |= mark(key);
        let older = std::mem::replace(&mut bucket.newest, self.entries.len() as u32 + 1);
        self.entries.push(Entry { key, older });
    }

    fn clear(&mut self) {
        if self.entries.len() < FEW {
            for entry in &self.entries {
                self.buckets[bucket(entry.key)] = EMPTY;
            }
        } else {
            self.buckets = [EMPTY; BUCKETS];
        }
        self.entries.clear();
    }
}

impl Drop for History {
    fn drop(&mut self) {
        if let Some(mut record) = self.record.take()
            && Arc::get_mut(&mut record).is_some()
        {
            // The thread may be ending, with its spares already gone.
            let _ = SPARE.try_with(|spare| {
                let mut spare = spare.borrow_mut();
                if spare.len() < SPARES_KEPT {
                    spare.push(record);
                }
            });
        }
    }
}

impl PartialEq for History {
    fn eq(&self, other: &History) -> bool {
        self.keys().eq(other.keys())
    }
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.keys()).finish()
    }
}

#[inline]
fn bucket(key: u64) -> usize {
    key as usize % BUCKETS
}

/// The bit of a key among the marks of its bucket, by other digits of the key than the bucket's.
#[inline]
fn mark(key: u64) -> u32 {
    1 << (key >> 32 & 31)
}

/// A new record with the entries of another one, or without entries.
fn own_record(from: Option<&Record>) -> Arc<Record> {
    let spare = SPARE.try_with(|spare| spare.borrow_mut().pop());
    let mut own = spare
        .ok()
        .flatten()
        .unwrap_or_else(|| Arc::new(Record { buckets: [EMPTY; BUCKETS], entries: Vec::new() }));
    if let Some(record) = Arc::get_mut(&mut own) {
        record.clear();
        if let Some(from) = from {
            record.buckets = from.buckets;
            // A position that needs its own record is played on for a while.
            record.entries.reserve(from.entries.len() + 64);
            record.entries.extend_from_slice(&from.entries);
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Purpose, Seed};

    #[test]
    fn counts_like_a_plain_list_through_copies_and_clears() {
        let mut rng = Seed(1).stream(Purpose::Test, 0);
        let mut lines: Vec<(History, Vec<u64>)> = vec![Default::default()];
        for _ in 0..20_000 {
            let index = rng.below(lines.len() as u32) as usize;
            match rng.below(200) {
                0 => {
                    lines[index].0.clear();
                    lines[index].1.clear();
                }
                turn @ 1..=3 => {
                    let mut copy = lines[index].clone();
                    if turn == 1 {
                        copy.0 = lines[index].0.detach();
                        let records = [&copy.0, &lines[index].0].map(|line| line.record.as_ref());
                        if let [Some(own), Some(other)] = records {
                            assert!(!Arc::ptr_eq(own, other));
                        }
                    }
                    assert_eq!(copy.0, lines[index].0);
                    lines.push(copy);
                }
                4 if lines.len() > 1 => {
                    lines.swap_remove(index);
                }
                _ => {
                    let key = u64::from(rng.below(300)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                    let (history, list) = &mut lines[index];
                    let expected = list.iter().filter(|&&known| known == key).count();
                    // Before the push, too: it would put right what copies and clears have lost.
                    assert_eq!(history.count(key), expected);
                    history.push(key);
                    list.push(key);
                    assert_eq!(history.count(key), expected + 1);
                    let mut unlike = list.clone();
                    unlike.sort_unstable();
                    unlike.dedup();
                    assert_eq!(history.repeats(), unlike.len() < list.len());
                    assert_eq!(history.count_all(), list.len());
                }
            }
        }
    }

    #[test]
    fn equality_compares_the_keys_and_their_order() {
        let pushed = |keys: &[u64]| {
            let mut history = History::default();
            keys.iter().for_each(|&key| history.push(key));
            history
        };
        assert_eq!(pushed(&[1, 2, 1]), pushed(&[1, 2, 1]));
        assert_ne!(pushed(&[1, 2, 1]), pushed(&[1, 1, 2]));
        assert_ne!(pushed(&[1, 2]), pushed(&[1, 2, 1]));
        let mut cleared = pushed(&[5, 6]);
        cleared.clear();
        assert_eq!(cleared, History::default());
        assert_eq!((cleared.count(5), History::default().count(5)), (0, 0));
    }
}
