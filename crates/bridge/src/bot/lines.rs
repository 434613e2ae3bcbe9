//! Lines out of a stream of arbitrary bytes, in bounded memory.

/// The longest line that is read, its end not counted.
pub const LONGEST_LINE: usize = 1 << 20;

/// A line without an end within the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

/// Cuts a stream into lines. It holds what was pushed and not taken: whoever takes all lines before pushing
/// again never needs more than the longest line and one push.
#[derive(Debug, Default)]
pub struct LineStream {
    bytes: Vec<u8>,
    /// Where the next line begins.
    start: usize,
    /// Up to where there is no line end.
    searched: usize,
    /// Whether the rest of a line that was too long is being dropped.
    dropping: bool,
}

impl LineStream {
    /// Adds what came.
    pub fn push(&mut self, mut bytes: &[u8]) {
        if self.dropping {
            let Some(end) = bytes.iter().position(|&byte| byte == b'\n') else {
                return;
            };
            bytes = &bytes[end + 1..];
            self.dropping = false;
        }
        if self.start > 0 {
            self.bytes.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The next complete line without its end, or `None` if more must come. A line that is too long is told
    /// once and its rest dropped.
    pub fn next_line(&mut self) -> Option<Result<&[u8], TooLong>> {
        let unread = &self.bytes[self.searched..];
        let Some(end) = unread.iter().position(|&byte| byte == b'\n') else {
            self.searched = self.bytes.len();
            if self.searched - self.start <= LONGEST_LINE {
                return None;
            }
            *self = LineStream { dropping: true, ..LineStream::default() };
            return Some(Err(TooLong));
        };
        let (start, end) = (self.start, self.searched + end);
        self.start = end + 1;
        self.searched = self.start;
        if end - start > LONGEST_LINE {
            return Some(Err(TooLong));
        }
        let line = &self.bytes[start..end];
        Some(Ok(line.strip_suffix(b"\r").unwrap_or(line)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(lines: &mut LineStream) -> Vec<Vec<u8>> {
        std::iter::from_fn(|| Some(lines.next_line()?.unwrap().to_vec())).collect()
    }

    #[test]
    fn lines_may_come_in_any_pieces() {
        let mut lines = LineStream::default();
        lines.push(b"on");
        assert_eq!(lines.next_line(), None);
        lines.push(b"e\ntwo\r\n\nthr");
        assert_eq!(all(&mut lines), [&b"one"[..], b"two", b""]);
        lines.push(b"ee\n");
        assert_eq!(all(&mut lines), [b"three"]);
    }

    #[test]
    fn the_limit_is_exact_with_and_without_an_end() {
        let mut lines = LineStream::default();
        lines.push(&vec![b'x'; LONGEST_LINE]);
        assert_eq!(lines.next_line(), None);
        lines.push(b"\n");
        assert_eq!(lines.next_line().unwrap().unwrap().len(), LONGEST_LINE);
        for _ in 0..3 {
            lines.push(&vec![b'x'; LONGEST_LINE + 1]);
        }
        assert_eq!(lines.next_line(), Some(Err(TooLong)));
        assert_eq!(lines.next_line(), None);
        lines.push(b"still the same line\nnext\n");
        assert_eq!(all(&mut lines), [b"next"]);
    }

    #[test]
    fn a_line_without_end_needs_no_more_memory_than_the_longest() {
        let mut lines = LineStream::default();
        let piece = vec![b'x'; 64 << 10];
        let mut too_long = 0;
        for _ in 0..1000 {
            lines.push(&piece);
            too_long += usize::from(lines.next_line() == Some(Err(TooLong)));
            assert!(lines.bytes.capacity() <= 4 * LONGEST_LINE);
        }
        assert_eq!(too_long, 1);
    }

    proptest! {
        #[test]
        fn pieces_do_not_matter(bytes in prop::collection::vec(0u8..14, 0..300), cut in 1usize..40) {
            let mut lines = LineStream::default();
            let mut found = Vec::new();
            for piece in bytes.chunks(cut) {
                lines.push(piece);
                found.extend(all(&mut lines));
            }
            let mut expected: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
            expected.pop();
            let strip = |line: &&[u8]| line.strip_suffix(b"\r").unwrap_or(line).to_vec();
            prop_assert_eq!(found, expected.iter().map(strip).collect::<Vec<_>>());
        }
    }
}
