//! The inner loops with the widest vectors this processor has. The only unsafe code of the crate.
//!
//! The functions of `portable` are compiled once more for AVX2, and called there when the processor
//! has it. Only `sum_pairs` is written by hand: no compiler finds its multiply-and-add-neighbours.
#![allow(unsafe_code)]

use super::portable::{self, AdamStep, Left, Panels};

/// Defines a function that takes the AVX2 form of a body where it can, and the plain one elsewhere.
macro_rules! dispatched {
    ($(#[$doc:meta])* $name:ident($($argument:ident: $kind:ty),*) wide $wide:expr, plain $plain:expr) => {
        $(#[$doc])*
        #[inline]
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
    /// Adds vectors as long as `sums` to it, one after the other.
    add_vectors(sums: &mut [f32], vectors: &[&[f32]])
    wide portable::add_vectors, plain portable::add_vectors
}

dispatched! {
    /// Adds multiples of all rows of a table to `sums`: see [`portable::add_weighted_rows`].
    add_weighted_rows(sums: &mut [f32], table: &[f32], factors: &[f32])
    wide portable::add_weighted_rows, plain portable::add_weighted_rows
}

dispatched! {
    /// One step of Adam.
    adam(step: AdamStep, parameters: &mut [f32], gradient: &[f32], first: &mut [f32], second: &mut [f32])
    wide portable::adam, plain portable::adam
}

dispatched! {
    /// Takes some rows of weights from an accumulator and adds others.
    change_rows(sums: &mut [i16], table: &[i16], gone: &[u32], come: &[u32])
    wide portable::change_rows, plain portable::change_rows
}

dispatched! {
    /// Clips the sums of an accumulator to 0…`most`.
    clip_row(clipped: &mut [i16], sums: &[i16], most: i16)
    wide portable::clip_row, plain portable::clip_row
}

dispatched! {
    /// Divides the sums of a layer by 2^`shift`, rounded, and clips them to 0…`most`.
    clip_sums(clipped: &mut [i16], sums: &[i32], shift: u32, most: i16)
    wide portable::clip_sums, plain portable::clip_sums
}

dispatched! {
    /// Sums of a layer of whole numbers: see [`portable::sum_pairs`].
    sum_pairs(sums: &mut [i32], biases: &[i32], weights: &[i16], inputs: &[[i16; 2]])
    wide sum_pairs_avx2, plain portable::sum_pairs
}

/// [`portable::sum_pairs`] for a number of outputs that eight divides.
///
/// Plain loops over indices: closures and iterator adapters are functions without AVX2, which the compiler inlines here
/// only when it optimises the whole program at once.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn sum_pairs_avx2(sums: &mut [i32], biases: &[i32], weights: &[i16], inputs: &[[i16; 2]]) {
    let (sums, rest) = sums.as_chunks_mut::<{ portable::OUTPUT_LANES }>();
    assert!(rest.is_empty(), "outputs come in eights");
    let biases = &biases.as_chunks::<{ portable::OUTPUT_LANES }>().0[..sums.len()];
    let weights = weights.as_chunks::<{ 2 * portable::OUTPUT_LANES }>().0;
    let weights = &weights[..inputs.len() * sums.len()];
    let mut first = 0;
    while sums.len() - first >= 4 {
        sum_pairs_block::<4>(sums, biases, weights, first, inputs);
        first += 4;
    }
    while sums.len() - first >= 2 {
        sum_pairs_block::<2>(sums, biases, weights, first, inputs);
        first += 2;
    }
    if first < sums.len() {
        sum_pairs_block::<1>(sums, biases, weights, first, inputs);
    }
}

/// The outputs of `VECTORS` vectors from the one numbered `first` on, which stay in registers while all inputs are used.
/// There are as many biases as sums, and as many weights for each pair of inputs.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn sum_pairs_block<const VECTORS: usize>(
    sums: &mut [[i32; portable::OUTPUT_LANES]],
    biases: &[[i32; portable::OUTPUT_LANES]],
    weights: &[[i16; 2 * portable::OUTPUT_LANES]],
    first: usize,
    inputs: &[[i16; 2]],
) {
    use std::arch::x86_64::{
        _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32,
        _mm256_setzero_si256, _mm256_storeu_si256,
    };
    let width = sums.len();
    let sums = &mut sums[first..first + VECTORS];
    let biases = &biases[first..first + VECTORS];
    debug_assert_eq!(weights.len(), inputs.len() * width);
    let mut totals = [_mm256_setzero_si256(); VECTORS];
    for vector in 0..VECTORS {
        // SAFETY: eight i32 are read, as many as there are; any alignment will do.
        totals[vector] = unsafe { _mm256_loadu_si256(biases[vector].as_ptr().cast()) };
    }
    let mut start = first;
    for &[even, odd] in inputs {
        // Pairs of zeros are not left out: which they are cannot be foreseen, and a wrong guess costs more than the work.
        let both = _mm256_set1_epi32(even as u16 as i32 | (odd as i32) << 16);
        // SAFETY: `first` + `VECTORS` is at most `width`, as the slice of sums showed, so these are some of the `width`
        // vectors of this pair; the caller has made sure that every pair has as many.
        let row = unsafe { weights.get_unchecked(start..start + VECTORS) };
        for vector in 0..VECTORS {
            // SAFETY: sixteen i16 are read, as many as there are; any alignment will do.
            let lanes = unsafe { _mm256_loadu_si256(row[vector].as_ptr().cast()) };
            totals[vector] = _mm256_add_epi32(totals[vector], _mm256_madd_epi16(both, lanes));
        }
        start += width;
    }
    for vector in 0..VECTORS {
        // SAFETY: eight i32 are written, as many as there are; any alignment will do.
        unsafe { _mm256_storeu_si256(sums[vector].as_mut_ptr().cast(), totals[vector]) };
    }
}
