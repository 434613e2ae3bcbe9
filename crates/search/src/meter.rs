//! `Meter`: how much of a budget has been spent.

use std::time::{Duration, Instant};

use ludarium_game::Budget;

/// How many ticks pass between two looks at the clock and the stop flag.
const TICKS_PER_LOOK: u64 = 256;

/// Counts what a search spends and says when its budget is used up.
///
/// Once used up it stays so: a search that unwinds sees the same answer at every level.
#[derive(Clone, Debug)]
pub struct Meter {
    budget: Budget,
    started: Instant,
    nodes: u64,
    iterations: u64,
    ticks: u64,
    spent: bool,
}

impl Meter {
    /// A meter for one decision, starting now.
    pub fn new(budget: &Budget) -> Meter {
        Meter {
            budget: budget.clone(),
            started: Instant::now(),
            nodes: 0,
            iterations: 0,
            ticks: 0,
            spent: budget.stopped(),
        }
    }

    /// Counts a position; false when the budget is used up.
    #[inline]
    pub fn node(&mut self) -> bool {
        self.nodes += 1;
        if self.budget.nodes.is_some_and(|most| self.nodes > most) {
            self.spent = true;
        }
        self.tick()
    }

    /// Counts a simulation; false when the budget is used up.
    #[inline]
    pub fn iteration(&mut self) -> bool {
        self.iterations += 1;
        if self
            .budget
            .iterations
            .is_some_and(|most| self.iterations > most)
        {
            self.spent = true;
        }
        self.tick()
    }

    /// Whether the budget is used up.
    pub fn spent(&self) -> bool {
        self.spent
    }

    /// Positions counted.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Simulations counted, without the one that found the budget used up.
    pub fn iterations(&self) -> u64 {
        self.budget
            .iterations
            .unwrap_or(u64::MAX)
            .min(self.iterations)
    }

    /// Time since the start.
    pub fn time(&self) -> Duration {
        self.started.elapsed()
    }

    #[inline]
    fn tick(&mut self) -> bool {
        self.ticks += 1;
        if self.ticks.is_multiple_of(TICKS_PER_LOOK) {
            self.look();
        }
        !self.spent
    }

    #[cold]
    fn look(&mut self) {
        let late = self
            .budget
            .time
            .is_some_and(|most| self.started.elapsed() >= most);
        self.spent |= late || self.budget.stopped();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_budget_is_kept_exactly_and_stays_spent() {
        let budget = Budget {
            nodes: Some(10),
            ..Budget::default()
        };
        let mut meter = Meter::new(&budget);
        assert_eq!((0..20).filter(|_| meter.node()).count(), 10);
        assert!(meter.spent());
    }

    #[test]
    fn a_stop_flag_ends_the_search() {
        let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let budget = Budget {
            stop: Some(flag.clone()),
            ..Budget::default()
        };
        let mut meter = Meter::new(&budget);
        assert!(meter.node());
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!((0..TICKS_PER_LOOK).any(|_| !meter.node()));
    }
}
