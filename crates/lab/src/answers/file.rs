//! What the file of a report's sentences says, before it is checked.

use serde::Deserialize;

use super::Truth;
use crate::experiment::SweepPoint;

/// A whole file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AnswersFile {
    pub report: String,
    pub title: String,
    pub about: String,
    pub plot: Option<PlotText>,
    pub sentence: Vec<SentenceText>,
}

/// The picture at the top.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlotText {
    pub experiment: String,
    pub metric: String,
    /// What it shows.
    pub text: String,
}

/// A question or a statement of the report.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SentenceText {
    pub part: Option<String>,
    pub says: String,
    #[serde(default)]
    pub lines: Vec<u32>,
    #[serde(default)]
    pub evidence: Vec<EvidenceText>,
    pub verdict: Option<Truth>,
    pub because: Option<String>,
    pub ours: String,
    pub short: Option<String>,
    #[serde(default)]
    pub figures: Vec<String>,
}

/// What a verdict rests on: claims of an experiment, or one of its printed figures.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EvidenceText {
    pub experiment: String,
    /// How the claims begin.
    #[serde(default)]
    pub claims: Vec<String>,
    /// The metric of a printed figure.
    pub printed: Option<String>,
    #[serde(default)]
    pub at: SweepPoint,
    pub of: Option<String>,
    /// Instead of the readings that count.
    pub reading: Option<String>,
}
