//! `Meter`: how much of a budget has been spent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ludarium_game::{Budget, Stopwatch, TimeKind};

/// How many ticks pass between two looks at the clock and the stop flag.
const TICKS_PER_LOOK: u64 = 256;

/// Counts what a search spends and says when its budget is used up.
///
/// Once used up it stays so: a search that unwinds sees the same answer at every level.
#[derive(Clone, Debug)]
pub struct Meter {
    budget: Budget,
    started: Stopwatch,
    nodes: u64,
    iterations: u64,
    ticks: u64,
    spent: bool,
    /// Set when another thread of the same decision is done.
    over: Option<Arc<AtomicBool>>,
}

impl Meter {
    /// A meter for one decision, starting now.
    #[inline]
    pub fn new(budget: &Budget) -> Meter {
        Meter {
            budget: budget.clone(),
            started: Stopwatch::start(budget.time_kind),
            nodes: 0,
            iterations: 0,
            ticks: 0,
            spent: budget.stopped(),
            over: None,
        }
    }

    /// Ends the search also when this flag is set, as another thread of the same decision does.
    #[inline]
    pub(crate) fn end_with(&mut self, over: Arc<AtomicBool>) {
        self.over = Some(over);
    }

    /// Counts a position, unless the budget is used up: then it returns false.
    #[inline]
    pub fn node(&mut self) -> bool {
        if self.budget.nodes.is_some_and(|most| self.nodes >= most) {
            self.spent = true;
        } else {
            self.nodes += 1;
        }
        self.tick()
    }

    /// Counts a simulation, unless the budget is used up: then it returns false.
    #[inline]
    pub fn iteration(&mut self) -> bool {
        let most = self.budget.iterations;
        if most.is_some_and(|most| self.iterations >= most) {
            self.spent = true;
        } else {
            self.iterations += 1;
        }
        self.tick()
    }

    /// Counts several positions at once, as a roll-out makes them; false when the budget is used up.
    #[inline]
    pub fn add(&mut self, positions: u64) -> bool {
        self.nodes += positions;
        if self.budget.nodes.is_some_and(|most| self.nodes >= most) {
            self.spent = true;
        }
        let looks = self.ticks / TICKS_PER_LOOK;
        self.ticks += positions;
        if self.ticks / TICKS_PER_LOOK > looks {
            self.look();
        }
        !self.spent
    }

    /// Whether the budget is used up.
    #[inline]
    pub fn spent(&self) -> bool {
        self.spent
    }

    /// Positions counted.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Simulations counted.
    #[inline]
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Time since the start.
    #[inline]
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

    /// Looks at the clock and the stop flag.
    #[cold]
    #[inline]
    pub(crate) fn look(&mut self) {
        let late = self.budget.time.is_some_and(|most| self.started.elapsed() >= most);
        let over = self.over.as_ref();
        let over = over.is_some_and(|over| over.load(Ordering::Relaxed));
        self.spent |= late || over || self.budget.stopped();
    }
}

/// The part of a budget for one of several workers; the parts add up exactly. Time as people see it passes for all of
/// them at once; the processor's time is used up by each.
pub(crate) fn share(budget: &Budget, index: u64, workers: u64) -> Budget {
    let part = |whole: u64| whole / workers + u64::from(index < whole % workers);
    Budget {
        iterations: budget.iterations.map(part),
        nodes: budget.nodes.map(part),
        time: match budget.time_kind {
            TimeKind::Wall => budget.time,
            TimeKind::Processor => budget.time.map(|time| time.div_f64(workers as f64)),
        },
        ..budget.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_budget_is_kept_exactly_and_stays_spent() {
        let budget = Budget { nodes: Some(10), ..Budget::default() };
        let mut meter = Meter::new(&budget);
        assert_eq!((0..20).filter(|_| meter.node()).count(), 10);
        assert!(meter.spent());
        assert_eq!(meter.nodes(), 10);
    }

    #[test]
    fn positions_added_at_once_end_the_search_too() {
        let budget = Budget { nodes: Some(100), ..Budget::default() };
        let mut meter = Meter::new(&budget);
        assert!(meter.add(60));
        assert!(!meter.add(60));
        assert_eq!(meter.nodes(), 120);
        let late = Budget { time: Some(Duration::ZERO), ..Budget::default() };
        let mut meter = Meter::new(&late);
        assert!(!meter.add(TICKS_PER_LOOK));
    }

    #[test]
    fn workers_share_counts_and_the_processor_but_not_the_wall_clock() {
        let whole = Budget {
            iterations: Some(10),
            time: Some(Duration::from_millis(60)),
            ..Budget::default()
        };
        let parts: Vec<_> = (0..3).map(|index| share(&whole, index, 3)).collect();
        assert_eq!(parts.iter().filter_map(|part| part.iterations).sum::<u64>(), 10);
        assert!(parts.iter().all(|part| part.time == whole.time));
        let processor = Budget { time_kind: TimeKind::Processor, ..whole };
        let part = share(&processor, 0, 3);
        assert_eq!(part.time, Some(Duration::from_millis(20)));
    }

    #[test]
    fn a_stop_flag_ends_the_search() {
        let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let budget = Budget { stop: Some(flag.clone()), ..Budget::default() };
        let mut meter = Meter::new(&budget);
        assert!(meter.node());
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!((0..TICKS_PER_LOOK).any(|_| !meter.node()));
    }
}
