//! What tools are given: each argument is read once, and one that is unknown is an error.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Reads the arguments of a tool. An error names the one that is wrong.
pub(super) fn read<T: DeserializeOwned>(arguments: Map<String, Value>) -> Result<T, String> {
    let read = |given: Map<String, Value>| {
        serde_json::from_value::<T>(Value::Object(given))
            .map_err(|error| in_plain_words(error.to_string()))
    };
    read(arguments.clone()).map_err(|reason| {
        let is_wrong = |name: &&String| {
            let mut others = arguments.clone();
            others.remove(*name);
            read(others).err().as_ref() != Some(&reason)
        };
        match arguments.keys().find(is_wrong) {
            Some(name) if !reason.contains(&format!("`{name}`")) => {
                format!("wrong argument `{name}`: {reason}")
            }
            _ => format!("wrong arguments: {reason}"),
        }
    })
}

/// A reason without the names that Rust gives to types.
fn in_plain_words(reason: String) -> String {
    let types =
        [("u8", "a whole number up to 255"), ("u64", "a whole number"), ("f64", "a number")];
    let types = types.into_iter().chain([("a sequence", "a list")]);
    types.fold(reason, |reason, (theirs, ours)| {
        reason.replace(&format!("expected {theirs}"), &format!("expected {ours}"))
    })
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_error_names_the_argument() {
        let wrong = |given: Value| {
            let Value::Object(given) = given else { panic!("{given}") };
            read::<StartArguments>(given).unwrap_err()
        };
        for (given, said) in [
            (
                json!({"game": "ur", "seats": ["me"], "seed": 3}),
                "wrong argument `seats`: invalid type: sequence, expected a whole number",
            ),
            (json!({"game": "ur", "turn": 3}), "wrong arguments: unknown field `turn`"),
            (json!({"seed": 3}), "wrong arguments: missing field `game`"),
        ] {
            let reason = wrong(given);
            assert!(reason.starts_with(said), "{reason}");
        }
    }
}
