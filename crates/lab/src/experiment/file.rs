//! What an experiment file says, before it is checked.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use ludarium_arena::Seating;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

use super::metric::Measure;
use super::value::{SweepPoint, SweepValue};
use super::{Curve, Positions, SpecialRounds};

/// A whole file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ExperimentFile {
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
    pub sweep: OrderedTable<Vec<SweepValue>>,
    #[serde(default)]
    pub subjects: OrderedTable<usize>,
    pub sprt: Option<[f64; 2]>,
    pub positions: Option<Positions>,
    pub main: Option<String>,
    pub equal: Option<String>,
    #[serde(default)]
    pub reading: Vec<ReadingText>,
    #[serde(default)]
    pub quick: AmountText,
    #[serde(default)]
    pub full: AmountText,
    #[serde(default)]
    pub printed: Vec<PrintedText>,
    #[serde(default)]
    pub claim: Vec<ClaimText>,
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
pub struct ReadingText {
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
    pub limits: LimitTexts,
    #[serde(default)]
    pub random_plies: u64,
    pub seating: Option<Seating>,
    pub longest: Option<u64>,
    #[serde(default)]
    pub replace: BTreeMap<String, BTreeMap<String, String>>,
    #[serde(default)]
    pub only: OrderedTable<Vec<SweepValue>>,
    #[serde(default)]
    pub other_work: OrderedTable<Vec<SweepValue>>,
    #[serde(default)]
    pub budget: Vec<SpecialRounds>,
}

/// The limits of a decision, each bound a number or a template.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LimitTexts {
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

/// How much is played.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AmountText {
    pub rounds: Option<u64>,
    pub games: Option<u64>,
    pub most: Option<u64>,
}

/// A row of printed figures.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct PrintedText {
    pub at: SweepPoint,
    pub games: Option<u64>,
    pub of: Option<String>,
    pub values: OrderedTable<f64>,
    pub missing: Option<String>,
    pub chart: bool,
    pub lines: Vec<u32>,
}

/// A claim.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ClaimText {
    pub text: String,
    pub metric: String,
    pub of: Option<String>,
    pub more: Option<SweepPoint>,
    pub less: Option<SweepPoint>,
    pub at: Option<SweepPoint>,
    pub above: Option<f64>,
    pub below: Option<f64>,
    pub times: Option<(f64, f64)>,
    pub curve: Option<Curve>,
    pub over: Option<String>,
    #[serde(default)]
    pub lines: Vec<u32>,
}

/// A TOML table that keeps the order of its keys.
#[derive(Clone, Debug)]
pub struct OrderedTable<T>(pub Vec<(String, T)>);

impl<T> Default for OrderedTable<T> {
    fn default() -> Self {
        OrderedTable(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OrderedTable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for InOrder<T> {
            type Value = OrderedTable<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OrderedTable<T>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(OrderedTable(pairs))
            }
        }

        deserializer.deserialize_map(InOrder(PhantomData))
    }
}
