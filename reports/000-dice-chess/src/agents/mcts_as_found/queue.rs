//! The original program's priority queue: a binary heap with a comparison that rounds.

/// A move with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ScoredStep {
    /// The square left, counted from a8.
    pub(super) from: u8,
    /// The square reached, counted from a8.
    pub(super) to: u8,
    pub(super) score: f64,
}

impl ScoredStep {
    /// Whether this action comes before another. Scores that differ by less than 1 count as equal,
    /// because the program compares whole numbers.
    fn precedes(&self, other: &ScoredStep) -> bool {
        self.score - other.score >= 1.0
    }
}

/// Actions, the largest score first. Which of several equal actions comes first follows from the way a
/// binary heap moves its elements, and so does what happens where rounding makes the order contradict
/// itself.
#[derive(Clone, Debug, Default)]
pub(super) struct StepQueue {
    heap: Vec<ScoredStep>,
}

impl StepQueue {
    pub(super) fn push(&mut self, action: ScoredStep) {
        let mut place = self.heap.len();
        self.heap.push(action);
        while place > 0 {
            let above = (place - 1) / 2;
            if !action.precedes(&self.heap[above]) {
                break;
            }
            self.heap.swap(place, above);
            place = above;
        }
    }

    pub(super) fn pop(&mut self) -> Option<ScoredStep> {
        let last = self.heap.pop()?;
        let Some(first) = self.heap.first().copied() else {
            return Some(last);
        };
        self.heap[0] = last;
        let mut place = 0;
        loop {
            let (left, right) = (2 * place + 1, 2 * place + 2);
            if left >= self.heap.len() {
                break;
            }
            let right_first =
                right < self.heap.len() && self.heap[right].precedes(&self.heap[left]);
            let below = if right_first { right } else { left };
            if !self.heap[below].precedes(&last) {
                break;
            }
            self.heap.swap(place, below);
            place = below;
        }
        Some(first)
    }

    pub(super) fn clear(&mut self) {
        self.heap.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// The action that [`StepQueue::pop`] would give.
    pub(super) fn first(&self) -> Option<ScoredStep> {
        self.heap.first().copied()
    }

    /// All actions, in the order of the heap.
    pub(super) fn iter(&self) -> impl Iterator<Item = &ScoredStep> {
        self.heap.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drained(scores: &[f64]) -> Vec<u8> {
        let mut queue = StepQueue::default();
        for (from, &score) in (0..).zip(scores) {
            queue.push(ScoredStep { from, to: 0, score });
        }
        std::iter::from_fn(|| queue.pop()).map(|action| action.from).collect()
    }

    #[test]
    fn larger_scores_come_first() {
        assert_eq!(drained(&[10.0, 30.0, 20.0, 50.0, 40.0]), [3, 4, 1, 2, 0]);
        assert!(drained(&[]).is_empty());
    }

    #[test]
    fn scores_within_one_are_equal_and_keep_the_order_of_the_heap() {
        // The first of equals is the first pushed; the last one then takes its place.
        assert_eq!(drained(&[5.0, 5.9, 5.5]), [0, 2, 1]);
    }
}
