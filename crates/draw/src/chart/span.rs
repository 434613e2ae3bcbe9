//! The range of an axis: where a value is in it, and its ticks.

use super::Axis;
use super::format::{Format, exponent, power, tick_unit};

/// Larger numbers count as infinite, so that differences never overflow.
const LARGEST: f64 = 1e300;
/// A log axis reaches down to here.
const SMALLEST: f64 = 1e-300;
/// A range narrower than this part of its values counts as one value: floats run out of digits.
const NARROW: f64 = 1e-9;

/// The values from `from` to `to`, always with `from < to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub from: f64,
    pub to: f64,
    pub log: bool,
}

/// Whether a value has a place on an axis.
pub(super) fn placeable(value: f64, log: bool) -> bool {
    value.abs() <= LARGEST && (!log || value >= SMALLEST)
}

impl Span {
    /// The range of the values that can be placed, and of those the axis has to cover.
    pub fn over(axis: &Axis, values: impl IntoIterator<Item = f64>) -> Span {
        let all = values.into_iter().chain(axis.cover.iter().copied());
        let (from, to) = all
            .filter(|value| placeable(*value, axis.log))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(from, to), value| {
                (from.min(value), to.max(value))
            });
        if axis.log { Span::log(from, to) } else { Span::linear(from, to) }
    }

    fn linear(from: f64, to: f64) -> Span {
        let (from, to) = if from <= to { (from, to) } else { (0.0, 1.0) };
        let size = from.abs().max(to.abs());
        let (from, to) = if to - from > size * NARROW && to - from > SMALLEST {
            (from, to)
        } else if size > SMALLEST {
            (from - size / 2.0, to + size / 2.0)
        } else {
            (-1.0, 1.0)
        };
        Span { from, to, log: false }
    }

    fn log(from: f64, to: f64) -> Span {
        let (from, to) = if from <= to { (from, to) } else { (1.0, 10.0) };
        let (from, to) =
            if to > from * (1.0 + NARROW) { (from, to) } else { (from / 2.0, to * 2.0) };
        Span { from, to, log: true }
    }

    /// The range widened to whole steps of its ticks.
    pub fn rounded(self, format: Format, most: usize) -> Span {
        if self.log {
            return self;
        }
        let step = Step::of(self, format, most);
        // Slightly inside, so that 0.30000000000000004 does not ask for one more step.
        Span {
            from: step.at((self.from / step.size() + 1e-6).floor()).min(self.from),
            to: step.at((self.to / step.size() - 1e-6).ceil()).max(self.to),
            log: false,
        }
    }

    /// Where a value stands: 0 is the lower end, 1 the upper; values outside stand at an end.
    pub fn part(&self, value: f64) -> f64 {
        let part = if self.log {
            let (from, to) = (self.from.ln(), self.to.ln());
            (value.max(SMALLEST).ln() - from) / (to - from)
        } else {
            (value - self.from) / (self.to - self.from)
        };
        part.clamp(0.0, 1.0)
    }

    /// Whether a value lies within.
    pub fn holds(&self, value: f64) -> bool {
        self.from <= value && value <= self.to
    }

    /// The largest size of a value within.
    pub fn largest(&self) -> f64 {
        self.from.abs().max(self.to.abs())
    }

    /// At most `most` round values within the range, ascending: 1, 2 or 5 times a power of ten
    /// apart. On a log axis they are 1, 2 or 5 times a power of ten themselves.
    pub fn ticks(&self, format: Format, most: usize) -> Vec<f64> {
        let most = most.max(1);
        if self.log {
            let ticks = self.log_ticks(most);
            if ticks.len() > 1 {
                return ticks;
            }
        }
        let step = Step::of(*self, format, most);
        let first = (self.from / step.size() - 1e-6).ceil();
        let last = (self.to / step.size() + 1e-6).floor();
        let count = (last - first) as usize + 1;
        (0..count.min(most))
            .map(|index| step.at(first + index as f64).clamp(self.from, self.to))
            .collect()
    }

    /// The distance of linear ticks.
    pub fn step(&self, format: Format, most: usize) -> f64 {
        Step::of(*self, format, most.max(1)).size()
    }

    fn log_ticks(&self, most: usize) -> Vec<f64> {
        let (low, high) = (exponent(self.from) - 1, exponent(self.to) + 1);
        let within = |mantissas: &[f64], apart: i32| -> Vec<f64> {
            (low..=high)
                .filter(|exponent| exponent.rem_euclid(apart) == 0)
                .flat_map(|exponent| mantissas.iter().map(move |m| m * power(exponent)))
                .filter(|value| self.holds(*value))
                .collect()
        };
        let dense = [within(&[1.0, 2.0, 5.0], 1), within(&[1.0], 1)];
        let sparse = [2, 3, 5, 10, 20, 50, 100, 200, 500].map(|apart| within(&[1.0], apart));
        dense.into_iter().chain(sparse).find(|ticks| ticks.len() <= most).unwrap_or_default()
    }
}

/// The distance of ticks: `mantissa · 10^exponent · unit`.
struct Step {
    mantissa: f64,
    exponent: i32,
    unit: f64,
}

impl Step {
    /// The smallest 1-2-5 step that gives at most `most` ticks.
    fn of(span: Span, format: Format, most: usize) -> Step {
        let unit = tick_unit(format, span.largest());
        let wanted = (span.to - span.from) / unit / most.max(1) as f64;
        let mut step = Step { mantissa: 1.0, exponent: exponent(wanted), unit };
        loop {
            let ticks = (span.to / step.size() + 1e-6).floor()
                - (span.from / step.size() - 1e-6).ceil()
                + 1.0;
            if ticks <= most as f64 {
                return step;
            }
            step = step.next();
        }
    }

    fn next(self) -> Step {
        let (mantissa, exponent) = match self.mantissa {
            1.0 => (2.0, self.exponent),
            2.0 => (5.0, self.exponent),
            _ => (1.0, self.exponent + 1),
        };
        Step { mantissa, exponent, ..self }
    }

    fn size(&self) -> f64 {
        self.at(1.0)
    }

    /// The tick of a whole number of steps. Dividing keeps decimals exact: 3 / 10, not 3 · 0.1.
    fn at(&self, count: f64) -> f64 {
        let whole = count * self.mantissa * self.unit;
        if self.exponent < 0 {
            whole / 10f64.powi(-self.exponent)
        } else {
            whole * 10f64.powi(self.exponent)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(from: f64, to: f64, log: bool) -> Span {
        let axis = Axis { log, ..Axis::default() };
        Span::over(&axis, [from, to])
    }

    /// Whether a number is 1, 2 or 5 times a power of ten.
    fn round(value: f64) -> bool {
        let mantissa = value / power(exponent(value));
        [1.0, 2.0, 5.0, 10.0].iter().any(|m| (mantissa - m).abs() < 1e-6)
    }

    #[test]
    fn ticks_of_everyday_ranges() {
        let ticks = |from, to, most| span(from, to, false).ticks(Format::Number, most);
        assert_eq!(ticks(0.0, 1.0, 6), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(ticks(1.0, 11.0, 6), [2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(-30.0, 70.0, 5), [-20.0, 0.0, 20.0, 40.0, 60.0]);
        assert_eq!(ticks(-30.0, 70.0, 4), [0.0, 50.0]);
        let minutes = span(0.0, 600.0, false).ticks(Format::Seconds, 6);
        assert_eq!(minutes, [0.0, 120.0, 240.0, 360.0, 480.0, 600.0]);
        let decades = span(1e-4, 10.0, true).ticks(Format::Seconds, 8);
        assert_eq!(decades, [1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0]);
    }

    #[test]
    fn ticks_are_few_round_and_inside() {
        let ends = [0.0, 1e-300, 3e-12, 0.7, 1.0, 1.000_001, 99.0, 12_345.0, 1e17, 1e300];
        for log in [false, true] {
            for most in 1..=12 {
                for a in ends {
                    for b in ends.into_iter().chain(ends.map(|end| -end)) {
                        let span = span(a, b, log);
                        let ticks = span.ticks(Format::Number, most);
                        let case = format!("{span:?}, at most {most}: {ticks:?}");
                        assert!(ticks.len() <= most, "{case}");
                        assert!(ticks.iter().all(|tick| span.holds(*tick)), "{case}");
                        assert!(ticks.is_sorted_by(|x, y| x < y), "{case}");
                        let apart = span.step(Format::Number, most);
                        assert!(round(apart), "{case}");
                        let even = ticks
                            .windows(2)
                            .all(|pair| ((pair[1] - pair[0]) / apart - 1.0).abs() < 1e-3);
                        let powers = log && ticks.iter().all(|tick| round(*tick));
                        assert!(even || powers, "{case}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_everyday_axis_has_several_ticks() {
        for (from, to) in [(0.0, 1.0), (0.31, 0.37), (-400.0, 350.0), (2.0, 1e6)] {
            for log in [false, from > 0.0] {
                let ticks = span(from, to, log).ticks(Format::Number, 8);
                assert!(ticks.len() >= 3, "{from} to {to}: {ticks:?}");
            }
        }
    }

    #[test]
    fn rounding_reaches_the_next_tick() {
        let rounded = span(0.13, 0.87, false).rounded(Format::Percent, 6);
        assert_eq!((rounded.from, rounded.to), (0.0, 1.0));
        let exact = span(0.1 + 0.2, 0.6, false).rounded(Format::Percent, 6);
        assert!(exact.from >= 0.3 - 1e-9 && exact.to <= 0.6 + 1e-9);
    }

    #[test]
    fn parts_run_from_zero_to_one() {
        let linear = span(-1.0, 3.0, false);
        assert_eq!([-9.0, -1.0, 1.0, 3.0].map(|v| linear.part(v)), [0.0, 0.0, 0.5, 1.0]);
        let log = span(1.0, 100.0, true);
        assert!((log.part(10.0) - 0.5).abs() < 1e-12 && log.part(-1.0) == 0.0);
        assert_eq!(log.part(f64::INFINITY), 1.0);
    }
}
