//! Which positions have occurred since the last irreversible move, for repetition rules.
//!
//! A position must stay small and cheap to copy, but a game may last hundreds of plies. So the
//! keys live in shared blocks: copying a history is one reference count, adding a key copies at
//! most one block, and blocks that nobody needs any more go to a spare list of their thread, so that
//! steady play allocates nothing.

use std::cell::RefCell;
use std::sync::Arc;

const KEYS_PER_BLOCK: usize = 30;
const SPARES_KEPT: usize = 64;

/// The keys of past positions, newest last.
#[derive(Debug, Default)]
pub(crate) struct History {
    newest: Option<Arc<Block>>,
    /// Bit `key % 256` is set for every key held, so most new positions need no search.
    seen: [u64; 4],
}

#[derive(Clone, Debug, Default)]
struct Block {
    older: Option<Arc<Block>>,
    len: usize,
    keys: [u64; KEYS_PER_BLOCK],
}

thread_local! {
    static SPARE: RefCell<Vec<Arc<Block>>> = const { RefCell::new(Vec::new()) };
}

impl History {
    /// How often a key has been pushed since the last `clear`.
    pub(crate) fn count(&self, key: u64) -> usize {
        let (word, bit) = slot(key);
        if self.seen[word] & bit == 0 {
            return 0;
        }
        let mut count = 0;
        let mut next = self.newest.as_deref();
        while let Some(block) = next {
            count += block.keys[..block.len]
                .iter()
                .filter(|&&known| known == key)
                .count();
            next = block.older.as_deref();
        }
        count
    }

    /// Adds the key of the position just reached.
    pub(crate) fn push(&mut self, key: u64) {
        let (word, bit) = slot(key);
        self.seen[word] |= bit;
        match self.newest.as_mut() {
            Some(newest) if newest.len < KEYS_PER_BLOCK => {
                if let Some(block) = Arc::get_mut(newest) {
                    block.push(key);
                } else {
                    let mut copy = spare_block();
                    let block = Arc::get_mut(&mut copy).expect("a spare block has one owner");
                    block.clone_from(newest);
                    block.push(key);
                    self.newest = Some(copy);
                }
            }
            _ => {
                let mut fresh = spare_block();
                let block = Arc::get_mut(&mut fresh).expect("a spare block has one owner");
                block.older = self.newest.take();
                block.len = 0;
                block.push(key);
                self.newest = Some(fresh);
            }
        }
    }

    /// Forgets everything: no earlier position can come back.
    pub(crate) fn clear(&mut self) {
        self.seen = [0; 4];
        let mut next = self.newest.take();
        while let Some(mut shared) = next {
            let Some(block) = Arc::get_mut(&mut shared) else {
                return;
            };
            next = block.older.take();
            // The thread may be ending, with its spares already gone.
            let _ = SPARE.try_with(|spare| {
                let mut spare = spare.borrow_mut();
                if spare.len() < SPARES_KEPT {
                    spare.push(shared);
                }
            });
        }
    }
}

impl Block {
    fn push(&mut self, key: u64) {
        self.keys[self.len] = key;
        self.len += 1;
    }
}

impl Clone for History {
    fn clone(&self) -> History {
        History {
            newest: self.newest.clone(),
            seen: self.seen,
        }
    }
}

impl Drop for History {
    fn drop(&mut self) {
        self.clear();
    }
}

impl PartialEq for History {
    fn eq(&self, other: &History) -> bool {
        let (mut mine, mut theirs) = (self.newest.as_ref(), other.newest.as_ref());
        loop {
            match (mine, theirs) {
                (None, None) => return true,
                (Some(a), Some(b)) => {
                    if Arc::ptr_eq(a, b) {
                        return true;
                    }
                    if a.keys[..a.len] != b.keys[..b.len] {
                        return false;
                    }
                    (mine, theirs) = (a.older.as_ref(), b.older.as_ref());
                }
                _ => return false,
            }
        }
    }
}

fn slot(key: u64) -> (usize, u64) {
    ((key >> 6) as usize % 4, 1 << (key % 64))
}

fn spare_block() -> Arc<Block> {
    SPARE
        .try_with(|spare| spare.borrow_mut().pop())
        .ok()
        .flatten()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_game::{Purpose, Seed};

    #[test]
    fn counts_like_a_plain_list_through_copies_and_clears() {
        let mut rng = Seed(1).stream(Purpose::Test, 0);
        let mut lines: Vec<(History, Vec<u64>)> = vec![Default::default()];
        for _ in 0..20_000 {
            let index = rng.below(lines.len() as u32) as usize;
            match rng.below(200) {
                0 => {
                    lines[index].0.clear();
                    lines[index].1.clear();
                }
                1..=3 => {
                    let copy = lines[index].clone();
                    assert_eq!(copy.0, lines[index].0);
                    lines.push(copy);
                }
                4 if lines.len() > 1 => {
                    lines.swap_remove(index);
                }
                _ => {
                    let key = u64::from(rng.below(300)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                    let (history, list) = &mut lines[index];
                    history.push(key);
                    list.push(key);
                    let expected = list.iter().filter(|&&known| known == key).count();
                    assert_eq!(history.count(key), expected);
                }
            }
        }
    }
}
