//! The recorded files of TUC-Chess: games played on the server, perft counts, and a captured exchange
//! of datagrams.

mod exchange;
mod perft;
mod traces;

use ludarium_bundle::originals::{Document, RecordCheck, VerifyError, read, unrecognised};
use ludarium_game::{Spec, Tabletop};
use ludarium_tuc_chess::rules::{Move, Rules, TucChess};

/// Replays a file of TUC-Chess records.
pub fn replay(document: &Document, check: &mut RecordCheck) -> Result<(), VerifyError> {
    if let Document::Text(text) = document {
        return exchange::verify(text, check);
    }
    for (index, record) in document.records().iter().enumerate() {
        check.place = format!("record {index}");
        if record.get("plies").is_some() {
            traces::verify(&read(record)?, index, check)?;
        } else if record.get("state").is_some() {
            perft::verify(&read(record)?, index, check)?;
        } else {
            return Err(unrecognised(format!(
                "record {index} has neither `plies` (a game) nor `state` (perft counts)"
            )));
        }
    }
    Ok(())
}

/// The rules as written.
fn written() -> Result<Rules, VerifyError> {
    rules("2021")
}

/// The rules as the server plays them.
fn server() -> Result<Rules, VerifyError> {
    rules("server")
}

fn rules(variant: &str) -> Result<Rules, VerifyError> {
    TucChess::rules(&Spec::named(variant)).map_err(unrecognised)
}

/// Moves as the records list them: as texts, in the order of the texts.
fn sorted(position: &TucChess, moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|&mv| position.describe_move(mv)).collect();
    texts.sort();
    texts
}

#[cfg(test)]
mod tests;
