//! The recorded files of Dice Chess: games and line counts of the one-die game, games and turn counts of
//! the three-dice game.

mod one_die;
mod perft;
mod three_dice;
mod turn_counts;

#[cfg(test)]
mod tests;

use ludarium_game::{Game, Seat, Value};
use serde_json::Value as Json;

use crate::tally::Check;
use crate::{Document, Failure};

/// Replays and counts everything in a file.
pub(crate) fn verify(document: &Document, check: &mut Check) -> Result<(), Failure> {
    let mut capped_at = None;
    for (index, record) in document.records().iter().enumerate() {
        check.place = format!("record {}", index + 1);
        check.position.clear();
        let holds = |key: &str| record.get(key).is_some();
        if holds("perft") && holds("state") {
            perft::verify(record, check)?;
        } else if holds("plies") && holds("final") {
            one_die::verify(record, &mut capped_at, check)?;
        } else if holds("turns") && holds("result") {
            three_dice::verify(record, check)?;
        } else if holds("positions") || holds("microstates") {
            turn_counts::verify(record, check)?;
        } else {
            return Err(unknown(check, "neither a game nor a table of counts"));
        }
    }
    if check.tally.checks == 0 {
        return Err(unknown(check, "no record"));
    }
    Ok(())
}

/// The record is not of a form that is known here.
fn unknown(check: &Check, reason: impl std::fmt::Display) -> Failure {
    Failure::Unrecognised {
        game: "dice-chess",
        reason: match check.place.as_str() {
            "" => reason.to_string(),
            place => format!("{reason} at {place}"),
        },
    }
}

/// A part of a record as text.
fn text<'a>(record: &'a Json, key: &str, check: &Check) -> Result<&'a str, Failure> {
    let value = record.get(key).and_then(Json::as_str);
    value.ok_or_else(|| unknown(check, format!("no text `{key}`")))
}

/// A part of a record as a whole number.
fn number(record: &Json, key: &str, check: &Check) -> Result<u64, Failure> {
    let value = record.get(key).and_then(Json::as_u64);
    value.ok_or_else(|| unknown(check, format!("no whole number `{key}`")))
}

/// A part of a record as a list.
fn list<'a>(record: &'a Json, key: &str, check: &Check) -> Result<&'a [Json], Failure> {
    let value = record.get(key).and_then(Json::as_array);
    let list = value.ok_or_else(|| unknown(check, format!("no list `{key}`")))?;
    Ok(list)
}

/// A part of a record as a list of texts.
fn texts<'a>(record: &'a Json, key: &str, check: &Check) -> Result<Vec<&'a str>, Failure> {
    let items = list(record, key, check)?.iter().map(Json::as_str);
    let texts: Option<Vec<&str>> = items.collect();
    texts.ok_or_else(|| unknown(check, format!("`{key}` holds something that is not text")))
}

/// The result of a finished game as the records write it.
fn result_text<G: Game>(position: &G) -> &'static str {
    match position.scores().of(Seat(0)) {
        Value(1.0) => "1-0",
        Value(0.0) => "0-1",
        _ => "1/2-1/2",
    }
}
