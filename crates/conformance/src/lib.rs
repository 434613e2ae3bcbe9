//! Replays what was recorded from the original programs (games, perft counts, tables, decisions)
//! against Ludarium's rules, and says where the two first disagree.
//!
//! One file a game knows that game's record formats; the kind of a record is told from its content,
//! never from a file name. This file knows how records are read and counted.

mod chexers;
mod dice_chess;
mod dicewars;
mod document;
mod fields;
mod tally;
mod three_chess;
mod tuc_chess;

pub use document::Document;
pub use tally::{Disagreement, Failure, Tally};

use ludarium_games::registry;
use tally::Check;

/// Replays all records of a document against the rules of a game, and says how much agreed or what
/// did not. The name must be one of [`registry::GAMES`].
pub fn verify(game: &str, document: &Document) -> Result<Tally, Failure> {
    let game = registry::find(game).map_err(|error| Failure::Unreadable(error.to_string()))?;
    let mut check = Check::default();
    let replayed = match game.name {
        "chexers" => chexers::verify(document, &mut check),
        "dice-chess" => dice_chess::verify(document, &mut check),
        "dicewars" => dicewars::verify(document, &mut check),
        "three-chess" => three_chess::verify(document, &mut check),
        "tuc-chess" => tuc_chess::verify(document, &mut check),
        other => Err(fields::unrecognised(format!(
            "no records of {other} are known"
        ))),
    };
    replayed.map_err(|failure| failure.at(game.name, &check.place))?;
    if check.tally.checks == 0 {
        return Err(Failure::Unrecognised {
            game: game.name,
            reason: "nothing in it could be checked".to_owned(),
        });
    }
    check.tally.files = 1;
    Ok(check.tally)
}
