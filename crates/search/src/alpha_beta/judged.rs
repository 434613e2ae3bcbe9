//! What the evaluation said of positions at the horizon, so that one that is met again is not judged again.
//!
//! Probes of chance nodes, windows that were too narrow and moves in another order lead to the same leaves many times.

/// A small table with one place for each key; who comes later has the place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judged {
    slots: Vec<(u64, f64)>,
    /// Changes with every decision, so that nothing of an earlier one is found.
    salt: u64,
}

/// Slots: 64 KiB, which stay in the processor's cache.
const SLOTS: usize = 1 << 12;

impl Judged {
    /// Forgets everything: from now on other keys are meant.
    pub(crate) fn start(&mut self, salt: u64) {
        self.slots.resize(SLOTS, (0, 0.0));
        self.salt = salt;
    }

    /// The value of the position with a key: the one remembered, or else what `judge` says.
    #[inline]
    pub(crate) fn value(&mut self, key: u64, judge: impl FnOnce() -> f64) -> f64 {
        let key = key ^ self.salt;
        let place = key as usize % SLOTS;
        match self.slots.get_mut(place) {
            Some((known, value)) if *known == key => *value,
            Some(slot) => {
                let value = judge();
                *slot = (key, value);
                value
            }
            None => judge(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_judged_is_known_until_the_next_start() {
        let mut judged = Judged::default();
        // Without a start nothing is remembered.
        assert_eq!(judged.value(5, || 0.5), 0.5);
        assert_eq!(judged.value(5, || 0.25), 0.25);
        judged.start(77);
        assert_eq!(judged.value(5, || 0.5), 0.5);
        assert_eq!(judged.value(5, || unreachable!()), 0.5);
        // Another key at the same place.
        let other = 5 + SLOTS as u64;
        assert_eq!(judged.value(other, || 0.75), 0.75);
        assert_eq!(judged.value(5, || 0.125), 0.125);
        judged.start(78);
        assert_eq!(judged.value(5, || 0.25), 0.25);
    }
}
