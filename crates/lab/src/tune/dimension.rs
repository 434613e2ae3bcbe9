//! A parameter that is tuned: its range, and how a part of the range becomes a value.

use ludarium_agents::{Parameter, Values};
use ludarium_game::{Error, Result};
use serde::{Deserialize, Serialize};

/// A range over more than this factor is searched by factors.
const WIDE: f64 = 10.0;
/// Without a range of the user's it is searched from the start divided by this to the start times this.
const AROUND: f64 = 4.0;
/// Where it may be negative: from the start less this many times its size to the start plus as much, so that its sign
/// may change, too.
const BESIDE: f64 = 1.5;
/// And at least this part of all that is allowed to either side, for a start near zero.
const NEAR_ZERO: f64 = 1.0 / 40.0;

/// A parameter with the range in which it is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dimension {
    /// The key in `key=value`.
    pub key: String,
    /// The least value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
    /// The value at the start.
    pub start: f64,
    /// Whether only whole numbers are possible.
    pub whole: bool,
    /// Whether equal distances are equal factors.
    pub log: bool,
}

impl Dimension {
    /// Reads `key` or `key=low..high`. The parameters are those of the agent at the start, with their values.
    pub fn read(text: &str, parameters: &[(Parameter, String)]) -> Result<Dimension> {
        let (key, range) = match text.split_once('=') {
            Some((key, range)) => (key, Some(range)),
            None => (text, None),
        };
        let numeric = |values: &Values| matches!(values, Values::Whole(..) | Values::Real(..));
        let known = || {
            let all = parameters.iter().filter(|(parameter, _)| numeric(&parameter.values));
            all.map(|(parameter, _)| &*parameter.key)
        };
        let mut all = parameters.iter();
        let found = all.find(|(parameter, _)| parameter.key == key);
        let (parameter, start) = found.ok_or_else(|| Error::unknown("parameter", key, known()))?;
        let (least, most, whole) = match parameter.values {
            Values::Whole(low, high) => (low as f64, high as f64, true),
            Values::Real(low, high) => (low, high, false),
            Values::Switch | Values::Words(_) | Values::File => {
                let keys: Vec<&str> = known().collect();
                return Err(Error::Value {
                    key: "vary".to_owned(),
                    value: key.to_owned(),
                    expected: format!("a parameter that is a number: {}", keys.join(", ")),
                });
            }
        };
        let start: f64 = start.parse().unwrap_or(least);
        let (low, high) = match range {
            Some(range) => {
                let ends = range.split_once("..").and_then(|(low, high)| {
                    let read = |text: &str| text.trim().parse::<f64>().ok();
                    Some((read(low)?, read(high)?))
                });
                let allowed =
                    ends.filter(|(low, high)| least <= *low && low < high && *high <= most);
                allowed.ok_or_else(|| Error::Value {
                    key: key.to_owned(),
                    value: range.to_owned(),
                    expected: format!("LOW..HIGH inside {least}..{most}"),
                })?
            }
            None if least < 0.0 => {
                let beside = (BESIDE * start.abs()).max(NEAR_ZERO * (most - least));
                ((start - beside).max(least), (start + beside).min(most))
            }
            None if start > 0.0 => ((start / AROUND).max(least), (start * AROUND).min(most)),
            None => (least, most),
        };
        let (low, high) = if whole { (low.ceil(), high.floor()) } else { (low, high) };
        if low >= high {
            return Err(Error::Value {
                key: key.to_owned(),
                value: start.to_string(),
                expected: format!(
                    "a range with more than one value, such as {key}={least}..{most}"
                ),
            });
        }
        Ok(Dimension {
            key: key.to_owned(),
            low,
            high,
            start: start.clamp(low, high),
            whole,
            log: low > 0.0 && high > WIDE * low,
        })
    }

    /// The part of the range at which the start is.
    pub fn origin(&self) -> f64 {
        if self.log {
            (self.start / self.low).ln() / (self.high / self.low).ln()
        } else {
            (self.start - self.low) / (self.high - self.low)
        }
    }

    /// The value at a part of the range, before it is rounded.
    pub fn exact(&self, part: f64) -> f64 {
        if self.log {
            self.low * (self.high / self.low).powf(part)
        } else {
            self.low + part * (self.high - self.low)
        }
    }

    /// The value at a part of the range, as text: whole, or with four significant digits.
    pub fn text(&self, part: f64) -> String {
        let value = self.exact(part).clamp(self.low, self.high);
        if self.whole {
            return format!("{:.0}", value.round());
        }
        // Rounding may lead out of the range by a digit.
        rounded(value).clamp(self.low, self.high).to_string()
    }

    /// The range as text, with four significant digits.
    pub fn range(&self) -> String {
        format!("{} to {}", rounded(self.low), rounded(self.high))
    }

    /// How far an end has to be from a part of the range so that whole numbers differ.
    pub fn least(&self, part: f64) -> f64 {
        match (self.whole, self.log) {
            (false, _) => 0.0,
            (true, false) => 0.5 / (self.high - self.low),
            (true, true) => 0.5 / (self.exact(part).max(1.0) * (self.high / self.low).ln()),
        }
    }
}

/// A value with four significant digits.
fn rounded(value: f64) -> f64 {
    let places = match value.abs() {
        0.0 => 0,
        value => (3 - value.log10().floor() as i32).max(0) as usize,
    };
    format!("{value:.places$}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> Vec<(Parameter, String)> {
        let parameter = |key: &'static str, values, start: &str| {
            let parameter =
                Parameter { key: key.into(), values, default: "1".to_owned(), summary: "" };
            (parameter, start.to_owned())
        };
        vec![
            parameter("c", Values::Real(0.0, 10.0), "0.8"),
            parameter("depth", Values::Whole(1, 64), "5"),
            parameter("iterations", Values::Whole(1, 1_000_000), "2000"),
            parameter("reuse", Values::Switch, "on"),
            parameter("eval.offset", Values::Real(-1.0, 1.0), "0"),
            parameter("eval.lost", Values::Real(-5.0, 5.0), "-0.5"),
            parameter("eval.won", Values::Real(-5.0, 5.0), "4"),
            parameter("eval.turn", Values::Real(0.0, 1.0), "0"),
        ]
    }

    fn read(text: &str) -> Result<Dimension> {
        Dimension::read(text, &parameters())
    }

    #[test]
    fn ranges_come_from_the_user_the_start_or_the_catalogue() {
        let ends = |text: &str| {
            let found = read(text).unwrap();
            (found.low, found.high, found.start, found.log)
        };
        assert_eq!(ends("c"), (0.2, 3.2, 0.8, true));
        assert_eq!(ends("c=0.5..2"), (0.5, 2.0, 0.8, false));
        assert_eq!(ends("c=1..2"), (1.0, 2.0, 1.0, false));
        assert_eq!(ends("depth"), (2.0, 20.0, 5.0, false), "whole numbers inside 1.25 to 20");
        assert_eq!(ends("eval.offset"), (-0.05, 0.05, 0.0, false), "near zero");
        assert_eq!(ends("eval.lost"), (-1.25, 0.25, -0.5, false));
        assert_eq!(ends("eval.won"), (-2.0, 5.0, 4.0, false), "not above 5");
        assert_eq!(ends("eval.turn"), (0.0, 1.0, 0.0, false));
        let odd = read("eval.won=-0.13069377999999998..0.36930622").unwrap();
        assert_eq!(odd.range(), "-0.1307 to 0.3693");
        assert_eq!(ends("iterations=10..100000"), (10.0, 100_000.0, 2000.0, true));
    }

    #[test]
    fn mistakes_are_explained() {
        for (text, hint) in [
            ("dept", "did you mean `depth`"),
            ("reuse", "a parameter that is a number: c, depth"),
            ("c=0..20", "inside 0..10"),
            ("c=2..1", "LOW..HIGH"),
            ("c=abc", "LOW..HIGH"),
            ("depth=2.1..2.9", "more than one value"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(hint), "{text}: {error}");
        }
    }

    #[test]
    fn parts_become_values_and_back() {
        let c = read("c=0.5..2").unwrap();
        assert_eq!((c.text(c.origin()), c.text(1.0)), ("0.8".to_owned(), "2".to_owned()));
        assert_eq!(c.text(0.123_456), "0.6852");
        let many = read("iterations=10..100000").unwrap();
        assert_eq!(many.text(many.origin()), "2000");
        assert_eq!(many.text(0.5), "1000");
        // The two ends of a whole number differ, wherever the place is.
        for dimension in [read("depth=2..9").unwrap(), many] {
            for part in [0.1, 0.33, 0.5, 0.9] {
                let far = dimension.least(part);
                assert_ne!(dimension.text(part - far), dimension.text(part + far), "{part}");
            }
        }
    }
}
