//! Whole games. Every recorded move must be legal and lead to the recorded state; where the names of the
//! players are recorded with the states, our copies of them must choose the same.

use crate::rules::{Chexers, Colour, Rules};
use ludarium_game::Tabletop;
use serde_json::Value;

use super::decisions::Players;
use super::winner;
use super::{compare_moves, exits, is_over, play, position, referee_text};
use ludarium_originals::Check;
use ludarium_originals::Failure;
use ludarium_originals::fields::{field, list, text, texts, unrecognised, whole, wholes};

/// A game whose plies are objects with the state before each move.
pub(super) fn with_states(
    record: &Value,
    index: usize,
    rules: &Rules,
    check: &mut Check,
) -> Result<(), Failure> {
    let number = record.get("game").and_then(Value::as_u64);
    let number = number.unwrap_or(index as u64);
    let plies = list(record, "plies")?;
    let mut now: Option<Chexers> = None;
    let names = match record.get("seats") {
        Some(_) => texts(record, "seats")?,
        None => Vec::new(),
    };
    let mut players: Option<Players> = None;
    for (ply, entry) in plies.iter().enumerate() {
        check.place = format!("game {number}, ply {ply}");
        let state = text(entry, "s")?;
        let mut here = match now.take() {
            None => position(state, rules, check)?,
            Some(here) => {
                check.equal("state", state, here.describe())?;
                here
            }
        };
        if entry.get("n").is_some() {
            let occurrences = whole(entry, "n")?;
            check.equal("occurrences", occurrences, here.occurrences() as u64)?;
        }
        if entry.get("l").is_some() {
            let legal = texts(entry, "l")?;
            compare_moves("legal moves", &legal, &here, check)?;
        }
        check.equal("game over before the move", false, is_over(&here))?;
        let before = here.clone();
        let mv = play(&mut here, text(entry, "m")?, check)?;
        players
            .get_or_insert_with(|| Players::new(&names, &before))
            .compare(entry, &before, mv, check)?;
        now = Some(here);
    }
    check.place = format!("game {number}, end");
    let end = now.ok_or_else(|| unrecognised(format!("game {number} has no plies")))?;
    if record.get("final").is_some() {
        let state = text(record, "final")?;
        check.equal("final state", state, end.describe())?;
    }
    compare_end(record, "score", &end, check)?;
    check.tally.games += 1;
    Ok(())
}

/// A game of which only the moves are known, from the start position.
pub(super) fn moves_only(
    record: &Value,
    index: usize,
    rules: &Rules,
    check: &mut Check,
) -> Result<(), Failure> {
    let moves = texts(record, "moves")?;
    let mut now = position(START, rules, check)?;
    for (ply, mv) in moves.iter().enumerate() {
        check.place = format!("game {index}, ply {ply}");
        check.equal("game over before the move", false, is_over(&now))?;
        play(&mut now, mv, check)?;
    }
    check.place = format!("game {index}, end");
    if record.get("plies").is_some() {
        let plies = whole(record, "plies")?;
        check.equal("number of plies", plies, u64::from(now.ply()))?;
    }
    compare_end(record, "exits", &now, check)?;
    check.tally.games += 1;
    Ok(())
}

const START: &str = "rrrr...........g.....bg....bg...bg..b r 0,0,0 0";

/// Compares the result, the exits, and the referee's words where they are recorded.
fn compare_end(
    record: &Value,
    exits_key: &str,
    end: &Chexers,
    check: &mut Check,
) -> Result<(), Failure> {
    let recorded = wholes(record, exits_key)?;
    check.equal("exits", recorded, exits(end))?;
    if record.get("referee_text").is_some() {
        let words = text(record, "referee_text")?;
        check.equal("referee's words", Some(words), referee_text(end).as_deref())?;
    }
    match field(record, "result", "of the right kind", Some)? {
        Value::String(result) => compare_named_result(record, result, end, check),
        result => compare_result(result, end, check),
    }
}

/// A result of the form `{kind: win, winner}` or `{kind: draw, reason}`.
fn compare_result(result: &Value, end: &Chexers, check: &mut Check) -> Result<(), Failure> {
    match text(result, "kind")? {
        "win" => {
            let name = text(result, "winner")?;
            let found = winner(end).map(|winner| winner.name().to_lowercase());
            check.equal("winner", Some(name), found.as_deref())
        }
        "draw" => {
            let reason = text(result, "reason")?.replace('_', " ");
            check.equal("end without a winner", None, winner(end))?;
            check.equal("reason of the draw", &reason[..], end.ending())
        }
        kind => Err(unrecognised(format!(
            "result kind `{kind}` at {} is neither win nor draw",
            check.place
        ))),
    }
}

/// A result that names the winning agent, or begins with `draw` or, for a game that broke off, with
/// `none`.
fn compare_named_result(
    record: &Value,
    result: &str,
    end: &Chexers,
    check: &mut Check,
) -> Result<(), Failure> {
    if result.starts_with("none") {
        return check.equal("game over", false, is_over(end));
    }
    check.equal("game over", true, is_over(end))?;
    if let Some(reason) = result.strip_prefix("draw") {
        check.equal("end without a winner", None, winner(end))?;
        // The recorders shorten the reason in their own ways.
        return match ["turn", "rep"]
            .into_iter()
            .find(|word| reason.contains(word))
        {
            Some(word) => {
                let agrees = end.ending().contains(word);
                check.equal("reason of the draw", (word, true), (word, agrees))
            }
            None => Ok(()),
        };
    }
    let seats = texts(record, "seats")?;
    // The recorder's seat `random` wins under the longer name of its program.
    let result = if result == "lrandom" {
        "random"
    } else {
        result
    };
    if !seats.contains(&result) {
        return Err(unrecognised(format!(
            "result `{result}` at {} names no seat",
            check.place
        )));
    }
    let seat_of = |winner: Colour| seats.get(winner as usize).copied();
    check.equal("winner", Some(result), winner(end).and_then(seat_of))
}
