//! The table of Progressive History: how well each move did for its seat, wherever it was played.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering::Relaxed};

use ludarium_game::Seat;

/// Moves that share a slot share their record; with this many slots few do.
pub(super) const SLOTS: usize = 1 << 14;

/// Sums of rewards by seat and move. Moves made in the tree count, those of roll-outs do not.
pub(super) struct History {
    records: Box<[(AtomicI64, AtomicU32)]>,
}

impl History {
    pub(super) fn new() -> History {
        History {
            records: (0..SLOTS).map(|_| Default::default()).collect(),
        }
    }

    /// The slot of a seat's move.
    pub(super) fn slot<M: Hash>(seat: Seat, mv: M) -> u32 {
        let mut hasher = Fnv(0xCBF2_9CE4_8422_2325);
        (seat, mv).hash(&mut hasher);
        let hash = hasher.finish();
        ((hash ^ (hash >> 32)) % SLOTS as u64) as u32
    }

    /// Adds the reward, in fixed-point units, of a move.
    pub(super) fn add(&self, slot: u32, units: i64) {
        let (sum, count) = &self.records[slot as usize];
        sum.fetch_add(units, Relaxed);
        count.fetch_add(1, Relaxed);
    }

    /// The mean reward of the moves in a slot, in fixed-point units; 0 if there were none.
    pub(super) fn mean(&self, slot: u32) -> f64 {
        let (sum, count) = &self.records[slot as usize];
        sum.load(Relaxed) as f64 / f64::from(count.load(Relaxed).max(1))
    }
}

/// FNV-1a: short, and the same in every version of the compiler.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
