//! Times as texts: `250ms`, `1.5s`, `2m`.

use std::time::Duration;

/// The longest time that can be written: nobody waits for two years.
const LONGEST_SECONDS: f64 = 6e7;

/// Reads `250ms`, `1.5s`, `2m`.
pub fn read_duration(text: &str) -> Option<Duration> {
    let number_end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(number_end);
    let factor = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        _ => return None,
    };
    let seconds = number.parse::<f64>().ok()? * factor;
    // Whole microseconds, so that what is written reads back equal.
    (0.0..=LONGEST_SECONDS)
        .contains(&seconds)
        .then(|| Duration::from_micros((seconds * 1e6).round() as u64))
}

/// Writes a duration so that [`read_duration`] reads it back.
pub fn write_duration(duration: Duration) -> String {
    let micros = duration.as_micros();
    if micros.is_multiple_of(1_000_000) {
        return format!("{}s", micros / 1_000_000);
    }
    format!("{}ms", micros as f64 / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_unit() {
        assert_eq!(read_duration("250ms"), Some(Duration::from_millis(250)));
        assert_eq!(read_duration("1.5s"), Some(Duration::from_millis(1500)));
        assert_eq!(read_duration("2m"), Some(Duration::from_millis(120_000)));
        assert_eq!(read_duration("1000000m"), Some(Duration::from_millis(60_000_000_000)));
        for text in ["", "5", "s", "-1s", "NaNs", "1h", "1 s", "1e300s", "9é", "1000001m"] {
            assert_eq!(read_duration(text), None, "{text}");
        }
    }
}
