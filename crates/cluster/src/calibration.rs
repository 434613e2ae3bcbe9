//! How fast a core is, by a short piece of work that is the same everywhere.

use std::hint::black_box;

use ludarium_game::{Stopwatch, TimeKind};

/// A table that fits into the second level of every cache: searches walk through about as much.
const CELLS: usize = 1 << 15;

const STEPS: usize = 1 << 20;

/// Steps in a microsecond of processor time: the best of some trials, so that others who use the machine count little.
pub fn speed() -> f64 {
    let mut table: Vec<u64> =
        (0..CELLS as u64).map(|cell| cell.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let mut best: f64 = 0.0;
    for _ in 0..5 {
        let watch = Stopwatch::start(TimeKind::Processor);
        let mut place = 1u64;
        for _ in 0..STEPS {
            let cell = &mut table[place as usize % CELLS];
            place = (place.rotate_left(23) ^ *cell).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 7;
            *cell = cell.wrapping_add(place);
        }
        black_box(place);
        let micros = watch.elapsed().as_secs_f64() * 1e6;
        best = best.max(STEPS as f64 / micros.max(1e-3));
    }
    best
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_core_has_a_speed() {
        let speed = super::speed();
        assert!(speed.is_finite() && speed > 0.1, "{speed}");
    }
}
