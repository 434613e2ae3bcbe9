//! Numbers in running text, and the ways in which a figure may be written there.

/// How a figure is matched that stands in the report with the same digits.
pub const AS_IT_IS: &str = "as it is";

/// What kind of figure a metric gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A share of games, or a difference of shares.
    Share,
    /// A time in milliseconds.
    Time,
    /// Any other number.
    Plain,
}

impl Kind {
    /// The kind of a metric, by its name in the files.
    pub fn of(metric: &str) -> Kind {
        const SHARES: [&str; 9] = [
            "lost",
            "neither",
            "score",
            "points",
            "drawn",
            "first-seat-won",
            "repeated-positions",
            "undone-moves",
            "ending",
        ];
        let stem = metric.split(':').next().unwrap_or(metric);
        match stem {
            _ if SHARES.contains(&stem) || stem.starts_with("won") => Kind::Share,
            "ms" | "ms-per-move" => Kind::Time,
            _ => Kind::Plain,
        }
    }

    /// The ways to write a figure: a factor and how it is called.
    fn ways(self, games: Option<i64>) -> Vec<(f64, String)> {
        let mut ways = vec![(1.0, AS_IT_IS.to_owned())];
        match self {
            Kind::Share => {
                ways.push((100.0, "in per cent".to_owned()));
                if let Some(games) = games {
                    ways.push((games as f64, format!("as a count of {games} games")));
                }
            }
            Kind::Time => {
                ways.push((1e-3, "in seconds".to_owned()));
                ways.push((1e3, "in microseconds".to_owned()));
                ways.push((1e6, "in nanoseconds".to_owned()));
            }
            Kind::Plain => {}
        }
        ways
    }
}

/// How a figure is written among the numbers of some lines; `None` where it is not. A number with more digits than the
/// figure has to round to it.
pub fn written_as(value: f64, kind: Kind, games: Option<i64>, numbers: &[f64]) -> Option<String> {
    let close = rounding(value, kind);
    let fits = |factor: f64| {
        let near = |number: &&f64| (*number / factor - value).abs() <= close;
        let exact = |number: &&f64| (*number / factor - value).abs() <= 1e-9 * value.abs().max(1.0);
        (numbers.iter().any(|n| exact(&n)), numbers.iter().find(near))
    };
    for (factor, how) in kind.ways(games) {
        match fits(factor) {
            (true, _) => return Some(how),
            (false, Some(number)) => return Some(format!("{how}, rounded from {number}")),
            (false, None) => {}
        }
    }
    None
}

/// Half a unit of the last digit of a figure. Shares have at least three digits after the point and other numbers at
/// least three in all, because a file does not show zeros at the end.
fn rounding(value: f64, kind: Kind) -> f64 {
    let text = value.abs().to_string();
    let shown = text.split_once('.').map_or(0, |(_, digits)| digits.len()) as i32;
    let least = match kind {
        Kind::Share => 3,
        Kind::Time | Kind::Plain if value == 0.0 => 3,
        Kind::Time | Kind::Plain => 2 - value.abs().log10().floor() as i32,
    };
    0.5 * 10f64.powi(-shown.max(least)) * (1.0 + 1e-9)
}

/// The numbers of a line. A comma may stand before thousands or before decimals, so both are given; so are digits in
/// groups of three with spaces between them.
pub fn numbers(line: &str) -> Vec<f64> {
    let signs: Vec<char> = line.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < signs.len() {
        let begins = signs[at].is_ascii_digit()
            || (signs[at] == '.' && signs.get(at + 1).is_some_and(char::is_ascii_digit));
        if !begins {
            at += 1;
            continue;
        }
        let end = end_of(&signs, at);
        let text: String = signs[at..end].iter().collect();
        let minus = at > 0 && matches!(signs[at - 1], '-' | '−');
        // In `4-28-18` the hyphens join, they do not count down.
        let joined = at > 1 && signs[at - 2].is_ascii_alphanumeric();
        let sign = if minus && !joined { -1.0 } else { 1.0 };
        found.extend(values(&text).into_iter().map(|value| sign * value));
        if let Some(grouped) = groups(&signs, at, end) {
            found.push(sign * grouped);
        }
        at = end;
    }
    found
}

/// The end of the number that begins here.
fn end_of(signs: &[char], begin: usize) -> usize {
    let digit = |at: usize| signs.get(at).is_some_and(char::is_ascii_digit);
    let mut at = begin;
    while digit(at) || (matches!(signs.get(at), Some('.' | ',')) && digit(at + 1)) {
        at += 1;
    }
    if matches!(signs.get(at), Some('e' | 'E')) {
        let signed = usize::from(matches!(signs.get(at + 1), Some('+' | '-')));
        if digit(at + 1 + signed) {
            at += 1 + signed;
            while digit(at) {
                at += 1;
            }
        }
    }
    at
}

/// What a number in text may mean.
fn values(text: &str) -> Vec<f64> {
    let mut texts = vec![text.replace(',', "")];
    if text.matches(',').count() == 1 && !text.contains('.') {
        texts.push(text.replace(',', "."));
    }
    let mut values: Vec<f64> = texts.iter().filter_map(|text| text.parse().ok()).collect();
    values.dedup();
    values
}

/// A number in groups of three digits, such as `25 000`.
fn groups(signs: &[char], begin: usize, end: usize) -> Option<f64> {
    let mut digits: String = signs[begin..end].iter().collect();
    if digits.len() > 3 || !digits.chars().all(|sign| sign.is_ascii_digit()) {
        return None;
    }
    let mut at = end;
    loop {
        let space = matches!(signs.get(at), Some(' ' | '\u{a0}' | '\u{202f}'));
        let group: String = signs.iter().skip(at + 1).take(3).collect();
        let three = group.len() == 3 && group.chars().all(|sign| sign.is_ascii_digit());
        let longer = signs.get(at + 4).is_some_and(char::is_ascii_digit);
        if !space || !three || longer {
            break;
        }
        digits.push_str(&group);
        at += 4;
    }
    (at > end).then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_in_text() {
        let cases: [(&str, &[f64]); 8] = [
            ("won 64.3 % of 100", &[64.3, 100.0]),
            ("| 4-28-18 | -0.28 |", &[4.0, 28.0, 18.0, -0.28]),
            ("2.19E+23 and 10e-4", &[2.19e23, 10e-4]),
            ("25,000 games", &[25000.0, 25.0]),
            ("25 000 games", &[25.0, 25000.0, 0.0]),
            ("1,234.5", &[1234.5]),
            ("at the end 7.", &[7.0]),
            ("none", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(numbers(text), expected, "{text}");
        }
    }

    #[test]
    fn figures_are_matched_with_all_their_digits() {
        let how = |value, kind, number: f64| written_as(value, kind, Some(50), &[number]);
        let share = |value, number| how(value, Kind::Share, number);
        assert_eq!(share(0.643, 64.3).as_deref(), Some("in per cent"));
        assert_eq!(share(0.56, 28.0).as_deref(), Some("as a count of 50 games"));
        let rounded = share(0.643, 0.6425333333).unwrap();
        assert_eq!(rounded, "as it is, rounded from 0.6425333333");
        assert_eq!(share(0.642, 0.6425333333), None);
        assert_eq!(share(0.64, 0.6425333333), None, "a digit was dropped");
        assert_eq!(share(0.643, 0.64), None, "a digit was added");
        let time = |value, number| how(value, Kind::Time, number);
        assert!(time(45.283, 45283389.2).unwrap().starts_with("in nano"));
        assert_eq!(time(59.0, 58.94), None);
        assert_eq!(how(6.0, Kind::Plain, 6.0).as_deref(), Some(AS_IT_IS));
        assert_eq!(how(6.0, Kind::Plain, 60.0), None);
    }
}
