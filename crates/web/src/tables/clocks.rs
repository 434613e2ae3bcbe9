//! The clocks of a table: one for each seat, of which the one to move runs.

use std::time::{Duration, Instant};

use ludarium_arena::{Clock, TimeControl};

/// How late a move may be: the way through the network is not the player's.
const MARGIN: Duration = Duration::from_millis(250);

/// The clocks of a table.
pub struct Clocks {
    control: TimeControl,
    clocks: Vec<Clock>,
    /// What the turn has taken before the clock was held last.
    before: Duration,
    /// Since when the clock runs; `None` while it is held.
    since: Option<Instant>,
}

impl Clocks {
    /// Clocks at the start of a game, held.
    pub fn new(control: TimeControl, seats: usize) -> Clocks {
        Clocks {
            control,
            clocks: vec![Clock::new(control, MARGIN); seats],
            before: Duration::ZERO,
            since: None,
        }
    }

    /// Puts all clocks back to the start and charges what was spent.
    pub fn rewind(&mut self, spent: impl Iterator<Item = (u8, u64)>) {
        *self = Clocks::new(self.control, self.clocks.len());
        for (seat, ms) in spent {
            self.charge(seat, Duration::from_millis(ms));
        }
    }

    /// A turn begins, with its clock held.
    pub fn begin(&mut self) {
        self.before = Duration::ZERO;
        self.since = None;
    }

    /// Lets the clock run.
    pub fn run(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    /// Holds the clock.
    pub fn hold(&mut self) {
        self.before = self.spent();
        self.since = None;
    }

    /// What the turn has taken so far.
    pub fn spent(&self) -> Duration {
        let running = self.since.map_or(Duration::ZERO, |since| since.elapsed());
        self.before + running
    }

    /// Charges a decision.
    pub fn charge(&mut self, seat: u8, spent: Duration) {
        if let Some(clock) = self.clocks.get_mut(usize::from(seat)) {
            clock.charge(spent);
        }
    }

    /// Whether the seat to move has taken more time than it had.
    pub fn is_late(&self, seat: u8) -> bool {
        let left = self.clocks.get(usize::from(seat)).and_then(Clock::left);
        left.is_some_and(|left| self.spent() > left + MARGIN)
    }

    /// When the seat to move loses on time; `None` where it cannot.
    pub fn deadline(&self, seat: u8) -> Option<Instant> {
        let left = self.clocks.get(usize::from(seat))?.left()?;
        let left = (left + MARGIN).saturating_sub(self.before);
        self.since.map(|since| since + left)
    }

    /// What a decision of a seat should take, and what is left for the rest of the game.
    pub fn allowance(&self, seat: u8) -> (Option<Duration>, Option<Duration>) {
        let clock = self.clocks.get(usize::from(seat));
        clock.map_or((None, None), |clock| (clock.allowance(), clock.left()))
    }

    /// What is left on each clock in milliseconds; `mover` is the seat whose clock is being spent.
    pub fn left(&self, mover: Option<u8>) -> Vec<Option<u64>> {
        let spent = self.spent();
        let left = self.clocks.iter().enumerate();
        left.map(|(seat, clock)| {
            let running = mover == Some(seat as u8);
            let spent = if running { spent } else { Duration::ZERO };
            let left = clock.left()?.saturating_sub(spent);
            Some(left.as_millis() as u64)
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_clock_stands_still_and_a_running_one_has_a_deadline() {
        let mut clocks = Clocks::new("game=10s".parse().unwrap(), 2);
        assert_eq!(clocks.deadline(0), None);
        let before = Instant::now();
        clocks.run();
        assert!(clocks.deadline(0).unwrap() >= before + Duration::from_secs(10));
        clocks.hold();
        let spent = clocks.spent();
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(clocks.spent(), spent);
        assert!(!clocks.is_late(0));
        clocks.charge(0, Duration::from_secs(4));
        clocks.begin();
        assert_eq!(clocks.left(None), [Some(6000), Some(10_000)]);
        clocks.before = Duration::from_secs(7);
        assert!(clocks.is_late(0) && !clocks.is_late(1));
        clocks.rewind([(1, 3000)].into_iter());
        assert_eq!(clocks.left(None), [Some(10_000), Some(7000)]);
    }

    #[test]
    fn without_a_control_nobody_loses_on_time() {
        let mut clocks = Clocks::new(TimeControl::None, 2);
        clocks.run();
        assert_eq!(
            (clocks.deadline(1), clocks.left(Some(1))),
            (None, vec![None, None])
        );
    }
}
