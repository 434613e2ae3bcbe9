//! Whole numbers as text, without the machinery of formatting: records are full of them.

/// Appends a number.
pub(crate) fn push(out: &mut String, number: u64) {
    push_padded(out, number, 1);
}

/// Appends a number, with zeros before it up to `width` digits.
pub(crate) fn push_padded(out: &mut String, mut number: u64, width: usize) {
    // The largest number has twenty digits.
    let mut digits = [b'0'; 20];
    let mut first = digits.len();
    while number > 0 {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    let first = first.min(digits.len() - width.min(digits.len()));
    // Digits are always text.
    out.push_str(str::from_utf8(&digits[first..]).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_look_as_they_are_usually_written() {
        for number in [0, 1, 9, 10, 1234, 99_999, u64::MAX] {
            let mut text = String::new();
            push(&mut text, number);
            assert_eq!(text, number.to_string());
            text.clear();
            push_padded(&mut text, number, 4);
            assert_eq!(text, format!("{number:04}"));
        }
    }
}
