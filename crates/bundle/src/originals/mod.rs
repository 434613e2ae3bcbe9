//! Replays what was recorded from original programs (games, perft counts, tables, decisions) against a game's
//! rules, and says where the two first disagree.
//!
//! A game brings a [`Replay`] that knows its record formats; the kind of a record is recognised by its content, never
//! by a file name. This module knows how records are read and counted.

mod document;
mod recorded;
mod tally;

use serde::de::DeserializeOwned;
use serde_json::Value;

pub use document::Document;
pub use recorded::{ReadGames, RecordedGame, RecordedGames};
pub use tally::{Disagreement, RecordCheck, ReplayTally, VerifyError};

/// Reads a record. Whatever is missing or of another type makes it unrecognised.
pub fn read<T: DeserializeOwned>(record: &Value) -> Result<T, VerifyError> {
    T::deserialize(record).map_err(unrecognised)
}

/// The record has no known form; [`verify`] adds the game and the place in the file.
pub fn unrecognised(reason: impl std::fmt::Display) -> VerifyError {
    VerifyError::Unrecognised { game: "", reason: reason.to_string() }
}

/// Replays every record of a document against the rules of one game, counting in [`RecordCheck`] what agrees; the first
/// disagreement or unknown record is the error.
pub type Replay = fn(&Document, &mut RecordCheck) -> Result<(), VerifyError>;

/// Replays all records of a document, and says how much agreed or what did not. `game` is the name for messages. A
/// document in which nothing could be checked is a failure.
pub fn verify(
    game: &'static str,
    replay: Replay,
    document: &Document,
) -> Result<ReplayTally, VerifyError> {
    let mut check = RecordCheck::default();
    replay(document, &mut check).map_err(|failure| failure.at(game, &check.place))?;
    if check.tally.checks == 0 {
        return Err(VerifyError::Unrecognised {
            game,
            reason: "nothing in it could be checked".to_owned(),
        });
    }
    check.tally.files = 1;
    Ok(check.tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every record is a list that says `[5]`.
    fn fives(document: &Document, check: &mut RecordCheck) -> Result<(), VerifyError> {
        for (index, record) in document.records().iter().enumerate() {
            check.place = format!("record {index}");
            let [number] = read::<[u64; 1]>(record)?;
            check.equal("number", number, 5_u64)?;
        }
        Ok(())
    }

    fn replayed(text: &str) -> Result<ReplayTally, VerifyError> {
        verify("fives", fives, &Document::parse(text.to_owned()))
    }

    #[test]
    fn what_agrees_is_counted_once_a_file() {
        let tally = replayed("[[5], [5]]").unwrap();
        assert_eq!((tally.files, tally.checks), (1, 2));
    }

    #[test]
    fn failures_name_the_game_or_the_place() {
        let differs = replayed("[[5], [6]]").unwrap_err().to_string();
        assert!(differs.contains("number at record 1"), "{differs}");
        let unknown = replayed("[[5], []]").unwrap_err().to_string();
        assert!(unknown.contains("fives") && unknown.contains("record 1"), "{unknown}");
        let nothing = replayed("[]").unwrap_err().to_string();
        assert!(nothing.contains("nothing in it could be checked"), "{nothing}");
    }
}
