//! The end of what a bot wrote to standard error.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// How much of it is kept, in bytes.
const KEPT: usize = 8 << 10;

/// The last bytes of a bot's standard error, shared by those who read them and those who show them.
#[derive(Clone, Debug, Default)]
pub(super) struct Tail(Arc<Mutex<TailBytes>>);

#[derive(Debug, Default)]
struct TailBytes {
    bytes: VecDeque<u8>,
    /// How many bytes came in all.
    total: u64,
}

impl Tail {
    /// As text.
    pub fn text(&self) -> String {
        let tail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tail.last(tail.bytes.len())
    }

    /// What came after the first `seen` bytes, as far as it is kept, and how many came in all.
    pub fn since(&self, seen: u64) -> (String, u64) {
        let tail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new = tail.total.saturating_sub(seen);
        let kept = tail.bytes.len();
        let new = usize::try_from(new).map_or(kept, |new| new.min(kept));
        (tail.last(new), tail.total)
    }

    /// Takes the last line that begins with this mark out of it, with all that stands after it, and gives what follows the
    /// mark.
    #[cfg(target_os = "linux")]
    pub fn take_line(&self, mark: &str) -> Option<String> {
        let mut tail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = tail.bytes.make_contiguous();
        let begins = |&at: &usize| at == 0 || bytes[at - 1] == b'\n';
        let mut places = (0..bytes.len()).rev().filter(begins);
        let place = places.find(|&at| bytes[at..].starts_with(mark.as_bytes()))?;
        let line = String::from_utf8_lossy(&bytes[place + mark.len()..]);
        let line = line.trim_end().to_owned();
        tail.bytes.truncate(place);
        Some(line)
    }

    /// Adds what was read, and forgets what is too old.
    pub fn add(&self, bytes: &[u8]) {
        let mut tail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tail.total += bytes.len() as u64;
        let bytes = &bytes[bytes.len().saturating_sub(KEPT)..];
        let excess = (tail.bytes.len() + bytes.len()).saturating_sub(KEPT);
        tail.bytes.drain(..excess);
        tail.bytes.extend(bytes);
    }
}

impl TailBytes {
    /// The last bytes that were kept, as text.
    fn last(&self, count: usize) -> String {
        let first = self.bytes.len() - count;
        let bytes: Vec<u8> = self.bytes.range(first..).copied().collect();
        String::from_utf8_lossy(&bytes).trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn the_last_marked_line_is_taken_out() {
        let tail = Tail::default();
        tail.add(b"words\nmark: false\nmore\nmark: true\n");
        assert_eq!(tail.take_line("mark: ").as_deref(), Some("true"));
        assert_eq!(tail.text(), "words\nmark: false\nmore");
        tail.add(b" no mark: here\n");
        assert_eq!(tail.take_line("nothing"), None);
    }

    #[test]
    fn only_the_end_is_kept() {
        let tail = Tail::default();
        tail.add(b"first\n");
        assert_eq!(tail.text(), "first");
        tail.add(&[b'x'; KEPT - 2]);
        tail.add(b"y\n");
        assert_eq!(tail.since(KEPT as u64 + 4), ("y".to_owned(), KEPT as u64 + 6));
        let text = tail.text();
        assert!(text.ends_with("xy") && !text.contains("first"));
        assert_eq!(text.len() + 1, KEPT);
        tail.add(&[b'z'; 3 * KEPT]);
        assert_eq!(tail.text(), "z".repeat(KEPT));
    }
}
