//! Token buckets: a number at once, a number a second.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::lock::locked;

/// A bucket that fills up again by itself.
#[derive(Clone, Copy, Debug)]
pub struct TokenBucket {
    size: f64,
    rate: f64,
    level: f64,
    at: Instant,
}

impl TokenBucket {
    /// A full bucket of `size` that gains `rate` a second.
    pub fn new(size: f64, rate: f64) -> TokenBucket {
        TokenBucket { size, rate, level: size, at: Instant::now() }
    }

    /// Takes one out; false where it is empty.
    pub fn take(&mut self) -> bool {
        self.take_at(Instant::now())
    }

    fn fill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.level = (self.level + passed * self.rate).min(self.size);
        self.at = now;
    }

    fn take_at(&mut self, now: Instant) -> bool {
        self.fill(now);
        let enough = self.level >= 1.0;
        if enough {
            self.level -= 1.0;
        }
        enough
    }

    fn is_full(&self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.level + passed * self.rate >= self.size
    }
}

/// A bucket for each client.
#[derive(Clone)]
pub struct Buckets {
    size: f64,
    rate: f64,
    clients: Arc<Mutex<HashMap<IpAddr, TokenBucket>>>,
}

/// Clients remembered before full buckets are forgotten.
const REMEMBERED: usize = 1024;

impl Buckets {
    /// Buckets of `size` that gain `rate` a second.
    pub fn new(size: f64, rate: f64) -> Buckets {
        Buckets { size, rate, clients: Arc::default() }
    }

    /// Takes one out of a client's bucket; false where it is empty.
    pub fn take(&self, client: IpAddr) -> bool {
        self.take_at(client, Instant::now())
    }

    fn take_at(&self, client: IpAddr, now: Instant) -> bool {
        self.with(client, now, |bucket| bucket.take_at(now))
    }

    /// Whether a client has anything left.
    pub fn has(&self, client: IpAddr) -> bool {
        let now = Instant::now();
        self.with(client, now, |bucket| {
            bucket.fill(now);
            bucket.level > 0.0
        })
    }

    /// Takes out what was spent, also more than there is: then the client waits longer.
    pub fn charge(&self, client: IpAddr, spent: f64) {
        let now = Instant::now();
        self.with(client, now, |bucket| {
            bucket.fill(now);
            bucket.level -= spent;
        });
    }

    fn with<T>(&self, client: IpAddr, now: Instant, act: impl FnOnce(&mut TokenBucket) -> T) -> T {
        let mut clients = locked(&self.clients);
        if clients.len() >= REMEMBERED {
            // A full bucket is as good as none.
            clients.retain(|_, bucket| !bucket.is_full(now));
        }
        let fresh = TokenBucket::new(self.size, self.rate);
        act(clients.entry(client).or_insert(fresh))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let mut bucket = TokenBucket::new(3.0, 2.0);
        let now = Instant::now();
        let taken = (0..5).filter(|_| bucket.take_at(now)).count();
        assert_eq!(taken, 3);
        assert!(bucket.take_at(now + Duration::from_secs(1)));
        let later = now + Duration::from_secs(60);
        assert_eq!((0..9).filter(|_| bucket.take_at(later)).count(), 3);
    }

    #[test]
    fn a_debt_has_to_be_worked_off() {
        let buckets = Buckets::new(10.0, 1.0);
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|text| text.parse().unwrap());
        buckets.charge(one, 9.0);
        assert!(buckets.has(one));
        buckets.charge(one, 3600.0);
        assert!(!buckets.has(one));
        assert!(buckets.has(other), "others owe nothing");
    }

    #[test]
    fn full_buckets_are_forgotten_and_empty_ones_are_not() {
        let buckets = Buckets::new(2.0, 1.0);
        let client = |number: usize| IpAddr::from((number as u32).to_be_bytes());
        let now = Instant::now();
        for number in 0..REMEMBERED {
            assert!(buckets.take_at(client(number), now));
        }
        let later = now + Duration::from_secs(60);
        let busy = client(REMEMBERED);
        let taken = (0..5).filter(|_| buckets.take_at(busy, later)).count();
        assert_eq!(taken, 2);
        let remembered = || buckets.clients.lock().unwrap().len();
        assert_eq!(remembered(), 1, "all others have filled up again");
        for number in 0..REMEMBERED {
            assert!(buckets.take_at(client(number), later));
        }
        assert_eq!(remembered(), REMEMBERED + 1);
        assert!(!buckets.take_at(busy, later), "who has none left gets none");
    }
}
