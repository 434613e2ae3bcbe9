//! Durations in words.

use std::time::{Duration, Instant};

/// A duration for people, with the digits that matter: `3.2 s`, `45 s`, `12 min`, `2.5 h`.
pub fn duration_text(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        _ if seconds < 9.95 => format!("{seconds:.1} s"),
        _ if seconds < 99.5 => format!("{seconds:.0} s"),
        _ if seconds < 3600.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

/// How fast something goes. What was done before it was first asked says nothing about the speed now.
#[derive(Debug, Default)]
pub struct Pace(Option<(Instant, u64)>);

impl Pace {
    /// How long the rest takes if it goes on like this; `None` before anything is done.
    pub fn left(&mut self, done: u64, total: u64) -> Option<Duration> {
        let (began, before) = *self.0.get_or_insert_with(|| (Instant::now(), done));
        let new = done.checked_sub(before).filter(|&new| new > 0)?;
        let each = began.elapsed().as_secs_f64() / new as f64;
        Duration::try_from_secs_f64(each * total.saturating_sub(done) as f64).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_before_says_nothing_about_the_speed() {
        let began = Instant::now() - Duration::from_secs(10);
        let mut pace = Pace(Some((began, 90)));
        assert_eq!(pace.left(90, 100), None);
        let left = pace.left(95, 100).expect("five are done");
        assert!((9.0..12.0).contains(&left.as_secs_f64()), "{left:?}");
    }

    #[test]
    fn every_length_has_its_unit() {
        for (seconds, text) in [
            (0.0, "0.0 s"),
            (9.94, "9.9 s"),
            (9.96, "10 s"),
            (99.4, "99 s"),
            (99.6, "2 min"),
            (3599.0, "60 min"),
            (9000.0, "2.5 h"),
        ] {
            assert_eq!(duration_text(Duration::from_secs_f64(seconds)), text);
        }
    }
}
