//! The numbers of a node, side by side in memory.
//!
//! A comparison of siblings reads all of them, and a walk through one changes several of its numbers. A write
//! makes every other thread fetch the memory around it again, so what belongs together stands together: a record of
//! eight numbers, as a search of three seats with proofs and implicit values has it, is one line of the cache.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use ludarium_game::{Scores, Seat, Value};

/// How many numbers a line of the cache holds.
const LINE: usize = 8;

/// Where the numbers of a node are: its visits and proof, the sum of rewards for each seat, and where the search uses
/// them the implicit minimax value and the exact score of each seat, two in a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) seats: usize,
    pub(super) implicit: Option<usize>,
    pub(super) exact: Option<usize>,
    pub(super) stride: usize,
}

impl Layout {
    #[inline]
    pub(super) fn new(seats: usize, implicit: bool, exact: bool) -> Layout {
        let pairs = seats.div_ceil(2);
        let implicit_at = 1 + seats;
        let exact_at = implicit_at + pairs * usize::from(implicit);
        Layout {
            seats,
            implicit: implicit.then_some(implicit_at),
            exact: exact.then_some(exact_at),
            stride: exact_at + pairs * usize::from(exact),
        }
    }

    /// Whether nodes have implicit minimax values.
    #[inline]
    pub(super) fn has_implicit(self) -> bool {
        self.implicit.is_some()
    }

    /// Records for fresh nodes, visits and sums 0 and implicit values unknown, and the place of the first: records that
    /// fill lines of the cache begin with a line.
    #[inline]
    pub(super) fn fresh(self, nodes: usize) -> (Box<[AtomicI64]>, usize) {
        let spare = match self.stride % LINE {
            0 => LINE - 1,
            _ => 0,
        };
        let numbers: Box<[AtomicI64]> =
            (0..nodes * self.stride + spare).map(|_| AtomicI64::new(0)).collect();
        let behind = numbers.as_ptr().addr() / size_of::<AtomicI64>() % LINE;
        let first = ((LINE - behind) % LINE).min(spare);
        if let Some(offset) = self.implicit {
            let unknown = pack(f32::NAN, f32::NAN);
            for record in numbers[first..].chunks_exact(self.stride).take(nodes) {
                for number in &record[offset..offset + self.seats.div_ceil(2)] {
                    number.store(unknown, Relaxed);
                }
            }
        }
        (numbers, first)
    }
}

/// Two values as one number.
#[inline]
fn pack(first: f32, second: f32) -> i64 {
    (u64::from(first.to_bits()) | u64::from(second.to_bits()) << 32) as i64
}

/// A seat's value among values in pairs.
#[inline]
pub(super) fn value_of(pairs: &[AtomicI64], seat: Seat) -> f32 {
    let bits = pairs[seat.index() / 2].load(Relaxed) as u64;
    f32::from_bits((bits >> (32 * (seat.index() % 2))) as u32)
}

/// The values of all seats.
pub(super) fn read(pairs: &[AtomicI64], seats: usize) -> Scores {
    let mut scores = Scores::ZERO;
    for seat in Seat::all(seats) {
        scores.set(seat, Value(value_of(pairs, seat)));
    }
    scores
}

/// Writes the values of all seats; whether any is another one than before. The first seat's come last: where they are
/// known, all are.
pub(super) fn write(pairs: &[AtomicI64], scores: Scores, seats: usize) -> bool {
    let values = scores.as_slice(seats);
    let mut changed = false;
    for (number, pair) in pairs.iter().zip(values.chunks(2)).rev() {
        let bits = pack(pair[0], pair.get(1).copied().unwrap_or(0.0));
        // What is written anew, though the same, has to be fetched again by all other threads.
        if number.load(Relaxed) != bits {
            number.store(bits, Relaxed);
            changed = true;
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_that_fill_a_line_begin_with_one() {
        let layout = Layout::new(3, true, true);
        assert_eq!(layout.stride, LINE);
        for nodes in 1..40 {
            let (numbers, first) = layout.fresh(nodes);
            assert!(numbers.len() >= first + nodes * LINE);
            assert_eq!(numbers[first..].as_ptr().addr() % 64, 0);
            for record in numbers[first..].chunks_exact(LINE).take(nodes) {
                let known = |offset: Option<usize>| {
                    let pairs = &record[offset.unwrap()..];
                    Seat::all(3).any(|seat| !value_of(pairs, seat).is_nan())
                };
                assert!(!known(layout.implicit) && known(layout.exact));
            }
        }
    }

    #[test]
    fn values_in_pairs_are_read_as_they_were_written() {
        for seats in 2..=8usize {
            let pairs: Vec<_> = (0..seats.div_ceil(2)).map(|_| AtomicI64::new(0)).collect();
            let values: Vec<f32> = (1..=seats).map(|seat| 1.0 / seat as f32).collect();
            let scores = Scores::new(&values);
            assert!(write(&pairs, scores, seats));
            assert_eq!(read(&pairs, seats).as_slice(seats), values);
            assert!(!write(&pairs, scores, seats));
        }
    }
}
