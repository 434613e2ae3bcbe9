//! The inner loops with the widest vectors this processor has. The only unsafe code of the crate.
//!
//! The functions of `portable` are compiled once more for AVX2, and called there when the processor
//! has it. Only `add_pairs` is written by hand: no compiler finds its multiply-and-add-neighbours.
#![allow(unsafe_code)]

use super::portable::{self, AdamStep, Left, Panels};

/// Defines a function that takes the AVX2 form of a body where it can, and the plain one elsewhere.
macro_rules! dispatched {
    ($(#[$doc:meta])* $name:ident($($argument:ident: $kind:ty),*) wide $wide:expr, plain $plain:expr) => {
        $(#[$doc])*
        pub(crate) fn $name($($argument: $kind),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn wide($($argument: $kind),*) {
                    $wide($($argument),*);
                }
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has AVX2, which is all that `wide` asks for.
                    unsafe { wide($($argument),*) };
                    return;
                }
            }
            $plain($($argument),*);
        }
    };
}

dispatched! {
    /// Adds the product of two matrices to `sum`, which has as many columns as `right`.
    add_product(left: Left<'_>, right: &mut Panels, sum: &mut [f32])
    wide portable::add_product::<4, 16>, plain portable::add_product::<4, 8>
}

dispatched! {
    /// Adds a multiple of one vector to another.
    add_scaled(sum: &mut [f32], factor: f32, vector: &[f32])
    wide portable::add_scaled, plain portable::add_scaled
}

dispatched! {
    /// Adds the rows with these numbers to `sums`; `table` holds rows as long as `sums`.
    add_rows(sums: &mut [f32], table: &[f32], rows: &[u32])
    wide portable::add_rows, plain portable::add_rows
}

dispatched! {
    /// One step of Adam.
    adam(step: AdamStep, parameters: &mut [f32], gradient: &[f32], first: &mut [f32], second: &mut [f32])
    wide portable::adam, plain portable::adam
}

dispatched! {
    /// Adds a row of weights to an accumulator.
    add_row(sums: &mut [i16], row: &[i16])
    wide portable::add_row, plain portable::add_row
}

dispatched! {
    /// Takes a row of weights away from an accumulator.
    remove_row(sums: &mut [i16], row: &[i16])
    wide portable::remove_row, plain portable::remove_row
}

dispatched! {
    /// Adds to `sums` the product of a layer of whole numbers: see [`portable::add_pairs`].
    add_pairs(sums: &mut [i32], weights: &[i16], inputs: &[[i16; 2]])
    wide add_pairs_avx2, plain portable::add_pairs
}

/// [`portable::add_pairs`] for a number of outputs that eight divides.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_pairs_avx2(sums: &mut [i32], weights: &[i16], inputs: &[[i16; 2]]) {
    const LANES: usize = portable::OUTPUT_LANES;
    /// Four vectors of sums stay in registers while all inputs pass by.
    const BLOCK: usize = 4 * LANES;
    assert_eq!(sums.len() % LANES, 0, "outputs come in eights");
    let outputs = sums.len();
    let blocks = outputs / BLOCK * BLOCK;
    for first in (0..blocks).step_by(BLOCK) {
        let sums = &mut sums[first..first + BLOCK];
        add_pairs_block::<4>(sums, weights, outputs, first, inputs);
    }
    for first in (blocks..outputs).step_by(LANES) {
        let sums = &mut sums[first..first + LANES];
        add_pairs_block::<1>(sums, weights, outputs, first, inputs);
    }
}

/// The outputs from `first` on, as many as `VECTORS` vectors hold.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_pairs_block<const VECTORS: usize>(
    sums: &mut [i32],
    weights: &[i16],
    outputs: usize,
    first: usize,
    inputs: &[[i16; 2]],
) {
    use std::arch::x86_64::{
        _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32,
        _mm256_setzero_si256, _mm256_storeu_si256,
    };
    const LANES: usize = portable::OUTPUT_LANES;
    let mut totals = [_mm256_setzero_si256(); VECTORS];
    for (pair, row) in inputs.iter().zip(weights.chunks_exact(2 * outputs)) {
        if *pair == [0, 0] {
            continue;
        }
        let [even, odd] = pair.map(|input| input as u16 as u32);
        let both = _mm256_set1_epi32((even | odd << 16) as i32);
        let row = &row[2 * first..2 * (first + VECTORS * LANES)];
        for (total, lanes) in totals.iter_mut().zip(row.chunks_exact(2 * LANES)) {
            // SAFETY: the chunk has sixteen i16, as many as are read; any alignment will do.
            let lanes = unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) };
            *total = _mm256_add_epi32(*total, _mm256_madd_epi16(both, lanes));
        }
    }
    for (sums, total) in sums.chunks_exact_mut(LANES).zip(totals) {
        // SAFETY: the chunk has eight i32, as many as are read and written; any alignment will do.
        unsafe {
            let before = _mm256_loadu_si256(sums.as_ptr().cast());
            _mm256_storeu_si256(sums.as_mut_ptr().cast(), _mm256_add_epi32(before, total));
        }
    }
}
