//! The recorded files of TUC-Chess: games played on the server, perft counts, and a captured exchange
//! of datagrams.

mod exchange;
mod perft;
mod traces;

use ludarium_game::{Spec, Tabletop};
use ludarium_games::tuc_chess::{Move, Rules, TucChess};
use serde_json::Value;

use crate::tally::Check;
use crate::{Document, Failure};

/// Replays a file of TUC-Chess records.
pub(crate) fn verify(document: &Document, check: &mut Check) -> Result<(), Failure> {
    if let Document::Text(text) = document {
        return exchange::verify(text, check);
    }
    let records = document.records();
    if records.is_empty() {
        return Err(unrecognised("the file holds no record"));
    }
    for (index, record) in records.iter().enumerate() {
        if record.get("plies").is_some() {
            traces::verify(record, index, check)?;
        } else if record.get("state").is_some() {
            perft::verify(record, index, check)?;
        } else {
            return Err(unrecognised(format!(
                "record {index} has neither `plies` (a game) nor `state` (perft counts)"
            )));
        }
    }
    Ok(())
}

fn unrecognised(reason: impl Into<String>) -> Failure {
    Failure::Unrecognised {
        game: TucChess::NAME,
        reason: reason.into(),
    }
}

/// The rules as written.
fn written() -> Result<Rules, Failure> {
    rules("2021")
}

/// The rules as the server plays them.
fn server() -> Result<Rules, Failure> {
    rules("server")
}

fn rules(variant: &str) -> Result<Rules, Failure> {
    TucChess::rules(&Spec::named(variant)).map_err(|error| unrecognised(error.to_string()))
}

/// A field that must be there.
fn field<'a>(record: &'a Value, key: &str, check: &Check) -> Result<&'a Value, Failure> {
    record
        .get(key)
        .ok_or_else(|| unrecognised(format!("{}: `{key}` is missing", check.place)))
}

fn text<'a>(record: &'a Value, key: &str, check: &Check) -> Result<&'a str, Failure> {
    let value = field(record, key, check)?;
    let malformed = || unrecognised(format!("{}: `{key}` is not a text", check.place));
    value.as_str().ok_or_else(malformed)
}

/// A field that is a text or null.
fn text_or_null<'a>(
    record: &'a Value,
    key: &str,
    check: &Check,
) -> Result<Option<&'a str>, Failure> {
    match field(record, key, check)? {
        Value::Null => Ok(None),
        _ => text(record, key, check).map(Some),
    }
}

fn number(record: &Value, key: &str, check: &Check) -> Result<u64, Failure> {
    let value = field(record, key, check)?;
    let malformed = || unrecognised(format!("{}: `{key}` is not a number", check.place));
    value.as_u64().ok_or_else(malformed)
}

fn array<'a>(record: &'a Value, key: &str, check: &Check) -> Result<&'a [Value], Failure> {
    let value = field(record, key, check)?;
    let malformed = || unrecognised(format!("{}: `{key}` is not a list", check.place));
    value.as_array().map(Vec::as_slice).ok_or_else(malformed)
}

fn texts(record: &Value, key: &str, check: &Check) -> Result<Vec<String>, Failure> {
    let malformed = || unrecognised(format!("{}: `{key}` is not a list of texts", check.place));
    array(record, key, check)?
        .iter()
        .map(|value| value.as_str().map(str::to_owned).ok_or_else(malformed))
        .collect()
}

/// A field that may be left out when the list is empty.
fn texts_if_any(record: &Value, key: &str, check: &Check) -> Result<Vec<String>, Failure> {
    match record.get(key) {
        None => Ok(Vec::new()),
        Some(_) => texts(record, key, check),
    }
}

/// Moves as the records list them: as texts, in the order of the texts.
fn sorted(position: &TucChess, moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|&mv| position.describe_move(mv)).collect();
    texts.sort();
    texts
}

fn numbers(value: &Value, key: &str, check: &Check) -> Result<Vec<u64>, Failure> {
    let malformed = || unrecognised(format!("{}: `{key}` is not a list of numbers", check.place));
    let items = value.as_array().ok_or_else(malformed)?;
    items
        .iter()
        .map(|item| item.as_u64().ok_or_else(malformed))
        .collect()
}

#[cfg(test)]
mod tests;
