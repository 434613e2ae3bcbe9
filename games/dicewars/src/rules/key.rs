//! Hashing of words for keys.

/// Mixes a word into a key: a 128-bit product whose two halves are combined.
#[inline]
pub(super) fn mix(key: u64, word: u64) -> u64 {
    let product = u128::from(key ^ word) * 0x9E37_79B9_7F4A_7C15;
    product as u64 ^ (product >> 64) as u64
}
