//! The recorded files of TUC-Chess: games played on the server, perft counts, and a captured exchange
//! of datagrams.

mod exchange;
mod perft;
mod traces;

use crate::rules::{Move, Rules, TucChess};
use ludarium_game::{Spec, Tabletop};
use serde_json::Value;

use ludarium_originals::Check;
use ludarium_originals::fields::{field, text, texts, unrecognised};
use ludarium_originals::{Document, Failure};

/// Replays a file of TUC-Chess records.
pub fn replay(document: &Document, check: &mut Check) -> Result<(), Failure> {
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

/// A field that is a text or null.
fn text_or_null<'a>(record: &'a Value, key: &str) -> Result<Option<&'a str>, Failure> {
    match field(record, key, "a value", Some)? {
        Value::Null => Ok(None),
        _ => text(record, key).map(Some),
    }
}

/// A field that may be left out when the list is empty.
fn texts_if_any<'a>(record: &'a Value, key: &str) -> Result<Vec<&'a str>, Failure> {
    match record.get(key) {
        None => Ok(Vec::new()),
        Some(_) => texts(record, key),
    }
}

/// Moves as the records list them: as texts, in the order of the texts.
fn sorted(position: &TucChess, moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|&mv| position.describe_move(mv)).collect();
    texts.sort();
    texts
}

#[cfg(test)]
mod tests;
