//! Why a TOML file was refused, in words for people who do not know Rust: all its mistakes, each with its place.

use std::fmt::{self, Display};
use std::ops::Range;

use serde::de::DeserializeOwned;

/// Everything that is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FileErrors {
    file: String,
    /// Each with its place in the file.
    errors: Vec<String>,
}

impl Display for FileErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            let line = if index == 0 { "" } else { "\n" };
            write!(f, "{line}{}{}", self.file, error.trim_end())?;
        }
        Ok(())
    }
}

impl FileErrors {
    /// Nothing is wrong yet with the file of this name.
    pub fn new(file: impl Into<String>) -> FileErrors {
        FileErrors { file: file.into(), errors: Vec::new() }
    }

    /// Reads a TOML file of this name.
    pub fn read<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, FileErrors> {
        toml::from_str(text).map_err(|error| FileErrors::new(file).and(toml_reason(&error)))
    }

    /// The same mistakes under another name of the file.
    pub fn renamed(self, file: impl Into<String>) -> FileErrors {
        FileErrors { file: file.into(), ..self }
    }

    /// With one more mistake.
    pub fn and(mut self, what: impl Display) -> FileErrors {
        self.errors.push(format!(": {what}"));
        self
    }

    /// Notes what is wrong at a named place, once.
    pub fn wrong(&mut self, place: impl Display, what: impl Display) {
        self.note(format!(": {place}: {what}"));
    }

    /// Notes what is wrong at a place in the text.
    pub fn wrong_at(&mut self, text: &str, place: Range<usize>, what: impl Display) {
        let before = &text.as_bytes()[..place.start.min(text.len())];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        self.note(format!(", line {line}: {what}"));
    }

    fn note(&mut self, error: String) {
        if self.errors.last() != Some(&error) {
            self.errors.push(error);
        }
    }

    /// Whether nothing is wrong yet.
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// What was read, if nothing is wrong with it.
    pub fn finish<T>(self, read: T) -> Result<T, FileErrors> {
        if self.is_empty() { Ok(read) } else { Err(self) }
    }
}

/// What the reader of TOML says, with its line and place; the types that it expected are named in plain words.
pub(crate) fn toml_reason(error: &toml::de::Error) -> String {
    // `variant` has another meaning here.
    let text = error.to_string().replace("unknown variant `", "unknown value `");
    let text = text.trim_end();
    let Some((before, expected)) = text.rsplit_once(", expected ") else {
        return text.to_owned();
    };
    let plain = match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, 0 or more",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" => "a text in quotes",
        "a sequence" => "a list",
        "a map" => "a table with names and values",
        other => other,
    };
    // What is larger than the type is named with the type that it would need.
    let before = before.strip_suffix(" as i128").unwrap_or(before);
    format!("{before}, expected {plain}")
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct File {
        #[serde(rename = "rounds")]
        _rounds: Option<u64>,
        #[serde(rename = "names")]
        _names: Option<Vec<String>>,
        #[serde(rename = "sorting")]
        _sorting: Option<Sorting>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Sorting {
        Fixed,
    }

    #[test]
    fn types_are_named_in_plain_words() {
        let refused = |text: &str| toml_reason(&toml::from_str::<File>(text).unwrap_err());
        for (text, expected) in [
            ("rounds = -1", "integer `-1`, expected a whole number, 0 or more"),
            ("rounds = 2.5", "expected a whole number, 0 or more"),
            (
                "rounds = 99999999999999999999",
                "integer `99999999999999999999`, expected a whole number, 0 or more",
            ),
            ("sorting = \"any\"", "unknown value `any`, expected `fixed`"),
            ("names = 3", "expected a list"),
            ("names = [3]", "expected a text in quotes"),
        ] {
            let reason = refused(text);
            assert!(reason.ends_with(expected), "{reason}");
            assert!(reason.contains("line 1"), "{reason}");
        }
        assert!(refused("names = [").contains("line 1"));
    }
}
