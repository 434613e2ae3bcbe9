//! Parameters of agents: what they are called, what they may be, and what they were given.

use std::fmt;

use ludarium_game::{Error, Result, Spec};

/// A parameter of an agent, for lists, help and forms.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The key in `key=value`.
    pub key: &'static str,
    /// What it may be.
    pub values: Values,
    /// The value when it is not given, as text.
    pub default: String,
    /// One line that says what it does.
    pub summary: &'static str,
}

/// What a parameter may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// `on` or `off`.
    Switch,
    /// A whole number, ends included.
    Whole(u64, u64),
    /// A number, ends included.
    Real(f64, f64),
    /// One of these words.
    Words(Vec<&'static str>),
}

impl Parameter {
    /// A parameter that is `on` or `off`.
    pub fn switch(key: &'static str, default: bool, summary: &'static str) -> Parameter {
        let default = if default { "on" } else { "off" };
        Parameter::new(key, Values::Switch, default.to_owned(), summary)
    }

    /// A parameter that is a whole number.
    pub fn whole(
        key: &'static str,
        (low, high): (u64, u64),
        default: u64,
        summary: &'static str,
    ) -> Parameter {
        Parameter::new(key, Values::Whole(low, high), default.to_string(), summary)
    }

    /// A parameter that is a number.
    pub fn real(
        key: &'static str,
        (low, high): (f64, f64),
        default: f64,
        summary: &'static str,
    ) -> Parameter {
        Parameter::new(key, Values::Real(low, high), default.to_string(), summary)
    }

    /// A parameter that is one of a few words, the first by default.
    pub fn words(
        key: &'static str,
        words: impl IntoIterator<Item = &'static str>,
        summary: &'static str,
    ) -> Parameter {
        let words: Vec<&str> = words.into_iter().collect();
        let default = words.first().copied().unwrap_or_default().to_owned();
        Parameter::new(key, Values::Words(words), default, summary)
    }

    fn new(key: &'static str, values: Values, default: String, summary: &'static str) -> Parameter {
        Parameter {
            key,
            values,
            default,
            summary,
        }
    }

    /// The shortest text of a value: `0.50` and `0.5` are the same.
    fn shortest(&self, value: &str) -> String {
        let number = match self.values {
            Values::Whole(..) => value.parse::<u64>().ok().map(|number| number.to_string()),
            Values::Real(..) => value.parse::<f64>().ok().map(|number| number.to_string()),
            Values::Switch | Values::Words(_) => None,
        };
        number.unwrap_or_else(|| value.to_owned())
    }

    /// Refuses a value that the parameter cannot have.
    fn check(&self, value: &str) -> Result<()> {
        let fits = match &self.values {
            Values::Switch => matches!(value, "on" | "off"),
            Values::Whole(low, high) => value
                .parse::<u64>()
                .is_ok_and(|number| (*low..=*high).contains(&number)),
            Values::Real(low, high) => value
                .parse::<f64>()
                .is_ok_and(|number| (*low..=*high).contains(&number)),
            Values::Words(words) => words.contains(&value),
        };
        if fits {
            return Ok(());
        }
        Err(Error::Value {
            key: self.key.to_owned(),
            value: value.chars().take(80).collect(),
            expected: self.values.to_string(),
        })
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Switch => f.write_str("on or off"),
            Values::Whole(low, high) => write!(f, "a whole number from {low} to {high}"),
            Values::Real(low, high) => write!(f, "a number from {low} to {high}"),
            Values::Words(words) => f.write_str(&words.join(" or ")),
        }
    }
}

/// The values an agent is built with: what the text gives, checked, and defaults for the rest.
#[derive(Debug)]
pub struct Settings {
    values: Vec<(&'static str, String)>,
}

impl Settings {
    /// Reads the options of a text; an unknown key or an impossible value is an error.
    pub fn read(spec: &Spec, parameters: &[Parameter]) -> Result<Settings> {
        for (key, value) in spec.options() {
            let known = || parameters.iter().map(|parameter| parameter.key);
            let parameter = parameters.iter().find(|parameter| parameter.key == key);
            parameter
                .ok_or_else(|| Error::unknown("parameter", key, known()))?
                .check(value)?;
        }
        let value = |parameter: &Parameter| {
            let given = spec.get(parameter.key).unwrap_or(&parameter.default);
            (parameter.key, parameter.shortest(given))
        };
        Ok(Settings {
            values: parameters.iter().map(value).collect(),
        })
    }

    /// The value of a whole-number parameter.
    pub fn whole(&self, key: &str) -> u64 {
        self.word(key).parse().unwrap_or_default()
    }

    /// The value of a number parameter.
    pub fn real(&self, key: &str) -> f64 {
        self.word(key).parse().unwrap_or_default()
    }

    /// Whether a switch is on.
    pub fn switch(&self, key: &str) -> bool {
        self.word(key) == "on"
    }

    /// The value of any parameter as text.
    ///
    /// # Panics
    /// If the agent's entry does not list the parameter: a mistake in the catalogue, found by its test.
    pub fn word(&self, key: &str) -> &str {
        let value = self.values.iter().find(|(known, _)| *known == key);
        &value
            .unwrap_or_else(|| panic!("`{key}` is not a listed parameter"))
            .1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> Vec<Parameter> {
        vec![
            Parameter::whole("depth", (1, 64), 3, "plies"),
            Parameter::real("c", (0.0, 10.0), 0.8, "exploration"),
            Parameter::switch("reuse", true, "keep the tree"),
            Parameter::words("rollout", ["random", "greedy"], "how games are played out"),
        ]
    }

    fn read(text: &str) -> Result<Settings> {
        Settings::read(&Spec::parse(text)?, &parameters())
    }

    #[test]
    fn given_values_replace_defaults() {
        let settings = read("mcts:c=1.5,rollout=greedy").unwrap();
        assert_eq!(settings.real("c"), 1.5);
        assert_eq!(settings.whole("depth"), 3);
        assert!(settings.switch("reuse"));
        assert_eq!(settings.word("rollout"), "greedy");
    }

    #[test]
    fn equal_numbers_become_equal_texts() {
        let settings = read("mcts:c=1.50,depth=007").unwrap();
        assert_eq!((settings.word("c"), settings.word("depth")), ("1.5", "7"));
    }

    #[test]
    fn wrong_values_say_what_is_right() {
        let answers = [
            ("a:dept=3", "did you mean `depth`"),
            ("a:depth=0", "a whole number from 1 to 64"),
            ("a:c=NaN", "a number from 0 to 10"),
            ("a:reuse=yes", "on or off"),
            ("a:rollout=heavy", "random or greedy"),
        ];
        for (text, hint) in answers {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(hint), "{error}");
        }
    }

    #[test]
    fn every_default_is_allowed() {
        for parameter in parameters() {
            assert_eq!(parameter.check(&parameter.default), Ok(()));
        }
    }
}
