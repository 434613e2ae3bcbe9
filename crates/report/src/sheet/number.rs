//! Numbers of results, written with their significant digits.

use std::fmt;

/// A number, perhaps with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// The value.
    pub value: f64,
    /// Both ends of its interval.
    pub interval: Option<(f64, f64)>,
    /// How it is written.
    pub form: Form,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A share, in per cent with one digit, and more where that one would make it nothing or all.
    Percent,
    /// A probability that statistics give, in per cent: none is certain, and none is known to more than one digit.
    Likelihood,
    /// A difference of shares, in per cent with its sign.
    SignedPercent,
    /// A whole number in groups of three digits.
    Whole,
    /// A mean or a time: three significant digits, no exponent.
    Measured,
    /// A difference of strengths: whole, with its sign.
    Elo,
    /// A correlation or a ratio: two digits after the point.
    Coefficient,
}

impl Number {
    /// A number without an interval.
    pub fn plain(value: f64, form: Form) -> Number {
        Number { value, interval: None, form }
    }

    /// The value alone, with its unit.
    pub fn value_text(&self) -> String {
        format!("{}{}", self.form.digits(self.value), self.form.unit())
    }

    /// The interval alone, as `low to high`, without a unit.
    pub fn interval_text(&self) -> Option<String> {
        let (low, high) = self.interval?;
        Some(format!("{} to {}", self.form.digits(low), self.form.digits(high)))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.value_text())?;
        match self.interval_text() {
            Some(interval) => write!(f, " ({interval})"),
            None => Ok(()),
        }
    }
}

impl Form {
    fn unit(self) -> &'static str {
        match self {
            Form::Percent | Form::Likelihood | Form::SignedPercent => " %",
            Form::Whole | Form::Measured | Form::Elo | Form::Coefficient => "",
        }
    }

    /// The digits of a number; a dash for what is no number, and a sign for a strength without end.
    fn digits(self, value: f64) -> String {
        if !value.is_finite() {
            // Nothing but wins has no finite strength.
            let unbounded = self == Form::Elo && !value.is_nan();
            let infinite = if value > 0.0 { "+∞" } else { "−∞" };
            return if unbounded { infinite } else { "–" }.to_owned();
        }
        match self {
            // Adding 0 keeps a minus away from zero.
            Form::Percent => {
                let places = percent_places(value);
                format!("{:.places$}", 100.0 * value + 0.0)
            }
            Form::Likelihood => match value {
                value if value > 0.9995 => "above 99.9".to_owned(),
                value if value < 0.0005 => "below 0.1".to_owned(),
                value => format!("{:.1}", 100.0 * value),
            },
            Form::SignedPercent => {
                let places = percent_places(value);
                let text = format!("{:+.places$}", 100.0 * value + 0.0);
                text.replace('-', "−")
            }
            Form::Whole => grouped(value.round()),
            Form::Measured => measured(value),
            // Rounding first keeps a minus away from zero.
            Form::Coefficient => {
                let rounded = (100.0 * value).round() / 100.0 + 0.0;
                format!("{rounded:.2}").replace('-', "−")
            }
            Form::Elo => format!("{:+.0}", value.round() + 0.0).replace('-', "−"),
        }
    }
}

/// The digits after the point of a share in per cent: as many as tell it from 0 and from 100 %.
fn percent_places(value: f64) -> usize {
    let percent = 100.0 * value.abs();
    let left = percent.min((100.0 - percent).abs());
    // Less than this comes from the arithmetic, not from games.
    if !(1e-4..0.05).contains(&left) {
        return 1;
    }
    // The first digit that is not 0. Rounding up to it would nearly double a share such as 0.0051 %.
    (1..=4).find(|&places| left * 10f64.powi(places) >= 1.0).unwrap_or(4) as usize
}

/// Three significant digits, all digits before the point.
fn measured(value: f64) -> String {
    let size = value.abs();
    let places = match size {
        _ if size >= 99.95 || size == 0.0 => return grouped(value.round()),
        _ if size >= 9.995 => 1,
        _ if size >= 0.9995 => 2,
        // Below a millionth of the unit nothing was measured.
        _ => ((2.0 - size.log10().floor()) as usize).min(6),
    };
    format!("{value:.places$}").replace('-', "−")
}

/// A whole number in groups of three digits.
pub fn grouped(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let sign = if value < 0.0 && digits != "0" { "−" } else { "" };
    format!("{sign}{}", groups(&digits, '\u{202f}'))
}

/// Digits in groups of three, with a sign between the groups.
pub fn groups(digits: &str, between: char) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(between);
        }
        text.push(digit);
    }
    text
}
