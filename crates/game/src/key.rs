//! Keys of positions that are small enough to be read as a whole.

use std::hash::{Hash, Hasher};

/// The key of all contents of a small position, for [`crate::Game::key`]: equal for equal contents, and well mixed.
pub fn key_of(contents: &impl Hash) -> u64 {
    let mut key = KeyHasher(0);
    contents.hash(&mut key);
    key.finish()
}

struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            let word = u64::from_le_bytes(word) ^ 0xd6e8_feb8_6659_fd93;
            let product = u128::from(self.0 ^ 0x9e37_79b9_7f4a_7c15) * u128::from(word);
            self.0 = product as u64 ^ (product >> 64) as u64;
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn keys_differ_where_contents_do_in_all_bits() {
        let mut keys = HashSet::new();
        let (mut low, mut high) = (HashSet::new(), HashSet::new());
        for number in 0..10_000u16 {
            let key = key_of(&([number as u8, (number >> 8) as u8], false));
            assert!(keys.insert(key));
            low.insert(key as u8);
            high.insert((key >> 56) as u8);
        }
        assert_eq!((low.len(), high.len()), (256, 256));
        assert_eq!(key_of(&[1u8, 2]), key_of(&[1u8, 2]));
    }
}
