//! Bytes as pairs of hexadecimal digits.

/// Writes bytes in lower case.
pub(super) fn write(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(2 * bytes.len());
    for &byte in bytes {
        text.push(DIGITS[usize::from(byte >> 4)] as char);
        text.push(DIGITS[usize::from(byte & 15)] as char);
    }
    text
}

/// Reads exactly `N` bytes, in either case.
pub(super) fn read<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != 2 * N {
        return None;
    }
    let digit = |at: usize| (digits[at] as char).to_digit(16);
    let mut bytes = [0; N];
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = (digit(2 * index)? << 4 | digit(2 * index + 1)?) as u8;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_back() {
        let bytes: [u8; 256] = std::array::from_fn(|index| index as u8);
        assert_eq!(read(&write(&bytes)), Some(bytes));
        assert_eq!(write(&[0x0f, 0xA0]), "0fa0");
        assert_eq!(read("0FA0"), Some([0x0f, 0xA0]));
        for text in ["", "0fa", "0fa00", "0fg0", "é0f", "+f0f"] {
            assert_eq!(read::<2>(text), None, "{text}");
        }
    }
}
