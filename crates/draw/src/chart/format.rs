//! How numbers are written on axes, beside rows and in cells.

/// What kind of number an axis or a cell shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// A plain number.
    #[default]
    Number,
    /// A share: 0.25 is written as 25 %.
    Percent,
    /// A duration in seconds, written in the unit that suits it.
    Seconds,
}

/// From here on numbers are written with a power of ten.
const LARGE: f64 = 1e7;
const SMALL: f64 = 1e-5;

/// Units of time: name, length in seconds, the least value of the largest number written in it.
const UNITS: [(&str, f64, f64); 6] = [
    ("h", 3600.0, 7200.0),
    ("min", 60.0, 120.0),
    ("s", 1.0, 1.0),
    ("ms", 1e-3, 1e-3),
    ("µs", 1e-6, 1e-6),
    ("ns", 1e-9, 0.0),
];

/// A way to write all numbers of one axis or column alike.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figures {
    /// Length of the unit in which numbers are written.
    unit: f64,
    suffix: String,
    /// The finest difference that is shown, in units.
    step: f64,
    scientific: bool,
}

impl Figures {
    /// Writes numbers up to `largest` so that a difference of `step` shows.
    pub fn new(format: Format, step: f64, largest: f64) -> Figures {
        let (name, unit) = match format {
            Format::Number => ("", 1.0),
            Format::Percent => ("%", 0.01),
            Format::Seconds => time_unit(largest),
        };
        Figures::with_unit(name, unit, step, largest)
    }

    /// Writes one number of a log axis; minutes and hours would break its powers of ten.
    pub fn alone(format: Format, value: f64) -> Figures {
        let step = power(exponent(value));
        match format {
            Format::Seconds if value >= 1.0 => Figures::with_unit("s", 1.0, step, value),
            _ => Figures::new(format, step, value),
        }
    }

    fn with_unit(name: &str, unit: f64, step: f64, largest: f64) -> Figures {
        let (step, largest) = (step / unit, largest.abs() / unit);
        let gap = if name.is_empty() { "" } else { "\u{202f}" };
        Figures {
            unit,
            suffix: format!("{gap}{name}"),
            step,
            scientific: largest >= LARGE || step < SMALL,
        }
    }

    /// The number as text, with its unit.
    pub fn write(&self, value: f64) -> String {
        self.bare(value) + &self.suffix
    }

    /// The number as text, without zeros at the end of its decimals.
    pub fn short(&self, value: f64) -> String {
        let text = self.bare(value);
        let text = if text.contains('.') && !self.scientific {
            text.trim_end_matches('0').trim_end_matches('.')
        } else {
            &text
        };
        format!("{text}{}", self.suffix)
    }

    /// The number as text, for places where the unit is said already.
    pub fn bare(&self, value: f64) -> String {
        let value = value / self.unit;
        if value.is_infinite() {
            return if value > 0.0 { "∞" } else { "−∞" }.to_owned();
        }
        if value.abs() < self.step / 2.0 {
            return "0".to_owned();
        }
        let sign = if value < 0.0 { "−" } else { "" };
        let size = value.abs();
        let fine = exponent(self.step);
        // An interval may reach far beyond the largest value.
        let far = size >= 1e3 * LARGE;
        if !self.scientific && !far {
            return format!("{sign}{}", grouped(size, -fine));
        }
        let high = exponent(size);
        let most = if self.scientific { 12 } else { 2 };
        let decimals = (high - fine).clamp(0, most) as usize;
        let mantissa = size / power(high);
        // Rounding may carry to the next power of ten.
        let (mantissa, high) = if format!("{mantissa:.decimals$}").starts_with("10") {
            (mantissa / 10.0, high + 1)
        } else {
            (mantissa, high)
        };
        let mantissa = format!("{mantissa:.decimals$}");
        let mantissa = match mantissa.split_once('.') {
            Some((whole, part)) if part.bytes().all(|digit| digit == b'0') => whole,
            _ => &mantissa,
        };
        match (mantissa, high) {
            (mantissa, 0) => format!("{sign}{mantissa}"),
            ("1", high) => format!("{sign}10{}", raised(high)),
            (mantissa, high) => format!("{sign}{mantissa}×10{}", raised(high)),
        }
    }
}

/// The length of the unit that ticks count in: minutes and hours are not powers of ten seconds.
pub(super) fn tick_unit(format: Format, largest: f64) -> f64 {
    match format {
        Format::Seconds if largest >= 1.0 => time_unit(largest).1,
        _ => 1.0,
    }
}

fn time_unit(largest: f64) -> (&'static str, f64) {
    let fits = |unit: &&(&str, f64, f64)| largest.abs() >= unit.2 && largest < 1e9;
    UNITS.iter().find(fits).map_or(("s", 1.0), |&(name, length, _)| (name, length))
}

/// The power of ten of a number's first digit; 0 for nothing.
pub(super) fn exponent(value: f64) -> i32 {
    if value == 0.0 || !value.is_finite() {
        return 0;
    }
    // Slightly above, so that 0.001, stored a little smaller, has the exponent −3.
    (value.abs().log10() + 1e-9).floor() as i32
}

/// A power of ten, as near as a float can be.
pub(super) fn power(exponent: i32) -> f64 {
    if exponent < 0 { 1.0 / 10f64.powi(-exponent) } else { 10f64.powi(exponent) }
}

/// A number with thin groups of three, from 10 000 on.
fn grouped(size: f64, decimals: i32) -> String {
    let text = format!("{size:.*}", decimals.clamp(0, 12) as usize);
    let (whole, part) = text.split_at(text.find('.').unwrap_or(text.len()));
    if whole.len() < 5 {
        return text;
    }
    let mut out = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out + part
}

fn raised(exponent: i32) -> String {
    let small = |c: char| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        _ => '⁰',
    };
    exponent.to_string().chars().map(small).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tidy(text: String) -> String {
        text.replace('\u{202f}', " ")
    }

    #[test]
    fn numbers_show_their_step_and_no_more() {
        let write =
            |format, step, largest, value| tidy(Figures::new(format, step, largest).write(value));
        assert_eq!(write(Format::Number, 0.5, 2.0, 1.5), "1.5");
        assert_eq!(write(Format::Number, 20.0, 100.0, -40.0), "−40");
        assert_eq!(write(Format::Number, 1e5, 2e6, 1.2e6), "1 200 000");
        assert_eq!(write(Format::Number, 0.1, 1.0, -1e-17), "0");
        assert_eq!(write(Format::Percent, 0.1, 1.0, 0.3), "30 %");
        assert_eq!(write(Format::Percent, 0.001, 1.0, 0.3333), "33.3 %");
        assert_eq!(write(Format::Number, 1.0, 9.0, f64::INFINITY), "∞");
    }

    #[test]
    fn durations_have_the_unit_of_the_largest() {
        let write =
            |step, largest, value| tidy(Figures::new(Format::Seconds, step, largest).write(value));
        assert_eq!(write(0.001, 0.01, 0.005), "5 ms");
        assert_eq!(write(1.0, 60.0, 5.0), "5 s");
        assert_eq!(write(120.0, 600.0, 240.0), "4 min");
        assert_eq!(write(3600.0, 36_000.0, 7200.0), "2 h");
    }

    #[test]
    fn ticks_of_log_axes_stand_alone() {
        let write = |format, value| tidy(Figures::alone(format, value).write(value));
        assert_eq!(write(Format::Seconds, 1e-4), "100 µs");
        assert_eq!(write(Format::Seconds, 500.0), "500 s");
        assert_eq!(write(Format::Number, 0.002), "0.002");
        assert_eq!(write(Format::Number, 2e9), "2×10⁹");
        assert_eq!(write(Format::Number, 1e-7), "10⁻⁷");
    }

    #[test]
    fn a_mantissa_never_rounds_to_ten() {
        let figures = Figures::new(Format::Number, 1e8, 1e9);
        assert_eq!(figures.write(9.99e8), "10⁹");
    }
}
