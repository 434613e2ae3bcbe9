//! Lines of bounded length from a stream.

use std::io::{self, BufRead, Read};

/// The longest line that is read: a snapshot of the longest game is shorter.
pub(super) const LONGEST_LINE: u64 = 4 << 20;

/// The next line without its end, possibly empty; `None` at the end of the stream. A line that is too long or not
/// UTF-8 is an error.
pub(super) fn next_line(stream: &mut impl BufRead, longest: u64) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = stream.take(longest + 1).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if read as u64 > longest {
        let reason = format!("a line is longer than {longest} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    while line.last().is_some_and(|&end| end == b'\n' || end == b'\r') {
        line.pop();
    }
    let text = String::from_utf8(line);
    text.map(Some)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "a line is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut bytes: &[u8]) -> io::Result<Vec<String>> {
        std::iter::from_fn(|| next_line(&mut bytes, 8).transpose()).collect()
    }

    #[test]
    fn lines_end_with_either_sign_or_the_stream() {
        assert_eq!(all(b"a\r\n\nbc\nd").unwrap(), ["a", "", "bc", "d"]);
        assert!(all(b"").unwrap().is_empty());
    }

    #[test]
    fn long_and_garbled_lines_are_refused() {
        assert_eq!(all(b"1234567\n").unwrap(), ["1234567"]);
        assert!(all(b"12345678\n").is_err());
        assert!(all(&[b'x'; 1000]).is_err());
        assert!(all(b"\xff\n").is_err());
    }
}
