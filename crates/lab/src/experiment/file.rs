//! What an experiment file says, before it is checked.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use ludarium_arena::Seating;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

use super::metric::Measure;
use super::value::SweepValue;

/// A whole file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct File {
    #[serde(default)]
    pub report: String,
    #[serde(default)]
    pub source: String,
    pub title: String,
    #[serde(default)]
    pub text: String,
    pub game: Option<String>,
    pub games: Option<GameNames>,
    pub variant: Option<String>,
    #[serde(default)]
    pub variants: BTreeMap<String, String>,
    #[serde(default)]
    pub measure: Measure,
    pub metrics: Vec<String>,
    #[serde(default)]
    pub sweep: Pairs<Vec<SweepValue>>,
    #[serde(default)]
    pub subjects: Pairs<usize>,
    pub sprt: Option<[f64; 2]>,
    pub positions: Option<Positions>,
    pub main: Option<String>,
    #[serde(default)]
    pub reading: Vec<Reading>,
    #[serde(default)]
    pub quick: Amount,
    #[serde(default)]
    pub full: Amount,
    #[serde(default)]
    pub printed: Vec<Printed>,
    #[serde(default)]
    pub claim: Vec<Claim>,
}

/// Which games a file of your own is about.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected \"all\" or a list of games")]
pub enum GameNames {
    /// The word `all`.
    Word(String),
    /// These.
    List(Vec<String>),
}

/// A reading.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Reading {
    pub name: String,
    #[serde(default)]
    pub text: String,
    #[serde(default)]
    pub seats: Vec<String>,
    pub others: Option<String>,
    pub opponents: Option<Opponents>,
    pub agent: Option<String>,
    pub variant: Option<String>,
    #[serde(default)]
    pub limits: Bounds,
    #[serde(default)]
    pub random_plies: u64,
    pub seating: Option<Seating>,
    pub longest: Option<u64>,
    #[serde(default)]
    pub replace: BTreeMap<String, BTreeMap<String, String>>,
    #[serde(default)]
    pub only: Pairs<Vec<SweepValue>>,
    #[serde(default)]
    pub budget: Vec<SpecialRounds>,
}

/// How much is played at points that take too long for the usual number of rounds.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SpecialRounds {
    pub at: Pairs<SweepValue>,
    pub quick: u64,
    pub full: u64,
    pub reason: String,
}

/// What a decision may cost, each bound a number or a template.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Bounds {
    pub iterations: Option<SweepValue>,
    pub nodes: Option<SweepValue>,
    pub depth: Option<SweepValue>,
}

/// Further agents, of which all groups of a size sit in the remaining seats.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Opponents {
    pub pool: Vec<String>,
    pub seats: usize,
}

/// Where decisions are asked.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Positions {
    pub list: Vec<String>,
    pub random_plies: u64,
    pub count: u64,
    pub start: bool,
}

/// How much is played.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Amount {
    pub rounds: Option<u64>,
    pub games: Option<u64>,
}

/// A row of printed figures.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Printed {
    pub at: Pairs<SweepValue>,
    pub games: Option<u64>,
    pub of: Option<String>,
    pub values: Pairs<f64>,
    pub missing: Option<String>,
    pub chart: bool,
    pub lines: Vec<u32>,
}

/// A claim.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Claim {
    pub text: String,
    pub metric: String,
    pub of: Option<String>,
    pub more: Option<Pairs<SweepValue>>,
    pub less: Option<Pairs<SweepValue>>,
    pub at: Option<Pairs<SweepValue>>,
    pub above: Option<f64>,
    pub below: Option<f64>,
    pub times: Option<(f64, f64)>,
    #[serde(default)]
    pub lines: Vec<u32>,
}

/// A TOML table that keeps the order of its keys.
#[derive(Clone, Debug)]
pub struct Pairs<T>(pub Vec<(String, T)>);

impl<T> Default for Pairs<T> {
    fn default() -> Self {
        Pairs(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Pairs<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for InOrder<T> {
            type Value = Pairs<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<T>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }

        deserializer.deserialize_map(InOrder(PhantomData))
    }
}
