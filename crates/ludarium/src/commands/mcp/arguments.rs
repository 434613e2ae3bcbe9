//! What tools are given: each argument is read once, and one that is unknown is an error.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Reads the arguments of a tool.
pub(super) fn read<T: DeserializeOwned>(arguments: Map<String, Value>) -> Result<T, String> {
    let read = serde_json::from_value(Value::Object(arguments));
    read.map_err(|error| format!("wrong arguments: {error}"))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameArguments {
    pub game: String,
    pub variant: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartArguments {
    pub game: String,
    pub variant: Option<String>,
    pub seats: Option<u8>,
    pub seed: Option<u64>,
    pub position: Option<String>,
    /// Who sits where: agents, or `you` for the assistant, which also has all seats that are not named.
    #[serde(default)]
    pub players: Vec<String>,
    /// Whether the assistant rolls the dice by the tool `roll`.
    #[serde(default)]
    pub roll_yourself: bool,
    pub seconds: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenArguments {
    pub id: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveArguments {
    pub id: Option<u64>,
    #[serde(rename = "move")]
    pub chosen: String,
    #[serde(default)]
    pub picture: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AskArguments {
    pub id: Option<u64>,
    pub agent: Option<String>,
    pub seconds: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnalyseArguments {
    pub id: Option<u64>,
    pub game: Option<String>,
    pub variant: Option<String>,
    pub position: Option<String>,
    pub agent: Option<String>,
    pub seconds: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewArguments {
    pub id: Option<u64>,
    pub judge: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MatchArguments {
    pub game: String,
    pub variant: Option<String>,
    pub agents: Vec<String>,
    pub games: Option<u64>,
    pub milliseconds: Option<u64>,
    pub seed: Option<u64>,
}
