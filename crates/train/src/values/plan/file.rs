//! What may stand in a plan's file.

use ludarium_arena::Limits;
use serde::Deserialize;
use toml::Spanned;

/// A plan as it is written. Every value that can be wrong knows its place.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct PlanFile {
    pub game: Spanned<String>,
    pub variants: Spanned<Vec<Spanned<String>>>,
    pub first: Option<Spanned<String>>,
    #[serde(default)]
    pub network: NetworkTable,
    #[serde(default)]
    pub positions: PositionsTable,
    #[serde(default)]
    pub learning: LearningTable,
    pub gate: Option<GateTable>,
    #[serde(default)]
    pub style: Vec<StyleTable>,
    pub generation: Spanned<Vec<GenerationTable>>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct NetworkTable {
    pub width: Option<Spanned<u64>>,
    pub hidden: Option<Spanned<u64>>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct PositionsTable {
    pub opening: Option<Spanned<u64>>,
    pub random_share: Option<Spanned<f64>>,
    pub one_in: Option<Spanned<u64>>,
    pub all_rolls: Option<Spanned<bool>>,
    pub fading: Option<Spanned<f64>>,
    pub draw: Option<Spanned<f64>>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct LearningTable {
    pub result_share: Option<Spanned<f64>>,
    pub epochs: Option<Spanned<u64>>,
    pub kept: Option<Spanned<f64>>,
    pub symmetries: Option<Spanned<bool>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct GateTable {
    pub agent: Spanned<String>,
    #[serde(default)]
    pub limits: Limits,
    pub elo: Option<Spanned<[f64; 2]>>,
    pub games: Option<Spanned<u64>>,
    pub opening: Option<Spanned<u64>>,
    pub patience: Option<Spanned<u64>>,
    pub margin: Option<Spanned<f64>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct StyleTable {
    pub name: Spanned<String>,
    pub agent: Spanned<String>,
    pub share: Option<Spanned<f64>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct GenerationTable {
    pub agents: Option<Spanned<Vec<Spanned<String>>>>,
    pub line_ups: Option<Vec<Spanned<Vec<Spanned<String>>>>>,
    #[serde(default)]
    pub limits: Limits,
    pub games: Spanned<u64>,
    pub repeat: Option<Spanned<u64>>,
}

/// The game that a plan is for, whatever else is in it.
#[derive(Deserialize)]
pub(super) struct GameOnly {
    pub game: Option<String>,
}
