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
