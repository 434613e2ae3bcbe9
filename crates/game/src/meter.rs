//! `Meter`: how much of a budget has been spent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Budget, Stopwatch};

/// At most this many ticks pass between two looks at the clock and the stop flag.
const MOST_TICKS: u64 = 256;

/// The share of a budget's time that may pass between two looks.
const UNSEEN: u32 = 50;

/// The least and the longest time between two looks that is aimed at: a look costs something, and who stops a search
/// wants its answer soon.
const GAP: (Duration, Duration) = (Duration::from_micros(20), Duration::from_millis(5));

/// Counts what a decision spends and says when its budget is used up.
///
/// Once used up it stays so: a search that unwinds sees the same answer at every level.
///
/// # Example
/// An agent of its own that makes at most 100 simulations, and fewer where the budget says so:
/// ```
/// use ludarium_game::Budget;
///
/// let budget = Budget { iterations: Some(30), ..Budget::default() };
/// let mut meter = budget.meter();
/// while meter.allows(100) {
///     // One simulation.
/// }
/// assert_eq!(meter.iterations(), 30);
/// ```
#[derive(Clone, Debug)]
pub struct Meter {
    budget: Budget,
    started: Stopwatch,
    nodes: u64,
    iterations: u64,
    /// Ticks from one look to the next: few where each takes long.
    interval: u64,
    /// Ticks that are left until the next look.
    left: u64,
    /// The time of the last look.
    seen: Duration,
    spent: bool,
    /// Set when another thread of the same decision is done.
    over: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// Counts what a decision spends of this budget, from now on.
    #[inline]
    pub fn meter(&self) -> Meter {
        Meter {
            budget: self.clone(),
            started: Stopwatch::start(self.time_kind),
            nodes: 0,
            iterations: 0,
            interval: 1,
            left: 1,
            seen: Duration::ZERO,
            spent: self.stopped(),
            over: None,
        }
    }
}

impl Meter {
    /// Ends the search also when this flag is set, as another thread of the same decision does.
    #[inline]
    pub fn end_with(&mut self, over: Arc<AtomicBool>) {
        self.over = Some(over);
    }

    /// Counts a simulation of an agent that makes no more than `most` by itself: false when it has made them, and when
    /// the budget is used up.
    #[inline]
    pub fn allows(&mut self, most: u64) -> bool {
        self.iterations < most && self.iteration()
    }

    /// Counts a position, unless the budget is used up: then it returns false.
    #[inline]
    pub fn node(&mut self) -> bool {
        self.spent |= self.budget.nodes.is_some_and(|most| self.nodes >= most);
        let goes_on = self.tick(1);
        self.nodes += u64::from(goes_on);
        goes_on
    }

    /// Counts a simulation, unless the budget is used up: then it returns false.
    #[inline]
    pub fn iteration(&mut self) -> bool {
        self.spent |= self.budget.iterations.is_some_and(|most| self.iterations >= most);
        let goes_on = self.tick(1);
        self.iterations += u64::from(goes_on);
        goes_on
    }

    /// Counts several positions at once, as a roll-out makes them; false when the budget is used up.
    #[inline]
    pub fn add(&mut self, positions: u64) -> bool {
        self.nodes += positions;
        self.spent |= self.budget.nodes.is_some_and(|most| self.nodes >= most);
        self.tick(positions)
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
    fn tick(&mut self, ticks: u64) -> bool {
        if ticks < self.left {
            self.left -= ticks;
        } else {
            self.look();
        }
        !self.spent
    }

    /// Looks at the clock and the stop flag, and decides when to look again.
    #[cold]
    #[inline]
    pub fn look(&mut self) {
        let now = self.started.elapsed();
        let late = self.budget.time.is_some_and(|most| now >= most);
        let over = self.over.as_ref();
        let over = over.is_some_and(|over| over.load(Ordering::Relaxed));
        self.spent |= late || over || self.budget.stopped();
        self.interval = next_interval(self.interval, now - self.seen, self.budget.time);
        (self.left, self.seen) = (self.interval, now);
    }
}

/// The ticks until the next look, when the last `interval` ticks took `gap`: twice as many at most.
fn next_interval(interval: u64, gap: Duration, time: Option<Duration>) -> u64 {
    let aim = time.map_or(GAP.1, |time| (time / UNSEEN).clamp(GAP.0, GAP.1));
    let fitting = interval as f64 * (aim.as_secs_f64() / gap.as_secs_f64().max(1e-9));
    (fitting as u64).clamp(1, (2 * interval).min(MOST_TICKS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_budget_is_kept_exactly_and_stays_spent() {
        let budget = Budget { nodes: Some(10), ..Budget::default() };
        let mut meter = budget.meter();
        assert_eq!((0..20).filter(|_| meter.node()).count(), 10);
        assert!(meter.spent());
        assert_eq!(meter.nodes(), 10);
    }

    #[test]
    fn positions_added_at_once_end_the_search_too() {
        let budget = Budget { nodes: Some(100), ..Budget::default() };
        let mut meter = budget.meter();
        assert!(meter.add(60));
        assert!(!meter.add(60));
        assert_eq!(meter.nodes(), 120);
    }

    /// The first simulation is followed by a look, however few there will be.
    #[test]
    fn a_clock_is_looked_at_from_the_first_tick_on() {
        let late = Budget { time: Some(Duration::ZERO), ..Budget::default() };
        let mut meter = late.meter();
        assert!(!meter.iteration() && !meter.node() && !meter.add(1));
        assert_eq!(meter.iterations(), 0, "what was not made is not counted");
    }

    #[test]
    fn an_agent_makes_its_own_number_or_fewer() {
        let made = |iterations: Option<u64>| {
            let budget = Budget { iterations, ..Budget::default() };
            let mut meter = budget.meter();
            while meter.allows(20) {}
            meter.iterations()
        };
        assert_eq!((made(None), made(Some(7)), made(Some(50))), (20, 7, 20));
    }

    #[test]
    fn looks_come_often_where_ticks_take_long() {
        let (ms, us) = (Duration::from_millis, Duration::from_micros);
        // A simulation of 1 ms under a budget of 2 ms is looked at each time.
        assert_eq!(next_interval(1, ms(1), Some(ms(2))), 1);
        assert_eq!(next_interval(256, ms(256), Some(ms(2))), 1);
        // Positions of 0.1 µs are looked at as seldom as possible.
        assert_eq!(next_interval(256, us(25), Some(ms(2))), 256);
        assert_eq!(next_interval(1, Duration::ZERO, None), 2);
        // 64 ticks of 10 µs: with 1 s to spend 5 ms may pass, with 2 ms only 40 µs.
        assert_eq!(next_interval(64, us(640), Some(ms(1000))), 128);
        assert_eq!(next_interval(64, us(640), Some(ms(2))), 4);
    }

    #[test]
    fn a_stop_flag_ends_the_search() {
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget { stop: Some(flag.clone()), ..Budget::default() };
        let mut meter = budget.meter();
        assert!(meter.node());
        flag.store(true, Ordering::Relaxed);
        assert!((0..MOST_TICKS).any(|_| !meter.node()));
    }
}
