//! What all two-seat searches share: one number for both seats, and windows of it.
//!
//! The number is the *balance*: the score of seat 0 minus that of seat 1, in [−1, 1]. It always means
//! the same seat, so a seat may move twice in a row and chance may come anywhere; only inside a
//! decision node it is seen from the mover.

use ludarium_game::{Budget, Scores, Seat};

/// The default factor for each decision ply.
///
/// A forced win in k plies is worth this to the power k, so that the sooner win is worth more: distinct
/// for every depth that can be searched, and too close to 1 to outweigh what an evaluation means.
pub(crate) const DISCOUNT: f64 = 1.0 - 1.0 / (1u64 << 20) as f64;

/// The score of seat 0 minus that of seat 1.
///
/// In debug builds it is an error if a score lies outside [0, 1]: pruning at chance nodes would
/// silently give wrong answers. In release builds the balance is clamped to its range.
#[inline]
pub(crate) fn balance(scores: &Scores) -> f64 {
    let [first, second] = [Seat(0), Seat(1)].map(|seat| f64::from(scores.of(seat).0));
    debug_assert!(
        (0.0..=1.0).contains(&first) && (0.0..=1.0).contains(&second),
        "scores must lie in [0, 1], not {first} and {second}"
    );
    (first - second).clamp(-1.0, 1.0)
}

/// The scores of two seats that sum to 1 and have this balance.
pub(crate) fn shares(balance: f64) -> Scores {
    Scores::new(&[(0.5 + 0.5 * balance) as f32, (0.5 - 0.5 * balance) as f32])
}

/// 1 for the seat that wants a large balance, −1 for the other.
#[inline]
pub(crate) fn sign(seat: Seat) -> f64 {
    if seat.index() == 0 { 1.0 } else { -1.0 }
}

/// The balances that still matter to a search: a value at or below `low` is only an upper bound, one
/// at or above `high` only a lower bound, one between is exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Window {
    pub low: f64,
    pub high: f64,
}

impl Window {
    /// Everything matters.
    pub(crate) const FULL: Window = Window { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// A window that is never empty: an answer on both its edges at once would be a bound of unknown
    /// kind, and rounding can bring the edges together.
    #[inline]
    pub(crate) fn new(low: f64, high: f64) -> Window {
        Window { low, high: high.max(low.next_up()) }
    }

    /// The narrowest question: is it more than `low`?
    #[inline]
    pub(crate) fn above(low: f64) -> Window {
        Window::new(low, low)
    }

    /// The same window seen by the seat with this sign, and back again.
    #[inline]
    pub(crate) fn seen_by(self, sign: f64) -> Window {
        if sign > 0.0 { self } else { Window { low: -self.high, high: -self.low } }
    }
}

/// What is known about a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub low: f64,
    pub high: f64,
}

impl Bounds {
    /// Nothing but the range of every balance.
    pub(crate) const UNKNOWN: Bounds = Bounds { low: -1.0, high: 1.0 };

    /// The same bounds seen by the seat with this sign, and back again.
    #[inline]
    pub(crate) fn seen_by(self, sign: f64) -> Bounds {
        if sign > 0.0 { self } else { Bounds { low: -self.high, high: -self.low } }
    }

    /// What the answer of a search says when it was asked about `window`.
    #[inline]
    pub(crate) fn of_answer(value: f64, window: Window) -> Bounds {
        Bounds {
            low: if value > window.low { value } else { -1.0 },
            high: if value < window.high { value } else { 1.0 },
        }
    }

    /// The answer to a search of `window`, if these bounds already hold it.
    #[inline]
    pub(crate) fn answer(self, window: Window) -> Option<f64> {
        if self.low >= window.high || self.low == self.high {
            Some(self.low)
        } else if self.high <= window.low {
            Some(self.high)
        } else {
            None
        }
    }
}

/// The decision plies of a search that has one depth: what the budget says, else its `own`.
pub(crate) fn fixed_depth(budget: &Budget, own: u32) -> u32 {
    budget.depth.unwrap_or(own).clamp(1, Budget::DEEPEST)
}

/// The decision plies of a search that can stop at any depth: what the budget says, else as far as its
/// other limits allow, else its `own`.
pub(crate) fn open_depth(budget: &Budget, own: u32) -> u32 {
    let limited = budget.nodes.is_some() || budget.time.is_some();
    fixed_depth(budget, if limited { Budget::DEEPEST } else { own })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balance_and_shares_are_inverse() {
        for step in 0..=8 {
            let value = f64::from(step) / 4.0 - 1.0;
            assert_eq!(balance(&shares(value)), value);
        }
    }

    #[test]
    fn a_window_seen_twice_from_the_other_side_is_itself() {
        let window = Window { low: -0.25, high: 0.75 };
        assert_eq!(window.seen_by(-1.0).low, -0.75);
        assert_eq!(window.seen_by(-1.0).seen_by(-1.0), window);
    }

    #[test]
    fn no_window_is_empty() {
        for edge in [-1.0, -0.5, 0.0, 0.25, 1.0] {
            assert!(Window::new(edge, edge).high > edge);
            assert!(Window::above(edge).high > edge);
        }
        assert_eq!(Window::new(-0.5, 0.5).high, 0.5);
    }

    #[test]
    fn bounds_answer_only_what_they_prove() {
        let window = Window { low: 0.0, high: 0.5 };
        assert_eq!(Bounds::of_answer(0.6, window), Bounds { low: 0.6, high: 1.0 });
        assert_eq!(Bounds::of_answer(-0.1, window).answer(window), Some(-0.1));
        assert_eq!(Bounds::UNKNOWN.answer(window), None);
    }

    /// An evaluation out of bounds does not go unnoticed.
    #[test]
    #[should_panic(expected = "scores must lie in [0, 1]")]
    #[cfg(debug_assertions)]
    fn a_score_outside_its_bounds_is_noticed() {
        balance(&Scores::new(&[1.5, -0.5]));
    }

    #[test]
    fn depth_comes_from_the_budget_or_is_the_agents_own() {
        let nodes = Budget { nodes: Some(10), ..Budget::default() };
        let depth = Budget { depth: Some(3), ..nodes.clone() };
        assert_eq!(open_depth(&Budget::default(), 4), 4);
        assert_eq!(open_depth(&depth, 4), 3);
        assert_eq!(open_depth(&nodes, 4), Budget::DEEPEST);
        assert_eq!(fixed_depth(&nodes, 4), 4);
    }
}
