//! How well each move did for its seat, wherever in the tree it was played: for Progressive History.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering::Relaxed};

use ludarium_game::Seat;

use super::block::UNITS;

/// Moves that share a slot share their record; with this many slots few do.
const SLOTS: usize = 1 << 14;

/// Sums of rewards by seat and move.
pub(super) struct History {
    records: Box<[(AtomicI64, AtomicU32)]>,
}

impl History {
    #[inline]
    pub(super) fn new() -> History {
        History { records: (0..SLOTS).map(|_| Default::default()).collect() }
    }

    /// The slot of a seat's move.
    #[inline]
    pub(super) fn slot<M: Hash>(seat: Seat, mv: M) -> u32 {
        let mut hasher = Fnv(0xCBF2_9CE4_8422_2325);
        (seat, mv).hash(&mut hasher);
        let hash = hasher.finish();
        ((hash ^ (hash >> 32)) % SLOTS as u64) as u32
    }

    /// Adds the reward, in fixed-point units, of a move.
    #[inline]
    pub(super) fn add(&self, slot: u32, units: i64) {
        let (sum, count) = &self.records[slot as usize];
        sum.fetch_add(units, Relaxed);
        count.fetch_add(1, Relaxed);
    }

    /// The mean reward of the moves in a slot; `None` if there were none.
    #[inline]
    pub(super) fn mean(&self, slot: u32) -> Option<f64> {
        let (sum, count) = &self.records[slot as usize];
        let count = count.load(Relaxed);
        (count > 0).then(|| sum.load(Relaxed) as f64 / UNITS / f64::from(count))
    }
}

/// FNV-1a: short, and the same in every version of the compiler.
struct Fnv(u64);

impl Hasher for Fnv {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
