//! Durations in words.

use std::time::Duration;

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

#[cfg(test)]
mod tests {
    use super::*;

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
