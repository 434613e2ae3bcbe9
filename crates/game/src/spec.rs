//! `name:key=value,key=value`: the form of every text that names a thing with options.

use std::fmt;

use crate::{Error, Result};

/// A parsed `name:key=value,…` text. Keys keep their order and are different from each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The part before the colon.
    pub name: String,
    options: Vec<(String, String)>,
}

/// A named set of rules, for lists and help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariantInfo {
    /// The name in commands.
    pub name: &'static str,
    /// One line that says what is different about it.
    pub summary: &'static str,
}

/// An option of a variant or an agent, for lists, help and forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The key in `key=value`.
    pub key: &'static str,
    /// The values it takes, for people: `on, off` or `2 to 8`.
    pub values: &'static str,
    /// The value when it is not given.
    pub default: &'static str,
    /// One line that says what it does.
    pub summary: &'static str,
}

impl Spec {
    /// A name without options.
    pub fn named(name: &str) -> Spec {
        Spec { name: name.to_owned(), options: Vec::new() }
    }

    /// Reads `name` or `name:key=value,key=value`.
    pub fn parse(text: &str) -> Result<Spec> {
        let broken = |reason: String| Error::Spec { text: text.chars().take(80).collect(), reason };
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        if name.is_empty() {
            return Err(broken("the name before `:` is missing".into()));
        }
        let mut options: Vec<(String, String)> = Vec::new();
        for item in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let Some((key, value)) = item.split_once('=') else {
                return Err(broken(format!("`{item}` is not of the form key=value")));
            };
            if key.is_empty() || value.is_empty() {
                return Err(broken(format!("`{item}` lacks a key or a value")));
            }
            if options.iter().any(|(known, _)| known == key) {
                return Err(broken(format!("`{key}` is given twice")));
            }
            options.push((key.to_owned(), value.to_owned()));
        }
        Ok(Spec { name: name.to_owned(), options })
    }

    /// The value of an option, if given.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.options.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// The options, in the order given.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.iter().map(|(k, v)| (k.as_str(), v.as_str()))
    }

    /// Refuses a name that is not among the variants, and keys that are not among the options.
    pub fn check(&self, variants: &[VariantInfo], options: &[OptionInfo]) -> Result<()> {
        if !variants.iter().any(|variant| variant.name == self.name) {
            let known = variants.iter().map(|variant| variant.name);
            return Err(Error::unknown("variant", &self.name, known));
        }
        for (key, _) in &self.options {
            if !options.iter().any(|option| option.key == key) {
                let known = options.iter().map(|option| option.key);
                return Err(Error::unknown("option", key, known));
            }
        }
        Ok(())
    }

    /// An option that is `on` or `off`.
    pub fn switch(&self, key: &str, default: bool) -> Result<bool> {
        self.choice(key, &[("on", true), ("off", false)], default)
    }

    /// An option that is one of a few words.
    pub fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)], default: T) -> Result<T> {
        let Some(value) = self.get(key) else {
            return Ok(default);
        };
        choices.iter().find(|(word, _)| *word == value).map(|(_, choice)| *choice).ok_or_else(
            || {
                let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
                Error::value(key, value, words.join(" or "))
            },
        )
    }

    /// An option that is a whole number in a range.
    pub fn number(
        &self,
        key: &str,
        range: std::ops::RangeInclusive<u64>,
        default: u64,
    ) -> Result<u64> {
        let Some(value) = self.get(key) else {
            return Ok(default);
        };
        match value.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => {
                let (low, high) = (range.start(), range.end());
                Err(Error::value(key, value, format!("a whole number from {low} to {high}")))
            }
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (key, value)) in self.options.iter().enumerate() {
            let separator = if index == 0 { ':' } else { ',' };
            write!(f, "{separator}{key}={value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_what_it_prints() {
        for text in ["seed", "orig:players=6", "a:b=c,d=e-1.5"] {
            assert_eq!(Spec::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn refuses_broken_forms() {
        for text in ["", ":a=b", "x:", "x:a", "x:a=", "x:=b", "x:a=1,a=2", "x:a=1,"] {
            assert!(Spec::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn values_are_checked() {
        let spec = Spec::parse("x:n=9,s=maybe").unwrap();
        assert_eq!(
            spec.number("n", 2..=8, 4).unwrap_err().to_string(),
            "bad value `9` for option `n`: expected a whole number from 2 to 8"
        );
        assert_eq!(
            spec.switch("s", true).unwrap_err().to_string(),
            "bad value `maybe` for option `s`: expected on or off"
        );
        assert_eq!(spec.number("absent", 2..=8, 4), Ok(4));
    }
}
