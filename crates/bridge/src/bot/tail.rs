//! The end of what a bot wrote to standard error.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// How much of it is kept, in bytes.
const KEPT: usize = 8 << 10;

/// The last bytes of a bot's standard error, shared by those who read them and those who show them.
#[derive(Clone, Debug, Default)]
pub(super) struct Tail(Arc<Mutex<VecDeque<u8>>>);

impl Tail {
    /// As text.
    pub fn text(&self) -> String {
        let tail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (a, b) = tail.as_slices();
        String::from_utf8_lossy(&[a, b].concat())
            .trim_end()
            .to_owned()
    }

    /// Takes the last line that begins with this mark out of it, with all that stands behind, and gives what follows the
    /// mark.
    #[cfg(target_os = "linux")]
    pub fn take_line(&self, mark: &str) -> Option<String> {
        let mut tail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = tail.make_contiguous();
        let begins = |&at: &usize| at == 0 || bytes[at - 1] == b'\n';
        let mut places = (0..bytes.len()).rev().filter(begins);
        let place = places.find(|&at| bytes[at..].starts_with(mark.as_bytes()))?;
        let line = String::from_utf8_lossy(&bytes[place + mark.len()..]);
        let line = line.trim_end().to_owned();
        tail.truncate(place);
        Some(line)
    }

    /// Adds what was read, and forgets what is too old.
    pub fn add(&self, bytes: &[u8]) {
        let mut tail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = &bytes[bytes.len().saturating_sub(KEPT)..];
        let excess = (tail.len() + bytes.len()).saturating_sub(KEPT);
        tail.drain(..excess);
        tail.extend(bytes);
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
        let text = tail.text();
        assert!(text.ends_with("xy") && !text.contains("first"));
        assert_eq!(text.len() + 1, KEPT);
        tail.add(&[b'z'; 3 * KEPT]);
        assert_eq!(tail.text(), "z".repeat(KEPT));
    }
}
