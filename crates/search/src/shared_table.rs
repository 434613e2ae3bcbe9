//! `SharedTable`: a transposition table that several threads read and write at once, without locks.
//!
//! A slot is four numbers that are written one after the other. The first is the key combined with the other three: a
//! reader that meets a slot half written by somebody else does not find its key there, and takes it for empty.

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::transposition::{BUCKET, Entry, FIRST_BUCKETS};

/// New entries that a thread counts by itself before it tells the others.
const COUNTED_ALONE: usize = 32;

type Slot = [AtomicU64; 4];

/// A table that grows with the search up to a limit, for all threads of one decision.
///
/// As in the table of a single thread only entries of the current decision are found, and every decision starts small.
pub(crate) struct SharedTable {
    /// The first holds [`FIRST_BUCKETS`] buckets, each further one as many as all before it together.
    segments: Vec<OnceLock<Box<[Slot]>>>,
    /// Buckets in use: a power of two.
    buckets: AtomicUsize,
    /// Entries of this generation, about.
    filled: AtomicUsize,
    /// Whether a thread is making the table larger.
    growing: AtomicBool,
    generation: u32,
}

impl SharedTable {
    /// An empty table that takes at most this many bytes, but at least its first buckets.
    pub(crate) fn new(bytes: usize) -> SharedTable {
        let most = (bytes / size_of::<Slot>() / BUCKET / FIRST_BUCKETS).max(1);
        SharedTable {
            segments: (0..=most.ilog2()).map(|_| OnceLock::new()).collect(),
            buckets: AtomicUsize::new(0),
            filled: AtomicUsize::new(0),
            growing: AtomicBool::new(false),
            generation: 0,
        }
    }

    /// Forgets everything.
    pub(crate) fn start(&mut self) {
        if self.generation == u32::MAX {
            self.segments.iter_mut().for_each(|segment| {
                segment.take();
            });
            self.generation = 0;
        }
        self.generation += 1;
        *self.filled.get_mut() = 0;
        *self.buckets.get_mut() = FIRST_BUCKETS;
        self.segments[0].get_or_init(|| empty(FIRST_BUCKETS));
    }

    /// What is remembered about the position with this key.
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        let buckets = self.buckets.load(Ordering::Acquire);
        self.find_among(key, buckets).or_else(|| {
            // It may have been stored before the table grew.
            let before = buckets / 2;
            (before >= FIRST_BUCKETS).then(|| self.find_among(key, before)).flatten()
        })
    }

    fn find_among(&self, key: u64, buckets: usize) -> Option<Entry> {
        let mut slots = self.bucket(key, buckets)?.iter().map(read);
        let slot = slots.find(|slot| self.is_of(slot, key))?;
        Some(Entry::unpacked(&slot))
    }

    /// Remembers a position with `depth` ≥ 0. Bounds of the same depth are joined. Returns whether a place was free.
    fn store(&self, key: u64, entry: Entry) -> bool {
        let entry = match self.find(key) {
            Some(old) => entry.joined_with(&old),
            None => entry,
        };
        let Some(bucket) = self.bucket(key, self.buckets.load(Ordering::Acquire)) else {
            return false;
        };
        let worth = |slot: &Slot| {
            let slot = read(slot);
            if self.is_of(&slot, key) {
                0
            } else if slot[3] >> 32 != u64::from(self.generation) {
                1
            } else {
                2 + (slot[3] & 0xFFFF)
            }
        };
        let Some((worth, place)) =
            bucket.iter().map(|slot| (worth(slot), slot)).min_by_key(|(worth, _)| *worth)
        else {
            return false;
        };
        let [key, low, high, rest] = entry.packed(key, self.generation);
        for (to, number) in place.iter().zip([key ^ low ^ high ^ rest, low, high, rest]) {
            to.store(number, Ordering::Relaxed);
        }
        worth == 1
    }

    /// Counts new entries; where the table is a quarter full, it is made larger.
    #[cold]
    fn count(&self, fresh: usize) {
        let filled = self.filled.fetch_add(fresh, Ordering::Relaxed) + fresh;
        let buckets = self.buckets.load(Ordering::Acquire);
        let next = (buckets / FIRST_BUCKETS).ilog2() as usize + 1;
        // Others search on while one thread takes the memory.
        if 4 * filled >= buckets * BUCKET
            && let Some(segment) = self.segments.get(next)
            && !self.growing.swap(true, Ordering::AcqRel)
        {
            segment.get_or_init(|| empty(buckets));
            self.buckets.fetch_max(2 * buckets, Ordering::AcqRel);
            self.growing.store(false, Ordering::Release);
        }
    }

    /// The slots for a key among this many buckets.
    #[inline]
    fn bucket(&self, key: u64, buckets: usize) -> Option<&[Slot]> {
        let spread = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 24;
        let index = spread as usize & (buckets - 1);
        let (segment, first) = match index / FIRST_BUCKETS {
            0 => (0, 0),
            above => {
                let segment = above.ilog2() as usize + 1;
                (segment, FIRST_BUCKETS << (segment - 1))
            }
        };
        let start = (index - first) * BUCKET;
        self.segments[segment].get()?.get(start..start + BUCKET)
    }

    #[inline]
    fn is_of(&self, &[check, low, high, rest]: &[u64; 4], key: u64) -> bool {
        check ^ low ^ high ^ rest == key && rest >> 32 == u64::from(self.generation)
    }
}

#[inline]
fn read(slot: &Slot) -> [u64; 4] {
    [0, 1, 2, 3].map(|part| slot[part].load(Ordering::Relaxed))
}

fn empty(buckets: usize) -> Box<[Slot]> {
    let slot = || [0; 4].map(AtomicU64::new);
    (0..buckets * BUCKET).map(|_| slot()).collect()
}

/// A copy is for another agent: it has the same limit and remembers nothing.
impl Clone for SharedTable {
    fn clone(&self) -> SharedTable {
        let most = FIRST_BUCKETS << (self.segments.len() - 1);
        SharedTable::new(most * BUCKET * size_of::<Slot>())
    }
}

impl fmt::Debug for SharedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedTable")
            .field("buckets", &self.buckets)
            .field("filled", &self.filled)
            .finish_non_exhaustive()
    }
}

/// One thread's way to a shared table.
#[derive(Debug)]
pub(crate) struct Access<'a> {
    table: &'a SharedTable,
    /// New entries that the table was not told about.
    fresh: usize,
}

impl<'a> Access<'a> {
    /// A way to a table that was started.
    pub(crate) fn new(table: &'a SharedTable) -> Access<'a> {
        Access { table, fresh: 0 }
    }

    /// What is remembered about the position with this key.
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        self.table.find(key)
    }

    /// Remembers a position with `depth` ≥ 0. Bounds of the same depth are joined.
    pub(crate) fn store(&mut self, key: u64, entry: Entry) {
        self.fresh += usize::from(self.table.store(key, entry));
        if self.fresh >= COUNTED_ALONE {
            self.table.count(self.fresh);
            self.fresh = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transposition::tests::entry;

    fn table(bytes: usize) -> SharedTable {
        let mut table = SharedTable::new(bytes);
        table.start();
        table
    }

    fn key(number: u64) -> u64 {
        number.wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    #[test]
    fn what_is_stored_is_found_joined_and_forgotten() {
        let mut table = table(1 << 20);
        let mut access = Access::new(&table);
        access.store(9, entry(-0.5, 1.0, 4, Some(2)));
        access.store(9, entry(-1.0, 0.5, 4, None));
        assert_eq!(access.find(9), Some(entry(-0.5, 0.5, 4, Some(2))));
        access.store(9, entry(0.0, 0.0, 5, Some(1)));
        assert_eq!(access.find(9), Some(entry(0.0, 0.0, 5, Some(1))));
        assert_eq!(access.find(8), None);
        table.start();
        assert_eq!(table.find(9), None);
    }

    #[test]
    fn it_grows_up_to_its_limit_and_loses_little() {
        let table = table(4 << 20);
        let mut access = Access::new(&table);
        for number in 1..40_000 {
            access.store(key(number), entry(0.0, 0.5, 1, Some(number as u16 / 2)));
        }
        let kept = (1..40_000).filter(|&number| {
            let found = table.find(key(number));
            found.is_some_and(|found| found.best == Some(number as u16 / 2))
        });
        // What was stored two sizes ago is not looked for any more.
        assert!(kept.count() > 25_000);
        for number in 40_000..400_000 {
            access.store(key(number), entry(0.0, 0.5, 1, None));
        }
        let slots: usize = table.segments.iter().flat_map(OnceLock::get).map(|s| s.len()).sum();
        assert_eq!(slots * size_of::<Slot>(), 4 << 20);
    }

    #[test]
    fn a_slot_that_is_half_another_one_is_not_found() {
        let table = table(0);
        let mut access = Access::new(&table);
        for part in 0..4 {
            access.store(9, entry(-0.5, 0.5, 4, Some(2)));
            assert!(access.find(9).is_some());
            let slots = table.bucket(9, FIRST_BUCKETS).unwrap();
            let slot = slots.iter().find(|slot| table.is_of(&read(slot), 9));
            slot.unwrap()[part].fetch_xor(1 << 20, Ordering::Relaxed);
            assert_eq!(access.find(9), None);
        }
    }

    /// What is found is what some thread stored for this very key, however many write at once.
    #[test]
    fn threads_never_read_each_others_halves() {
        let table = table(0);
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    let mut access = Access::new(table);
                    for round in 0..100_000u64 {
                        let number = (round * 7 + thread) % 30_000;
                        let low = number as f64 / 30_000.0;
                        access.store(key(number), entry(low, low, (number % 90) as i32, None));
                        if let Some(found) = access.find(key((number * 3) % 30_000)) {
                            let number = (number * 3) % 30_000;
                            let low = number as f64 / 30_000.0;
                            assert_eq!(found, entry(low, low, (number % 90) as i32, None));
                        }
                    }
                });
            }
        });
    }
}
