//! The table of Q-learning: what each move of each state is worth.

use std::collections::HashMap;
use std::ops::Range;

use ludarium_dice_chess::rules::Move;

/// A move of a state, and what has been learned about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct TriedMove {
    pub(in super::super) mv: Move,
    /// 0 until it is tried.
    pub(in super::super) value: f64,
    pub(in super::super) tries: u32,
}

/// The states met, each with all its moves. A state that is not there is worth 0, as one that has not been
/// learned about, so that only those that episodes reach need a place.
#[derive(Default)]
pub(super) struct QTable {
    rows: HashMap<u64, Range<usize>>,
    actions: Vec<TriedMove>,
}

impl QTable {
    /// Forgets everything and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.actions.clear();
    }

    /// Where the moves of a state are; a new state gets those that `list` names.
    pub(super) fn row<I>(&mut self, key: u64, list: impl FnOnce() -> I) -> Range<usize>
    where
        I: IntoIterator<Item = Move>,
    {
        if let Some(row) = self.rows.get(&key) {
            return row.clone();
        }
        let start = self.actions.len();
        let untried = |mv| TriedMove { mv, value: 0.0, tries: 0 };
        self.actions.extend(list().into_iter().map(untried));
        let row = start..self.actions.len();
        self.rows.insert(key, row.clone());
        row
    }

    /// The moves of a row.
    pub(super) fn actions(&self, row: Range<usize>) -> &[TriedMove] {
        &self.actions[row]
    }

    /// The place of the move with the largest value, the first among equals; `None` without moves.
    pub(super) fn best(&self, row: Range<usize>) -> Option<usize> {
        row.reduce(
            |best, next| {
                if self.actions[next].value > self.actions[best].value { next } else { best }
            },
        )
    }

    /// The largest value of a state.
    pub(super) fn value(&self, key: u64) -> f64 {
        let row = self.rows.get(&key).cloned();
        let best = row.and_then(|row| self.best(row));
        best.map_or(0.0, |place| self.actions[place].value)
    }

    pub(super) fn at(&self, place: usize) -> TriedMove {
        self.actions[place]
    }

    /// One step of learning: the value goes by `rate` of the way to what the move has just brought.
    pub(super) fn update(&mut self, place: usize, rate: f64, brought: f64) {
        let action = &mut self.actions[place];
        action.value = (1.0 - rate) * action.value + rate * brought;
        action.tries += 1;
    }
}
