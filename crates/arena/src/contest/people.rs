//! Games with people as runs keep them: everybody in a fixed seat, each game a block of its own.

use std::path::Path;

use crate::contest::Contest;
use crate::contest::schedule::Seating;
use crate::store::record::GameRecord;
use crate::store::{Store, StoreError};

/// What stands for a person among the agents of a contest. Nobody's name is kept in a run.
pub const PERSON: &str = "person";

impl Contest {
    /// The contest that games with people belong to: one player for each seat, people as [`PERSON`].
    pub fn with_people(game: &str, variant: &str, players: Vec<String>) -> Contest {
        let lineup = (0..players.len()).collect();
        Contest {
            lineups: vec![lineup],
            seating: Seating::Fixed,
            ..Contest::new(game, Some(variant), players, 0)
        }
    }
}

/// Adds a game to the run of its players, which is made if it is missing, and gives the game's number there.
pub fn keep_game(
    file: &Path,
    contest: &Contest,
    mut record: GameRecord,
) -> Result<u64, StoreError> {
    let mut store = Store::create(file, contest)?;
    let number = store.finished()?.len() as u64;
    (record.number, record.block) = (number, number);
    store.add(&[record])?;
    Ok(number)
}
