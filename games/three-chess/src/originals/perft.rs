//! Positions with their legal moves and the number of lines of each length.

use ludarium_game::perft;
use serde_json::Value;

use super::{moves_text, number, position};
use ludarium_originals::Check;
use ludarium_originals::Failure;
use ludarium_originals::fields::{list, text, unrecognised};

/// Checks a list of positions.
pub(super) fn verify_all(record: &Value, check: &mut Check) -> Result<(), Failure> {
    let positions = list(record, "positions")?;
    for (index, position) in positions.iter().enumerate() {
        verify(position, index, check)?;
    }
    Ok(())
}

/// Checks one position.
pub(super) fn verify(record: &Value, index: usize, check: &mut Check) -> Result<(), Failure> {
    check.place = match record.get("name").and_then(Value::as_str) {
        Some(name) => format!("position {name}"),
        None => format!("position {index}"),
    };
    let position = position(text(record, "state")?, check)?;
    let moves = moves_text(&position);
    if record.get("legal").is_some() {
        let count = moves.split_whitespace().count() as i64;
        check.equal("number of legal moves", number(record, "legal")?, count)?;
    }
    if record.get("moves").is_some() {
        check.equal("legal moves", text(record, "moves")?, &moves)?;
    }
    for (depth, lines) in (1..).zip(list(record, "perft")?) {
        let Some(lines) = lines.as_u64() else {
            return Err(unrecognised(format!(
                "a count at {} is no number",
                check.place
            )));
        };
        check.equal(&format!("perft {depth}"), lines, perft(&position, depth))?;
    }
    check.tally.positions += 1;
    Ok(())
}
