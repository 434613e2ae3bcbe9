//! What can be wrong with text from outside, in sentences for people.

use thiserror::Error as ThisError;

/// A result with the [`Error`] of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Something in a text was wrong: it says what, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum Error {
    /// A position text that is not a position.
    #[error("bad position: {field} is `{found}`, expected {expected}")]
    Position {
        /// The part of the notation that is wrong.
        field: &'static str,
        /// What was found there.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// A position that is well written but cannot occur or be played.
    #[error("impossible position: {0}")]
    Impossible(String),
    /// A move text that cannot be read.
    #[error("bad move `{found}`: expected {expected}")]
    Notation {
        /// The text.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// A readable move that is not legal here.
    #[error("illegal move `{found}`: {reason}")]
    Illegal {
        /// The text.
        found: String,
        /// Why it cannot be played.
        reason: String,
    },
    /// An unknown name.
    #[error("unknown {kind} `{name}`{}", hint(.nearest, .known))]
    Unknown {
        /// What was being named: game, variant, option, agent, …
        kind: &'static str,
        /// The name.
        name: String,
        /// The known name that looks most like it.
        nearest: Option<String>,
        /// All known names.
        known: Vec<String>,
    },
    /// An option with a value outside its range.
    #[error("bad value `{value}` for option `{key}`: expected {expected}")]
    Value {
        /// The option.
        key: String,
        /// The value given.
        value: String,
        /// What would be right.
        expected: String,
    },
    /// Something is wrong with the parameters of an agent.
    #[error("agent `{agent}`: {reason}")]
    Agent {
        /// The agent's name.
        agent: String,
        /// What is wrong.
        reason: Box<Error>,
    },
    /// A `name:key=value,…` text that is not of that form.
    #[error("cannot read `{text}`: {reason}")]
    Spec {
        /// The text.
        text: String,
        /// What is wrong with its form.
        reason: String,
    },
}

impl Error {
    /// An [`Error::Unknown`] with the nearest of the `known` names filled in.
    pub fn unknown<'a>(
        kind: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Error {
        let known: Vec<&str> = known.into_iter().collect();
        Error::Unknown {
            kind,
            name: shorten(name),
            nearest: nearest(name, known.iter().copied()).map(str::to_owned),
            known: known.into_iter().map(str::to_owned).collect(),
        }
    }

    /// An [`Error::Position`], with a long `found` text shortened.
    pub fn position(field: &'static str, found: &str, expected: impl Into<String>) -> Error {
        Error::Position { field, found: shorten(found), expected: expected.into() }
    }

    /// An [`Error::Impossible`].
    pub fn impossible(reason: impl Into<String>) -> Error {
        Error::Impossible(reason.into())
    }

    /// An [`Error::Value`], with a long `value` shortened.
    pub fn value(key: &str, value: impl ToString, expected: impl Into<String>) -> Error {
        Error::Value {
            key: key.to_owned(),
            value: shorten(&value.to_string()),
            expected: expected.into(),
        }
    }

    /// An [`Error::Notation`], with a long `found` text shortened.
    pub fn notation(found: &str, expected: impl Into<String>) -> Error {
        Error::Notation { found: shorten(found), expected: expected.into() }
    }

    /// An [`Error::Illegal`], with a long `found` text shortened.
    pub fn illegal(found: &str, reason: impl Into<String>) -> Error {
        Error::Illegal { found: shorten(found), reason: reason.into() }
    }
}

/// The name that looks most like `name`, if one is close enough to be meant.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Very long text is never a typing error, and comparing it would take long.
    if name.len() > 64 {
        return None;
    }
    let wanted = name.to_lowercase();
    known
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(&wanted, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

fn hint(nearest: &Option<String>, known: &[String]) -> String {
    match nearest {
        Some(name) => format!("; did you mean `{name}`?"),
        None if known.is_empty() => "; there are none here".to_owned(),
        None => format!("; known: {}", known.join(", ")),
    }
}

fn shorten(text: &str) -> String {
    const LONGEST: usize = 80;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST).collect();
    format!("{start}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_gets_a_suggestion() {
        let error = Error::unknown("game", "checkrs", ["checkers", "draughts"]);
        assert_eq!(error.to_string(), "unknown game `checkrs`; did you mean `checkers`?");
    }

    #[test]
    fn a_name_like_no_other_gets_the_list() {
        let error = Error::unknown("game", "go", ["checkers", "draughts"]);
        assert_eq!(error.to_string(), "unknown game `go`; known: checkers, draughts");
    }

    #[test]
    fn an_empty_list_of_names_is_mentioned() {
        let error = Error::unknown("parameter", "depth", []);
        assert_eq!(error.to_string(), "unknown parameter `depth`; there are none here");
    }

    #[test]
    fn long_text_is_shortened_in_messages() {
        let error = Error::notation(&"é".repeat(500), "a move");
        assert!(error.to_string().chars().count() < 120);
    }
}
