//! `Quota`: how much each client may have at the same time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use crate::lock::locked;

/// What each key holds at the moment, and the most that it may.
#[derive(Clone, Debug)]
pub struct Quota<K: Copy + Eq + Hash> {
    most: usize,
    counts: Arc<Mutex<HashMap<K, usize>>>,
}

impl<K: Copy + Eq + Hash> Quota<K> {
    /// The most for each key.
    pub fn new(most: usize) -> Quota<K> {
        let counts = Arc::default();
        Quota { most, counts }
    }

    /// One more for a key, if it may have one.
    pub fn take(&self, key: K) -> Option<QuotaShare<K>> {
        let mut counts = locked(&self.counts);
        let count = counts.get(&key).copied().unwrap_or(0);
        (count < self.most).then(|| {
            counts.insert(key, count + 1);
            let quota = self.clone();
            QuotaShare { key, quota }
        })
    }
}

/// One of what a key holds; counts until it is dropped.
#[derive(Debug)]
pub struct QuotaShare<K: Copy + Eq + Hash> {
    key: K,
    quota: Quota<K>,
}

impl<K: Copy + Eq + Hash> Drop for QuotaShare<K> {
    fn drop(&mut self) {
        let mut counts = locked(&self.quota.counts);
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_its_most_and_gets_it_back() {
        let quota = Quota::new(3);
        let mut held: Vec<_> = (0..3).map(|_| quota.take("one")).collect();
        assert!(held.iter().all(Option::is_some));
        assert!(quota.take("one").is_none());
        let other = quota.take("other");
        assert!(other.is_some(), "others are not kept out by it");
        held.pop();
        assert!(quota.take("one").is_some());
        drop((held, other));
        assert!(locked(&quota.counts).is_empty());
    }
}
