//! Clocks: how much time a seat has, and what a decision may take of it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use ludarium_game::{Error, TimeKind, read_duration, write_duration};

/// A time control, written `none`, `move=1s`, `move=1s+30s` (30 s more in all, for hard moves) or
/// `game=60s+500ms` (500 ms back after every decision). With `,cpu` at the end it counts the processor's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// No clock: what a decision costs is up to the budget.
    #[default]
    None,
    /// So much for each decision, and a bank for all the game that pays for what goes beyond it.
    Move {
        /// For each decision.
        limit: Duration,
        /// For all decisions together, on top.
        bank: Duration,
        /// Which time is counted.
        kind: TimeKind,
    },
    /// So much for all decisions of a game.
    Game {
        /// At the start.
        total: Duration,
        /// Given back after each decision.
        increment: Duration,
        /// Which time is counted.
        kind: TimeKind,
    },
}

/// One seat's clock in one game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    /// What is left of the bank or of the game's time.
    left: Duration,
    margin: Duration,
}

impl TimeControl {
    /// Which time is counted.
    pub fn kind(&self) -> TimeKind {
        match *self {
            TimeControl::None => TimeKind::default(),
            TimeControl::Move { kind, .. } | TimeControl::Game { kind, .. } => kind,
        }
    }
}

impl Clock {
    /// A clock at the start of a game. A decision that is late by no more than `margin` is not late.
    pub fn new(control: TimeControl, margin: Duration) -> Clock {
        let left = match control {
            TimeControl::None => Duration::ZERO,
            TimeControl::Move { bank, .. } => bank,
            TimeControl::Game { total, .. } => total,
        };
        Clock { control, left, margin }
    }

    /// What the next decision should take at most: the limit of a move, or a fair part of the game's time.
    pub fn allowance(&self) -> Option<Duration> {
        match self.control {
            TimeControl::None => None,
            TimeControl::Move { limit, .. } => Some(limit),
            // A twenty-fifth of what is left, and most of what comes back; never all that is left.
            TimeControl::Game { increment, .. } => {
                Some((self.left / 25 + increment * 4 / 5).min(self.left * 4 / 5))
            }
        }
    }

    /// Which time is counted.
    pub fn kind(&self) -> TimeKind {
        self.control.kind()
    }

    /// What is left for the rest of the game.
    pub fn left(&self) -> Option<Duration> {
        match self.control {
            TimeControl::None => None,
            TimeControl::Move { limit, .. } => Some(limit + self.left),
            TimeControl::Game { .. } => Some(self.left),
        }
    }

    /// Charges a decision, and says whether it was in time.
    pub fn charge(&mut self, spent: Duration) -> bool {
        match self.control {
            TimeControl::None => true,
            TimeControl::Move { limit, .. } => {
                let beyond = spent.saturating_sub(limit);
                let in_time = beyond <= self.left + self.margin;
                self.left = self.left.saturating_sub(beyond);
                in_time
            }
            TimeControl::Game { increment, .. } => {
                let in_time = spent <= self.left + self.margin;
                self.left = self.left.saturating_sub(spent) + increment;
                in_time
            }
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, first, second) = match *self {
            TimeControl::None => return f.write_str("none"),
            TimeControl::Move { limit, bank, .. } => ("move", limit, bank),
            TimeControl::Game { total, increment, .. } => ("game", total, increment),
        };
        write!(f, "{word}={}", write_duration(first))?;
        if !second.is_zero() {
            write!(f, "+{}", write_duration(second))?;
        }
        match self.kind() {
            TimeKind::Wall => Ok(()),
            TimeKind::Processor => f.write_str(",cpu"),
        }
    }
}

impl FromStr for TimeControl {
    type Err = Error;

    fn from_str(text: &str) -> Result<TimeControl, Error> {
        let wrong = || {
            Error::value(
                "clock",
                text,
                "none, move=1s, move=1s+30s (with a bank) or game=60s+500ms (with an increment), and `,cpu` after it \
                 to count the processor's time",
            )
        };
        if text == "none" {
            return Ok(TimeControl::None);
        }
        let (text, kind) = match text.strip_suffix(",cpu") {
            Some(text) => (text, TimeKind::Processor),
            None => (text, TimeKind::Wall),
        };
        let (word, times) = text.split_once('=').ok_or_else(wrong)?;
        let (first, second) = match times.split_once('+') {
            Some((first, second)) => (first, read_duration(second).ok_or_else(wrong)?),
            None => (times, Duration::ZERO),
        };
        let first = read_duration(first).filter(|time| !time.is_zero());
        let first = first.ok_or_else(wrong)?;
        match word {
            "move" => Ok(TimeControl::Move { limit: first, bank: second, kind }),
            "game" => Ok(TimeControl::Game { total: first, increment: second, kind }),
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn controls_read_back_what_they_print() {
        for text in [
            "none",
            "move=1s",
            "move=250ms+30s",
            "game=60s",
            "game=10s+250ms",
            "move=0.5ms",
            "move=1000500ms",
            "game=60000000s",
            "move=20ms,cpu",
            "game=10s+250ms,cpu",
        ] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "1s",
            "move",
            "move=",
            "move=0s",
            "game=1s+",
            "day=1s",
            "move=1s+2",
            "move=1s,gpu",
            "none,cpu",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.contains("game=60s+500ms"), "{error}");
        }
    }

    #[test]
    fn a_bank_pays_for_what_goes_beyond_the_limit() {
        let mut clock = Clock::new("move=100ms+50ms".parse().unwrap(), Duration::ZERO);
        assert!(clock.charge(ms(100)) && clock.left() == Some(ms(150)));
        assert!(clock.charge(ms(130)) && clock.left() == Some(ms(120)));
        assert!(!clock.charge(ms(121)));
        assert_eq!(clock.allowance(), Some(ms(100)));
    }

    #[test]
    fn a_game_clock_runs_down_and_comes_back() {
        let mut clock = Clock::new("game=1s+10ms".parse().unwrap(), Duration::ZERO);
        assert!(clock.charge(ms(900)) && clock.left() == Some(ms(110)));
        assert!(clock.allowance().unwrap() < ms(110));
        assert!(!clock.charge(ms(111)));
        assert_eq!(clock.left(), Some(ms(10)), "late: only the increment is left");
    }

    #[test]
    fn a_margin_forgives_a_little() {
        let mut clock = Clock::new("move=100ms".parse().unwrap(), ms(20));
        assert!(clock.charge(ms(120)));
        assert!(!clock.charge(ms(121)));
    }
}
