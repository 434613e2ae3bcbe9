//! Values of sweep variables, and the points they span.

use std::fmt;

use serde::{Deserialize, Deserializer};

use super::file::OrderedTable;

/// A value of a variable: a text or a number.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected a text or a number")]
pub enum SweepValue {
    /// A whole number.
    Whole(i64),
    /// Any other number.
    Real(f64),
    /// A text.
    Text(String),
}

impl SweepValue {
    /// The value as a number, where it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            SweepValue::Whole(number) => Some(*number as f64),
            SweepValue::Real(number) => Some(*number),
            SweepValue::Text(_) => None,
        }
    }
}

impl PartialEq for SweepValue {
    /// `1` and `1.0` are the same value.
    fn eq(&self, other: &SweepValue) -> bool {
        match (self.number(), other.number()) {
            (Some(mine), Some(theirs)) => mine == theirs,
            (None, None) => self.to_string() == other.to_string(),
            _ => false,
        }
    }
}

impl fmt::Display for SweepValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SweepValue::Whole(number) => number.fmt(f),
            SweepValue::Real(number) => number.fmt(f),
            SweepValue::Text(text) => text.fmt(f),
        }
    }
}

/// One place in the sweep: a value for each variable, in the order of the sweep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepPoint(pub Vec<(String, SweepValue)>);

impl<'de> Deserialize<'de> for SweepPoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        OrderedTable::deserialize(deserializer).map(|pairs| SweepPoint(pairs.0))
    }
}

impl SweepPoint {
    /// All combinations of the values of a sweep, the last variable changing fastest.
    pub fn all(sweep: &[(String, Vec<SweepValue>)]) -> Vec<SweepPoint> {
        let mut points = vec![SweepPoint::default()];
        for (variable, values) in sweep {
            points = points
                .iter()
                .flat_map(|point| {
                    values.iter().map(|value| {
                        let mut longer = point.clone();
                        longer.0.push((variable.clone(), value.clone()));
                        longer
                    })
                })
                .collect();
        }
        points
    }

    /// The value of a variable.
    pub fn get(&self, variable: &str) -> Option<&SweepValue> {
        let found = self.0.iter().find(|(name, _)| name == variable);
        found.map(|(_, value)| value)
    }

    /// Whether the point has all the values that are asked for.
    pub fn has(&self, wanted: &[(String, SweepValue)]) -> bool {
        wanted.iter().all(|(name, value)| self.get(name) == Some(value))
    }
}

impl fmt::Display for SweepPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (variable, value)) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{variable} {value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_all_combinations_in_order() {
        let sweep = [
            ("a".to_owned(), vec![SweepValue::Whole(1), SweepValue::Whole(2)]),
            ("b".to_owned(), vec![SweepValue::Text("x".into()), SweepValue::Text("y".into())]),
        ];
        let texts: Vec<String> =
            SweepPoint::all(&sweep).iter().map(SweepPoint::to_string).collect();
        assert_eq!(texts, ["a 1, b x", "a 1, b y", "a 2, b x", "a 2, b y"]);
        assert_eq!(SweepPoint::all(&[]), [SweepPoint::default()]);
    }

    #[test]
    fn numbers_are_equal_however_they_are_written() {
        assert_eq!(SweepValue::Whole(1), SweepValue::Real(1.0));
        assert_ne!(SweepValue::Whole(1), SweepValue::Text("1".into()));
    }
}
