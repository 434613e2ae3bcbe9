//! Single positions: perft counts, and what the referee did with constructed ones.

use crate::rules::{Chexers, Rules};
use ludarium_game::{Game, MoveList, Tabletop};
use serde_json::Value;

use super::referee_text;
use super::{compare_moves, draw_text, is_over, play, position};
use ludarium_originals::Check;
use ludarium_originals::Failure;
use ludarium_originals::fields::{field, list, text, texts, wholes};

/// The numbers of move sequences of each length from a position.
pub(super) fn perft(record: &Value, rules: &Rules, check: &mut Check) -> Result<(), Failure> {
    let state = text(record, "state")?;
    check.place = name(record, check);
    let start = position(state, rules, check)?;
    compare_legal(record, "legal", &start, check)?;
    let mut counts = wholes(record, "perft")?;
    if let Some(number) = record.get("nlegal").and_then(Value::as_u64) {
        check.equal("number of legal moves", number, count(&start, 1))?;
    }
    if record.get("deeper_by_independent_program").is_some() {
        counts.extend(wholes(record, "deeper_by_independent_program")?);
    }
    for (expected, depth) in counts.into_iter().zip(1..) {
        check.equal(&format!("perft({depth})"), expected, count(&start, depth))?;
        check.tally.positions += 1;
    }
    Ok(())
}

/// The number of move sequences of a length; a finished game has no continuation.
fn count(position: &Chexers, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    if depth <= 1 {
        return moves.len() as u64;
    }
    let mut sum = 0;
    for &mv in &moves {
        let mut after = position.clone();
        after.play(mv);
        sum += count(&after, depth - 1);
    }
    sum
}

/// A position, its legal moves, and the referee's answer to each of some moves.
pub(super) fn edge_case(record: &Value, rules: &Rules, check: &mut Check) -> Result<(), Failure> {
    let state = text(record, "state")?;
    let case = name(record, check);
    check.place.clone_from(&case);
    let mut now = position(state, rules, check)?;
    compare_legal(record, "legal", &now, check)?;
    for (ply, entry) in list(record, "play")?.iter().enumerate() {
        check.place = format!("{case}, move {ply}");
        let mv = text(entry, "move")?;
        let legal = field(entry, "legal", "of the right kind", Value::as_bool)?;
        check.equal("legality of the move", legal, now.parse_move(mv).is_ok())?;
        if !legal {
            continue;
        }
        play(&mut now, mv, check)?;
        check.equal("state", text(entry, "after")?, now.describe())?;
        let over = field(entry, "over", "of the right kind", Value::as_bool)?;
        check.equal("game over", over, is_over(&now))?;
        check.equal("draw", text(entry, "drawmsg")?, draw_text(&now))?;
    }
    check.place = format!("{case}, end");
    check.equal("final state", text(record, "final")?, now.describe())?;
    let over = field(record, "over", "of the right kind", Value::as_bool)?;
    check.equal("game over", over, is_over(&now))?;
    let words = field(record, "referee_text", "of the right kind", Some)?;
    check.equal(
        "referee's words",
        words.as_str(),
        referee_text(&now).as_deref(),
    )?;
    compare_legal(record, "legal_after", &now, check)
}

/// Compares a list of legal moves; `null` stands for a game that is over.
fn compare_legal(
    record: &Value,
    key: &str,
    position: &Chexers,
    check: &mut Check,
) -> Result<(), Failure> {
    if field(record, key, "of the right kind", Some)?.is_null() {
        return check.equal("game over", true, is_over(position));
    }
    let legal = texts(record, key)?;
    compare_moves("legal moves", &legal, position, check)
}

/// The name of the position, or where it stands in the file.
fn name(record: &Value, check: &Check) -> String {
    let name = record.get("name").and_then(Value::as_str);
    name.map_or_else(|| check.place.clone(), |name| format!("`{name}`"))
}
