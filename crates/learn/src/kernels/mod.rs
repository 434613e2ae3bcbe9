//! The inner loops of all networks: plain Rust in `portable`, the same with wider vectors in `vectors`.

pub(crate) mod portable;
pub(crate) mod vectors;

pub(crate) use portable::{AdamStep, Left, OUTPUT_LANES, Panels};
pub(crate) use vectors::{
    adam, add_product, add_scaled, add_vectors, add_weighted_rows, change_rows, clip_row,
    clip_sums, sum_pairs,
};

#[cfg(test)]
mod tests;
