//! Numbers and texts as bytes, and a fast hash that notices damage.

/// Writes a number, seven bits a byte: small numbers are short.
pub(super) fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Writes a text after its length.
pub(super) fn put_text(out: &mut Vec<u8>, text: &str) {
    put_number(out, text.len() as u64);
    out.extend(text.as_bytes());
}

/// Bytes that are read from the front; `None` where they end too soon or make no sense.
pub(super) struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    pub fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    pub fn text(&mut self) -> Option<&'a str> {
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }

    pub fn float(&mut self) -> Option<f32> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(f32::from_le_bytes(*bytes))
    }

    pub fn fixed(&mut self) -> Option<u64> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*bytes))
    }
}

/// A hash of some bytes, eight at a time. It is part of the file's format and must not change.
pub(super) fn hash(seed: u64, bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut state = seed ^ (bytes.len() as u64).wrapping_mul(FACTOR);
    let mut words = bytes.chunks_exact(8);
    for word in &mut words {
        let word = word.try_into().map_or(0, u64::from_le_bytes);
        state = (state.rotate_left(29) ^ word).wrapping_mul(FACTOR);
    }
    let mut last = [0; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    state = (state.rotate_left(29) ^ u64::from_le_bytes(last)).wrapping_mul(FACTOR);
    // Every bit of the input has to reach every bit of the hash.
    state = (state ^ state >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    state = (state ^ state >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    state ^ state >> 32
}

/// A hash of several parts; where one ends and the next begins counts.
pub(super) fn hash_parts<'a>(seed: u64, parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    parts.into_iter().fold(seed, hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back() {
        for number in [0, 1, 127, 128, 300, u64::MAX] {
            let mut out = Vec::new();
            put_number(&mut out, number);
            let mut bytes = Bytes(&out);
            assert_eq!((bytes.number(), bytes.0.len()), (Some(number), 0));
        }
        assert_eq!(Bytes(&[0x80; 20]).number(), None);
        assert_eq!(Bytes(&[5, b'a']).text(), None);
    }

    #[test]
    fn parts_are_not_run_together() {
        let parts = |a: &str, b: &str| hash_parts(1, [a.as_bytes(), b.as_bytes()]);
        assert_ne!(parts("ab", "c"), parts("a", "bc"));
        assert_ne!(hash(1, b"abcdefgh"), hash(1, b"abcdefgh\0"));
    }
}
