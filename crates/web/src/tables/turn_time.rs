//! The time of the turn that is being played. What is left for the game is on the table's own clocks.

use std::time::{Duration, Instant};

use ludarium_arena::Clock;

/// How late a move may be: the way through the network is not the player's.
pub const MARGIN: Duration = Duration::from_millis(250);

/// How long the present turn has taken; the time can be held.
#[derive(Default)]
pub struct TurnTime {
    /// What the turn has taken before the time was held last.
    before: Duration,
    /// Since when the time runs; `None` while it is held.
    since: Option<Instant>,
}

impl TurnTime {
    /// Lets the time run.
    pub fn run(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    /// Holds the time.
    pub fn hold(&mut self) {
        self.before = self.spent();
        self.since = None;
    }

    /// What the turn has taken so far.
    pub fn spent(&self) -> Duration {
        let running = self.since.map_or(Duration::ZERO, |since| since.elapsed());
        self.before + running
    }

    /// Whether the turn has taken more time than the clock of its seat has.
    pub fn is_late(&self, clock: &Clock) -> bool {
        let left = clock.left();
        left.is_some_and(|left| self.spent() > left + MARGIN)
    }

    /// When the seat to move loses on time; `None` where it cannot.
    pub fn deadline(&self, clock: &Clock) -> Option<Instant> {
        let left = (clock.left()? + MARGIN).saturating_sub(self.before);
        self.since.map(|since| since + left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(control: &str) -> Clock {
        Clock::new(control.parse().unwrap(), MARGIN)
    }

    #[test]
    fn held_time_stands_still_and_running_time_has_a_deadline() {
        let ten_seconds = clock("game=10s");
        let mut turn = TurnTime::default();
        assert_eq!(turn.deadline(&ten_seconds), None);
        let before = Instant::now();
        turn.run();
        assert!(turn.deadline(&ten_seconds).unwrap() >= before + Duration::from_secs(10));
        turn.hold();
        let spent = turn.spent();
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(turn.spent(), spent);
        assert!(!turn.is_late(&ten_seconds));
        turn.before = Duration::from_secs(11);
        assert!(turn.is_late(&ten_seconds));
    }

    #[test]
    fn without_a_control_nobody_loses_on_time() {
        let mut turn = TurnTime::default();
        turn.run();
        turn.before = Duration::from_secs(1000);
        assert!(turn.deadline(&clock("none")).is_none() && !turn.is_late(&clock("none")));
    }
}
