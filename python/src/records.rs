//! Finished games as JSON, so that they can travel from where they were played to where they are counted.

use ludarium_arena::GameRecord;
use serde::{Deserialize, Serialize};

/// The games of a block, and the contest that they belong to.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parcel {
    contest: String,
    games: Vec<GameRecord>,
}

/// Writes games of the contest with this fingerprint.
pub fn write(contest: String, games: Vec<GameRecord>) -> String {
    // Texts and numbers always serialise.
    serde_json::to_string(&Parcel { contest, games }).unwrap_or_default()
}

/// Reads games of the contest with this fingerprint.
pub fn read(contest: &str, text: &str) -> Result<Vec<GameRecord>, String> {
    let parcel: Parcel = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if parcel.contest == contest {
        Ok(parcel.games)
    } else {
        Err(format!("these are games of the contest {}, expected {contest}", parcel.contest))
    }
}
