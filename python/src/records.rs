//! Finished games as JSON, so that they can travel from where they were played to where they are counted.

use ludarium_arena::{FaultNote, GameRecord};
use serde::{Deserialize, Serialize};

/// A finished game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Travelling {
    number: u64,
    block: u64,
    seats: Vec<usize>,
    start: String,
    moves: String,
    movers: Vec<u8>,
    thoughts: String,
    end: String,
    ending: String,
    scores: Vec<f32>,
    plies: u64,
    faults: Vec<FaultNote>,
    times: Vec<u64>,
}

/// The games of a block, and the contest that they belong to.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parcel {
    contest: String,
    games: Vec<Travelling>,
}

/// Writes games of the contest with this fingerprint.
pub fn write(contest: String, games: Vec<GameRecord>) -> String {
    let games = games.into_iter().map(|game| Travelling {
        number: game.number,
        block: game.block,
        seats: game.seats,
        start: game.start,
        moves: game.moves,
        movers: game.movers,
        thoughts: game.thoughts,
        end: game.end,
        ending: game.ending,
        scores: game.scores,
        plies: game.plies,
        faults: game.faults,
        times: game.times,
    });
    let games = games.collect();
    // Texts and numbers always serialise.
    serde_json::to_string(&Parcel { contest, games }).unwrap_or_default()
}

/// Reads games of the contest with this fingerprint.
pub fn read(contest: &str, text: &str) -> Result<Vec<GameRecord>, String> {
    let parcel: Parcel = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if parcel.contest != contest {
        let found = parcel.contest;
        return Err(format!(
            "these are games of the contest {found}, expected {contest}"
        ));
    }
    let games = parcel.games.into_iter().map(|game| GameRecord {
        number: game.number,
        block: game.block,
        seats: game.seats,
        start: game.start,
        moves: game.moves,
        movers: game.movers,
        thoughts: game.thoughts,
        end: game.end,
        ending: game.ending,
        scores: game.scores,
        plies: game.plies,
        faults: game.faults,
        times: game.times,
        luck: None,
    });
    Ok(games.collect())
}
