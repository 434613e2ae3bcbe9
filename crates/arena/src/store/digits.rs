//! Whole numbers as text, without the machinery of formatting: records are full of them.

/// The numbers below 100 as two digits each, one after another.
const PAIRS: &str = {
    const DIGITS: [u8; 200] = {
        let mut digits = [0; 200];
        let mut number = 0;
        while number < 100 {
            digits[2 * number] = b'0' + (number / 10) as u8;
            digits[2 * number + 1] = b'0' + (number % 10) as u8;
            number += 1;
        }
        digits
    };
    match str::from_utf8(&DIGITS) {
        Ok(pairs) => pairs,
        Err(_) => panic!("digits are text"),
    }
};

/// Appends a number.
pub(crate) fn push(out: &mut String, number: u64) {
    if number < 10 {
        out.push(char::from(b'0' + number as u8));
    } else if number < 100 {
        push_pair(out, number);
    } else {
        push(out, number / 100);
        push_pair(out, number);
    }
}

/// Appends the last four digits of a number, zeros included.
pub(crate) fn push_four(out: &mut String, number: u64) {
    push_pair(out, number / 100);
    push_pair(out, number);
}

/// Appends the last two digits of a number.
fn push_pair(out: &mut String, number: u64) {
    let at = 2 * (number % 100) as usize;
    out.push_str(&PAIRS[at..at + 2]);
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
            push_four(&mut text, number);
            assert_eq!(text, format!("{:04}", number % 10_000));
        }
    }
}
