//! The recorded files of Dice Chess: games, line counts and decisions of the one-die game, games and turn counts of
//! the three-dice game.

mod decisions;
mod one_die;
mod perft;
mod samples;
mod three_dice;
mod turn_counts;

#[cfg(test)]
mod tests;

use ludarium_game::{Game, Seat, Value};

use ludarium_bundle::originals::{Document, RecordCheck, VerifyError, read, unrecognised};

/// Replays and counts everything in a file.
pub fn replay(document: &Document, check: &mut RecordCheck) -> Result<(), VerifyError> {
    let mut capped_at = None;
    for (index, record) in document.records().iter().enumerate() {
        check.place = format!("record {}", index + 1);
        check.position.clear();
        let holds = |key: &str| record.get(key).is_some();
        if holds("agent") && holds("legal") {
            decisions::verify(&read(record)?, check)?;
        } else if holds("perft") && holds("state") {
            perft::verify(&read(record)?, check)?;
        } else if holds("plies") && holds("final") {
            one_die::verify(&read(record)?, &mut capped_at, check)?;
        } else if holds("turns") && holds("result") {
            three_dice::verify(&read(record)?, check)?;
        } else if holds("positions") || holds("microstates") {
            turn_counts::verify(&read(record)?, check)?;
        } else {
            return Err(unrecognised("neither a game nor a table of counts"));
        }
    }
    Ok(())
}

/// The place of a game in the file: its recorded number, or else where we are.
fn game_name(number: Option<u64>, check: &RecordCheck) -> String {
    number.map_or_else(|| check.place.clone(), |number| format!("game {number}"))
}

/// The result of a finished game as the records write it.
fn result_text<G: Game>(position: &G) -> &'static str {
    match position.scores().of(Seat(0)) {
        Value(1.0) => "1-0",
        Value(0.0) => "0-1",
        _ => "1/2-1/2",
    }
}
