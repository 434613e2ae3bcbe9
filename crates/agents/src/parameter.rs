//! Parameters of agents: each is declared and read in one place, as the type that the agent needs.
//!
//! An entry of the catalogue reads its parameters from [`Parameters`]. The same code runs for lists and help, where
//! nothing is given and what it asks for is written down, and for a text such as `mcts:iterations=500`, where the
//! given values are checked and returned.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use ludarium_game::{Error, Game, Result, Spec};

/// A parameter of an agent, for lists, help and forms.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The key in `key=value`.
    pub key: Cow<'static, str>,
    /// What it may be.
    pub values: Values,
    /// The value when it is not given, as text.
    pub default: String,
    /// One line that says what it does.
    pub summary: &'static str,
}

impl Parameter {
    /// Whether it is a weight of what an agent judges by: see [`Parameters::weight`].
    pub fn is_weight(&self) -> bool {
        self.key.starts_with(WEIGHT)
    }
}

/// What the keys of weights begin with.
const WEIGHT: &str = "eval.";

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
    /// The path of a file, or `none`.
    File,
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Switch => f.write_str("on or off"),
            Values::Whole(low, high) => write!(f, "a whole number from {low} to {high}"),
            Values::Real(low, high) => write!(f, "a number from {low} to {high}"),
            Values::Words(words) => f.write_str(&words.join(" or ")),
            Values::File => f.write_str("the path of a file"),
        }
    }
}

/// The word for something that is not there.
pub(crate) const NONE: &str = "none";

/// Says why a game cannot be played, by its start.
type Refusal = dyn Fn(&dyn Any) -> std::result::Result<(), String> + Send + Sync;

/// What the start of a game must be like.
pub(crate) struct Demand(pub(crate) Box<Refusal>);

impl fmt::Debug for Demand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Demand")
    }
}

/// Reads the file after a word: `None` where the word takes no file, the reason where this file cannot be used.
type ReadFile<'a> = dyn FnMut(&str, &Path) -> Option<std::result::Result<(), String>> + 'a;

/// What an agent reads its parameters from.
#[derive(Debug)]
pub struct Parameters<'a> {
    given: Option<&'a Spec>,
    /// Defaults that differ from those that the reader names.
    defaults: Vec<(&'static str, &'static str)>,
    /// Parameters that say nothing of who an agent is while they have their default.
    added: Vec<Cow<'static, str>>,
    /// Settings of parameters that agents no longer have, with the number of parameters read before.
    retired: Vec<(usize, &'static str)>,
    /// What was read, with the values in the shortest form of their texts.
    read: Vec<(Parameter, String)>,
    models: Vec<Cow<'static, [u8]>>,
    demands: Vec<Demand>,
    /// The first given value that cannot be.
    error: Option<Error>,
}

impl<'a> Parameters<'a> {
    /// Nothing is given: whatever is read has its default, and is written down.
    pub(crate) fn declare() -> Parameters<'static> {
        Parameters::new(None)
    }

    /// The options of a text are given.
    pub(crate) fn given(spec: &'a Spec) -> Parameters<'a> {
        Parameters::new(Some(spec))
    }

    fn new(given: Option<&'a Spec>) -> Parameters<'a> {
        Parameters {
            given,
            defaults: Vec::new(),
            added: Vec::new(),
            retired: Vec::new(),
            read: Vec::new(),
            models: Vec::new(),
            demands: Vec::new(),
            error: None,
        }
    }

    /// Gives a parameter that is read later another default.
    pub fn set_default(&mut self, key: &'static str, value: &'static str) {
        self.defaults.push((key, value));
    }

    /// Says that a parameter was added after results of the agent had been stored, and that with its default the agent plays
    /// as before: then it is no part of who the agent is, and the results stay valid.
    pub fn added(&mut self, key: impl Into<Cow<'static, str>>) {
        self.added.push(key.into());
    }

    /// Says that results of the agent were stored when it had another parameter here, and that it plays as with this
    /// setting of it: the setting stays a part of who the agent is, and the results stay valid.
    pub fn retired(&mut self, setting: &'static str) {
        self.retired.push((self.read.len(), setting));
    }

    /// Says that the agent decides by this model file: another file makes it another agent, whose games are not mixed
    /// with those of before.
    pub fn model(&mut self, file: impl Into<Cow<'static, [u8]>>) {
        self.models.push(file.into());
    }

    /// Says what the start of a game must be like so that the agent can play it: a network was made for one number of
    /// seats, and an agent is read before it is known who plays what.
    pub fn demand<G: Game>(
        &mut self,
        fits: impl Fn(&G) -> std::result::Result<(), String> + Send + Sync + 'static,
    ) {
        self.demands
            .push(Demand(Box::new(move |start| start.downcast_ref().map_or(Ok(()), &fits))));
    }

    /// The text that is given for a parameter.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.given.and_then(|given| given.get(key))
    }

    /// A parameter that is `on` or `off`.
    pub fn switch(&mut self, key: &'static str, default: bool, summary: &'static str) -> bool {
        let default = if default { "on" } else { "off" };
        let mut value = false;
        let mut read = |text: &str| {
            value = match text {
                "on" => true,
                "off" => false,
                _ => return Err(None),
            };
            Ok(text.to_owned())
        };
        self.read(key.into(), Values::Switch, default, summary, &mut read);
        value
    }

    /// A parameter that is a whole number.
    pub fn whole(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u64>,
        default: u64,
        summary: &'static str,
    ) -> u64 {
        let values = Values::Whole(*range.start(), *range.end());
        self.number(key, values, range, default, summary)
    }

    /// A parameter that is a number.
    pub fn real(
        &mut self,
        key: &'static str,
        range: RangeInclusive<f64>,
        default: f64,
        summary: &'static str,
    ) -> f64 {
        let values = Values::Real(*range.start(), *range.end());
        self.number(key, values, range, default, summary)
    }

    /// A weight of what the agent judges by: the parameter `eval.NAME`. The weights of an evaluation exist where it is
    /// chosen, and are listed with it. `range` is what a text may say; tuning searches around the value.
    pub fn weight(
        &mut self,
        name: &str,
        range: RangeInclusive<f32>,
        default: f32,
        summary: &'static str,
    ) -> f32 {
        let values = Values::Real((*range.start()).into(), (*range.end()).into());
        let key = format!("{WEIGHT}{name}");
        self.added(key.clone());
        self.number(key, values, range, default, summary)
    }

    /// A number of any kind.
    fn number<N: Copy + PartialOrd + FromStr + ToString>(
        &mut self,
        key: impl Into<Cow<'static, str>>,
        values: Values,
        range: RangeInclusive<N>,
        default: N,
        summary: &'static str,
    ) -> N {
        let mut value = default;
        let mut read = |text: &str| {
            let number: Option<N> = text.parse().ok();
            value = number.filter(|number| range.contains(number)).ok_or(None)?;
            Ok(value.to_string())
        };
        self.read(key.into(), values, &default.to_string(), summary, &mut read);
        value
    }

    /// A parameter that is one of a few words, each with what it stands for; the first by default.
    ///
    /// # Panics
    /// If there is no word: a mistake in the catalogue, found by its test.
    pub fn choice<T>(
        &mut self,
        key: &'static str,
        words: impl IntoIterator<Item = (&'static str, T)>,
        summary: &'static str,
    ) -> T {
        self.choice_or_file(key, words, summary, |_, _| None)
    }

    /// Like [`Parameters::choice`], and some words may be followed by a file: `word:FILE`. `read_file` is asked about
    /// the word and the file: `None` where the word takes no file, the reason where this file cannot be used.
    ///
    /// # Panics
    /// If there is no word: a mistake in the catalogue, found by its test.
    pub fn choice_or_file<T>(
        &mut self,
        key: &'static str,
        words: impl IntoIterator<Item = (&'static str, T)>,
        summary: &'static str,
        read_file: impl Fn(&str, &Path) -> Option<std::result::Result<T, String>>,
    ) -> T {
        let (words, mut values): (Vec<&'static str>, Vec<T>) = words.into_iter().unzip();
        let mut from_file = None;
        let chosen = self.word(key, words, summary, &mut |word, path| {
            let value = read_file(word, path)?;
            Some(value.map(|value| from_file = Some(value)))
        });
        match chosen {
            Some(index) => values.swap_remove(index),
            None => from_file.expect("a value is a word's or a file's"),
        }
    }

    /// A parameter that is a file, `none` by default. `read_file` reads it, or says why it cannot be used.
    pub fn file<T>(
        &mut self,
        key: &'static str,
        summary: &'static str,
        read_file: impl Fn(&Path) -> std::result::Result<T, String>,
    ) -> Option<T> {
        let mut found = None;
        let mut read = |text: &str| {
            if text != NONE {
                let wrong = |reason| Error::Spec { text: format!("{key}={text}"), reason };
                found = Some(read_file(Path::new(text)).map_err(|reason| Some(wrong(reason)))?);
            }
            Ok(text.to_owned())
        };
        self.read(key.into(), Values::File, NONE, summary, &mut read);
        found
    }

    /// The index of the word that is chosen, or `None` where a file was read. Without the type of the values, so that
    /// it is compiled once and not for each choice of each game.
    fn word(
        &mut self,
        key: &'static str,
        words: Vec<&'static str>,
        summary: &'static str,
        read_file: &mut ReadFile<'_>,
    ) -> Option<usize> {
        let default = *words.first().expect("a word to choose");
        let mut chosen = None;
        let mut read = |text: &str| {
            chosen = words.iter().position(|word| *word == text);
            if chosen.is_some() {
                return Ok(text.to_owned());
            }
            let wrong = |reason| Error::Spec { text: format!("{key}={text}"), reason };
            let Some((word, file)) = text.split_once(':') else {
                let takes_file = read_file(text, Path::new("")).is_some();
                return Err(
                    takes_file.then(|| wrong(format!("a file is missing: {key}={text}:FILE")))
                );
            };
            let found = read_file(word, Path::new(file)).ok_or(None)?;
            found.map_err(|reason| Some(wrong(reason)))?;
            Ok(text.to_owned())
        };
        let values = Values::Words(words.clone());
        self.read(key.into(), values, default, summary, &mut read);
        chosen
    }

    /// Declares a parameter and reads it: `read` keeps the value of a text and gives the text's shortest form; or what
    /// is wrong with it, where that is not just another value. What it has kept last is the value.
    fn read(
        &mut self,
        key: Cow<'static, str>,
        values: Values,
        default: &str,
        summary: &'static str,
        read: &mut dyn FnMut(&str) -> std::result::Result<String, Option<Error>>,
    ) {
        let changed = self.defaults.iter().rev().find(|(known, _)| *known == key);
        let default = changed.map_or(default, |(_, value)| value).to_owned();
        let given = self.given.and_then(|given| given.get(&key));
        let text = given.and_then(|text| {
            let wrong = |error: Option<Error>| {
                error.unwrap_or_else(|| Error::value(&key, text, values.to_string()))
            };
            let text = read(text).map_err(wrong);
            text.map_err(|error| self.error.get_or_insert(error)).ok()
        });
        let text = text
            .or_else(|| read(&default).ok())
            .unwrap_or_else(|| panic!("the default `{default}` of `{key}` is not allowed"));
        self.read.push((Parameter { key, values, default, summary }, text));
    }

    /// The model files that were named.
    pub(crate) fn models(&self) -> &[Cow<'static, [u8]>] {
        &self.models
    }

    /// Every value that was read, also where it is the default, as `key=value`. What is not there (`none`) is no setting:
    /// an agent stays who it was when a parameter is added that it does not use. The default of a weight is none either,
    /// nor that of what was [added](Parameters::added): what an agent does with it is what it always did.
    pub(crate) fn settings(&self) -> Vec<String> {
        let mut settings = Vec::new();
        for (index, (parameter, text)) in self.read.iter().enumerate() {
            settings.extend(self.retired_at(index));
            let silent = parameter.default == **text && self.added.contains(&parameter.key);
            if *text != NONE && !silent {
                settings.push(format!("{}={text}", parameter.key));
            }
        }
        settings.extend(self.retired_at(self.read.len()));
        settings
    }

    fn retired_at(&self, place: usize) -> impl Iterator<Item = String> {
        let here = self.retired.iter().filter(move |(at, _)| *at == place);
        here.map(|(_, setting)| (*setting).to_owned())
    }

    /// Whether a whole number was read: how much an agent does is told by one.
    pub(crate) fn has_number(&self) -> bool {
        self.read.iter().any(|(parameter, _)| {
            let whole = matches!(parameter.values, Values::Whole(..));
            whole && !self.added.contains(&parameter.key)
        })
    }

    /// What the start of a game must be like.
    pub(crate) fn take_demands(&mut self) -> Vec<Demand> {
        std::mem::take(&mut self.demands)
    }

    /// Everything that was read, with the values in the shortest form of their texts.
    pub(crate) fn values(&self) -> Vec<(Parameter, String)> {
        self.read.clone()
    }

    /// Refuses the text for this reason, unless something before it was wrong.
    pub(crate) fn refuse(&mut self, error: Error) {
        self.error.get_or_insert(error);
    }

    /// The weights that are given and were not read, as `(key, value)`.
    pub(crate) fn unread_weights(&self) -> Vec<(String, String)> {
        let given = self.given.iter().flat_map(|given| given.options());
        let known = |key: &str| self.read.iter().any(|(parameter, _)| parameter.key == key);
        given
            .filter(|(key, _)| key.starts_with(WEIGHT) && !known(key))
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect()
    }

    /// Everything that was read.
    pub(crate) fn into_declared(self) -> Vec<Parameter> {
        self.read.into_iter().map(|(parameter, _)| parameter).collect()
    }

    /// The given values that differ from the defaults, as `key=value` in the order of the catalogue; an error for a
    /// key that was not read or a value that cannot be.
    pub(crate) fn finish(self) -> Result<Vec<String>> {
        let known = || self.read.iter().map(|(parameter, _)| &*parameter.key);
        let explained = |key: &str| self.error.is_some() && key.starts_with(WEIGHT);
        for (key, _) in self.given.iter().flat_map(|given| given.options()) {
            if !known().any(|known| known == key) && !explained(key) {
                return Err(Error::unknown("parameter", key, known()));
            }
        }
        if let Some(error) = self.error {
            return Err(error);
        }
        let changed = self.read.iter().filter(|(parameter, text)| parameter.default != **text);
        Ok(changed.map(|(parameter, text)| format!("{}={text}", parameter.key)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Rollout {
        Random,
        Greedy,
    }

    #[derive(Debug, PartialEq)]
    struct Read {
        depth: u64,
        c: f64,
        reuse: bool,
        rollout: Rollout,
    }

    fn read_all(p: &mut Parameters<'_>) -> Read {
        Read {
            depth: p.whole("depth", 1..=64, 3, "plies"),
            c: p.real("c", 0.0..=10.0, 0.8, "exploration"),
            reuse: p.switch("reuse", true, "keep the tree"),
            rollout: p.choice(
                "rollout",
                [("random", Rollout::Random), ("greedy", Rollout::Greedy)],
                "how games are played out",
            ),
        }
    }

    fn read(text: &str) -> Result<(Read, String)> {
        let spec = Spec::parse(text)?;
        let mut parameters = Parameters::given(&spec);
        let read = read_all(&mut parameters);
        Ok((read, parameters.finish()?.join(",")))
    }

    #[test]
    fn given_values_replace_defaults() {
        let (read, changed) = read("mcts:rollout=greedy,c=1.5").unwrap();
        let expected = Read { depth: 3, c: 1.5, reuse: true, rollout: Rollout::Greedy };
        assert_eq!((read, &*changed), (expected, "c=1.5,rollout=greedy"));
    }

    #[test]
    fn equal_numbers_become_equal_texts() {
        assert_eq!(read("mcts:c=1.50,depth=007").unwrap().1, "depth=7,c=1.5");
        assert_eq!(read("mcts:c=0.80,reuse=on").unwrap().1, "");
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
    fn what_is_read_is_declared() {
        let mut parameters = Parameters::declare();
        parameters.set_default("rollout", "greedy");
        assert_eq!(read_all(&mut parameters).rollout, Rollout::Greedy);
        let declared = parameters.into_declared();
        let keys: Vec<&str> = declared.iter().map(|parameter| &*parameter.key).collect();
        assert_eq!(keys, ["depth", "c", "reuse", "rollout"]);
        assert_eq!(declared[1].values, Values::Real(0.0, 10.0));
        assert_eq!(declared[3].default, "greedy");
    }
}
