//! What is known of the positions that were looked at in one decision.

use ludarium_game::Scores;

/// The places of a table; a newer position takes the place of an older one.
const PLACES: usize = 1 << 16;

/// Positions with their values and how far was looked ahead from them.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    entries: Vec<Finding>,
    decision: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Finding {
    key: u64,
    /// Older decisions are forgotten.
    decision: u32,
    left: i32,
    scores: Scores,
}

impl Findings {
    /// Forgets everything.
    pub fn start(&mut self) {
        if self.entries.is_empty() {
            self.entries.resize(PLACES, Finding::default());
        }
        self.decision = self.decision.wrapping_add(1);
    }

    /// What was found looking at least so far ahead.
    #[inline]
    pub fn found(&self, key: u64, left: i32) -> Option<Scores> {
        let entry = self.find(key)?;
        (entry.left >= left).then_some(entry.scores)
    }

    /// What was found looking ahead at all.
    #[inline]
    pub fn known(&self, key: u64) -> Option<Scores> {
        self.find(key).map(|entry| entry.scores)
    }

    /// Keeps a value.
    #[inline]
    pub fn keep(&mut self, key: u64, left: i32, scores: Scores) {
        let decision = self.decision;
        if let Some(entry) = self.entries.get_mut(key as usize % PLACES) {
            *entry = Finding { key, decision, left, scores };
        }
    }

    #[inline]
    fn find(&self, key: u64) -> Option<&Finding> {
        let entry = self.entries.get(key as usize % PLACES)?;
        (entry.key == key && entry.decision == self.decision).then_some(entry)
    }
}
